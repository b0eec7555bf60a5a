/** State of every task and the data date (ANALYSIS_REFERENCE 0.1 and 1). */
import type { DATA_DATE_SOURCES } from '../../shared/endpoint/data/cpm-data.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../shared/schedule/columns.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { isSummary } from '../graph/participation.ts'

export const NOT_STARTED = 0
export const IN_PROGRESS = 1
export const COMPLETE = 2

/** Percent complete of a task: absent = 0, held to 0 .. 100 for the rows that take what they are given. */
export function percentOf(columns: ScheduleColumns, i: number): number {
  const percent = columns.percentComplete[i]
  return percent > 0 ? Math.min(percent, 100) : 0
}

export function stateOf(columns: ScheduleColumns, i: number): number {
  const percent = percentOf(columns, i)
  if (columns.actualFinish[i] !== DAY_ABSENT || percent >= 100) return COMPLETE
  return columns.actualStart[i] !== DAY_ABSENT || percent > 0 ? IN_PROGRESS : NOT_STARTED
}

/** status_date: given. inferred: the day after the latest actual date. none: nothing tells, the floor stands for it. */
export type DataDateSource = (typeof DATA_DATE_SOURCES)[number]

export interface DataDate {
  /** Offset; never before the floor. */
  readonly offset: number
  readonly source: DataDateSource
}

/** `floor` is the offset of the network's first start, 0 unless networks are compared. */
export function dataDateOf(
  columns: ScheduleColumns,
  timeline: Timeline | undefined,
  statusDay: number,
  floor: number,
): DataDate {
  const latest = statusDay === DAY_ABSENT ? latestActualDay(columns) : DAY_ABSENT
  const day = latest === DAY_ABSENT ? statusDay : latest + 1
  if (day === DAY_ABSENT || timeline === undefined) return { offset: floor, source: 'none' }
  return {
    offset: Math.max(floor, timeline.startOffset(day)),
    source: latest === DAY_ABSENT ? 'status_date' : 'inferred',
  }
}

function latestActualDay({ taskCount, taskType, actualStart, actualFinish }: ScheduleColumns): number {
  let latest = DAY_ABSENT
  for (let i = 0; i < taskCount; i++) {
    if (!isSummary(taskType[i])) latest = Math.max(latest, actualStart[i], actualFinish[i])
  }
  return latest
}
