/** Moments in text: "2026-03-02T17:00", without a zone. */
import { formatDay } from './day.ts'
import { formatTime, MINUTES_PER_DAY } from './time-of-day.ts'

/** Minutes since 1970-01-01T00:00. */
export function formatMoment(moment: number): string {
  const day = Math.floor(moment / MINUTES_PER_DAY)
  return `${formatDay(day)}T${formatTime(moment - day * MINUTES_PER_DAY)}`
}
