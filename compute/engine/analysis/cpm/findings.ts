/** Which findings of finding-rows.ts a schedule earns. */

import type { ColumnName } from '../../../../shared/contract/schedule/column-rows.ts'
import { DAY_ABSENT, type ReadFaultKind, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { hasAnyColumn } from '../../../../shared/contract/schedule/present-columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { areBounded, DAYS_MAX } from '../../calendar/bounds.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import {
  BASELINE_PAIR,
  DATE_PAIRS,
  type DatePair,
  PLAN_PAIRS,
  reversedDays,
  reversedMarks,
} from '../../check/date-pairs.ts'
import { findingsOfRows, type RowHit } from '../../check/finding-rows.ts'
import { allHitsBelow, allHitsOf, allHitsWhere, hitsOf, hitsOfFault, joinHits, NO_HITS } from '../../check/findings.ts'
import { momentAt } from '../../clock/input.ts'
import { type ResourceWork, WORK_MINUTES_MAX } from '../../clock/resource-work.ts'
import { isPin } from '../../kind/constraint-types.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import { divergenceCounts } from '../../cpm/divergence.ts'
import { isBetweenFinished, linksViolated, type ViolatedLinks } from '../../cpm/float.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { finishingTasks } from '../../cpm/longest-path.ts'
import { holdingLinks } from '../../cpm/out-of-sequence.ts'
import {
  CONSTRAINT_ACTS,
  CONSTRAINT_ON_COMPLETE,
  CONSTRAINT_ON_STARTED,
  CONSTRAINT_WITHOUT_ANCHOR,
  CONSTRAINT_WITHOUT_DATE,
} from '../../cpm/prepare.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { actualDatesFindings } from '../../input/actual-dates.ts'
import { calendarFindings } from '../../input/calendar-unknown.ts'
import { fileFindings } from '../../input/input-findings.ts'
import { isUpTo } from '../../kind/codes-up-to.ts'
import { isInPasses, isLoe, isSummary } from '../../kind/participation.ts'
import { isActualInFuture, latestActual } from '../../population/overdue.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { isSummaryCircle, summariesAreLinked, summaryLinksOf } from '../../population/summary-links.ts'
import { dateOrNull } from '../../result/options.ts'
import { FINDING_TASKS_MAX, type ResultValue } from '../../result/result.ts'
import { mayBeSupplied, suppliedHits } from '../../supplied/supplied-findings.ts'
import { inDays, laterOrEarlier, offsetBasis, spanText } from '../../wording/days.ts'
import { roundHalfAway } from '../../wording/round.ts'
import { tasksText, taskText } from '../../wording/tasks.ts'
import { type CpmContext, type NamedHits, withDetails } from './finding-details.ts'
import { CPM_FINDING_ROWS, type CpmFindingName } from './finding-rows.ts'
import { WORDS } from './words.ts'

function isAnyAbove(values: Float64Array, limit: number): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] > limit) return true
  return false
}

/** What the reader saw in the links. */
function faultHits({ columns }: CpmContext): NamedHits {
  const fault = (...kinds: readonly ReadFaultKind[]): RowHit => {
    const found = columns.faults.filter(each => kinds.includes(each.kind))
    if (found.length === 0) return NO_HITS
    const texts = found.flatMap(each => each.texts)
    return {
      ...joinHits(found.map(hitsOfFault)),
      evidence: { links: texts.slice(0, FINDING_TASKS_MAX) },
    }
  }
  return {
    dangling: fault('unknown_predecessor', 'lost_link'),
    unparsable: fault('unparsable_link'),
    duplicateLinks: fault('duplicate_link'),
  }
}

function durationHits({ columns, prepared }: CpmContext): NamedHits {
  const { taskCount, durationDays } = columns
  const { start, lagDays } = columns.links
  const areLagsBounded = prepared.input.network.lagDays === lagDays || areBounded(lagDays)
  const work = prepared.input.clock?.tasks.resourceWork
  const isEndless = (of: ResourceWork, i: number): boolean => {
    for (let k = of.start[i]; k < of.start[i + 1]; k++)
      if (Math.max(of.minutes[k], of.lag[k]) >= WORK_MINUTES_MAX) return true
    return false
  }
  const unbounded = (i: number): boolean =>
    durationDays[i] > DAYS_MAX ||
    !areBounded(lagDays.subarray(start[i], start[i + 1])) ||
    (work !== undefined && isEndless(work, i))
  return {
    unbounded:
      areLagsBounded && work === undefined && !isAnyAbove(durationDays, DAYS_MAX)
        ? NO_HITS
        : allHitsWhere(taskCount, unbounded),
    durationMissing: allHitsOf(prepared.durationMissing, 1),
  }
}

function reversedHits({ columns }: CpmContext): NamedHits {
  const hits = (pairs: readonly DatePair[]): RowHit => ({
    ...allHitsOf(reversedMarks(columns, pairs), 1),
    sizeOf: i => reversedDays(columns, i, pairs),
  })
  return { finishBeforeStart: hits(PLAN_PAIRS), baselineReversed: hits([BASELINE_PAIR]) }
}

/** By days, as the progress audit counts them; a schedule without a status date is dated by its latest actual date. */
function futureHits({ columns, statusDay }: CpmContext): NamedHits {
  if (statusDay === DAY_ABSENT) return {}
  const { taskType } = columns
  const hits = allHitsWhere(columns.taskCount, i => isActualInFuture(columns, i, statusDay) && isInPasses(taskType[i]))
  return { futureActual: { ...hits, sizeOf: i => latestActual(columns, i) - statusDay } }
}

function constraintHits({ prepared: { constraintFate } }: CpmContext): NamedHits {
  if (isUpTo(constraintFate, CONSTRAINT_ACTS)) return {}
  const fate = (code: number): RowHit => allHitsOf(constraintFate, code)
  return {
    constraintWithoutDate: fate(CONSTRAINT_WITHOUT_DATE),
    constraintWithoutAnchor: fate(CONSTRAINT_WITHOUT_ANCHOR),
    constraintOnComplete: fate(CONSTRAINT_ON_COMPLETE),
    constraintOnStarted: fate(CONSTRAINT_ON_STARTED),
  }
}

/** Work that is left by its remaining duration, and none by its expected finish. Level of effort and summaries follow other tasks. */
function expectedFinishHits({ columns, prepared, result }: CpmContext): NamedHits {
  const { clock, state, remainingDays } = prepared.input
  const expected = clock?.tasks.expectedFinish
  if (clock === undefined || expected === undefined) return {}
  const { taskType } = columns
  const hasPassed = (i: number): boolean =>
    isInPasses(taskType[i]) &&
    !isLoe(taskType[i]) &&
    state[i] !== COMPLETE &&
    remainingDays[i] > 0 &&
    expected[i] <= momentAt(clock, result.early.start[i])
  return { expectedFinishPassed: allHitsWhere(columns.taskCount, hasPassed) }
}

/** Of a calendar that the request gives. */
const calendarHits = ({ choice: { mode, evidenceFor, evidenceAgainst } }: CpmContext): NamedHits => ({
  calendarEvidence: {
    tasks: [],
    count: evidenceAgainst > evidenceFor ? evidenceAgainst : 0,
    evidence: { mode, evidence_for: evidenceFor, evidence_against: evidenceAgainst },
  },
})

const progressHits = (context: CpmContext): NamedHits => ({
  [summariesAreLinked(context.columns) ? 'outOfSequenceInProject' : 'outOfSequence']: outOfSequenceLinks(context),
})

function summaryRowOf(columns: ScheduleColumns): CpmFindingName {
  if (!summariesAreLinked(columns)) return 'summaryLinks'
  return isSummaryCircle(columns) ? 'summaryLinksCircle' : 'summaryLinksDrive'
}

function logicHits({ columns, prepared }: CpmContext): NamedHits {
  const { taskCount, taskType, links } = columns
  const { network } = prepared.input
  const isUnlinked =
    network.linkCount === 0 && network.order.length > 1 && summaryLinksOf(columns, taskType) === undefined
  const noLogic = { tasks: [], count: isUnlinked ? network.order.length : 0 }
  if (network.order.length === taskCount) return { noLogic }
  // marks of summaries with a link on either side, and of level of effort before discrete work
  const linkedSummary = zeros(Uint8Array, taskCount)
  const drivingLoe = zeros(Uint8Array, taskCount)
  const { outside } = network
  for (let n = 0; n < outside.links.length; n++) {
    const s = outside.successors[n]
    const p = links.task[outside.links[n]]
    if (isSummary(taskType[s])) linkedSummary[s] = 1
    if (isSummary(taskType[p])) linkedSummary[p] = 1
    if (isLoe(taskType[p]) && isInPasses(taskType[s])) drivingLoe[p] = 1
  }
  const linked = allHitsOf(linkedSummary, 1)
  return {
    [summaryRowOf(columns)]: linked,
    loeDrives: allHitsOf(drivingLoe, 1),
    noLogic,
  }
}

function resultHits(context: CpmContext): NamedHits {
  const { columns, prepared, result, divergence, paths } = context
  const { input } = prepared
  return {
    negativeFloat: paths.hasNegativeFloat
      ? { ...allHitsBelow(result.totalFloat, -EPSILON_DAYS), sizeOf: i => -result.totalFloat[i] }
      : NO_HITS,
    mustFinish: missedFinish(context),
    ...violatedLinks(columns, input, result),
    divergence:
      divergence.tasks.length === 0 ? NO_HITS : { ...hitsOf(divergence.tasks), evidence: divergenceCounts(divergence) },
    ...dragHits(context),
  }
}

/** Only tasks of the longest path have a drag. */
function dragHits({ columns, prepared, result, drag, paths: { longest } }: CpmContext): NamedHits {
  const { state, remainingDays } = prepared.input
  const { onLongestPath } = result
  const isLeftOut = (i: number): boolean => onLongestPath[i] === 1 && state[i] !== COMPLETE && Number.isNaN(drag[i])
  let at = 0
  while (at < longest.length && !(drag[longest[at]] < -EPSILON_DAYS) && !isLeftOut(longest[at])) at++
  if (at === longest.length) return {}
  return {
    dragLeftOut: { ...allHitsWhere(columns.taskCount, isLeftOut), sizeOf: i => remainingDays[i] },
    reverseCritical: { ...allHitsBelow(drag, -EPSILON_DAYS), sizeOf: i => -drag[i] },
  }
}

/** Names the tasks that end the project, where it ends after must_finish_by. */
function missedFinish({ columns, prepared, result, days, choice }: CpmContext): RowHit {
  const { input, timeline } = prepared
  const lateDays = result.projectFinish - input.mustFinish
  if (timeline === undefined || !(lateDays > EPSILON_DAYS)) return NO_HITS
  const last = finishingTasks(input, result.projectFinish, result.early)
  const [must, finish] = [timeline.finishDay(input.mustFinish), days.projectFinish]
  const late = inDays(lateDays, offsetBasis(choice.mode))
  return {
    ...hitsOf(Uint32Array.from(last)),
    detail: WORDS.missedFinish.detail(late, spanText(must, finish), tasksText(columns, last)),
    evidence: {
      must_finish_by: dateOrNull(must),
      project_finish_date: dateOrNull(finish),
      late_days: roundHalfAway(lateDays, OFFSET_DECIMALS),
      day_basis: offsetBasis(choice.mode),
    },
  }
}

/** Names the successors; counts links. */
function outOfSequenceLinks({ columns, prepared, result, choice, overrideFinish }: CpmContext): RowHit {
  const { input, timeline } = prepared
  const { network, dataDate } = input
  const { links, successors, until } = holdingLinks(input, result.early)
  if (links.length === 0) return NO_HITS
  const basis = offsetBasis(choice.mode)
  const longest = until.reduce((best, offset, n) => (offset > until[best] + EPSILON_DAYS ? n : best), 0)
  const predecessor = network.task[links[longest]]
  // until when each waits, in input order
  const waits = new Map<number, number>()
  for (let n = 0; n < successors.length; n++) {
    const task = successors[n]
    waits.set(task, Math.max(waits.get(task) ?? 0, until[n]))
  }
  const longestWait = WORDS.outOfSequenceLinks.longestWait(
    taskText(columns, predecessor),
    taskText(columns, successors[longest]),
    inDays(until[longest] - dataDate, basis),
  )
  const moved = overrideFinish === undefined ? 0 : result.projectFinish - overrideFinish
  const override =
    moved === 0
      ? WORDS.outOfSequenceLinks.overrideSameDay
      : WORDS.outOfSequenceLinks.overrideMoved(laterOrEarlier(-moved, basis))
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
        waits_days: roundHalfAway(until[n] - dataDate, OFFSET_DECIMALS),
        waits_until: timeline === undefined ? null : dateOrNull(timeline.startDay(until[n])),
      })),
      project_finish_moves_days: roundHalfAway(moved, OFFSET_DECIMALS),
    },
  }
}

/** Those between finished tasks, and all others. */
function violatedLinks(columns: ScheduleColumns, input: CpmInput, result: CpmResult): NamedHits {
  const found = linksViolated(input, result)
  if (found.links.length === 0) return {}
  return {
    violated: violatedWhere(columns, input, result, found, false),
    violatedByActuals: violatedWhere(columns, input, result, found, true),
  }
}

/** Names the successors; counts links. */
function violatedWhere(
  columns: ScheduleColumns,
  input: CpmInput,
  result: CpmResult,
  found: ViolatedLinks,
  areFinished: boolean,
): RowHit {
  const { network, constraint } = input
  const { task, type } = network
  // by how much the worst link of each is violated, in input order
  const worstDays = new Map<number, number>()
  const links: ResultValue[] = []
  let count = 0
  let pinned = 0
  for (let n = 0; n < found.links.length; n++) {
    const k = found.links[n]
    const s = found.successors[n]
    if (isBetweenFinished(input, s, k) !== areFinished) continue
    if (isPin(constraint[s])) pinned++
    worstDays.set(s, Math.max(worstDays.get(s) ?? 0, -result.linkFloat[k]))
    if (count++ >= FINDING_TASKS_MAX) continue
    links.push({
      predecessor: textAt(columns.id, task[k]),
      successor: textAt(columns.id, s),
      type: RELATION_TYPES[type[k]],
      relationship_float_days: roundHalfAway(result.linkFloat[k], OFFSET_DECIMALS),
    })
  }
  return {
    ...hitsOf(Uint32Array.from(worstDays.keys())),
    count,
    sizeOf: task => worstDays.get(task)!,
    evidence: { links, pinned_successors: pinned },
  }
}

/** Hits that are looked for together, and whether the schedule has what they can be found in. */
interface Block {
  readonly mayHit: (context: CpmContext) => boolean
  readonly hitsOf: (context: CpmContext) => NamedHits
}

const withColumns =
  (...names: readonly ColumnName[]): Block['mayHit'] =>
  ({ columns }) =>
    hasAnyColumn(columns, names)

function readsExpectedFinish({ columns: { setting } }: CpmContext): boolean {
  return setting?.rules.rules === 'p6' && setting.rules.useExpectedFinish
}

const BLOCKS: readonly Block[] = [
  { mayHit: ({ columns }) => columns.faults.length > 0, hitsOf: faultHits },
  { mayHit: () => true, hitsOf: durationHits },
  { mayHit: withColumns(...DATE_PAIRS.map(({ finish }) => finish)), hitsOf: reversedHits },
  { mayHit: withColumns('actualStart', 'actualFinish'), hitsOf: futureHits },
  { mayHit: withColumns('constraintType'), hitsOf: constraintHits },
  { mayHit: readsExpectedFinish, hitsOf: expectedFinishHits },
  { mayHit: ({ choice }) => choice.source === 'given', hitsOf: calendarHits },
  { mayHit: () => true, hitsOf: logicHits },
  { mayHit: () => true, hitsOf: resultHits },
  { mayHit: ({ prepared }) => !isUpTo(prepared.input.state, NOT_STARTED), hitsOf: progressHits },
  {
    // without some of the links the dates are not meant to be those of the source
    mayHit: context => context.prepared.input.network.relationTypes === undefined && mayBeSupplied(context.columns),
    hitsOf: suppliedHits,
  },
]

function hitsIn(context: CpmContext): NamedHits[] {
  const hits: NamedHits[] = []
  for (let n = 0; n < BLOCKS.length; n++) if (BLOCKS[n].mayHit(context)) hits.push(BLOCKS[n].hitsOf(context))
  return hits
}

export const cpmFindings = (context: CpmContext): AdvisedFinding[] => [
  ...calendarFindings(context.columns),
  ...fileFindings(context.columns),
  ...actualDatesFindings(context.columns),
  ...findingsOfRows<CpmFindingName>(CPM_FINDING_ROWS, withDetails(context, hitsIn(context)), context.columns),
]
