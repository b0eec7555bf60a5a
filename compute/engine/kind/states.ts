/** How far a task is (/docs/methods#states-and-durations), and a schedule. How it follows from dates and percent is in population/progress.ts. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { hasAnyColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { isSummary } from './participation.ts'

export { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../passes/codes.ts'

/** No actual date says so: a plan. */
export const nothingHasBegun = (columns: ScheduleColumns): boolean => latestActualDay(columns) === DAY_ABSENT

/** DAY_ABSENT: there is no actual date. */
export function latestActualDay(columns: ScheduleColumns): number {
  if (!hasAnyColumn(columns, ['actualStart', 'actualFinish'])) return DAY_ABSENT
  const { taskCount, taskType, actualStart, actualFinish } = columns
  let latest = DAY_ABSENT
  for (let i = 0; i < taskCount; i++) {
    if (!isSummary(taskType[i])) latest = Math.max(latest, actualStart[i], actualFinish[i])
  }
  return latest
}
