/** Request body of POST /api/v1/forensics/as-planned-vs-as-built. */
import Type from 'typebox'
import {
  bookedEvents,
  concurrencyPolicy,
  datedSchedules,
  MATCH_STRATEGIES,
  optionWords,
  responsibilities,
} from '../../endpoint/comparison-fields.ts'
import { contractDates } from '../../endpoint/contract-dates.ts'
import { choice, fields, flag } from '../../endpoint/request-fields.ts'
import { tableForm } from '../../endpoint/table-form.ts'

export const AsPlannedVsAsBuiltRequest = Type.Object({
  ...datedSchedules,
  ...bookedEvents,
  options: Type.Optional(
    Type.Object(
      {
        match_strategy: choice(MATCH_STRATEGIES, 'How tasks of the two schedules are paired.', 'id'),
        concurrency: concurrencyPolicy('period of the whole comparison, on paths that end together'),
        include_task_variances: flag('Add the table per task.', true),
        ...responsibilities,
        ...contractDates,
        table: tableForm,
        fields,
      },
      optionWords,
    ),
  ),
})
