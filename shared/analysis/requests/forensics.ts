/** Request bodies of the four comparisons. */
import Type from 'typebox'
import { choice, fields, flag, includeEvValidation, nonNegative } from '../../endpoint/request-fields.ts'
import { BaselineSchedule, Calendar, CurrentSchedule, OneOf, ScheduleHistory } from '../../schedule/containers.ts'

export const MATCH_STRATEGIES = ['id', 'id_and_wbs', 'wbs_hierarchy', 'fuzzy_id'] as const
export const EAC_METHODS = ['cpi', 'budget_rate', 'cpi_spi', 'weighted'] as const
export const COMPARISON_MODES = ['sequential', 'baseline_anchored', 'latest', 'first_last'] as const
export const CHANGE_CATEGORIES = ['baseline', 'actual', 'forecast', 'logic', 'resource', 'progress', 'all'] as const
export const DELAY_METHODS = ['half_step', 'windows'] as const
export const RESPONSIBLE_PARTIES = ['owner', 'contractor'] as const

const calendar = Type.Optional(Calendar)
const words = { description: 'Options of the analysis.' }

export const BaselineCompareRequest = Type.Object({
  current_schedule: CurrentSchedule,
  baseline_schedule: BaselineSchedule,
  schedule_history: Type.Optional(ScheduleHistory(false)),
  calendar,
  options: Type.Optional(
    Type.Object(
      {
        match_strategy: choice(MATCH_STRATEGIES, 'How tasks of the two schedules are paired.', 'id'),
        fuzzy_match_threshold: Type.Optional(
          Type.Number({ minimum: 0, maximum: 1, default: 0.85, description: 'Least similarity of a fuzzy pair.' }),
        ),
        variance_threshold_days: Type.Optional(
          Type.Integer({ minimum: 0, default: 5, description: 'Finish variance still on track.', 'x-unit': 'days' }),
        ),
        include_task_variances: flag('Add the variances per task.', true),
        include_critical_path_only: flag('Limit the variances to critical tasks.', false),
        include_logic_changes: flag('Add the drift of the dependency graph.', false),
        include_oos_impact: flag('Add the impact of out-of-sequence progress.', false),
        include_trends: flag('Add the trend of variances over the statuses.', false),
        trend_analysis_periods: Type.Optional(
          Type.Integer({
            minimum: 2,
            maximum: 60,
            default: 6,
            description: 'Statuses in a trend, the current one included.',
          }),
        ),
        include_evms_trends: flag('Add SPI, CPI and EAC over the statuses.', false),
        eac_method: choice(EAC_METHODS, 'Formula of the estimate at completion.', 'cpi'),
        include_forecast_trends: flag('Add the stability of the forecast.', false),
        variance_acceleration_threshold: nonNegative('Acceleration beyond which a trend is flagged.', 2, 'days'),
        include_chart_data: flag('Add data for charts.', false),
        include_ev_validation: includeEvValidation,
        fields,
      },
      words,
    ),
  ),
})

export const ChangeTrackingRequest = Type.Object({
  current_schedule: CurrentSchedule,
  schedule_history: ScheduleHistory(true, 1),
  calendar,
  options: Type.Optional(
    Type.Object(
      {
        comparison_mode: choice(COMPARISON_MODES, 'Which statuses are compared with which.', 'sequential'),
        change_categories: Type.Optional(
          Type.Array(OneOf(CHANGE_CATEGORIES, { description: 'A category.' }), {
            description: 'Categories to list, default all.',
          }),
        ),
        include_impact_analysis: flag('Add the impact of the changes on the finish.', true),
        include_trends: flag('Add the counts per pair of statuses.', false),
        include_details: flag('Add every change.', false),
        materiality_thresholds: Type.Optional(
          Type.Object({
            date_change_days: Type.Optional(
              Type.Integer({
                minimum: 0,
                default: 5,
                description: 'Least material change of a date.',
                'x-unit': 'days',
              }),
            ),
            progress_change_pct: nonNegative('Least decrease of progress that is flagged.', 5, 'percent'),
          }),
        ),
        include_ev_validation: includeEvValidation,
        fields,
      },
      words,
    ),
  ),
})

/** A delay shows between any two of these. */
const datedSchedules = {
  current_schedule: CurrentSchedule,
  baseline_schedule: Type.Optional(BaselineSchedule),
  schedule_history: Type.Optional(ScheduleHistory(true)),
  calendar,
}

const responsibilities = {
  design_responsibility: choice(RESPONSIBLE_PARTIES, 'Party that answers for design delays.', 'owner'),
  procurement_responsibility: choice(RESPONSIBLE_PARTIES, 'Party that answers for procurement delays.', 'contractor'),
}

export const DelayAnalysisRequest = Type.Object({
  ...datedSchedules,
  options: Type.Optional(
    Type.Object(
      {
        method: choice(DELAY_METHODS, 'AACE 29R-03 MIP 3.4 (half_step) or 3.3 (windows).', 'half_step'),
        project_finish_id: Type.Optional(
          Type.String({ description: 'Task whose finish is followed; default the project finish.' }),
        ),
        near_critical_threshold: nonNegative(
          'Distance from the controlling delay that still counts as concurrent.',
          0,
          'days',
        ),
        ...responsibilities,
        fields,
      },
      words,
    ),
  ),
})

export const AsPlannedVsAsBuiltRequest = Type.Object({
  ...datedSchedules,
  options: Type.Optional(
    Type.Object(
      {
        match_strategy: choice(MATCH_STRATEGIES, 'How tasks of the two schedules are paired.', 'id'),
        include_task_variances: flag('Add the table per task.', true),
        ...responsibilities,
        fields,
      },
      words,
    ),
  ),
})
