/** Words of levelling that results print or requests choose. */

/** Named rules: the lists of fields stand in compute/engine/levelling/priority.ts. */
export const LEVELLING_RULES = [
  'late_finish',
  'late_start',
  'total_float',
  'early_start',
  'successors',
  'rank_weight',
  'shortest',
  'p6',
  'ms_project_id',
  'ms_project_standard',
  'ms_project_priority_standard',
] as const
export type LevellingRule = (typeof LEVELLING_RULES)[number]

export const LEVELLING_EFFORTS = ['fast', 'good', 'best'] as const
export type LevellingEffort = (typeof LEVELLING_EFFORTS)[number]

export const LEVELLING_OBJECTIVES = ['earliest_finish', 'least_change', 'flattest_use'] as const
export type LevellingObjective = (typeof LEVELLING_OBJECTIVES)[number]

/** What keeps an activity from starting as without levelling. */
export const DELAY_CAUSES = ['resource', 'predecessor', 'both'] as const

export const LEVELLING_SCHEMES = ['serial', 'parallel'] as const

/** What ended a search: all schedules were made that it may make, none can be better, or the time of the call was nearly over, or it was told to finish. */
export const SEARCH_ENDS = ['schedules', 'lower_bound', 'time'] as const
export type SearchEnd = (typeof SEARCH_ENDS)[number]

export const LOWER_BOUNDS = ['critical_path', 'resource_work'] as const

export const LEFT_OUT_REASONS = ['no_limit', 'not_asked_for', 'not_used'] as const

/** Why a limit is still exceeded where an activity stands; places + 1 are the codes of compute/engine/levelling/placing.ts. */
export const UNRESOLVED_REASONS = ['never_enough', 'out_of_float', 'stays'] as const

/** Histogram periods. */
export const USE_PERIODS = ['day', 'week', 'month'] as const
