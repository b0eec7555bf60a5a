/** What the critical path finds in its input: links and dates that cannot be used, durations beyond reason, a calendar that the durations contradict. */

import { DAY_ABSENT, type ReadFaultKind } from '../../../../shared/contract/schedule/columns.ts'
import { hasAnyColumn } from '../../../../shared/contract/schedule/present-columns.ts'
import { cut } from '../../../../shared/contract/schedule/text.ts'
import {
  BASELINE_PAIR,
  type DatePair,
  isPairGiven,
  PAIR_REVERSED,
  PLAN_PAIRS,
  pairMarks,
  reversedDays,
  reversedText,
} from '../../check/date-pairs.ts'
import { seekIn } from '../../check/finding-rows.ts'
import { allHitsOf, allHitsWhere, hitsOfFault, joinHits, NO_HITS } from '../../check/findings.ts'
import { compareIds } from '../../ids/id-order.ts'
import { givenLinkCount } from '../../input/link-checks.ts'
import { DURATION_MISSING } from '../../input/schedule-findings.ts'
import { isInPasses } from '../../kind/participation.ts'
import { isActualInFuture, latestActual } from '../../population/status-faults.ts'
import { FINDING_TASKS_MAX } from '../../result/result.ts'
import { DAYS_BOUNDED, DURATION_BEYOND_DATES } from '../../supplied/days-bounded.ts'
import { dateText, inDays } from '../../wording/days.ts'
import { plural } from '../../wording/numbers.ts'
import { taskText } from '../../wording/tasks.ts'
import { type CpmRow, countWhere, example, type FindingContext, largest, size } from './finding-context.ts'

/** What the reader saw in the links. */
const linkFault = (...kinds: readonly ReadFaultKind[]): Pick<CpmRow, 'find' | 'detail'> => ({
  find: ({ columns }) => {
    const found = columns.faults.filter(each => kinds.includes(each.kind))
    if (found.length === 0) return NO_HITS
    const texts = found.flatMap(each => each.texts)
    return { ...joinHits(found.map(hitsOfFault)), evidence: { links: texts.slice(0, FINDING_TASKS_MAX) } }
  },
  detail: ({ columns }, { count }) => {
    const samples = columns.faults
      .filter(each => kinds.includes(each.kind))
      .flatMap(({ tasks, texts }) => tasks.map((task, n) => ({ task, text: texts[n] })))
      .filter(({ task }) => task >= 0)
      .sort((a, b) => compareIds(columns.id, a.task, b.task))
    const [first] = samples
    const shown = first === undefined ? '' : ` Example: "${cut(first.text, 40)}" of ${taskText(columns, first.task)}.`
    return `${size(count, givenLinkCount(columns), 'link')}${shown}`
  },
})

export const dangling: CpmRow = {
  code: 'CPM_DANGLING_PREDECESSOR',
  severity: 'high',
  title: 'Predecessors that are not in the schedule',
  description: count =>
    `${plural(count, 'link names', 'links name')} a predecessor that is not in the schedule. What follows may start too early, since such links are dropped.`,
  advice: {
    title: 'Complete the links to other schedules',
    description: 'Send the missing predecessors along, or replace each link by a start constraint with its date.',
  },
  ...linkFault('unknown_predecessor', 'lost_link'),
}

export const unparsable: CpmRow = {
  code: 'V010',
  severity: 'high',
  title: 'Links that cannot be read',
  description: count =>
    `${plural(count, 'link names', 'links name')} a known task, but the relation or the lag cannot be read. Such links are dropped.`,
  advice: {
    title: 'Rewrite the unreadable links',
    description:
      'Write them as "A FS+2 d" or as {task_id, type, lag_days}; percent lags and other units are not taken.',
  },
  ...linkFault('unparsable_link'),
}

export const duplicateLinks: CpmRow = {
  code: 'V102',
  severity: 'low',
  title: 'Duplicate links',
  description: count =>
    `${plural(count, 'link repeats', 'links repeat')} another of the same two tasks and relation; the largest lag was kept.`,
  advice: {
    title: 'Remove the duplicate links',
    description: 'Keep the one with the lag that is meant.',
  },
  ...linkFault('duplicate_link'),
}

export const durationMissing: CpmRow = {
  ...seekIn(DURATION_MISSING, ({ prepared }: FindingContext) => ({ missing: prepared.durationMissing })),
  detail: (context, hit) => `${size(hit.count, context.columns.taskCount, 'task')} ${example(context, hit)}`,
}

export const unbounded: CpmRow = seekIn(DAYS_BOUNDED, ({ columns, prepared: { input } }: FindingContext) => ({
  columns,
  work: input.clock?.tasks.resourceWork,
}))

export const durationBeyondDates: CpmRow = seekIn(
  DURATION_BEYOND_DATES,
  ({ columns, prepared: { input } }: FindingContext) => ({
    columns,
    input,
  }),
)

/** How many of the tasks with such a pair of dates, and the one with the finish furthest before its start. */
const reversed = (pairs: readonly DatePair[]): Pick<CpmRow, 'find' | 'detail'> => ({
  find: ({ columns }) =>
    hasAnyColumn(
      columns,
      pairs.map(({ finish }) => finish),
    )
      ? { ...allHitsOf(pairMarks(columns, pairs), PAIR_REVERSED), sizeOf: i => reversedDays(columns, i, pairs) }
      : NO_HITS,
  detail: (context, { count }) => {
    const { columns } = context
    const given = countWhere(columns.taskCount, i => pairs.some(pair => isPairGiven(columns, pair, i)))
    const worst = largest(context, i => reversedDays(columns, i, pairs) || Number.NaN)
    return `${size(count, given, 'task')} Worst: ${taskText(columns, worst)}, ${reversedText(columns, worst, pairs)}.`
  },
})

export const finishBeforeStart: CpmRow = {
  code: 'V009',
  severity: 'medium',
  title: 'Finish before start',
  description: count =>
    `${plural(count, 'task has', 'tasks have')} a pair of dates whose finish lies before its start.`,
  advice: {
    title: 'Correct the reversed dates',
    description: 'Exchange the two dates, or correct the one that is wrong: a finish is the last day of work.',
  },
  ...reversed(PLAN_PAIRS),
}

export const baselineReversed: CpmRow = {
  code: 'V111',
  severity: 'medium',
  title: 'Baseline finish before its start',
  description: count =>
    `${plural(count, 'baseline finish lies', 'baseline finishes lie')} before ${count === 1 ? 'its start' : 'their starts'}; no date of the schedule follows from it.`,
  advice: {
    title: 'Correct the reversed baseline dates',
    description: 'Take both dates from the baseline that was approved.',
  },
  ...reversed([BASELINE_PAIR]),
}

/** By days, as the progress audit counts them; a schedule without a status date is dated by its latest actual date. */
export const futureActual: CpmRow = {
  code: 'CPM_FUTURE_ACTUAL',
  severity: 'medium',
  title: 'Actual dates after the data date',
  description: count =>
    `${plural(count, 'task has', 'tasks have')} an actual date after the data date, on a day that had not come when the schedule was reported; the dates are followed as they are.`,
  advice: {
    title: 'Correct the actual dates or the data date',
    description:
      'Leave the actual date empty and forecast it while it has not happened; where the report is of a later day, send that as status_date.',
  },
  find: ({ columns, statusDay }) => {
    if (statusDay === DAY_ABSENT || !hasAnyColumn(columns, ['actualStart', 'actualFinish'])) return NO_HITS
    const { taskType } = columns
    const hits = allHitsWhere(
      columns.taskCount,
      i => isActualInFuture(columns, i, statusDay) && isInPasses(taskType[i]),
    )
    return { ...hits, sizeOf: i => latestActual(columns, i) - statusDay }
  },
  detail: (context, { count, sizeOf }) => {
    const { columns, statusDay } = context
    const reported = countWhere(columns.taskCount, i => latestActual(columns, i) !== DAY_ABSENT)
    const worst = largest(context, i => sizeOf?.(i) ?? Number.NaN)
    return `${size(count, reported, 'reported task')} Furthest: ${taskText(columns, worst)}, ${dateText(latestActual(columns, worst))}, ${inDays(latestActual(columns, worst) - statusDay, 'calendar')} after the data date.`
  },
}

/** A finding about a calendar that the request gives. */
export const calendarEvidence: CpmRow = {
  code: 'CPM_CALENDAR_EVIDENCE',
  severity: 'low',
  title: 'Durations speak for another calendar',
  description: count =>
    `${plural(count, 'duration fits its', 'durations fit their')} dates in another calendar than the one given.`,
  advice: {
    title: 'Check the calendar',
    description: 'Correct calendar, or leave it out to have the work week guessed from durations and dates.',
  },
  find: ({ choice: { mode, source, evidenceFor, evidenceAgainst } }) =>
    source === 'given' && evidenceAgainst > evidenceFor
      ? {
          tasks: [],
          count: evidenceAgainst,
          evidence: { mode, evidence_for: evidenceFor, evidence_against: evidenceAgainst },
        }
      : NO_HITS,
  detail: ({ choice }) => `${plural(choice.evidenceFor, 'duration fits', 'durations fit')} the one given.`,
}
