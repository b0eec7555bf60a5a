/** Request body of POST /api/v1/forensics/delay-analysis. */
import Type from 'typebox'
import {
  bookedEvents,
  CONCURRENCY_POLICIES,
  concurrencyPolicy,
  datedSchedules,
  optionWords,
  responsibilities,
} from '../../endpoint/comparison-fields.ts'
import { contractDates } from '../../endpoint/contract-dates.ts'
import { choice, fields, nonNegative } from '../../endpoint/request-fields.ts'
import { Day } from '../../schedule/day.ts'

export const DELAY_METHODS = ['half_step', 'windows', 'daily', 'recreated'] as const
export { CONCURRENCY_POLICIES }
export const REVISION_ORDERS = ['mean', 'fixed'] as const

export const DelayAnalysisRequest = Type.Object({
  ...datedSchedules,
  ...bookedEvents,
  options: Type.Optional(
    Type.Object(
      {
        method: choice(
          DELAY_METHODS,
          'AACE 29R-03 MIP 3.4 (half_step), 3.3 (windows: one movement), 3.4 with each day listed (daily), or 3.5 (recreated: updates made from the baseline and the actual dates of the current schedule).',
          'half_step',
        ),
        data_dates: Type.Optional(
          Type.Array(Day({ description: 'Data date of a recreated update.' }), {
            maxItems: 120,
            description: 'Data dates of recreated updates; absent: the first day of each month.',
          }),
        ),
        project_finish_id: Type.Optional(
          Type.String({ description: 'Task whose finish is analysed; default: the project finish.' }),
        ),
        near_critical_threshold: nonNegative(
          'Largest distance, in days, from the controlling path at which a delay counts as concurrent.',
          0,
          'days',
        ),
        concurrency: concurrencyPolicy('window, on paths within near_critical_threshold'),
        order: choice(
          REVISION_ORDERS,
          'Days of a class of revisions: mean over all orders in which the changed classes can be applied, or those of the fixed order scope, logic, duration, constraint, calendar, options, project start.',
          'mean',
        ),
        ...responsibilities,
        ...contractDates,
        fields,
      },
      optionWords,
    ),
  ),
})
