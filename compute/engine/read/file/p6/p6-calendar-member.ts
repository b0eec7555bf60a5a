/** A P6 calendar as the member of `calendars` that JSON has for it: shifts within their day, days off, runs of equal exceptions as one. */
import { EXCEPTIONS_MAX, WEEKDAYS } from '../../../../../shared/contract/schedule/calendars.ts'
import { DAY_MAX, DAY_MIN, weekday } from '../../../../../shared/contract/schedule/day.ts'
import type { CalendarException } from '../../../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { type CalendarMember, type CalendarParts, calendarMember } from '../calendar-members.ts'

/** From and to in minutes after midnight; to may lie beyond 24:00 by a shift that ends the next day. */
export type Range = readonly [from: number, to: number]

export interface CalendarData {
  /** Entry d: shifts of a weekday, 0 = Monday. undefined where the data names no such day. */
  readonly week: readonly (readonly Range[] | undefined)[]
  /** Day number since 1970-01-01 to shifts; none = a day off. */
  readonly exceptions: ReadonlyMap<number, readonly Range[]>
  /** Parts that were none of these, or shifts that end when they begin. */
  readonly oddCount: number
}

/** As many as the schema of a calendar takes of one day. */
const SHIFTS_MAX = 24

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

/** Whether any weekday has work; a calendar without any cannot be computed with. */
export const hasWork = (data: CalendarData): boolean => data.week.some(ranges => (ranges ?? []).length > 0)

/** A day that the data leaves out is as in the parent, or off. */
export function memberOfData({
  data,
  ...parts
}: Omit<CalendarParts, 'week' | 'exceptions'> & { readonly data: CalendarData }): CalendarMember {
  const week = withinDays(data.week)
  return calendarMember({ ...parts, week, exceptions: exceptionsOf(data, week) })
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

function exceptionsOf(data: CalendarData, week: readonly (readonly Range[] | undefined)[]): CalendarException[] {
  const days = new Map<number, readonly Range[]>(data.exceptions)
  for (const [day, ranges] of data.exceptions) {
    const tail = tailOf(ranges)
    if (tail.length === 0) continue
    const own = data.exceptions.get(day + 1) ?? week[weekday(day + 1) - 1] ?? []
    days.set(day + 1, [...tail, ...own])
  }
  const list: CalendarException[] = []
  let lastKey = ''
  for (const day of [...days.keys()].sort((a, b) => a - b)) {
    if (day < DAY_MIN || day > DAY_MAX) continue
    const shifts = joined(days.get(day)!)
    const key = shifts.join(' ')
    const last = list.at(-1)
    if (last !== undefined && day === last.lastDay + 1 && key === lastKey)
      list[list.length - 1] = { ...last, lastDay: day }
    else if (list.length < EXCEPTIONS_MAX) list.push({ firstDay: day, lastDay: day, shifts })
    else break
    lastKey = key
  }
  return list
}
