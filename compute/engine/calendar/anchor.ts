/** The anchor of a schedule: the day of offset 0 (/docs/methods#dates-and-days). */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { hasAnyColumn, hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { isSummary } from '../kind/participation.ts'
import { bestStart } from './best-dates.ts'

/**
 * The earliest start* of a task that is no summary, else the earliest baseline start, else the status day, else
 * DAY_ABSENT. It may be a day off; Timeline moves it. Networks that are compared take the earliest of theirs. With calendars the day of
 * the data date, where that is earlier: work begins no earlier than it, and no earlier than its links let it.
 */
export function anchorDay(columns: ScheduleColumns, statusDay: number): number {
  const first = firstDay(columns, statusDay)
  const { dataDate = Number.NaN } = columns.setting ?? {}
  if (Number.isNaN(dataDate)) return first
  const day = Math.floor(dataDate / MINUTES_PER_DAY)
  return first === DAY_ABSENT ? day : Math.min(first, day)
}

/** What bestStart takes. */
const START_COLUMNS = ['actualStart', 'forecastStart', 'plannedStart'] as const

function firstDay(columns: ScheduleColumns, statusDay: number): number {
  const started = hasAnyColumn(columns, START_COLUMNS) ? earliestStart(columns) : DAY_ABSENT
  if (started !== DAY_ABSENT) return started
  const baseline = hasColumn(columns, 'baselineStart') ? earliestBaseline(columns) : DAY_ABSENT
  return baseline !== DAY_ABSENT ? baseline : statusDay
}

function earliestStart(columns: ScheduleColumns): number {
  const { taskCount, taskType } = columns
  let first = DAY_ABSENT
  for (let i = 0; i < taskCount; i++) {
    if (!isSummary(taskType[i])) first = earlier(first, bestStart(columns, i))
  }
  return first
}

function earliestBaseline({ taskCount, taskType, baselineStart }: ScheduleColumns): number {
  let first = DAY_ABSENT
  for (let i = 0; i < taskCount; i++) {
    if (!isSummary(taskType[i])) first = earlier(first, baselineStart[i])
  }
  return first
}

/** The earlier of two days, of which either may be DAY_ABSENT. */
const earlier = (day: number, other: number): number =>
  other !== DAY_ABSENT && (day === DAY_ABSENT || other < day) ? other : day

/** The anchor that schedules of one request share: the earliest of theirs, DAY_ABSENT when none has a date. */
export function commonAnchorDay(
  statuses: readonly { readonly columns: ScheduleColumns; readonly statusDay: number }[],
): number {
  let earliest = DAY_ABSENT
  for (const { columns, statusDay } of statuses) earliest = earlier(earliest, anchorDay(columns, statusDay))
  return earliest
}
