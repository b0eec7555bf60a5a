/**
 * Exceptions of a calendar as Microsoft Project can say them: neighbouring single days of equal shifts as one range, equal days a constant number of weeks apart
 * as a weekly recurrence, the same day of each year as a yearly one. They stand for the same days, so none overlaps another.
 */
import { civilOfDay, weekday } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarException, Shifts } from '../../../../shared/contract/schedule/setting.ts'

export interface RecurringException extends CalendarException {
  /** Days that it stands for. */
  readonly dayCount: number
  /** undefined: all days of the range. yearly: the day and month of the first one. */
  readonly every?: { readonly weeks: number } | 'year'
}

/** Fewer are written one by one, as somebody entered them. */
const RUN_MIN = 4
const WEEKS_MAX = 99

export function withRecurrences(exceptions: readonly CalendarException[]): RecurringException[] {
  const written: RecurringException[] = []
  for (const { shifts, days, ranges } of alike(merged(exceptions))) {
    written.push(...ranges.map(range => ({ ...range, dayCount: range.lastDay - range.firstDay + 1 })))
    const runs = (left: readonly number[], keyOf: (day: number) => number, stepOf: StepOf): number[] => {
      const rest: number[] = []
      for (const same of groups(left, keyOf)) rest.push(...takeRuns(same, shifts, stepOf, written))
      return rest.sort((a, b) => a - b)
    }
    const single = runs(runs(days, weekday, weeksBetween), dayOfYear, yearBetween)
    written.push(...single.map(day => ({ firstDay: day, lastDay: day, shifts, dayCount: 1 })))
  }
  return written.sort((a, b) => a.firstDay - b.firstDay)
}

type Every = NonNullable<RecurringException['every']>
/** What lies between two days; undefined: nothing that recurs. */
type StepOf = (day: number, next: number) => Every | undefined

const weeksBetween: StepOf = (day, next) => {
  const weeks = (next - day) / 7
  return weeks <= WEEKS_MAX ? { weeks } : undefined
}
const yearBetween: StepOf = (day, next) => (civilOfDay(next)[0] === civilOfDay(day)[0] + 1 ? 'year' : undefined)

function dayOfYear(day: number): number {
  const [, month, dayOfMonth] = civilOfDay(day)
  return 31 * month + dayOfMonth
}

const isSame = (a: Every, b: Every | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a.weeks === b.weeks)

/** Adds the runs of equal steps to `written` and returns the days that are in none. */
function takeRuns(
  days: readonly number[],
  shifts: Shifts,
  stepOf: StepOf,
  written: RecurringException[],
): readonly number[] {
  const rest: number[] = []
  for (let first = 0; first < days.length; ) {
    let last = first
    const every = first + 1 < days.length ? stepOf(days[first], days[first + 1]) : undefined
    if (every !== undefined) while (last + 1 < days.length && isSame(every, stepOf(days[last], days[last + 1]))) last++
    const dayCount = last - first + 1
    if (every === undefined || dayCount < RUN_MIN) rest.push(days[first++])
    else {
      written.push({ firstDay: days[first], lastDay: days[last], shifts, dayCount, every })
      first = last + 1
    }
  }
  return rest
}

function groups(days: readonly number[], keyOf: (day: number) => number): Iterable<readonly number[]> {
  const byKey = new Map<number, number[]>()
  for (const day of days) {
    const key = keyOf(day)
    const group = byKey.get(key)
    if (group === undefined) byKey.set(key, [day])
    else group.push(day)
  }
  return byKey.values()
}

const keyOfShifts = (shifts: Shifts): string => shifts.map(([from, to]) => `${from}-${to}`).join()

/** Ascending; single days that touch and have equal shifts are one range. Ranges stay as they were sent. */
function merged(exceptions: readonly CalendarException[]): CalendarException[] {
  const list: CalendarException[] = []
  let isOfSingles = false
  for (const next of exceptions) {
    const last = list.at(-1)
    const isSingle = next.firstDay === next.lastDay
    const touches = isSingle && isOfSingles && last?.lastDay === next.firstDay - 1
    if (touches && keyOfShifts(last.shifts) === keyOfShifts(next.shifts))
      list[list.length - 1] = { ...last, lastDay: next.lastDay }
    else list.push(next)
    isOfSingles = isSingle
  }
  return list
}

interface Alike {
  readonly shifts: Shifts
  /** Single days, ascending, and ranges. */
  readonly days: number[]
  readonly ranges: CalendarException[]
}

function alike(exceptions: readonly CalendarException[]): Iterable<Alike> {
  const byShifts = new Map<string, Alike>()
  for (const exception of exceptions) {
    const { firstDay, lastDay, shifts } = exception
    const key = keyOfShifts(shifts)
    const of = byShifts.get(key) ?? { shifts, days: [], ranges: [] }
    byShifts.set(key, of)
    if (firstDay === lastDay) of.days.push(firstDay)
    else of.ranges.push(exception)
  }
  return byShifts.values()
}
