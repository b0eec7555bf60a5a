/** Request bodies of the seven health analyses. Effects of the options: /docs/methods#options. */
import Type from 'typebox'
import {
  choice,
  excludeTaskTypes,
  fields,
  flag,
  includeEvValidation,
  includeRecommendations,
  maxExamples,
  mustFinishBy,
  nonNegative,
  scheduleRequest,
} from '../../endpoint/request-fields.ts'
import { Calendar, Day, ScheduleHistory, statusDate } from '../../schedule/containers.ts'
import { taskList } from '../../schedule/task.ts'

export const SUB_METRICS = [
  'logic_risk',
  'float_risk',
  'baseline_drift',
  'progress_integrity',
  'resource_risk',
] as const
export const DECM_PROFILES = ['dcma-decm-default', 'dcma-decm-strict'] as const
export const DECM_SCOPES = ['schedule_only', 'guideline_6', 'full'] as const

export const HealthScoreRequest = scheduleRequest(1, 'Without it the checks on dates and performance are skipped.', {
  include_details: flag('Add the ids of the violating tasks and the evidence.', false),
  include_recommendations: includeRecommendations,
  exclude_task_types: excludeTaskTypes,
  fields,
})

export const LogicAuditRequest = scheduleRequest(1, 'Sets the data date of the critical-path calculation.', {
  include_recommendations: includeRecommendations,
  include_details: flag('Add the ids of the violating tasks.', false),
  exclude_task_types: excludeTaskTypes,
  max_examples: maxExamples,
  fields,
})

export const ProgressAuditRequest = Type.Object({
  tasks: taskList(2),
  status_date: Type.Optional(statusDate('Beside options.status_date it must be equal to it.')),
  calendar: Type.Optional(
    Type.Unsafe({
      ...Calendar,
      description: 'Accepted as by every analysis; the audit counts calendar days and no durations.',
    }),
  ),
  options: Type.Object(
    {
      status_date: Day({ description: 'Status date, ISO 8601.' }),
      exclude_milestones: flag('Leave out zero-duration tasks.', false),
      include_details: flag('Add the ids of all tasks with an anomaly, by code.', false),
      max_examples: maxExamples,
      include_recommendations: includeRecommendations,
      include_ev_validation: includeEvValidation,
      exclude_task_types: excludeTaskTypes,
      fields,
    },
    { description: 'Options of the analysis.' },
  ),
})

export const Dcma14PointRequest = scheduleRequest(
  1,
  'Points 9, 11 and 14 need it.',
  {
    include_details: flag('Add the ids of the violating tasks and the evidence.', false),
    include_recommendations: includeRecommendations,
    exclude_task_types: excludeTaskTypes,
    fields,
  },
  {
    ...mustFinishBy,
    target_finish_date: Type.Optional(
      Day({ description: 'Finish the total float of point 13 (CPLI) is measured to.' }),
    ),
    schedule_history: Type.Optional(ScheduleHistory(false)),
  },
)

export const DcmaDecmRequest = scheduleRequest(
  2,
  'Checks 06A212a, 06A506a, 06A506b and 06A506c need it.',
  {
    threshold_profile: choice(DECM_PROFILES, 'Profile of thresholds.', 'dcma-decm-default'),
    custom_thresholds: Type.Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
        description: 'Threshold by check id, over the profile: {"06A205a": 5}.',
      }),
    ),
    include_details: flag('Add the ids of the violating tasks and the evidence.', false),
    include_ev_validation: includeEvValidation,
    fields,
  },
  {
    ...mustFinishBy,
    target_finish_date: Type.Optional(Day({ description: 'Reserved: checked and echoed, no effect.' })),
    start_task_ids: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids exempt from 06A204b for having no predecessor.' }),
    ),
    finish_task_ids: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids exempt from 06A204b for having no successor.' }),
    ),
    schedule_history: Type.Optional(ScheduleHistory(false)),
    scope: choice(DECM_SCOPES, 'Checks to run: schedule_only is 17 checks.', 'schedule_only'),
  },
)

export const PlanningHorizonRequest = scheduleRequest(1, 'Start of the windows; else the earliest incomplete start.', {
  near_term_days: nonNegative('Length of the near window.', 90, 'days'),
  include_details: flag('Add the ids of the violating tasks and the evidence.', false),
  include_recommendations: includeRecommendations,
  include_ev_validation: includeEvValidation,
  exclude_task_types: excludeTaskTypes,
  fields,
})

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
