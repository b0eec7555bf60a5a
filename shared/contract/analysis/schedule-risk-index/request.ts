/** Request body of POST /api/v1/health/schedule-risk-index. */
import Type from 'typebox'
import {
  excludeTaskTypes,
  fields,
  flag,
  includeEvValidation,
  includeRecommendations,
  mustFinishBy,
  nonNegative,
  scheduleRequest,
} from '../../endpoint/request-fields.ts'

export const SUB_METRICS = [
  'logic_risk',
  'float_risk',
  'baseline_drift',
  'progress_integrity',
  'resource_risk',
] as const

export const ScheduleRiskIndexRequest = scheduleRequest(
  1,
  'Without it, progress integrity is skipped and baseline drift is less certain.',
  {
    sub_metrics: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], {
        description: `'auto' (default) or []: all sub-metrics for which there are data. Otherwise one name or a list of ${SUB_METRICS.join(', ')}; - may replace _.`,
        default: 'auto',
      }),
    ),
    include_risk_drivers: flag('Add the tasks that add most to the index.', true),
    include_recommendations: includeRecommendations,
    include_sub_metric_details: flag('Add inputs, numerators and counts per sub-metric.', false),
    include_ev_validation: includeEvValidation,
    exclude_task_types: excludeTaskTypes,
    baseline_weight_override: Type.Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
        description:
          'Weight by sub-metric, instead of its base weight. At least one evaluated sub-metric needs a weight above 0.',
      }),
    ),
    near_critical_float_threshold: nonNegative('Largest total float, in days, of a near-critical task.', 10, 'days'),
    fields,
  },
  mustFinishBy,
)
