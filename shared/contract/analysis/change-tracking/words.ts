/** Words of the results of change tracking that the engine and the schema share; no schemas, so that a worker needs none. */

/** Categories that a change is listed under; scope is listed with `all` only. Changes of calendars and options as such are listed in setting_changes. */
export const LISTED_CATEGORIES = [
  'baseline',
  'actual',
  'forecast',
  'logic',
  'resource',
  'progress',
  'scope',
  'calendar',
  'options',
] as const
export type ListedCategory = (typeof LISTED_CATEGORIES)[number]

export const DISPOSITIONS = ['material', 'minor', 'expected'] as const

/** What changes: fields of a task, its links, its being there. */
export const CHANGE_FIELDS = [
  'baseline_start',
  'baseline_finish',
  'baseline_duration_days',
  'actual_start',
  'actual_finish',
  'planned_start',
  'planned_finish',
  'forecast_start',
  'forecast_finish',
  'duration_days',
  'remaining_duration_days',
  'calendar',
  'link_added',
  'link_removed',
  'link_type',
  'link_lag',
  'constraint_type',
  'constraint_date',
  'secondary_constraint_type',
  'secondary_constraint_date',
  'external_early_start',
  'external_late_finish',
  'deadline',
  'expected_finish',
  'suspend_date',
  'resume_date',
  'task_type',
  'resource_dependent',
  'manually_scheduled',
  'leveling_delay_days',
  'resources',
  'assignment_units',
  'budgeted_cost',
  'percent_complete',
  'physical_percent_complete',
  'earned_value',
  'name',
  'task_added',
  'task_deleted',
] as const
export type ChangeField = (typeof CHANGE_FIELDS)[number]

export const EDIT_OBSTACLES = ['cycle'] as const
export type EditObstacle = (typeof EDIT_OBSTACLES)[number]

/** Edits that are reverted one at a time. */
export const EDIT_KINDS = [
  'duration',
  'constraint',
  'link_added',
  'link_removed',
  'link_type',
  'link_lag',
  'calendar',
  'secondary_constraint',
  'external_early_start',
  'external_late_finish',
  'deadline',
  'expected_finish',
  'suspension',
  'task_type',
  'resource_dependent',
  'manually_scheduled',
  'leveling_delay_days',
  'task_added',
  'task_deleted',
] as const

/** Changes of calendars and scheduling options as such. */
export const SETTING_KINDS = [
  'calendar_added',
  'calendar_removed',
  'default_calendar',
  'work_week',
  'hours_per_day',
  'days_off_added',
  'days_off_removed',
  'working_days_changed',
  'option',
  'project_start',
  'must_finish_by',
  'resource_calendar',
  'resource_limits',
  'resource_type',
] as const
export type SettingKind = (typeof SETTING_KINDS)[number]
