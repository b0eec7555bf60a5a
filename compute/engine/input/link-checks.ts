/** Links that cannot be used, or only in part. */

import type { ReadFaultKind, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { allHitsWhere, NO_HITS } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { topologicalOrder } from '../graph/order.ts'
import { zeros } from '../ids/short-arrays.ts'
import { unmarkedParents } from '../kind/parents.ts'
import { isSummary } from '../kind/participation.ts'
import { isSummaryCircle, summariesAreLinked } from '../population/summary-links.ts'
import { type ColumnContext, columnRule, faultHits, rule, type ValidateRow } from './context.ts'
import { WORDS } from './words.ts'

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
  title: WORDS.unparsableLink.title,
  severity: 'high',
  population: WORDS.unparsableLink.population,
  formula: WORDS.unparsableLink.formula,
  unit: 'links',
  run: linkFault(['unparsable_link'], WORDS.unparsableLink.message),
})

export const unknownPredecessor = columnRule('warning', {
  code: 'V101',
  title: WORDS.unknownPredecessor.title,
  severity: 'high',
  population: WORDS.unknownPredecessor.population,
  formula: WORDS.unknownPredecessor.formula,
  unit: 'links',
  run: linkFault(LOST_LINK_KINDS, WORDS.unknownPredecessor.message),
})

export const duplicateLink = columnRule('warning', {
  code: 'V102',
  title: WORDS.duplicateLink.title,
  severity: 'low',
  population: WORDS.duplicateLink.population,
  formula: WORDS.duplicateLink.formula,
  unit: 'links',
  run: linkFault(['duplicate_link'], WORDS.duplicateLink.message),
})

/** Summaries with a predecessor or a successor, and all of them. */
function linkedSummaries({ taskCount, taskType, links }: ScheduleColumns) {
  const isLinked = zeros(Uint8Array, taskCount)
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      isLinked[s] = 1
      if (links.task[k] >= 0) isLinked[links.task[k]] = 1
    }
  }
  return {
    linked: allHitsWhere(taskCount, i => isSummary(taskType[i]) && isLinked[i] === 1),
    all: allHitsWhere(taskCount, i => isSummary(taskType[i])),
  }
}

export const linkOnSummary = rule('warning', {
  code: 'V106',
  title: WORDS.linkOnSummary.title,
  severity: 'medium',
  population: WORDS.linkOnSummary.population,
  noun: WORDS.linkOnSummary.noun,
  formula: WORDS.linkOnSummary.formula,
  unit: 'tasks',
  run: ({ columns }) => {
    const { linked, all } = linkedSummaries(columns)
    return counted(linked, all.count, WORDS.linkOnSummary.message(linked.count))
  },
})

export const summaryCircle = rule('warning', {
  code: 'V119',
  title: WORDS.summaryCircle.title,
  severity: 'high',
  population: WORDS.summaryCircle.population,
  noun: WORDS.summaryCircle.noun,
  formula: WORDS.summaryCircle.formula,
  unit: 'tasks',
  run: ({ columns }) => {
    const { linked, all } = linkedSummaries(columns)
    const count = summariesAreLinked(columns) ? all.count : 0
    // what is a circle of tasks already is V004
    const isCircle =
      linked.count > 0 && topologicalOrder(columns.taskCount, columns.links) !== undefined && isSummaryCircle(columns)
    return isCircle
      ? counted(linked, count, WORDS.summaryCircle.message(linked.count))
      : counted(NO_HITS, count, WORDS.summaryCircle.none)
  },
})

export const parentNoSummary = columnRule('warning', {
  code: 'V115',
  title: WORDS.parentNoSummary.title,
  severity: 'medium',
  population: WORDS.parentNoSummary.population,
  formula: WORDS.parentNoSummary.formula,
  unit: 'tasks',
  run: ({ columns }) => {
    const marks = unmarkedParents(columns)
    const hits = allHitsWhere(columns.taskCount, i => marks?.[i] === 1)
    return counted(hits, marks === undefined ? 0 : columns.taskCount, WORDS.parentNoSummary.message(hits.count))
  },
})
