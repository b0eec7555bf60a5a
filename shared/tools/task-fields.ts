/**
 * Fields of a task that an agent is told of, by the id of the row: those the analysis reads. What only stands in for a missing one
 * (forecast dates for planned ones, say) is left out. All fields are accepted everywhere.
 */

const NETWORK = ['duration_days', 'predecessors', 'task_type', 'percent_complete'] as const
const PLANNED = ['planned_start', 'planned_finish'] as const
const ACTUAL = ['actual_start', 'actual_finish'] as const
const FORECAST = ['forecast_start', 'forecast_finish'] as const
const BASELINE = ['baseline_start', 'baseline_finish'] as const
const CONSTRAINT = ['constraint_type', 'constraint_date'] as const
const RESOURCES = ['resource', 'resources'] as const
const EARNED = ['physical_percent_complete', 'earned_value', 'budgeted_cost'] as const
const APPROVAL = ['approval_required', 'approval_status'] as const
/** A schedule with what was reported of it. */
const STATUSED = [...NETWORK, 'remaining_duration_days', ...PLANNED, ...ACTUAL, ...CONSTRAINT] as const
const FORECASTED = [...STATUSED, ...FORECAST] as const
/** The same with its baseline in the tasks. */
const BASELINED = [...FORECASTED, ...BASELINE] as const
const ASSESSED = [...BASELINED, 'total_float_days', 'resource', 'budgeted_cost'] as const

export const TASK_FIELDS_TOLD: Readonly<Record<string, readonly string[]>> = {
  'health.score': ASSESSED.filter(name => name !== 'remaining_duration_days'),
  'health.logic-audit': FORECASTED,
  'health.progress-audit': [
    'predecessors',
    'task_type',
    'percent_complete',
    ...PLANNED,
    ...ACTUAL,
    ...FORECAST,
    ...BASELINE,
    ...EARNED,
    ...APPROVAL,
    'total_float_days',
    'organization_code',
  ],
  'health.dcma-14-point': ASSESSED,
  'health.dcma-decm': [...BASELINED, 'total_float_days', 'custom_field_map'],
  'health.planning-horizon': [
    ...NETWORK,
    'remaining_duration_days',
    ...PLANNED,
    ...ACTUAL,
    ...FORECAST,
    ...BASELINE,
    'total_float_days',
    'resource',
    'budgeted_cost',
  ],
  'health.schedule-risk-index': [...BASELINED, 'total_float_days', 'name', ...RESOURCES, ...EARNED, ...APPROVAL],
  'analysis.validate': [
    ...BASELINED,
    'physical_percent_complete',
    'baseline_duration_days',
    'delay_category',
    'approval_status',
  ],
  'analysis.cpm': [...FORECASTED, 'total_float_days', 'name'],
  'analysis.resources': [
    ...NETWORK,
    'remaining_duration_days',
    ...PLANNED,
    'actual_start',
    ...FORECAST,
    ...CONSTRAINT,
    'total_float_days',
    ...RESOURCES,
  ],
  'forensics.delay-analysis': [...FORECASTED, 'delay_category'],
  'forensics.change-tracking': [...FORECASTED, 'baseline_finish', 'baseline_duration_days', 'resource', ...EARNED],
  'forensics.baseline-compare': [...FORECASTED, 'name', 'wbs_code', 'physical_percent_complete'],
  'forensics.as-planned-vs-as-built': [...NETWORK, ...PLANNED, ...ACTUAL, ...FORECAST, 'wbs_code', 'delay_category'],
}
