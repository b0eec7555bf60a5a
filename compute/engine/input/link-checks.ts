/** Links that cannot be used, or only in part. */

import type { ReadFaultKind, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { allHitsWhere, counted, NO_HITS } from '../check/findings.ts'
import { topologicalOrder } from '../graph/order.ts'
import { unmarkedParents } from '../kind/parents.ts'
import { linkedSummaries, SUMMARY_LOGIC_ADVICE } from '../metrics/summaries.ts'
import { isSummaryCircle, summariesAreLinked } from '../population/summary-links.ts'
import { plural } from '../wording/numbers.ts'
import { type ColumnContext, columnRule, faultHits, rule, showing, type ValidateRow } from './context.ts'

const ALL_LINKS = 'All links given.'

/** Links that name a task which is not there. */
const LOST_LINK_KINDS: readonly ReadFaultKind[] = ['unknown_predecessor', 'lost_link']

/** Links given: those kept and those dropped. */
export const givenLinkCount = ({ links, faults }: ScheduleColumns): number =>
  faults.reduce((sum, { kind, count }) => (NOT_KEPT.includes(kind) ? sum + count : sum), links.task.length)

/** Links of these faults are in no column. */
const NOT_KEPT: readonly ReadFaultKind[] = ['unparsable_link', 'duplicate_link', 'lost_link', 'external_link']

const linkFault =
  (kinds: readonly ReadFaultKind[], words: (count: number) => string): ValidateRow<ColumnContext>['run'] =>
  ({ columns }) => {
    const hits = faultHits(columns, fault => kinds.includes(fault.kind))
    const evidence = hits.count === 0 ? undefined : { links: hits.samples }
    return counted(hits, givenLinkCount(columns), words(hits.count), evidence)
  }

export const unparsableLink = columnRule('error', {
  code: 'V010',
  title: 'Link that cannot be read',
  severity: 'high',
  population: ALL_LINKS,
  formula:
    'Strings that begin with a task id and a relation, sign or % but follow no form of a link; they are dropped.',
  unit: 'links',
  advice: showing('links', {
    title: 'Rewrite the unreadable links',
    otherwise: 'each link',
    description: (links: string) => `Write ${links} as "A FS+2 d" or as {task_id, type, lag_days}.`,
  }),
  run: linkFault(
    ['unparsable_link'],
    (count: number) => `${plural(count, 'link names', 'links name')} a task but cannot be read.`,
  ),
})

export const unknownPredecessor = columnRule('warning', {
  code: 'V101',
  title: 'Unknown predecessor',
  severity: 'high',
  population: ALL_LINKS,
  formula: 'Links whose predecessor is the id of no task; in a file also those whose successor was not read.',
  unit: 'links',
  advice: showing('links', {
    title: 'Complete the links',
    otherwise: 'predecessors',
    description: (links: string) =>
      `Send the missing ${links} along, or put an SNET constraint with the date in place of the link.`,
  }),
  run: linkFault(
    LOST_LINK_KINDS,
    (count: number) => `${plural(count, 'link names', 'links name')} a task that is not there.`,
  ),
})

export const duplicateLink = columnRule('warning', {
  code: 'V102',
  title: 'Duplicate link',
  severity: 'low',
  population: ALL_LINKS,
  formula: 'Links equal to an earlier one in predecessor, successor and type; the largest lag is kept.',
  unit: 'links',
  advice: showing('links', {
    title: 'Remove the duplicate links',
    otherwise: 'each pair of equal links',
    description: (links: string) => `Of ${links} keep the one with the lag that is meant.`,
  }),
  run: linkFault(
    ['duplicate_link'],
    (count: number) => `${plural(count, 'link repeats', 'links repeat')} an earlier one.`,
  ),
})

export const linkOnSummary = rule('warning', {
  code: 'V106',
  title: 'Link on a summary',
  severity: 'medium',
  population: 'Summary tasks.',
  noun: ['summary', 'summaries'],
  formula: "Summaries with a predecessor or a successor; such links drive tasks by Microsoft Project's rules only.",
  unit: 'tasks',
  advice: SUMMARY_LOGIC_ADVICE,
  run: ({ columns }) => {
    const { hits, all } = linkedSummaries(columns, columns.taskType)
    return counted(hits, all, `${plural(hits.count, 'summary has', 'summaries have')} links.`)
  },
})

export const summaryCircle = rule('warning', {
  code: 'V119',
  title: 'Circle through a summary',
  severity: 'high',
  population: 'Summary tasks of a schedule by the rules of Microsoft Project.',
  noun: ['summary', 'summaries'],
  formula: 'Linked summaries, where links of summaries close a circle with what lies under them.',
  unit: 'tasks',
  advice: {
    title: 'Open the circle through the summaries',
    description: 'Replace links of summaries by links of the tasks under them that really wait for each other.',
  },
  run: ({ columns }) => {
    const { hits: linked, all } = linkedSummaries(columns, columns.taskType)
    const count = summariesAreLinked(columns) ? all : 0
    // what is a circle of tasks already is V004
    const isCircle =
      linked.count > 0 && topologicalOrder(columns.taskCount, columns.links) !== undefined && isSummaryCircle(columns)
    return isCircle
      ? counted(
          linked,
          count,
          `Links of ${plural(linked.count, 'summary', 'summaries')} close a circle with what lies under the summaries, which Microsoft Project does not allow. So no link of a summary counts, and dates may be too early.`,
        )
      : counted(NO_HITS, count, 'No link of a summary closes a circle.')
  },
})

export const parentNoSummary = columnRule('warning', {
  code: 'V115',
  title: 'Parent that is no summary',
  severity: 'medium',
  population: 'All tasks, where any of them names a parent_id.',
  formula:
    'Tasks that others name as parent_id and that are of another type than summary, or without a type and linked. Without a type and without links such a task is taken as a summary.',
  unit: 'tasks',
  advice: {
    title: 'Say which tasks are summaries',
    description:
      'Set task_type to summary where the work lies in the tasks below, and link those; else leave parent_id of the others empty.',
  },
  run: ({ columns }) => {
    const marks = unmarkedParents(columns)
    const hits = allHitsWhere(columns.taskCount, i => marks?.[i] === 1)
    return counted(
      hits,
      marks === undefined ? 0 : columns.taskCount,
      `${plural(hits.count, 'task has', 'tasks have')} others below ${hits.count === 1 ? 'it and is' : 'them and are'} no summary, so the work counts twice.`,
    )
  },
})
