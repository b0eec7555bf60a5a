/**
 * What the supplied dates of single tasks say of the calendar: an unstarted task starts, works its duration and finishes. Working
 * days between its dates that are more than its duration were days off where the dates come from.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/schedule/columns.ts'
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
  /** Of the longer ones those that holidays can make so: days lie in them that no task works on which fits its dates. */
  readonly byHolidays: number
  /** Of the longer ones, and of the shorter ones, the one that is furthest off; -1 = none. */
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
  const changes = zeros(Int32Array, last - first + 2)
  for (let i = 0; i < taskCount; i++) {
    if (excess[i] !== 0) continue
    changes[start[i] - first]++
    changes[finish[i] + 1 - first]--
  }
  const idle = idleDays(first, changes, calendar)
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
      if (idle[finish[i] + 1 - first] - idle[start[i] - first] >= over) byHolidays++
    }
  }
  return { known, longer, shorter, byHolidays, longest, shortest, spanDays, durationDays: knownDays }
}

/** Entry d: working days before day first + d on which nobody works. Entry d of `changes`: tasks that begin on it less those that have ended. */
function idleDays(first: number, changes: Int32Array, calendar: Calendar): Int32Array {
  const idle = zeros(Int32Array, changes.length)
  let working = 0
  for (let d = 0; d + 1 < changes.length; d++) {
    working += changes[d]
    const isWorkDay = calendar.daysBetween(first + d, first + d) > 0
    idle[d + 1] = idle[d] + (isWorkDay && working === 0 ? 1 : 0)
  }
  return idle
}
