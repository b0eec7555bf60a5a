/**
 * A finish at 00:00 is the end of the day before: work that ends there is done on that day. Where only days are read, it would count as a day later. The
 * moment stays the same, since a finish without a time is the end of its day. A point, which starts where it finishes, stays where it is.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'

/** What the column of times has for 00:00, and for no time. */
const MIDNIGHT = 1
const NO_TIME = 0

const PAIRS = [
  ['actualFinish', 'actualFinishTime', 'actualStart'],
  ['baselineFinish', 'baselineFinishTime', 'baselineStart'],
] as const

/** Writes into the columns, before anyone has read them. */
export function settleFinishDays(columns: ScheduleColumns): void {
  for (const [finish, time, start] of PAIRS) {
    const days = columns[finish]
    const times = columns[time]
    for (let i = 0; i < times.length; i++) {
      if (times[i] !== MIDNIGHT || days[i] === DAY_ABSENT) continue
      const from = columns[start][i]
      const isWork = from === undefined || from === DAY_ABSENT ? columns.durationDays[i] > 0 : from < days[i]
      if (!isWork) continue
      days[i]--
      times[i] = NO_TIME
    }
  }
}
