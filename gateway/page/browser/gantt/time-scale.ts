/** Minutes to pixels, and the two lines of dates above the bars: from hours to decades. */
import { dayShown, dayText, MINUTES_PER_DAY } from '../schedule/moment.ts'
import { TEXT } from '../texts.ts'

export interface TimeScale {
  /** Minutes at the left end of the chart, and at its right end. */
  readonly from: number
  readonly until: number
  readonly pixelsPerMinute: number
}

export const PIXELS_PER_MINUTE_MAX = 2
/** A century in a thousand pixels. */
export const PIXELS_PER_MINUTE_MIN = 1_000 / (100 * 366 * MINUTES_PER_DAY)

export const toPixels = ({ from, pixelsPerMinute }: TimeScale, minutes: number): number =>
  (minutes - from) * pixelsPerMinute

export const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year', 'decade'] as const
type Unit = (typeof UNITS)[number]

const HOUR = 60
const MINUTES: Readonly<Record<Unit, number>> = {
  hour: HOUR,
  day: MINUTES_PER_DAY,
  week: 7 * MINUTES_PER_DAY,
  month: 30 * MINUTES_PER_DAY,
  quarter: 91 * MINUTES_PER_DAY,
  year: 365 * MINUTES_PER_DAY,
  decade: 3_652 * MINUTES_PER_DAY,
}

/** Room that a label of each unit needs on the lower line. */
const WIDTH: Readonly<Record<Unit, number>> = {
  hour: 24,
  day: 22,
  week: 42,
  month: 32,
  quarter: 28,
  year: 38,
  decade: 44,
}
const ABOVE: Readonly<Record<Unit, Unit>> = {
  hour: 'day',
  day: 'month',
  week: 'month',
  month: 'year',
  quarter: 'year',
  year: 'decade',
  decade: 'decade',
}

export function unitsFor(pixelsPerMinute: number): { readonly lower: Unit; readonly upper: Unit } {
  const lower = UNITS.find(unit => MINUTES[unit] * pixelsPerMinute >= WIDTH[unit]) ?? 'decade'
  return { lower, upper: ABOVE[lower] }
}

const MS = 60_000
/** 1970-01-05, a Monday. */
const MONDAY = 4 * MINUTES_PER_DAY

/** The first moment of the unit that `minutes` lies in. */
export function floorTo(unit: Unit, minutes: number): number {
  if (unit === 'hour' || unit === 'day') return Math.floor(minutes / MINUTES[unit]) * MINUTES[unit]
  if (unit === 'week') return Math.floor((minutes - MONDAY) / MINUTES.week) * MINUTES.week + MONDAY
  const date = new Date(minutes * MS)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const at = (y: number, m: number): number => Date.UTC(y, m, 1) / MS
  if (unit === 'month') return at(year, month)
  if (unit === 'quarter') return at(year, month - (month % 3))
  return unit === 'year' ? at(year, 0) : at(year - (year % 10), 0)
}

/** The first moment of the unit behind that. */
export function next(unit: Unit, minutes: number): number {
  if (unit === 'hour' || unit === 'day' || unit === 'week') return minutes + MINUTES[unit]
  // far enough into the next one, whatever the length of this one
  const beyond = { month: 32, quarter: 93, year: 367, decade: 3_660 }[unit] * MINUTES_PER_DAY
  return floorTo(unit, minutes + beyond)
}

export function unitText(unit: Unit, minutes: number, isUpper: boolean): string {
  const date = new Date(minutes * MS)
  const year = String(date.getUTCFullYear())
  switch (unit) {
    case 'hour':
      return String(date.getUTCHours()).padStart(2, '0')
    case 'day':
      return isUpper ? dayShown(minutes) : String(date.getUTCDate())
    case 'week':
      return TEXT.counting.dayOfMonth(dayText(minutes))
    case 'month':
      return isUpper ? `${TEXT.counting.month(date)} ${year}` : TEXT.counting.month(date)
    case 'quarter':
      return TEXT.gantt.quarter(Math.floor(date.getUTCMonth() / 3) + 1)
    case 'year':
      return year
    case 'decade':
      return TEXT.gantt.decade(year)
  }
}

/** Ticks of a schedule without dates: the days of the project. */
export function undatedTicks(pixelsPerMinute: number): {
  readonly step: number
  readonly text: (minutes: number) => string
} {
  const days = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 20_000].find(
    each => each * MINUTES_PER_DAY * pixelsPerMinute >= 48,
  )
  const step = (days ?? 100_000) * MINUTES_PER_DAY
  return { step, text: minutes => TEXT.gantt.day(Math.round(minutes / MINUTES_PER_DAY)) }
}
