/** Request body of POST /api/v1/analysis/cpm. */
import Type from 'typebox'
import { flag, mustFinishBy, scheduleRequest } from '../../endpoint/request-fields.ts'
import { tableForm } from '../../endpoint/table-form.ts'
import { OneOf } from '../../schedule/containers.ts'
import { RELATION_TYPES } from '../../schedule/fields.ts'

export const CpmRequest = scheduleRequest(
  1,
  'Data date: no unfinished work is scheduled before it.',
  {
    include_network_details: flag('Add start and finish tasks, link counts and ratios.', false),
    include_task_details: flag('Add what the schedule says of each task, for whoever draws the result.', false),
    relationship_types: Type.Optional(
      Type.Array(OneOf(RELATION_TYPES, { description: 'A relation.' }), {
        description: 'Keep only links of these types; empty or absent: all.',
      }),
    ),
    table: tableForm,
  },
  mustFinishBy,
)
