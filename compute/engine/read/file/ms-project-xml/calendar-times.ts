/** Working times of calendars with their bases, and what several have in common. */
import { EXCEPTIONS_MAX } from '../../../../../shared/schedule/calendars.ts'
import { weekday } from '../../../../../shared/schedule/day.ts'
import { under } from '../../../../../shared/schedule/exception-layers.ts'
import type { CalendarException, Shift, Shifts } from '../../../../../shared/schedule/setting.ts'
import { type FileCalendar, type FileWeek, STANDARD_WEEK } from './file-calendar.ts'

/** A calendar without a base: its own times where it has them, else those of its bases. */
export interface Times {
  readonly week: readonly Shifts[]
  /** Ascending and apart. */
  readonly exceptions: readonly CalendarException[]
}

/** `chain`: the calendar, its base, the base of that. */
export function timesOf(chain: readonly FileCalendar[]): Times {
  const week = STANDARD_WEEK.map((standard, d) => chain.find(({ week }) => week[d] !== undefined)?.week[d] ?? standard)
  const exceptions = chain.map(calendar => calendar.exceptions).reduceRight((below, above) => under(above, below), [])
  return { week, exceptions: exceptions.slice(0, EXCEPTIONS_MAX) }
}

/**
 * Exceptions of a calendar with the weeks that it has for a time: these are under the exceptions of all of the chain and above every week. Each
 * run of days of one working time is a range; undefined = there are too many.
 */
export function withWorkWeeks(chain: readonly FileCalendar[]): readonly CalendarException[] | undefined {
  const own = chain[0]
  if (own.workWeeks.length === 0) return own.exceptions
  const above = chain.map(({ exceptions }) => exceptions).reduceRight((below, list) => under(list, below), [])
  let weeks: CalendarException[] = []
  for (const { firstDay, lastDay, week } of own.workWeeks) {
    const days = rangesOf(week, firstDay, lastDay)
    if (days === undefined || weeks.length + days.length > EXCEPTIONS_MAX) return undefined
    weeks = under(weeks, days)
  }
  // the part of the weeks that no exception of a base covers, then the own exceptions over it
  const known = new Set(above)
  const free = under(above, weeks).filter(range => !known.has(range))
  const all = under(own.exceptions, free)
  return all.length > EXCEPTIONS_MAX ? undefined : all
}

/** Days of a week without a working time of its own are left out. */
function rangesOf(week: FileWeek, firstDay: number, lastDay: number): CalendarException[] | undefined {
  const ranges: { firstDay: number; lastDay: number; shifts: Shifts }[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const shifts = week[weekday(day) - 1]
    if (shifts === undefined) continue
    const last = ranges.at(-1)
    if (last !== undefined && last.lastDay === day - 1 && isSame(last.shifts, shifts)) last.lastDay = day
    else if (ranges.length === EXCEPTIONS_MAX) return undefined
    else ranges.push({ firstDay: day, lastDay: day, shifts })
  }
  return ranges
}

const isSame = (a: Shifts, b: Shifts): boolean =>
  a === b || (a.length === b.length && a.every(([from, to], n) => from === b[n][0] && to === b[n][1]))

/** So many days of exceptions are looked at when two calendars are joined. */
export const JOINED_DAYS_MAX = 40_000

/** Working time that both have, or that either has; undefined = their exceptions are too many days. */
export function joinedTimes(a: Times, b: Times, isEither: boolean): Times | undefined {
  const join = isEither ? eitherShifts : commonShifts
  const week = a.week.map((shifts, d) => join(shifts, b.week[d]))
  const exceptions: { firstDay: number; lastDay: number; shifts: Shifts }[] = []
  const ofA = new DayTimes(a)
  const ofB = new DayTimes(b)
  let dayCount = 0
  // every day that is an exception of either is one here
  for (const { firstDay, lastDay } of under(a.exceptions, b.exceptions)) {
    for (let day = firstDay; day <= lastDay; ) {
      if (++dayCount > JOINED_DAYS_MAX) return undefined
      const [inA, inB] = [ofA.at(day), ofB.at(day)]
      const shifts = join(inA.shifts, inB.shifts)
      const end = Math.min(lastDay, inA.lastDay, inB.lastDay)
      const last = exceptions.at(-1)
      if (last !== undefined && last.lastDay === day - 1 && isSame(last.shifts, shifts)) last.lastDay = end
      else exceptions.push({ firstDay: day, lastDay: end, shifts })
      day = end + 1
    }
  }
  return exceptions.length > EXCEPTIONS_MAX ? undefined : { week, exceptions }
}

/** Working times of days; the days must come in ascending order. */
class DayTimes {
  readonly #times: Times
  #at = 0
  constructor(times: Times) {
    this.#times = times
  }
  /** The times of a day, and the last day of the exception that they are of; the day itself where they are of the week. */
  at(day: number): { readonly shifts: Shifts; readonly lastDay: number } {
    const { exceptions, week } = this.#times
    while (this.#at < exceptions.length && exceptions[this.#at].lastDay < day) this.#at++
    const exception = exceptions[this.#at]
    if (exception !== undefined && exception.firstDay <= day) return exception
    return { shifts: week[weekday(day) - 1], lastDay: day }
  }
}

function commonShifts(a: Shifts, b: Shifts): Shifts {
  const common: Shift[] = []
  for (const [from, to] of a) {
    for (const [otherFrom, otherTo] of b) {
      const [start, end] = [Math.max(from, otherFrom), Math.min(to, otherTo)]
      if (start < end) common.push([start, end])
    }
  }
  return common.sort((x, y) => x[0] - y[0])
}

function eitherShifts(a: Shifts, b: Shifts): Shifts {
  const joined: [number, number][] = []
  for (const [from, to] of [...a, ...b].sort((x, y) => x[0] - y[0])) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
