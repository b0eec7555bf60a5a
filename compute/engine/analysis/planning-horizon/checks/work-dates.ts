/**
 * Start and finish of every task as the planning horizon places them: start* and finish*, the early dates of CPM
 * last; a finish that is still missing comes from the start and the duration.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { bestFinish, bestStart } from '../../../calendar/best-dates.ts'
import { printableDay } from '../../../calendar/bounds.ts'
import type { Calendar } from '../../../calendar/calendar.ts'
import { snap } from '../../../calendar/snap.ts'
import type { CpmRun } from '../../../check/network-context.ts'
import { computeDates } from '../../../cpm/dates.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import type { Durations } from '../../../population/durations.ts'

export interface WorkDates {
  /** Day numbers, DAY_ABSENT = unknown. Length taskCount. */
  readonly start: Int32Array
  readonly finish: Int32Array
}

/** Last day of work of so many days that begins on a day; at least that day. */
export const lastDayOf = (calendar: Calendar, start: number, days: number): number =>
  printableDay(calendar.dayOf(calendar.indexOf(start) + Math.max(0, Math.ceil(snap(days)) - 1)))

export function workDates(
  columns: ScheduleColumns,
  calendar: Calendar,
  durations: Durations,
  cpm: CpmRun | undefined,
): WorkDates {
  const early = cpm === undefined ? undefined : computeDates(columns, cpm.prepared, cpm.result)
  const start = zeros(Int32Array, columns.taskCount)
  const finish = zeros(Int32Array, columns.taskCount)
  for (let i = 0; i < columns.taskCount; i++) {
    const given = bestStart(columns, i)
    start[i] = given === DAY_ABSENT && early !== undefined ? early.earlyStart[i] : given
    finish[i] = bestFinish(columns, i)
    if (finish[i] !== DAY_ABSENT) continue
    // a start that was given goes with its own duration, not with the finish of another one
    if (given !== DAY_ABSENT) finish[i] = lastDayOf(calendar, given, durations.days[i])
    else if (early !== undefined) finish[i] = early.earlyFinish[i]
  }
  return { start, finish }
}
