/** ISO date <-> day number since 1970-01-01 (proleptic Gregorian, no clock, no time zone). */

import type { TUnsafe } from 'typebox'
import Type from 'typebox'

/**
 * First and last day a date in a schedule may name: loops over days are bounded by them. A date of a task outside them is
 * refused in a strict row and a finding in the others; any other date of a request is refused.
 */
export const DAY_MIN = -25567 // 1900-01-01
export const DAY_MAX = 193_943 // 2500-12-31

/** Day number of a civil date; the caller has checked that it exists. After H. Hinnant, "chrono-compatible low-level date algorithms". */
export function dayOfCivil(year: number, month: number, dayOfMonth: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayOfMonth - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146097 + dayOfEra - 719468
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Year, month (1-12) and day of month of a day number. */
export function civilOfDay(day: number): [year: number, month: number, dayOfMonth: number] {
  const z = day + 719468
  const era = Math.floor(z / 146097)
  const dayOfEra = z - era * 146097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const mp = Math.floor((5 * dayOfYear + 2) / 153)
  const month = mp < 10 ? mp + 3 : mp - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return [year, month, dayOfYear - Math.floor((153 * mp + 2) / 5) + 1]
}

/** What may stand behind the day: a time that exists, with seconds or without, and a zone. Anything else would be cut in silence. */
const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)(?::[0-6]\d(?:[.,]\d{1,9})?)?(?: ?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)(?:\[[^\]]{1,40}\])?)?)?$/

/** Day number of the date a string begins with, or undefined: not a date, or one outside DAY_MIN .. DAY_MAX. */
export function parseDay(text: string): number | undefined {
  const day = parseAnyDay(text)
  return day === undefined || day < DAY_MIN || day > DAY_MAX ? undefined : day
}

/** Whether a string begins with a date, but one outside DAY_MIN .. DAY_MAX. */
export function isDayOutOfRange(text: string): boolean {
  const day = parseAnyDay(text)
  return day !== undefined && (day < DAY_MIN || day > DAY_MAX)
}

function parseAnyDay(text: string): number | undefined {
  const m = FORM.exec(text)
  if (m === null) return undefined
  const year = Number(m[1])
  const month = Number(m[2])
  const dayOfMonth = Number(m[3])
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return undefined
  return dayOfCivil(year, month, dayOfMonth)
}

/** "YYYY-MM-DD". Days a computation pushes beyond the year 9999 or before 0 take the sign and six digits of ISO 8601. */
export function formatDay(day: number): string {
  const [year, month, dayOfMonth] = civilOfDay(day)
  const y =
    year >= 0 && year <= 9999
      ? String(year).padStart(4, '0')
      : (year < 0 ? '-' : '+') + String(Math.abs(year)).padStart(6, '0')
  return `${y}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}

/** ISO weekday, 1 = Monday .. 7 = Sunday. */
export function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** Schemas of a date and of a value from a list. */
type Words = { readonly description: string; readonly [key: string]: unknown }

/** A date string checked by parseDay (shared/contract/schedule/day.ts). */
export const Day = (words: Words): TUnsafe<string> =>
  Type.Unsafe({ type: 'string', 'x-format': 'day', examples: ['2026-03-09'], ...words })

/** One value of a list. */
export const OneOf = <const Value extends string>(values: readonly Value[], words: Words): TUnsafe<Value> =>
  Type.Unsafe({ type: 'string', enum: [...values], ...words })
