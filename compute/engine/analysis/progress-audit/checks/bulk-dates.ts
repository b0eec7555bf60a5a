/** Dates on which so many tasks finished that they look stamped rather than reported (PA23). */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'

/** Both must be reached. */
export const BULK_TASKS_MIN = 10
export const BULK_SHARE_MIN = 0.3
const TOLERANCE = 1e-9

export function bulkDates(
  { taskCount, actualFinish }: ScheduleColumns,
  isMember: (task: number) => boolean,
): ReadonlySet<number> {
  const counts = new Map<number, number>()
  let all = 0
  for (let i = 0; i < taskCount; i++) {
    if (!isMember(i) || actualFinish[i] === DAY_ABSENT) continue
    all++
    counts.set(actualFinish[i], (counts.get(actualFinish[i]) ?? 0) + 1)
  }
  const isBulk = (count: number): boolean => count >= BULK_TASKS_MIN && count >= BULK_SHARE_MIN * all - TOLERANCE
  return new Set([...counts].filter(([, count]) => isBulk(count)).map(([day]) => day))
}
