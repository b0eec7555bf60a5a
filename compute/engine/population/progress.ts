/** State of a task by its actual dates and percent (/docs/methods#states-and-durations). */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../kind/states.ts'

export * from '../kind/states.ts'

export const PERCENT_MAX = 100

/** Percent complete of a task: absent = 0, held to 0 .. 100 for the rows that take what they are given. */
export function percentOf(columns: ScheduleColumns, i: number): number {
  const percent = columns.percentComplete[i]
  return percent > 0 ? Math.min(percent, PERCENT_MAX) : 0
}

export function stateOf(columns: ScheduleColumns, i: number): number {
  const percent = percentOf(columns, i)
  if (columns.actualFinish[i] !== DAY_ABSENT || percent >= PERCENT_MAX) return COMPLETE
  return columns.actualStart[i] !== DAY_ABSENT || percent > 0 ? IN_PROGRESS : NOT_STARTED
}
