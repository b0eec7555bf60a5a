/** A P6 calendar as the member of `calendars` that JSON has for it: shifts within their day, days off, runs of equal exceptions as one. */
import { WEEKDAYS } from '../../../../../shared/schedule/calendars.ts'
import { DAY_MAX, DAY_MIN, formatDay, weekday } from '../../../../../shared/schedule/day.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../../shared/schedule/time-of-day.ts'
import type { CalendarData, Range } from './calendar-data.ts'

type ShiftTexts = [from: string, to: string][]

export interface CalendarMember {
  readonly id: string
  readonly name?: string
  readonly hours_per_day: number
  readonly parent?: string
  readonly work_week: Record<string, ShiftTexts>
  readonly exceptions: readonly CalendarExceptionMember[]
}

interface CalendarExceptionMember {
  readonly date: string
  until?: string
  readonly shifts?: ShiftTexts
}

/** As many as the schema of a calendar takes of one day. */
const SHIFTS_MAX = 24
/** As many as it takes of one calendar. */
export const EXCEPTIONS_MAX = 20_000

const MORNING = 8 * 60
const WORK_DAYS_DEFAULT = 5

/**
 * What is assumed of a calendar whose data cannot be read: its hours per day from 08:00 on, with a break at noon where they are eight, on as many days from
 * Monday on as its hours per week come to, else five.
 */
export function standardData(minutesPerDay: number, minutesPerWeek: number): CalendarData {
  const days = Math.round(minutesPerWeek / minutesPerDay)
  const dayCount = days >= 1 && days <= 7 ? days : WORK_DAYS_DEFAULT
  const from = Math.min(MORNING, MINUTES_PER_DAY - minutesPerDay)
  const ranges: readonly Range[] =
    minutesPerDay === 8 * 60
      ? [
          [MORNING, 12 * 60],
          [13 * 60, 17 * 60],
        ]
      : [[from, from + minutesPerDay]]
  return { week: WEEKDAYS.map((_, d) => (d < dayCount ? ranges : [])), exceptions: new Map(), oddCount: 0 }
}

/** Five days of eight hours. */
export const STANDARD_DATA = standardData(8 * 60, 5 * 8 * 60)

/** Whether any weekday has work; a calendar without any cannot be computed with. */
export const hasWork = (data: CalendarData): boolean => data.week.some(ranges => (ranges ?? []).length > 0)

export function memberOfCalendar(
  id: string,
  name: string,
  minutesPerDay: number,
  parent: string | undefined,
  data: CalendarData,
): CalendarMember {
  const week = withinDays(data.week)
  return {
    id,
    ...(name === '' ? {} : { name }),
    hours_per_day: minutesPerDay / 60,
    ...(parent === undefined ? {} : { parent }),
    work_week: Object.fromEntries(
      WEEKDAYS.flatMap((day, d) => {
        const ranges = week[d]
        // a day that the data leaves out is as in the parent, or off
        return ranges === undefined ? [] : [[day, textsOf(ranges)]]
      }),
    ),
    exceptions: exceptionsOf(data, week),
  }
}

/** What lies beyond 24:00 goes to the next weekday. */
function withinDays(week: readonly (readonly Range[] | undefined)[]): (readonly Range[] | undefined)[] {
  return week.map((ranges, d) => {
    const before = tailOf(week[(d + 6) % 7] ?? [])
    return ranges === undefined && before.length === 0 ? undefined : joined([...before, ...(ranges ?? [])])
  })
}

const tailOf = (ranges: readonly Range[]): Range[] =>
  ranges.filter(([, to]) => to > MINUTES_PER_DAY).map(([, to]) => [0, Math.min(to - MINUTES_PER_DAY, MINUTES_PER_DAY)])

/** Ascending, cut at 24:00, what overlaps or touches is one. */
function joined(ranges: readonly Range[]): Range[] {
  const kept: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = kept.at(-1)
    const end = Math.min(to, MINUTES_PER_DAY)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], end)
    else kept.push([from, end])
  }
  return kept.slice(0, SHIFTS_MAX)
}

const textsOf = (ranges: readonly Range[]): ShiftTexts =>
  ranges.map(([from, to]) => [formatTime(from), to === MINUTES_PER_DAY ? '24:00' : formatTime(to)])

function exceptionsOf(data: CalendarData, week: readonly (readonly Range[] | undefined)[]): CalendarExceptionMember[] {
  const days = new Map<number, readonly Range[]>(data.exceptions)
  for (const [day, ranges] of data.exceptions) {
    const tail = tailOf(ranges)
    if (tail.length === 0) continue
    const own = data.exceptions.get(day + 1) ?? week[weekday(day + 1) - 1] ?? []
    days.set(day + 1, [...tail, ...own])
  }
  const list: CalendarExceptionMember[] = []
  let lastDay = Number.NaN
  let lastWords = ''
  for (const day of [...days.keys()].sort((a, b) => a - b)) {
    if (day < DAY_MIN || day > DAY_MAX) continue
    const shifts = textsOf(joined(days.get(day)!))
    const words = shifts.join(' ')
    if (day === lastDay + 1 && words === lastWords) list.at(-1)!.until = formatDay(day)
    else if (list.length < EXCEPTIONS_MAX)
      list.push({ date: formatDay(day), ...(shifts.length === 0 ? {} : { shifts }) })
    else break
    lastDay = day
    lastWords = words
  }
  return list
}
