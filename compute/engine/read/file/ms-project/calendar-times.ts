/** Working times of calendars with their bases, and what several have in common. Days that follow each other by one rule are a range, never counted. */
import { EXCEPTIONS_MAX } from '../../../../../shared/contract/schedule/calendars.ts'
import { weekday } from '../../../../../shared/contract/schedule/day.ts'
import { layered, layersOf, outside, under } from '../../../../../shared/contract/schedule/exception-layers.ts'
import type { CalendarException, Shift, Shifts } from '../../../../../shared/contract/schedule/setting.ts'
import type { FileWeek, WorkWeek } from './file-calendar.ts'

/** A calendar without a base: its own times where it has them, else those of its bases. */
export interface Times {
  readonly week: readonly Shifts[]
  /** Ascending and apart. */
  readonly exceptions: readonly CalendarException[]
}

/** Before that many ranges are put into a list. */
export type Spend = (ranges: number) => void

/**
 * `own` exceptions with the weeks that the calendar has for a time: these are under `above`, the exceptions of the calendar and of its bases, and above
 * every week. undefined = there are too many.
 */
export function withWorkWeeks(
  own: readonly CalendarException[],
  above: readonly CalendarException[],
  workWeeks: readonly WorkWeek[],
  spend: Spend,
): readonly CalendarException[] | undefined {
  const lists: (readonly CalendarException[])[] = []
  let count = 0
  for (const { firstDay, lastDay, week } of workWeeks) {
    const days = new Ranges()
    if (!days.addWeeks(week, firstDay, lastDay, spend)) return undefined
    count += days.list.length
    if (count > EXCEPTIONS_MAX) return undefined
    lists.push(days.list)
  }
  spend(count * layersOf(lists.length) + above.length + own.length)
  const all = under(own, outside(above, layered(lists)))
  return all.length > EXCEPTIONS_MAX ? undefined : all
}

/** Ranges of days, ascending; those of one working time that follow each other are one. */
class Ranges {
  readonly list: { firstDay: number; lastDay: number; shifts: Shifts }[] = []

  add(firstDay: number, lastDay: number, shifts: Shifts): void {
    const last = this.list.at(-1)
    if (last !== undefined && last.lastDay === firstDay - 1 && isSame(last.shifts, shifts)) last.lastDay = lastDay
    else this.list.push({ firstDay, lastDay, shifts })
  }

  /** Some days, of which the week of two lists of shifts decides. */
  addJoined(
    shifts: Shifts,
    week: readonly Shifts[],
    join: Join,
    firstDay: number,
    lastDay: number,
    spend: Spend,
  ): boolean {
    if (lastDay - firstDay >= 7)
      return this.addWeeks(
        week.map(each => join(shifts, each)),
        firstDay,
        lastDay,
        spend,
      )
    for (let day = firstDay; day <= lastDay; day++) this.add(day, day, join(shifts, week[weekday(day) - 1]))
    return this.list.length <= EXCEPTIONS_MAX
  }

  /** The days of a week from one day to another; false = that are too many ranges. Days without a working time of their own are left out. */
  addWeeks(week: FileWeek, firstDay: number, lastDay: number, spend: Spend): boolean {
    const lengths = runLengths(week)
    for (let day = firstDay; day <= lastDay; ) {
      const d = weekday(day) - 1
      const shifts = week[d]
      const end = Math.min(lastDay, day + lengths[d] - 1)
      if (shifts !== undefined) {
        spend(1)
        this.add(day, end, shifts)
        if (this.list.length > EXCEPTIONS_MAX) return false
      }
      day = end + 1
    }
    return true
  }
}

/** Entry d: days from weekday d on that have one working time; Infinity where all have. */
function runLengths(week: FileWeek): readonly number[] {
  const same = (a: number, b: number): boolean => {
    const [x, y] = [week[a % 7], week[b % 7]]
    return x === y || (x !== undefined && y !== undefined && isSame(x, y))
  }
  return week.map((_, d) => {
    let length = 1
    while (length < 7 && same(d, d + length)) length++
    return length === 7 ? Number.POSITIVE_INFINITY : length
  })
}

const isSame = (a: Shifts, b: Shifts): boolean =>
  a === b || (a.length === b.length && a.every(([from, to], n) => from === b[n][0] && to === b[n][1]))

/** Working time that both have, or that either has, as `join` says; undefined = their exceptions are too many. */
export function joinedTimes(a: Times, b: Times, join: Join, spend: Spend): Times | undefined {
  const days = new Ranges()
  const ofA = new ExceptionsInTurn(a.exceptions)
  const ofB = new ExceptionsInTurn(b.exceptions)
  // every day that is an exception of either is one here
  spend(a.exceptions.length + b.exceptions.length)
  for (const { firstDay, lastDay } of under(a.exceptions, b.exceptions)) {
    for (let day = firstDay; day <= lastDay; ) {
      const [inA, inB] = [ofA.at(day), ofB.at(day)]
      const end = Math.min(lastDay, inA.until, inB.until)
      spend(1)
      if (inA.shifts !== undefined && inB.shifts !== undefined) days.add(day, end, join(inA.shifts, inB.shifts))
      else {
        const [shifts, week] = inA.shifts === undefined ? [inB.shifts!, a.week] : [inA.shifts, b.week]
        if (!days.addJoined(shifts, week, join, day, end, spend)) return undefined
      }
      day = end + 1
    }
  }
  const week = a.week.map((shifts, d) => join(shifts, b.week[d]))
  return days.list.length > EXCEPTIONS_MAX ? undefined : { week, exceptions: days.list }
}

/** Exceptions asked for days in ascending order. */
class ExceptionsInTurn {
  readonly #exceptions: readonly CalendarException[]
  #at = 0
  constructor(exceptions: readonly CalendarException[]) {
    this.#exceptions = exceptions
  }
  /** The working time that a day has by an exception, undefined = it has that of the week; and the last day of which the same holds. */
  at(day: number): { readonly shifts: Shifts | undefined; readonly until: number } {
    const list = this.#exceptions
    while (this.#at < list.length && list[this.#at].lastDay < day) this.#at++
    const next = list[this.#at]
    if (next === undefined) return { shifts: undefined, until: Number.POSITIVE_INFINITY }
    return next.firstDay <= day
      ? { shifts: next.shifts, until: next.lastDay }
      : { shifts: undefined, until: next.firstDay - 1 }
  }
}

export type Join = (a: Shifts, b: Shifts) => Shifts

/** Two lists of shifts meet on many days of many calendars. */
export function remembered(join: Join): Join {
  const known = new Map<Shifts, Map<Shifts, Shifts>>()
  return (a, b) => {
    let ofA = known.get(a)
    if (ofA === undefined) known.set(a, (ofA = new Map()))
    let joined = ofA.get(b)
    if (joined === undefined) ofA.set(b, (joined = join(a, b)))
    return joined
  }
}

export function commonShifts(a: Shifts, b: Shifts): Shifts {
  const common: Shift[] = []
  for (const [from, to] of a) {
    for (const [otherFrom, otherTo] of b) {
      const [start, end] = [Math.max(from, otherFrom), Math.min(to, otherTo)]
      if (start < end) common.push([start, end])
    }
  }
  return common.sort((x, y) => x[0] - y[0])
}

export function eitherShifts(a: Shifts, b: Shifts): Shifts {
  const joined: [number, number][] = []
  for (const [from, to] of [...a, ...b].sort((x, y) => x[0] - y[0])) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
