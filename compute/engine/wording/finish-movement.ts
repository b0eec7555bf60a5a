/**
 * How late a schedule is: the one figure that every analysis states. It is the movement of a finish from the date it was to
 * have (baseline, target or the status before) to the date it has now, in days of the schedule's calendar; later is positive.
 */
import type { Calendar } from '../calendar/calendar.ts'
import { type DayBasis, dateText, inDays, spanText } from './days.ts'

export interface FinishMovement {
  /** Days of the calendar in which the finish moved; later = positive. */
  readonly days: number
  readonly basis: DayBasis
  /** Day numbers. */
  readonly fromDay: number
  readonly toDay: number
}

/** Both days are finishes: of work that ends on them, days off after the last working day cost nothing. */
export const finishMovement = (
  calendar: Calendar,
  basis: DayBasis,
  fromDay: number,
  toDay: number,
): FinishMovement => ({
  days: calendar.indexOf(toDay + 1) - calendar.indexOf(fromDay + 1),
  basis,
  fromDay,
  toDay,
})

/** "72 working days late, 2025-12-25 to 2026-04-06", "3 working days early, ...", "on its date, 2026-04-06". */
export function movementText({ days, basis, fromDay, toDay }: FinishMovement): string {
  if (days === 0) return `on its date, ${fromDay === toDay ? dateText(toDay) : spanText(fromDay, toDay)}`
  return `${inDays(Math.abs(days), basis)} ${days > 0 ? 'late' : 'early'}, ${spanText(fromDay, toDay)}`
}
