/** Words of catalogues of checks that the engine and the schemas share, and the bounds of a catalogue that a customer sends. */

/** Catalogues of POST /api/v1/health/checks; own: the one of the request. */
export const CATALOGUE_IDS = ['dcma-14', 'diq', 'decm', 'gao', 'nasa-stat', 'ufgs', 'scl-appendix-b', 'own'] as const
export type CatalogueId = (typeof CATALOGUE_IDS)[number]

/** What one entry of a check counts. */
export const COUNTED = ['tasks', 'links', 'assignments', 'calendars', 'exceptions'] as const
export type Counted = (typeof COUNTED)[number]

/** Of which schedule: the current one, the baseline beside it, or both one after the other. */
export const SCHEDULES = ['current', 'baseline', 'both'] as const
export type ScheduleOf = (typeof SCHEDULES)[number]

/** How a person answers what no schedule tells. */
export const ANSWERS = ['yes', 'partly', 'no'] as const
export type Answer = (typeof ANSWERS)[number]

/** Why a check of a catalogue has no figure, beside what its status says. */
export const CHECK_KINDS = ['measured', 'needs', 'asked', 'withdrawn'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

export const OWN_CHECKS_MAX = 200
export const OWN_CONDITIONS_MAX = 20
export const OWN_CONDITION_LENGTH_MAX = 300
export const OWN_TEXT_LENGTH_MAX = 1_000
