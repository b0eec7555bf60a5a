/**
 * Dates of the service as minutes since 1970-01-01T00:00 of the schedule's own clock, which has no zone. A date without a time is a whole
 * day: as a start its first minute, as a finish the end of it, and it is shown as it came.
 */
import { TEXT } from '../texts.ts'

export const MINUTES_PER_DAY = 1_440
const MS_PER_MINUTE = 60_000
const DATE_LENGTH = 10

/** NaN = no date. */
export function minutesOf(text: string | null | undefined, isFinish = false): number {
  if (text == null) return Number.NaN
  const isDay = text.length <= DATE_LENGTH
  const minutes = Date.parse(isDay ? `${text}T00:00Z` : `${text}Z`) / MS_PER_MINUTE
  return isDay && isFinish ? minutes + MINUTES_PER_DAY : minutes
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

export function dayText(minutes: number): string {
  const date = new Date(minutes * MS_PER_MINUTE)
  return `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

/** As the service writes it. hasTimes: the schedule is computed to the minute. */
export function dateText(minutes: number, hasTimes: boolean): string {
  if (Number.isNaN(minutes)) return ''
  if (!hasTimes) return dayText(minutes)
  const date = new Date(minutes * MS_PER_MINUTE)
  return `${dayText(minutes)} ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** A date or moment of the service for people; null = none. */
export const momentText = (text: string | null | undefined): string => TEXT.counting.date(text ?? '')

/** The day of it for people. */
export const dayShown = (minutes: number): string => TEXT.counting.date(dayText(minutes))
