/** Fields of a task in get_tasks, in the order of their importance. */
export const TASK_FACT_NAMES = [
  'id',
  'name',
  'state',
  'start',
  'finish',
  'total_float_days',
  'free_float_days',
  'drag_days',
  'late_start',
  'late_finish',
  'is_critical',
  'is_on_longest_path',
  'driver',
  'duration_days',
  'remaining_days',
  'percent_complete',
  'actual_start',
  'actual_finish',
  'planned_start',
  'planned_finish',
  'baseline_start',
  'baseline_finish',
  'file_total_float_days',
  'file_early_finish',
  'wbs_code',
  'task_type',
  'calendar',
  'constraint',
  'resources',
  'codes',
  'predecessors',
  'successors',
] as const
export type TaskFactName = (typeof TASK_FACT_NAMES)[number]

/** Fields of a page when the call names none. */
export const TASK_FACTS_DEFAULT: readonly TaskFactName[] = [
  'id',
  'name',
  'state',
  'start',
  'finish',
  'total_float_days',
]

/** What a page can be sorted by: numbers and dates. */
export const TASK_SORT_NAMES = [
  'total_float_days',
  'start',
  'finish',
  'drag_days',
  'free_float_days',
  'remaining_days',
  'duration_days',
  'percent_complete',
] as const satisfies readonly TaskFactName[]
export type TaskSortName = (typeof TASK_SORT_NAMES)[number]
