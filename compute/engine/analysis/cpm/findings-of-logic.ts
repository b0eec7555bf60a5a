/** Constraints that do nothing, dates that have passed, and links and level of effort that drive nothing. */

import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { hasAnyColumn } from '../../../../shared/contract/schedule/present-columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { RowHit } from '../../check/finding-rows.ts'
import { allHitsOf, allHitsWhere, hitsOf, NO_HITS } from '../../check/findings.ts'
import { LINK_THE_TASKS } from '../../check/gate-rows.ts'
import { constraintText } from '../../check/worst.ts'
import { momentAt } from '../../clock/input.ts'
import { holdingLinks } from '../../cpm/out-of-sequence.ts'
import {
  CONSTRAINT_ON_COMPLETE,
  CONSTRAINT_ON_STARTED,
  CONSTRAINT_WITHOUT_ANCHOR,
  CONSTRAINT_WITHOUT_DATE,
} from '../../cpm/prepare.ts'
import { isUpTo, zeros } from '../../ids/short-arrays.ts'
import { isKnownConstraint } from '../../kind/constraint-types.ts'
import { isInPasses, isLoe, isSummary } from '../../kind/participation.ts'
import { UNDATED_ADVICE } from '../../metrics/constraints.ts'
import { DRIVING_EFFORT, EFFORT_LOGIC_ADVICE, SUMMARY_LOGIC_ADVICE } from '../../metrics/summaries.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { isSummaryCircle, summariesAreLinked, summaryLinksOf } from '../../population/summary-links.ts'
import { dateOrNull } from '../../result/options.ts'
import { FINDING_TASKS_MAX } from '../../result/result.ts'
import { dayBasis, inDays, laterOrEarlier, offsetBasis } from '../../wording/days.ts'
import { plural, roundHalfAway } from '../../wording/numbers.ts'
import { shareText } from '../../wording/shares.ts'
import { taskText } from '../../wording/tasks.ts'
import { type CpmRow, countWhere, example, type FindingContext, size } from './finding-context.ts'

/** Constraints of one fate. `isAllowed`: they stand where none is needed, so there is no limit. */
const constraints = (fate: number, isAllowed = false): Pick<CpmRow, 'find' | 'detail'> => ({
  find: ({ columns, prepared }) =>
    hasAnyColumn(columns, ['constraintType']) ? allHitsOf(prepared.constraintFate, fate) : NO_HITS,
  detail: (context, hit) => {
    const { columns } = context
    const given = countWhere(columns.taskCount, i => isKnownConstraint(columns.constraintType[i]))
    const share = isAllowed ? `${shareText(hit.count, given, 'constraint')}.` : size(hit.count, given, 'constraint')
    return `${share} ${example(context, hit, i => `, ${constraintText(columns, i)}`)}`
  },
})

export const constraintWithoutDate: CpmRow = {
  code: 'V103',
  severity: 'medium',
  title: 'Constraints without a date',
  description: count =>
    `${plural(count, 'constraint has', 'constraints have')} no constraint_date; such a constraint is ignored.`,
  advice: UNDATED_ADVICE,
  ...constraints(CONSTRAINT_WITHOUT_DATE),
}

export const constraintWithoutAnchor: CpmRow = {
  code: 'CPM_NO_ANCHOR',
  severity: 'medium',
  title: 'No date to count from',
  description: count =>
    `${plural(count, 'date constraint was', 'date constraints were')} skipped: no task has a start date and no status_date was given.`,
  advice: {
    title: 'Give the schedule a date',
    description: 'A planned start on any task, or status_date, lets constraints and dates be placed.',
  },
  ...constraints(CONSTRAINT_WITHOUT_ANCHOR),
}

export const constraintOnComplete: CpmRow = {
  code: 'CPM_CONSTRAINT_ON_COMPLETE',
  severity: 'low',
  title: 'Constraints on finished tasks',
  description: count =>
    `${plural(count, 'constraint stands on a complete task', 'constraints stand on complete tasks')}; such a constraint is ignored.`,
  advice: {
    title: 'Remove the constraints of finished tasks',
    description: 'Actual dates have replaced them; remove constraint_type and constraint_date.',
  },
  ...constraints(CONSTRAINT_ON_COMPLETE, true),
}

export const constraintOnStarted: CpmRow = {
  code: 'CPM_CONSTRAINT_ON_STARTED',
  severity: 'info',
  title: 'Start constraints on started tasks',
  description: count =>
    `${plural(count, 'constraint says', 'constraints say')} when work starts that has started; only FNET, FNLT and MFO still act on it.`,
  advice: {
    title: 'Remove the start constraints of started tasks',
    description: 'The actual start has replaced them; keep a finish constraint where the finish is due.',
  },
  ...constraints(CONSTRAINT_ON_STARTED, true),
}

/** Work that is left by its remaining duration, and none by its expected finish. Level of effort and summaries follow other tasks. */
export const expectedFinishPassed: CpmRow = {
  code: 'CPM_EXPECTED_FINISH_PASSED',
  severity: 'medium',
  title: 'Expected finishes that have passed',
  description: count =>
    `${plural(count, 'unfinished task has', 'unfinished tasks have')} an expected finish before what is left of ${count === 1 ? 'it' : 'them'} can start; no remaining duration was counted for ${count === 1 ? 'it' : 'them'}, as P6 counts none below 0.`,
  advice: {
    title: 'Update the expected finishes',
    description:
      'Set a date after the data date and the predecessors, or remove it, so that the remaining duration counts.',
  },
  find: ({ columns: { setting, taskType, taskCount }, prepared, result }) => {
    const { clock, state, remainingDays } = prepared.input
    const expected = clock?.tasks.expectedFinish
    const isRead = setting?.rules.rules === 'p6' && setting.rules.useExpectedFinish
    if (!isRead || clock === undefined || expected === undefined) return NO_HITS
    return allHitsWhere(
      taskCount,
      i =>
        isInPasses(taskType[i]) &&
        !isLoe(taskType[i]) &&
        state[i] !== COMPLETE &&
        remainingDays[i] > 0 &&
        expected[i] <= momentAt(clock, result.early.start[i]),
    )
  },
}

/** Names the successors; counts links. */
function outOfSequenceLinks({ columns, prepared, result, choice, overrideFinish }: FindingContext): RowHit {
  const { input, timeline } = prepared
  const { network } = input
  if (isUpTo(input.state, NOT_STARTED)) return NO_HITS
  const { links, successors, until, waitDays } = holdingLinks(input, result.early, columns)
  if (links.length === 0) return NO_HITS
  const longest = waitDays.reduce((best, days, n) => (days > waitDays[best] + EPSILON_DAYS ? n : best), 0)
  const predecessor = network.task[links[longest]]
  // until when each waits, in input order
  const waits = new Map<number, number>()
  for (let n = 0; n < successors.length; n++) {
    const task = successors[n]
    waits.set(task, Math.max(waits.get(task) ?? 0, waitDays[n]))
  }
  const longestWait = `The longest wait is that for ${taskText(columns, predecessor)} before ${taskText(columns, successors[longest])}: ${inDays(waitDays[longest], dayBasis(choice.mode))} from the data date.`
  const moved = overrideFinish === undefined ? 0 : result.projectFinish - overrideFinish
  const override =
    moved === 0
      ? 'Under progress override the project would finish on the same day.'
      : `Under progress override the project would finish ${laterOrEarlier(-moved, offsetBasis(choice.mode))}.`
  return {
    ...hitsOf(Uint32Array.from(waits.keys())),
    count: links.length,
    sizeOf: task => waits.get(task)!,
    detail: `${longestWait} ${override}`,
    evidence: {
      links: links.slice(0, FINDING_TASKS_MAX).map((k, n) => ({
        predecessor: textAt(columns.id, network.task[k]),
        successor: textAt(columns.id, successors[n]),
        type: RELATION_TYPES[network.type[k]],
        lag_days: roundHalfAway(network.lagDays[k], OFFSET_DECIMALS),
        waits_days: roundHalfAway(waitDays[n], OFFSET_DECIMALS),
        waits_until: timeline === undefined ? null : dateOrNull(timeline.startDay(until[n])),
      })),
      project_finish_moves_days: roundHalfAway(moved, OFFSET_DECIMALS),
    },
  }
}

/** `inProject`: by the rules of Microsoft Project, which say something else of the work that waits. */
const outOfSequenceRow = (inProject: boolean, description: CpmRow['description']): CpmRow => ({
  code: 'CPM_OUT_OF_SEQUENCE',
  severity: 'medium',
  title: 'Progress out of sequence',
  description,
  advice: {
    title: 'Settle the out-of-sequence progress',
    description: 'Correct the status of the predecessors, or the links that the work did not keep to.',
  },
  find: context => (summariesAreLinked(context.columns) === inProject ? outOfSequenceLinks(context) : NO_HITS),
  detail: ({ prepared }, { count, detail }) => `${size(count, prepared.input.network.linkCount, 'link')} ${detail}`,
})

export const outOfSequence = outOfSequenceRow(
  false,
  count =>
    `${plural(count, 'link from unfinished work was not kept', 'links from unfinished work were not kept')} by work that has started or finished; what is left behind ${count === 1 ? 'it' : 'them'} waits (retained logic).`,
)

export const outOfSequenceInProject = outOfSequenceRow(
  true,
  count =>
    `${plural(count, 'link from unfinished work was not kept', 'links from unfinished work were not kept')} by work that has started or finished; what is left of started work waits for the finish of its predecessors, not for their start, as Microsoft Project has it.`,
)

export const noLogic: CpmRow = {
  code: 'CPM_NO_LOGIC',
  severity: 'medium',
  title: 'No logic',
  description: count =>
    `None of ${plural(count, 'task')} is linked with another, so the critical path is the longest task.`,
  advice: LINK_THE_TASKS,
  find: ({ columns, prepared: { input } }) => {
    const { linkCount, order } = input.network
    const isUnlinked = linkCount === 0 && order.length > 1 && summaryLinksOf(columns, columns.taskType) === undefined
    return isUnlinked ? { tasks: [], count: order.length } : NO_HITS
  },
}

/** The first or the second end of the links that the network leaves out, where the test holds for both. */
function outsideEnds(
  { columns: { taskCount, links }, prepared }: FindingContext,
  mark: (marks: Uint8Array, predecessor: number, successor: number) => void,
): RowHit {
  const { outside, order } = prepared.input.network
  if (order.length === taskCount) return NO_HITS
  const marks = zeros(Uint8Array, taskCount)
  for (let n = 0; n < outside.links.length; n++) mark(marks, links.task[outside.links[n]], outside.successors[n])
  return allHitsOf(marks, 1)
}

/** What links of summaries do: nothing, or by the rules of Microsoft Project what they drive, or nothing since they form a circle. */
type SummaryFate = 'ignored' | 'drive' | 'circle'

const summaryFate = ({ columns }: FindingContext): SummaryFate => {
  if (!summariesAreLinked(columns)) return 'ignored'
  return isSummaryCircle(columns) ? 'circle' : 'drive'
}

const summaryLinksRow = (fate: SummaryFate, severity: CpmRow['severity'], what: string): CpmRow => ({
  code: '06A208a',
  severity,
  title: 'Links on summary tasks',
  description: count => `${plural(count, 'summary task has', 'summary tasks have')} predecessors or successors${what}`,
  advice: SUMMARY_LOGIC_ADVICE,
  find: context => {
    const { taskType } = context.columns
    if (context.prepared.input.network.order.length === taskType.length || summaryFate(context) !== fate) return NO_HITS
    return outsideEnds(context, (marks, p, s) => {
      if (isSummary(taskType[s])) marks[s] = 1
      if (isSummary(taskType[p])) marks[p] = 1
    })
  },
  detail: ({ columns: { taskCount, taskType } }, { count }) =>
    size(
      count,
      countWhere(taskCount, i => isSummary(taskType[i])),
      'summary task',
    ),
})

export const summaryLinks = summaryLinksRow('ignored', 'medium', '; those links drive nothing.')

export const summaryLinksDrive = summaryLinksRow(
  'drive',
  'medium',
  '; those links drive what lies under the summary, as Microsoft Project has it. Other tools ignore them.',
)

export const summaryLinksCircle = summaryLinksRow(
  'circle',
  'high',
  '. These links form a circle with what lies under the summaries, which Microsoft Project does not allow, so no link of a summary counts and dates may be too early.',
)

export const loeDrives: CpmRow = {
  code: '06A210a',
  severity: 'medium',
  title: DRIVING_EFFORT.title,
  description: count =>
    `${plural(count, 'level-of-effort task precedes', 'level-of-effort tasks precede')} discrete work; those links drive nothing.`,
  advice: EFFORT_LOGIC_ADVICE,
  find: context => {
    const { taskType } = context.columns
    return outsideEnds(context, (marks, p, s) => {
      if (isLoe(taskType[p]) && isInPasses(taskType[s])) marks[p] = 1
    })
  },
  detail: ({ columns: { taskCount, taskType } }, { count }) =>
    size(
      count,
      countWhere(taskCount, i => isLoe(taskType[i])),
      'level-of-effort task',
    ),
}
