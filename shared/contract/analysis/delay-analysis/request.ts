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
import { choice, fields, nonNegative } from '../../endpoint/request-fields.ts'

export const DELAY_METHODS = ['half_step', 'windows', 'daily'] as const
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
          'AACE 29R-03 MIP 3.4 (half_step), 3.3 (windows: one movement), or 3.4 with each day listed (daily).',
          'half_step',
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
        fields,
      },
      optionWords,
    ),
  ),
})
