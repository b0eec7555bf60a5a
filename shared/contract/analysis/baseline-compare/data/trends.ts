/** Figures over the statuses. */

import Type from 'typebox'
import { closed, countOf, dateOrNull, daysOrNull, numberOrNull, textOrNull } from '../../../endpoint/data/members.ts'
import { OneOf } from '../../../schedule/containers.ts'
import { EAC_METHODS } from '../request.ts'
import { STABILITIES, TRENDS } from '../words.ts'
import { cost, message, percent } from './variance.ts'

export const Statuses = closed(
  {
    in_window: countOf('Number of statuses that trends use, including the current one.'),
    superseded: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'Indices in schedule_history of snapshots that a later one with the same date replaces.',
    }),
    not_earlier: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'Indices in schedule_history of snapshots dated on or after the status date. They are left out.',
    }),
  },
  'Snapshots that were used.',
)

const period = {
  date: dateOrNull('Date of the status; null for a snapshot without one.'),
  is_current: Type.Boolean({ description: 'True for the current schedule.' }),
}

export const Trends = closed(
  {
    periods: Type.Array(
      closed(
        {
          ...period,
          mean_finish_variance_days: daysOrNull(
            'Mean finish variance of the incomplete pairs, in calendar days; null without pairs.',
          ),
          incomplete_pairs: countOf('Number of incomplete pairs with a finish variance.'),
        },
        'A status.',
      ),
      { description: 'Statuses of the window; the current one is last.' },
    ),
    trend: textOrNull(
      'Trend by the slope: below -0.5, from -0.5 to 0.5, or above 0.5 days per period. Null without a slope.',
      TRENDS,
    ),
    slope_days_per_period: daysOrNull(
      'Slope of the least-squares line in days per period; null with fewer than two values.',
    ),
    acceleration_days: daysOrNull(
      'Last change of the variance minus the change before, in days; null with too few values.',
    ),
    acceleration_threshold_days: daysOrNull('Threshold of the request, in days.'),
    is_accelerating: Type.Boolean({ description: 'True if the acceleration is above the threshold.' }),
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
            description:
              'snapshot_totals: from the totals of the snapshot. tasks: the current schedule has no totals, so planned and earned value are computed from its tasks.',
          }),
          planned_value: cost('Planned value (PV).'),
          earned_value: cost('Earned value (EV).'),
          actual_cost: cost('Actual cost (AC).'),
          budget_at_completion: cost('Budget at completion (BAC).'),
          spi: numberOrNull('Schedule performance index, EV / PV.'),
          cpi: numberOrNull('Cost performance index, EV / AC.'),
          eac: cost('Estimate at completion (EAC).'),
          vac: cost('Variance at completion, BAC - EAC.'),
          tcpi: numberOrNull('To-complete performance index, (BAC - EV) / (BAC - AC).'),
          message,
        },
        'A status.',
      ),
      { description: 'Statuses of the window; the current one is last.' },
    ),
  },
  'Earned value figures over the statuses.',
)

export const ForecastStability = closed(
  {
    eac_method: OneOf(EAC_METHODS, { description: 'Formula of the estimate at completion.' }),
    eac_count: countOf('Number of statuses of the window with an estimate.'),
    mean_eac: cost('Mean of the estimates.'),
    coefficient_of_variation_pct: percent('Sample standard deviation / mean, in percent.'),
    stability: textOrNull(
      'stable up to 5 %, watch up to 10 %, otherwise unstable. Null with too few estimates.',
      STABILITIES,
    ),
    mean_absolute_change: cost('Mean absolute change of the estimate from status to status.'),
    finish_count: countOf('Number of statuses of the window with a project finish.'),
    finish_deviation_days: daysOrNull('Sample standard deviation of the project finish, in calendar days.'),
    finish_mean_absolute_change_days: daysOrNull(
      'Mean absolute change of the project finish from status to status, in calendar days.',
    ),
    message,
  },
  'Stability of the forecasts.',
)
