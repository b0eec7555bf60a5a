/**
 * What the supplied dates of single tasks say of the calendar: an unstarted task starts, works its duration and finishes. Working
 * days between its dates that are more than its duration were days off where the dates come from.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { ScheduledDates } from '../calendar/best-dates.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import type { Preparation } from '../cpm/prepare.ts'
import { zeros } from '../ids/short-arrays.ts'
import { NOT_STARTED } from '../population/progress.ts'
import { isFurther } from './compare.ts'

export interface Spans {
  /** Unstarted tasks with a duration and both dates. */
  readonly known: number
  /** Those with more working days between their dates than they last, and those with fewer. */
  readonly longer: number
  readonly shorter: number
  /** How many of the longer ones holidays can explain: days lie in them that no task works on which fits its dates. */
  readonly byHolidays: number
  /** The one that is furthest off among the longer and among the shorter ones; -1 = none. */
  readonly longest: number
  readonly shortest: number
  /** Working days between the dates, and days of duration, of all of them together. */
  readonly spanDays: number
  readonly durationDays: number
}

const NONE: Spans = {
  known: 0,
  longer: 0,
  shorter: 0,
  byHolidays: 0,
  longest: -1,
  shortest: -1,
  spanDays: 0,
  durationDays: 0,
}

export function spansOf(
  columns: ScheduleColumns,
  { input }: Preparation,
  { earlyStart }: CpmResult,
  calendar: Calendar,
  { start, finish }: ScheduledDates,
): Spans {
  const { taskCount, durationDays } = columns
  const { network, state } = input
  const isKnown = (i: number): boolean =>
    network.takesPart[i] === 1 &&
    state[i] === NOT_STARTED &&
    durationDays[i] > 0 &&
    start[i] !== DAY_ABSENT &&
    finish[i] >= start[i]
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  // where work starts within a day, a task may touch a day more than it lasts
  let isFractional = false
  // working days between the dates that are more than the duration, NaN where they are not looked at
  const excess = zeros(Float64Array, taskCount)
  let [known, spanDays, knownDays] = [0, 0, 0]
  for (let i = 0; i < taskCount; i++) {
    if (!isKnown(i)) {
      excess[i] = Number.NaN
      continue
    }
    const days = calendar.daysBetween(start[i], finish[i])
    excess[i] = days - Math.ceil(durationDays[i])
    known++
    spanDays += days
    knownDays += durationDays[i]
    first = Math.min(first, start[i])
    last = Math.max(last, finish[i])
    if (!Number.isInteger(earlyStart[i]) || !Number.isInteger(durationDays[i])) isFractional = true
  }
  if (last < first) return NONE
  const slack = isFractional ? 1 : 0
  let fitting = 0
  const [starts, ends] = [zeros(Int32Array, known), zeros(Int32Array, known)]
  for (let i = 0; i < taskCount; i++) {
    if (excess[i] !== 0) continue
    starts[fitting] = start[i]
    ends[fitting++] = finish[i] + 1
  }
  const idle = idleBefore(first, starts.subarray(0, fitting), ends.subarray(0, fitting), calendar)
  let [longer, shorter, byHolidays, longest, shortest] = [0, 0, 0, -1, -1]
  for (let i = 0; i < taskCount; i++) {
    const over = excess[i]
    if (Number.isNaN(over) || (over >= 0 && over <= slack)) continue
    if (over < 0) {
      shorter++
      if (isFurther(columns.id, i, shortest, -over, -excess[shortest])) shortest = i
    } else {
      longer++
      if (isFurther(columns.id, i, longest, over, excess[longest])) longest = i
      if (idle(finish[i] + 1) - idle(start[i]) >= over) byHolidays++
    }
  }
  return { known, longer, shorter, byHolidays, longest, shortest, spanDays, durationDays: knownDays }
}

/** Working days before a day on which nobody works, counted from the day `first`. `starts` and `ends`, exclusive, are of those who work, in any order. */
function idleBefore(first: number, starts: Int32Array, ends: Int32Array, calendar: Calendar): (day: number) => number {
  starts.sort()
  ends.sort()
  const gapFrom: number[] = []
  const gapEnd: number[] = []
  /** Entry g: idle days before gap g. */
  const before = [0]
  // up to the next start, or for good
  const open = (from: number, end: number = Number.POSITIVE_INFINITY): void => {
    gapFrom.push(from)
    gapEnd.push(end)
    before.push(before.at(-1)! + (end === Number.POSITIVE_INFINITY ? 0 : calendar.daysBetween(from, end - 1)))
  }
  open(first, starts[0])
  for (let s = 0, e = 0; e < ends.length; e++) {
    while (s < starts.length && starts[s] <= ends[e]) s++
    if (s === e + 1) open(ends[e], starts[s])
  }
  return day => {
    let low = 1
    let high = gapFrom.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (gapFrom[middle] < day) low = middle + 1
      else high = middle
    }
    const g = low - 1
    return before[g] + calendar.daysBetween(gapFrom[g], Math.min(gapEnd[g], day) - 1)
  }
}
