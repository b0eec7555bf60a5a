/** Earned schedule (Lipke): the time at which what is earned was to be earned, over the time that has passed. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/schedule/columns.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import type { TaskMatch } from '../../compare/match-tasks.ts'
import { type EarnedValue, type PlannedValue, timeOfValue } from './planned-value.ts'

/** Times are days of the calendar, or periods. */
export interface EarnedSchedule {
  /** ES and AT. */
  readonly earned: number
  readonly actual: number
  /** SPI(t) = ES / AT. */
  readonly index: number
  /** IEAC(t) = PD / SPI(t); null when nothing is earned. */
  readonly estimateAtCompletion: number | null
}

const earnedScheduleOf = (earned: number, actual: number, plannedDuration: number): EarnedSchedule => ({
  earned,
  actual,
  index: earned / actual,
  estimateAtCompletion: earned === 0 ? null : (plannedDuration * actual) / earned,
})

/** undefined when nothing is planned, or no time has passed since the baseline start. */
export function earnedScheduleOnCurve(
  planned: PlannedValue,
  earned: EarnedValue,
  actualDays: number,
): EarnedSchedule | undefined {
  if (planned.budget <= 0 || !(actualDays > 0)) return undefined
  const time = earned.value <= 0 ? 0 : earned.isWhole ? planned.durationDays : timeOfValue(planned, earned.value)
  return earnedScheduleOf(time, actualDays, planned.durationDays)
}

/** AT: days from the baseline start to the status day, which counts as its start, or to the actual completion. */
export function actualTime(
  planned: PlannedValue,
  columns: ScheduleColumns,
  match: TaskMatch,
  statusDay: number,
  isWhole: boolean,
  calendar: Calendar,
): number {
  if (planned.startDay === DAY_ABSENT || statusDay === DAY_ABSENT) return Number.NaN
  const untilStatus = calendar.indexOf(statusDay) - planned.startIndex
  if (!isWhole) return untilStatus
  let last = DAY_ABSENT
  for (let i = 0; i < columns.taskCount; i++) {
    const j = match.baselineOf[i]
    if (j >= 0 && planned.weight[j] > 0) last = Math.max(last, columns.actualFinish[i])
  }
  return last === DAY_ABSENT ? untilStatus : Math.min(untilStatus, calendar.indexOf(last + 1) - planned.startIndex)
}

/**
 * The periodic form: `planned` holds the cumulative planned value at the end of periods 1 .. n, which is the planned
 * duration, `earned` the value earned at the end of period `actual`. undefined when no period has passed.
 */
export function periodicEarnedSchedule(
  planned: readonly number[],
  earned: number,
  actual: number,
): EarnedSchedule | undefined {
  if (!(actual > 0) || planned.length === 0) return undefined
  const next = planned.findIndex(value => value > earned)
  if (next < 0) return earnedScheduleOf(planned.length, actual, planned.length)
  const before = next === 0 ? 0 : planned[next - 1]
  return earnedScheduleOf(next + Math.max(0, earned - before) / (planned[next] - before), actual, planned.length)
}
