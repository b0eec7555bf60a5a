/** Words of the resource analysis that results print by their place in the list. */

/** What moving a task out of an over-allocation period does, best first. */
export const LEVELING_EFFECTS = ['none', 'consumes_float', 'delays_project'] as const
