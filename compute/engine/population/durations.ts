/** Duration D and baseline duration BD of every task in days of the calendar (/docs/methods#states-and-durations). */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { DayColumn } from '../../../shared/contract/schedule/fields.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { boundedDays } from '../calendar/bounds.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { snap } from '../calendar/snap.ts'
import { momentIn, taskCalendars, workCalendars } from '../clock/calendars.ts'
import { copied, zeros } from '../ids/short-arrays.ts'
import { isInPasses, isMilestone, isMilestoneType } from '../kind/participation.ts'
import { PERCENT_MAX, percentOf } from './progress.ts'

export interface Durations {
  /** Length taskCount, never negative, at most DAYS_MAX; 0 for milestones and where it is unknown. */
  readonly days: Float64Array
  /** 1 = takes part in the passes, is no milestone and has neither a positive duration nor dates that give one. */
  readonly missing: Uint8Array
}

export function durationsOf(columns: ScheduleColumns, calendar: Calendar): Durations {
  const { taskCount } = columns
  const days = zeros(Float64Array, taskCount)
  const missing = zeros(Uint8Array, taskCount)
  const of = durationsBy(columns, calendar)
  for (let i = 0; i < taskCount; i++) {
    const duration = of(i)
    if (Number.isNaN(duration)) missing[i] = 1
    else days[i] = duration
  }
  return { days, missing }
}

/** D of one task after another; NaN where it is missing. */
export function durationsBy(columns: ScheduleColumns, calendar: Calendar): (i: number) => number {
  const { durationDays, taskType, plannedStart, plannedFinish, baselineStart, baselineFinish } = columns
  const span = (start: number, finish: number): number =>
    start === DAY_ABSENT || finish === DAY_ABSENT ? Number.NaN : calendar.daysBetween(start, finish)
  const clock = spansByClock(columns)
  return i => {
    if (isMilestoneType(taskType[i])) return 0
    let duration = durationDays[i]
    if (duration > 0) return boundedDays(duration)
    if (clock === undefined) {
      if (Number.isNaN(duration)) duration = span(plannedStart[i], plannedFinish[i])
      if (Number.isNaN(duration)) duration = span(baselineStart[i], baselineFinish[i])
    } else {
      if (Number.isNaN(duration)) duration = clock('plannedStart', 'plannedFinish', i)
      if (Number.isNaN(duration)) duration = clock('baselineStart', 'baselineFinish', i)
    }
    if (duration > 0) return boundedDays(duration)
    return isInPasses(taskType[i]) && !isMilestone(taskType[i], durationDays[i]) ? Number.NaN : 0
  }
}

type Span = (start: DayColumn, finish: DayColumn, i: number) => number

/** Days of the calendar of a task between two of its dates; undefined where the schedule has no calendars. */
export function spansByClock(columns: ScheduleColumns): Span | undefined {
  const between = spanByClock(columns)
  if (between === undefined) return undefined
  return (start, finish, i) => between(momentIn(columns, start, i, 'start'), momentIn(columns, finish, i, 'finish'), i)
}

/** The same between two moments. */
function spanByClock(columns: ScheduleColumns): ((from: number, to: number, i: number) => number) | undefined {
  const { setting } = columns
  if (setting === undefined) return undefined
  const calendars = workCalendars(setting)
  const ofTask = taskCalendars(columns, setting)
  return (from, to, i) => {
    const calendar = calendars[ofTask[i]]
    return calendar.workBetween(from, to) / calendar.minutesPerDay
  }
}

/** Days still to do of a task in progress of this duration: as given, else what its percent complete leaves. A milestone has none, whatever is given. */
export function remainingOf(columns: ScheduleColumns, i: number, durationDays: number): number {
  if (isMilestoneType(columns.taskType[i])) return 0
  const given = columns.remainingDurationDays[i]
  if (Number.isNaN(given)) return snap((durationDays * (PERCENT_MAX - percentOf(columns, i))) / PERCENT_MAX)
  return Math.max(0, boundedDays(given))
}

/**
 * Days of the calendar of the task from its actual start to its actual finish, or to the data date (minutes since 1970): what remains begins there. 0 of a
 * milestone, and where the finish lies before the start; NaN = it has not begun, or there is no date to count to.
 */
export function actualDurationsBy(
  columns: ScheduleColumns,
  calendar: Calendar,
  dataMoment: number,
): (i: number) => number {
  const { actualFinish, actualStart, durationDays, taskType } = columns
  const clock = spanByClock(columns)
  const dataDay = Math.floor(dataMoment / MINUTES_PER_DAY)
  return i => {
    if (actualStart[i] === DAY_ABSENT) return Number.NaN
    if (isMilestone(taskType[i], durationDays[i])) return 0
    const isEnded = actualFinish[i] !== DAY_ABSENT
    const days =
      clock === undefined
        ? calendar.daysBetween(actualStart[i], isEnded ? actualFinish[i] : dataDay - 1)
        : clock(
            momentIn(columns, 'actualStart', i, 'start'),
            isEnded ? momentIn(columns, 'actualFinish', i, 'finish') : dataMoment,
            i,
          )
    return Math.max(0, days)
  }
}

/** BD: as given, else from the baseline dates, else NaN. Length taskCount. */
export function baselineDurationsOf(columns: ScheduleColumns, calendar: Calendar): Float64Array {
  const { taskCount, baselineDurationDays, baselineStart, baselineFinish } = columns
  const days = copied(baselineDurationDays)
  const clock = spansByClock(columns)
  for (let i = 0; i < taskCount; i++) {
    if (!Number.isNaN(days[i]) || baselineStart[i] === DAY_ABSENT || baselineFinish[i] === DAY_ABSENT) continue
    days[i] =
      clock === undefined
        ? calendar.daysBetween(baselineStart[i], baselineFinish[i])
        : clock('baselineStart', 'baselineFinish', i)
  }
  return days
}
