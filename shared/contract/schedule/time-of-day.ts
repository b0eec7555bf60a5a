/** Times of day in dates: "2026-03-02T17:00". Seconds and zones are not read. */
import { formatDay } from './day.ts'

export const MINUTES_PER_DAY = 24 * 60

const TIME = /[Tt ](\d{2}):(\d{2})/

/** Minutes after midnight of the time in a date, or undefined: it has none, or none that exists. */
export function minutesAfterMidnight(text: string): number | undefined {
  const m = TIME.exec(text.slice(0, 17))
  if (m === null) return undefined
  const minute = 60 * Number(m[1]) + Number(m[2])
  return Number(m[2]) < 60 && minute < MINUTES_PER_DAY ? minute : undefined
}

const two = (n: number): string => String(n).padStart(2, '0')

/** "17:00". */
export const formatTime = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

// Moments in text: "2026-03-02T17:00", without a zone.

/** Minutes since 1970-01-01T00:00. */
export function formatMoment(moment: number): string {
  const day = Math.floor(moment / MINUTES_PER_DAY)
  return `${formatDay(day)}T${formatTime(moment - day * MINUTES_PER_DAY)}`
}
