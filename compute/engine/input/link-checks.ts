/** Links that cannot be used, or not as they stand. */
import type { ReadFaultKind, ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { allHitsWhere } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { isSummary } from '../kind/participation.ts'
import { plural } from '../wording/plural.ts'
import { type ColumnFacts, columnRule, faultHits, rule, type ValidateRow } from './context.ts'

const ALL_LINKS = 'All links given.'

/** Links given: those kept and those dropped. */
export const givenLinkCount = ({ links, faults }: ScheduleColumns): number =>
  faults.reduce(
    (sum, { kind, count }) => (kind === 'unparsable_link' || kind === 'duplicate_link' ? sum + count : sum),
    links.task.length,
  )

const linkFault =
  (kind: ReadFaultKind, words: (count: number) => string): ValidateRow<ColumnFacts>['run'] =>
  ({ columns }) => {
    const hits = faultHits(columns, fault => fault.kind === kind)
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
  run: linkFault('unparsable_link', count => `${plural(count, 'link names', 'links name')} a task but cannot be read.`),
})

export const unknownPredecessor = columnRule('warning', {
  code: 'V101',
  title: 'Unknown predecessor',
  severity: 'high',
  population: ALL_LINKS,
  formula: 'Links whose predecessor is the id of no task.',
  unit: 'links',
  run: linkFault(
    'unknown_predecessor',
    count => `${plural(count, 'link names', 'links name')} a task that is not there.`,
  ),
})

export const duplicateLink = columnRule('warning', {
  code: 'V102',
  title: 'Duplicate link',
  severity: 'low',
  population: ALL_LINKS,
  formula: 'Links equal to an earlier one in predecessor, successor and type; the largest lag is kept.',
  unit: 'links',
  run: linkFault('duplicate_link', count => `${plural(count, 'link repeats', 'links repeat')} an earlier one.`),
})

export const linkOnSummary = rule('warning', {
  code: 'V106',
  title: 'Link on a summary',
  severity: 'medium',
  population: 'Summary tasks.',
  noun: ['summary', 'summaries'],
  formula: 'Summaries with a predecessor or a successor; such links drive nothing.',
  unit: 'tasks',
  run: ({ columns }) => {
    const { taskCount, taskType, links } = columns
    const isLinked = new Uint8Array(taskCount)
    for (let s = 0; s < taskCount; s++) {
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        isLinked[s] = 1
        if (links.task[k] >= 0) isLinked[links.task[k]] = 1
      }
    }
    const hits = allHitsWhere(taskCount, i => isSummary(taskType[i]) && isLinked[i] === 1)
    const summaries = allHitsWhere(taskCount, i => isSummary(taskType[i]))
    return counted(hits, summaries.count, `${plural(hits.count, 'summary has', 'summaries have')} links.`)
  },
})
