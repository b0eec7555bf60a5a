/** The finding that a duration or lag is longer than is reckoned with: every analysis that computes dates has it, for its dates follow from another number than was sent. */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { areBounded, DAYS_MAX } from '../calendar/bounds.ts'
import type { PlainRow } from '../check/finding-rows.ts'
import { allHitsWhere, NO_HITS } from '../check/findings.ts'
import { type ResourceWork, WORK_MINUTES_MAX } from '../clock/resource-work.ts'
import { plural } from '../wording/numbers.ts'

interface BoundedDays {
  readonly columns: ScheduleColumns
  /** Work of resources, where days are counted by the clock. */
  readonly work: ResourceWork | undefined
}

function isAnyAbove(values: Float64Array, limit: number): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] > limit) return true
  return false
}

const isEndless = (of: ResourceWork, i: number): boolean => {
  for (let k = of.start[i]; k < of.start[i + 1]; k++)
    if (Math.max(of.minutes[k], of.lag[k]) >= WORK_MINUTES_MAX) return true
  return false
}

/** Whether any is. */
export const hasBoundedDays = ({ durationDays, links }: ScheduleColumns): boolean =>
  !areBounded(links.lagDays) || isAnyAbove(durationDays, DAYS_MAX)

export const DAYS_BOUNDED: PlainRow<BoundedDays> = {
  code: 'CPM_DAYS_BOUNDED',
  severity: 'medium',
  title: 'Durations or lags beyond reason',
  description: count =>
    `${plural(count, 'task has', 'tasks have')} a duration, a lag or work of resources of more than 1,000,000,000 days; that number is used instead.`,
  advice: {
    title: 'Correct the durations and lags',
    description: 'Send days: divide hours by the hours of a working day, minutes by its minutes.',
  },
  find: ({ columns, work }) => {
    if (work === undefined && !hasBoundedDays(columns)) return NO_HITS
    const { taskCount, durationDays, links } = columns
    return allHitsWhere(
      taskCount,
      i =>
        durationDays[i] > DAYS_MAX ||
        !areBounded(links.lagDays.subarray(links.start[i], links.start[i + 1])) ||
        (work !== undefined && isEndless(work, i)),
    )
  },
}
