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
    include_task_details: flag('Add the given fields of each task, for drawing the result.', false),
    include_curves: flag(
      'Add planned, done, forecast and earned work over time, and starts and finishes by month.',
      false,
    ),
    relationship_types: Type.Optional(
      Type.Array(OneOf(RELATION_TYPES, { description: 'Type of link.' }), {
        description: 'Use only links of these types. Empty or absent: all.',
      }),
    ),
    table: tableForm,
  },
  mustFinishBy,
)
