/** Figures over the statuses. */

import Type from 'typebox'
import { closed, countOf, dateOrNull, daysOrNull, numberOrNull, textOrNull } from '../../../endpoint/data/members.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { EAC_METHODS } from '../request.ts'
import { STABILITIES, TRENDS } from '../words.ts'
import { cost, message, percent } from './figures.ts'

export const Statuses = closed(
  {
    in_window: countOf('Statuses that trends look at, the current one included.'),
    superseded: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'Places in schedule_history of snapshots that a later one of the same date replaces.',
    }),
    not_earlier: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'Places of snapshots dated on or after the status date, left out.',
    }),
  },
  'Snapshots that were looked at.',
)

const period = {
  date: dateOrNull('Date of the status; null for a snapshot without one.'),
  is_current: Type.Boolean({ description: 'The current schedule.' }),
}

export const Trends = closed(
  {
    periods: Type.Array(
      closed(
        {
          ...period,
          mean_finish_variance_days: daysOrNull('Mean over the incomplete pairs.'),
          incomplete_pairs: countOf('Pairs it is the mean of.'),
        },
        'A status.',
      ),
      { description: 'The statuses of the window, the current one last.' },
    ),
    trend: textOrNull('By the slope: below -0.5, up to 0.5, above 0.5 days per period.', TRENDS),
    slope_days_per_period: daysOrNull('Slope of the least-squares line.'),
    acceleration_days: daysOrNull('Change of the change at the end of the window.'),
    acceleration_threshold_days: daysOrNull('options.variance_acceleration_threshold.'),
    is_accelerating: Type.Boolean({ description: 'The acceleration is above the threshold.' }),
    message,
  },
  'Finish variance over the statuses.',
)

export const EvmsTrends = closed(
  {
    eac_method: OneOf(EAC_METHODS, { description: 'Formula of the estimate at completion.' }),
    periods: Type.Array(
      closed(
        {
          ...period,
          source: Type.Unsafe({
            type: 'string',
            enum: ['snapshot_totals', 'tasks'],
            description: 'tasks: the current schedule has no totals; planned and earned value are of its tasks.',
          }),
          planned_value: cost('PV.'),
          earned_value: cost('EV.'),
          actual_cost: cost('AC.'),
          budget_at_completion: cost('BAC.'),
          spi: numberOrNull('EV / PV.'),
          cpi: numberOrNull('EV / AC.'),
          eac: cost('Estimate at completion.'),
          vac: cost('BAC - EAC.'),
          tcpi: numberOrNull('(BAC - EV) / (BAC - AC).'),
          message,
        },
        'A status.',
      ),
      { description: 'The statuses of the window, the current one last.' },
    ),
  },
  'Earned value figures over the statuses.',
)

export const ForecastStability = closed(
  {
    eac_method: OneOf(EAC_METHODS, { description: 'Formula of the estimate at completion.' }),
    eac_count: countOf('Statuses of the window with an estimate.'),
    mean_eac: cost('Mean estimate.'),
    coefficient_of_variation_pct: percent('Standard deviation (of a sample) / mean.'),
    stability: textOrNull('stable up to 5 %, watch up to 10 %, else unstable.', STABILITIES),
    mean_absolute_change: cost('Mean change of the estimate from status to status.'),
    finish_count: countOf('Statuses of the window with a project finish.'),
    finish_deviation_days: daysOrNull('Standard deviation (of a sample) of the project finish, in calendar days.'),
    finish_mean_absolute_change_days: daysOrNull('Mean change of the project finish from status to status.'),
    message,
  },
  'How steady the forecasts are.',
)
