/** Words of the resource analysis that results print by their place in the list. */

/** Where the first day of the load comes from. */
export const ANCHOR_SOURCES = ['status_date', 'schedule', 'today'] as const

/** Where the limit of a resource comes from. */
export const LIMIT_SOURCES = ['request', 'schedule', 'default', 'none'] as const
export type LimitSource = (typeof LIMIT_SOURCES)[number]

/** What moving a task out of an over-allocation period does, best first. */
export const LEVELING_EFFECTS = ['none', 'consumes_float', 'delays_project'] as const
