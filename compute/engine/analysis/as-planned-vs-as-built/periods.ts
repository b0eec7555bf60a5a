/**
 * The delay period by period (29R MIP 3.2), in days of the schedule's calendar: the gross delay at every snapshot, or without
 * snapshots the increments of the controlling path by the month its tasks finished in. Recovered periods are negative.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { civilOfDay, dayOfCivil, daysInMonth } from '../../../../shared/contract/schedule/day.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import type { SeriesItem } from '../../compare/series.ts'
import type { AsBuilt } from './context.ts'
import type { Increments } from './increments.ts'
import type { AsBuiltPath } from './path.ts'

export interface Period {
  /** Day it ends with. */
  readonly day: number
  /** Snapshot, null = a month. */
  readonly place: string | null
  /** NaN = the snapshot has no finish; what follows counts from the last one that had. */
  readonly cumulativeDays: number
  readonly days: number
}

export function periodsOfSnapshots(
  statuses: readonly SeriesItem[],
  plannedFinishDay: number,
  timeline: Timeline,
  /** Finish of what is followed, DAY_ABSENT = it has none there. */
  builtIn: (item: SeriesItem) => number,
): Period[] {
  const planned = timeline.finishOffset(plannedFinishDay)
  let known = 0
  return statuses.map(item => {
    const { place, statusDay } = item
    const finishDay = builtIn(item)
    const cumulativeDays = finishDay === DAY_ABSENT ? Number.NaN : timeline.finishOffset(finishDay) - planned
    const days = cumulativeDays - known
    if (finishDay !== DAY_ABSENT) known = cumulativeDays
    return { day: statusDay, place, cumulativeDays, days }
  })
}

const monthEnd = (day: number): number => {
  const [year, month] = civilOfDay(day)
  return dayOfCivil(year, month, daysInMonth(year, month))
}

/** One per month from the first finish on the path to the last; what was recovered elsewhere falls in the last. */
export function periodsOfPath({ finish }: AsBuilt, { tasks }: AsBuiltPath, increments: Increments): Period[] {
  const byEnd = new Map<number, number>()
  let lastEnd = DAY_ABSENT
  let firstEnd = Number.POSITIVE_INFINITY
  tasks.forEach((i, n) => {
    const end = monthEnd(finish[i])
    byEnd.set(end, (byEnd.get(end) ?? 0) + increments.days[n])
    lastEnd = Math.max(lastEnd, end)
    firstEnd = Math.min(firstEnd, end)
  })
  const periods: Period[] = []
  let cumulativeDays = 0
  for (let day = firstEnd; day <= lastEnd; day = monthEnd(day + 1)) {
    const days = (byEnd.get(day) ?? 0) + (day === lastEnd ? increments.shares.elsewhereDays : 0)
    cumulativeDays += days
    periods.push({ day, place: null, cumulativeDays, days })
  }
  return periods
}
