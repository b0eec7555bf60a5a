/**
 * Findings about durations that every analysis which computes dates has: one is longer than is reckoned with, so that dates follow from another number than was sent, or the
 * stored dates of Microsoft Project leave less than the duration, so that other dates follow.
 */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { areBounded, DAYS_MAX } from '../calendar/bounds.ts'
import { snap } from '../calendar/snap.ts'
import type { PlainRow } from '../check/finding-rows.ts'
import { allHitsWhere, NO_HITS } from '../check/findings.ts'
import { isByClock } from '../clock/input.ts'
import { planOf } from '../clock/ms-project/plan.ts'
import { type ResourceWork, WORK_MINUTES_MAX } from '../clock/resource-work.ts'
import type { CpmInput } from '../cpm/input.ts'
import { compareIds } from '../ids/id-order.ts'
import { NOT_STARTED } from '../kind/states.ts'
import { FINDING_TASKS_MAX } from '../result/result.ts'
import { inDays } from '../wording/days.ts'
import { plural } from '../wording/numbers.ts'
import { NAMED_TASKS_MAX, taskText } from '../wording/tasks.ts'

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

interface OfDates {
  readonly columns: ScheduleColumns
  /** undefined: nothing was computed. */
  readonly input: CpmInput | undefined
}

/** Days of its calendar by which the stored dates of i, not started, leave less than its duration, where that is no work of another calendar; 0 = none. */
export function lackingDays(input: CpmInput, i: number): number {
  if (!isByClock(input) || input.clock.rules.rules !== 'ms_project' || input.state[i] !== NOT_STARTED) return 0
  const { calendars, calendar } = input.clock.made ?? { ...input.clock, calendar: input.clock.tasks.calendar }
  return planOf(input).lackingMinutes[i] / calendars[calendar[i]].minutesPerDay
}

export const DURATION_BEYOND_DATES: PlainRow<OfDates> = {
  code: 'CPM_DURATION_BEYOND_DATES',
  severity: 'medium',
  title: 'Durations that do not fit between their dates',
  description: count =>
    `${plural(count, 'task has', 'tasks have')} less working time between start and finish than the duration. A split makes that time longer, never shorter, so the durations were changed after the dates were computed: here dates follow from start and duration, as Microsoft Project computes them.`,
  advice: {
    title: 'Calculate the file again',
    description:
      'Open it in Microsoft Project, calculate the project (F9) and save it; where its dates are right, correct the durations.',
  },
  find: ({ columns, input }) => {
    if (input === undefined || input.clock?.rules.rules !== 'ms_project') return NO_HITS
    const hits = allHitsWhere(columns.taskCount, i => input.network.takesPart[i] === 1 && lackingDays(input, i) > 0)
    return { ...hits, sizeOf: i => lackingDays(input, i) }
  },
  detail: ({ columns, input }, { all = [] }) => {
    if (input === undefined) return ''
    const longest = Array.from(all).sort(
      (a, b) => lackingDays(input, b) - lackingDays(input, a) || compareIds(columns.id, a, b),
    )
    const days = (i: number): string => `${taskText(columns, i)} by ${inDays(lackingDays(input, i), 'working')}`
    return {
      text: `The durations are longer: ${longest.slice(0, NAMED_TASKS_MAX).map(days).join(', ')}${longest.length > NAMED_TASKS_MAX ? ', ...' : ''}.`,
      evidence: {
        tasks: longest
          .slice(0, FINDING_TASKS_MAX)
          .map(i => ({ id: textAt(columns.id, i), longer_by_days: snap(lackingDays(input, i)) })),
      },
    }
  },
}
