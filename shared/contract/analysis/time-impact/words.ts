/** Words of TimeImpactData that the engine writes. */

export const IMPACT_METHODS = ['multi_base', 'single_base'] as const
export const IMPACT_TIMINGS = ['prospective', 'retrospective'] as const

/** What is looked at of a base. */
export const VALIDATION_POINTS = [
  'data_date',
  'progress_in_baseline',
  'actual_dates_after_data_date',
  'missing_logic',
  'open_ends',
  'hard_constraints',
  'expected_finishes',
  'calendar',
] as const

/** How an event is inserted. */
export const EVENT_MODELS = ['fragnet', 'task', 'longer_work', 'none'] as const

/** What is looked at of an event. */
export const EVENT_FLAGS = [
  'before_data_date',
  'no_base_before',
  'same_work_and_time',
  'no_days',
  'started_tasks',
  'task_not_in_base',
  'some_tasks_not_in_base',
  'before_schedules',
  'finished_tasks',
  'after_finish',
  'done_by_plan',
  'stands_still',
  'in_base',
  'no_tasks',
  'fragnet_days_differ',
  'same_start',
  'expected_finish',
  'held_back',
] as const
