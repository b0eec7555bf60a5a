/**
 * Dates of the service as minutes since 1970-01-01T00:00 of the schedule's own clock, which has no zone. A date without a time is a whole
 * day: as a start its first minute, as a finish the end of it, and it is shown as it came.
 */
import { TEXT } from '../texts.ts'

export const MINUTES_PER_DAY = 1_440
const MS_PER_MINUTE = 60_000
const DATE_LENGTH = 10

const MINUTES_PER_HOUR = 60
const PLAIN = /^[1-9]\d{3}-[01]\d-[0-2]\d(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/
/** Two digits of a text. */
const pair = (text: string, at: number): number => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * 48

/** NaN = another form, or a day that not every month has: a schedule has hundreds of thousands of dates, and Date.parse takes some times as long. */
function plainMinutes(text: string, isDay: boolean): number {
  const [month, day] = [pair(text, 5), pair(text, 8)]
  if (!PLAIN.test(text) || month < 1 || month > 12 || day < 1 || day > 28) return Number.NaN
  const minutes = Date.UTC(100 * pair(text, 0) + pair(text, 2), month - 1, day) / MS_PER_MINUTE
  return isDay ? minutes : minutes + MINUTES_PER_HOUR * pair(text, 11) + pair(text, 14)
}

/** NaN = no date. */
export function minutesOf(text: string | null | undefined, isFinish = false): number {
  if (text == null) return Number.NaN
  const isDay = text.length <= DATE_LENGTH
  const plain = plainMinutes(text, isDay)
  const minutes = Number.isNaN(plain) ? Date.parse(isDay ? `${text}T00:00Z` : `${text}Z`) / MS_PER_MINUTE : plain
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
