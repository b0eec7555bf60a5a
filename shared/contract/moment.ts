/** Moments as people write them, "2027-01-31T12:00:00Z". Pure. */

/** Characters that one has at most. */
export const MOMENT_LENGTH_MAX = 40

const MOMENT = /^(\d{4}-\d{2}-\d{2})[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})$/

/** ms since 1970; undefined for what is no date-time with its zone, a day that no calendar has included. */
export function parseMoment(text: string): number | undefined {
  const day = MOMENT.exec(text)?.[1]
  const ms = Date.parse(text.toUpperCase())
  // Date.parse takes 30 February for 2 March
  return day !== undefined && !Number.isNaN(ms) && isDay(day) ? ms : undefined
}

function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
