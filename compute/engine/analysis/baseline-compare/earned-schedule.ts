/** Earned schedule (Lipke): the time at which what is earned was to be earned, over the time that has passed. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
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
 * The periodic form on a time axis: `planned` holds the cumulative planned value at `times` after the start, which grow, `earned` the value earned at
 * time `actual`. Nothing is planned at time 0. undefined when no time has passed.
 */
export function periodicEarnedSchedule(
  times: readonly number[],
  planned: readonly number[],
  earned: number,
  actual: number,
): EarnedSchedule | undefined {
  if (!(actual > 0) || planned.length === 0) return undefined
  const duration = times.at(-1)!
  const next = planned.findIndex(value => value > earned)
  if (next < 0) return earnedScheduleOf(duration, actual, duration)
  const before = next === 0 ? 0 : planned[next - 1]
  const from = next === 0 ? 0 : times[next - 1]
  const part = Math.max(0, earned - before) / (planned[next] - before)
  return earnedScheduleOf(from + part * (times[next] - from), actual, duration)
}

/** The dates of statuses as a time axis from `startDay`, in days; those on or before it are no period. */
interface PeriodAxis {
  /** Days after the start, one per period. */
  readonly days: readonly number[]
  /** All periods are about as long as their median: months are. */
  readonly isRegular: boolean
}

/** A month may be so much longer or shorter than the median of months. */
const REGULAR_SHARE = 0.1

export function periodAxis(dates: readonly number[], startDay: number): PeriodAxis {
  const days = dates.filter(day => day > startDay).map(day => day - startDay)
  const lengths = days.map((day, k) => day - (k === 0 ? 0 : days[k - 1])).sort((a, b) => a - b)
  const half = lengths.length >>> 1
  const median = lengths.length % 2 === 1 ? lengths[half] : (lengths[half - 1] + lengths[half]) / 2
  return { days, isRegular: lengths.every(length => Math.abs(length - median) <= REGULAR_SHARE * median) }
}
