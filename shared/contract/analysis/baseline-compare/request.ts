/** Request body of POST /api/v1/forensics/baseline-compare. */
import Type from 'typebox'
import { MATCH_STRATEGIES, optionWords } from '../../endpoint/comparison-fields.ts'
import { choice, fields, flag, includeEvValidation, nonNegative } from '../../endpoint/request-fields.ts'
import { tableForm } from '../../endpoint/table-form.ts'
import { CategoryMapping } from '../../schedule/category-mapping.ts'
import { BaselineSchedule, Calendar, CurrentSchedule, ScheduleHistory, TimeZone } from '../../schedule/containers.ts'

export const EAC_METHODS = ['cpi', 'budget_rate', 'cpi_spi', 'weighted'] as const

export const BaselineCompareRequest = Type.Object({
  current_schedule: CurrentSchedule,
  baseline_schedule: BaselineSchedule,
  schedule_history: Type.Optional(ScheduleHistory(false)),
  calendar: Type.Optional(Calendar),
  time_zone: Type.Optional(TimeZone),
  category_mapping: Type.Optional(CategoryMapping),
  options: Type.Optional(
    Type.Object(
      {
        match_strategy: choice(MATCH_STRATEGIES, 'How tasks of the two schedules are paired.', 'id'),
        fuzzy_match_threshold: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 1,
            default: 0.85,
            description: 'Smallest similarity, 0 to 1, of a fuzzy pair.',
          }),
        ),
        variance_threshold_days: Type.Optional(
          Type.Integer({
            minimum: 0,
            default: 5,
            description: 'Largest finish variance, in days, of a task that is on track.',
            'x-unit': 'days',
          }),
        ),
        include_task_variances: flag('Add the variances of each task.', true),
        include_critical_path_only: flag('Limit the variances to critical tasks.', false),
        include_logic_changes: flag('Add the drift of the dependency graph.', false),
        include_oos_impact: flag('Add the impact of out-of-sequence progress.', false),
        include_trends: flag('Add the trend of variances over the statuses.', false),
        trend_analysis_periods: Type.Optional(
          Type.Integer({
            minimum: 2,
            maximum: 60,
            default: 6,
            description: 'Number of statuses in a trend, including the current one.',
          }),
        ),
        include_evms_trends: flag('Add SPI, CPI and EAC over the statuses.', false),
        eac_method: choice(EAC_METHODS, 'Formula of the estimate at completion.', 'cpi'),
        include_forecast_trends: flag('Add the stability of the forecast.', false),
        variance_acceleration_threshold: nonNegative(
          'Acceleration, in days per period, above which a trend is flagged.',
          2,
          'days',
        ),
        include_chart_data: flag('Add data for charts.', false),
        include_ev_validation: includeEvValidation,
        table: tableForm,
        fields,
      },
      optionWords,
    ),
  ),
})
