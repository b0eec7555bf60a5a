/** Bounds that keep arithmetic finite and dates printable, whatever numbers a request holds. */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { dayOfCivil } from '../../../shared/contract/schedule/day.ts'

/**
 * Longest duration or lag that is reckoned with; 2.7 million years. A path of a million such tasks is still a sum of
 * exact integers. Longer ones count as that, with a finding.
 */
export const DAYS_MAX = 1e9

export function areBounded(days: Float64Array): boolean {
  for (let i = 0; i < days.length; i++) if (!(Math.abs(days[i]) <= DAYS_MAX)) return false
  return true
}
export const boundedDays = (days: number): number => Math.max(-DAYS_MAX, Math.min(days, DAYS_MAX))

/** ISO 8601 as printed here has six digits for a year at most. */
const PRINTED_DAY_MAX = dayOfCivil(999_999, 12, 31)
const PRINTED_DAY_MIN = dayOfCivil(-999_999, 1, 1)

/** The day, or DAY_ABSENT when no date can be printed for it. */
export const printableDay = (day: number): number =>
  day >= PRINTED_DAY_MIN && day <= PRINTED_DAY_MAX ? day : DAY_ABSENT
