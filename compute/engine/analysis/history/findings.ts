/** The findings of POST /api/v1/forensics/history about the record, one row each, in the order they are listed. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { AdvisedFinding, Named } from '../../check/advised-finding.ts'
import { type FindingRow, seek, seekIn } from '../../check/finding-rows.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { inDays } from '../../wording/days.ts'
import { plural } from '../../wording/numbers.ts'
import type { Trend } from './trend.ts'
import { finishDayOf, rewrittenIn, type Update } from './update.ts'

interface FindingContext {
  readonly updates: readonly Update[]
  readonly trend: Trend | undefined
  readonly completionDay: number
  /** What lastTaskText says; empty: the same task ends last in all. */
  readonly endText: string
}

const lateDays = ({ updates, completionDay }: FindingContext): number => {
  const day = finishDayOf(updates.at(-1)!)
  return completionDay === DAY_ABSENT || day === DAY_ABSENT ? 0 : Math.max(0, day - completionDay)
}

const rewritten = ({ updates }: FindingContext): number =>
  updates.reduce((sum, update, n) => sum + rewrittenIn(update, updates[n - 1]).length, 0)

export const HISTORY_FINDING_ROWS = {
  endChanged: seekIn(lastTaskRow('HISTORY_END_CHANGED'), ({ endText }: FindingContext) => [endText]),
  single: {
    code: 'HISTORY_ONE_SCHEDULE',
    severity: 'info',
    title: 'One schedule',
    description: () => 'There is one schedule alone, so there is no record to follow.',
    advice: { title: 'Send the updates', description: 'Send earlier updates in schedule_history, each with its date.' },
    find: ({ updates }) => ({ count: updates.length < 2 ? 1 : 0 }),
  },
  late: {
    code: 'HISTORY_PAST_COMPLETION',
    severity: 'high',
    title: 'Finish after the completion date',
    description: days => `The last update finishes ${inDays(days, 'calendar')} after the completion date.`,
    find: context => ({ count: lateDays(context) }),
  },
  trend: {
    code: 'HISTORY_TREND_LATER',
    severity: 'medium',
    title: 'A record that runs later than the schedule says',
    description: days =>
      `The record, continued as a line, ends ${inDays(days, 'calendar')} after the finish of the last update that it follows. It is no simulation and knows nothing of the work that is left.`,
    find: ({ trend }) => ({ count: Math.max(0, trend?.beyond_finish_calendar_days ?? 0) }),
  },
  rewritten: {
    code: 'HISTORY_REWRITTEN',
    severity: 'high',
    title: 'Actual dates that later updates changed',
    description: count =>
      `${plural(count, 'time', 'times')} an update has other actual dates of a task than were reported before, or lacks one; a start and a finish of one task count once.`,
    advice: {
      title: 'Explain the changed history',
      description: 'Give the records of the changed dates; change tracking lists them one by one.',
    },
    find: context => ({ count: rewritten(context) }),
  },
} as const satisfies Record<string, FindingRow<FindingContext>>

const ROWS: readonly FindingRow<FindingContext>[] = Object.values(HISTORY_FINDING_ROWS)

export const historyFindings = (context: FindingContext, columns: Named): AdvisedFinding[] =>
  seek(ROWS, context, columns)
