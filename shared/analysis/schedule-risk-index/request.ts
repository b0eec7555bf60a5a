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
  'Without it progress integrity is skipped and baseline drift runs degraded.',
  {
    sub_metrics: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], {
        description: `'auto' (default, and []) activates sub-metrics by available data; else one name or a list of ${SUB_METRICS.join(', ')}, in which - stands for _ as well.`,
        default: 'auto',
      }),
    ),
    include_risk_drivers: flag('Add the top risk drivers.', true),
    include_recommendations: includeRecommendations,
    include_sub_metric_details: flag('Add inputs, numerators and counts per sub-metric.', false),
    include_ev_validation: includeEvValidation,
    exclude_task_types: excludeTaskTypes,
    baseline_weight_override: Type.Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
        description: 'Weight by sub-metric, replacing the base weight; those evaluated need one above 0.',
      }),
    ),
    near_critical_float_threshold: nonNegative('Float up to which a task counts as near-critical.', 10, 'days'),
    fields,
  },
  mustFinishBy,
)
