/**
 * What the findings of the critical path say behind their own sentence: how many of how many, and the worst with its task,
 * figure, constraint and date. Of equal ones the first by id, so that no order of the input decides.
 */

import { DIVERGENCE_REASONS } from '../../../../shared/contract/analysis/cpm/words.ts'
import { DAY_ABSENT, type ReadFaultKind, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { cut } from '../../../../shared/contract/schedule/cut-text.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import {
  BASELINE_PAIR,
  type DatePair,
  isPairGiven,
  PLAN_PAIRS,
  reversedDays,
  reversedText,
} from '../../check/date-pairs.ts'
import type { RowHit } from '../../check/finding-rows.ts'
import { constraintText } from '../../check/worst.ts'
import { isFinishType, isHardConstraint, isKnownConstraint, isPin } from '../../kind/constraint-types.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import type { CpmDates } from '../../cpm/dates.ts'
import { type Divergence, divergenceCounts } from '../../cpm/divergence.ts'
import { isBetweenFinished, linksViolated } from '../../cpm/float.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import {
  CONSTRAINT_ON_COMPLETE,
  CONSTRAINT_ON_STARTED,
  CONSTRAINT_WITHOUT_ANCHOR,
  CONSTRAINT_WITHOUT_DATE,
  type Preparation,
} from '../../cpm/prepare.ts'
import { compareIds } from '../../ids/id-order.ts'
import { givenLinkCount } from '../../input/link-checks.ts'
import { isLoe, isSummary } from '../../kind/participation.ts'
import { latestActual } from '../../population/overdue.ts'
import { COMPLETE } from '../../population/progress.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { isFurther } from '../../supplied/compare.ts'
import { dateText, dayBasis, inDays, offsetBasis } from '../../wording/days.ts'
import { roundHalfAway } from '../../wording/round.ts'
import { shareText } from '../../wording/shares.ts'
import { taskText } from '../../wording/tasks.ts'
import type { CpmFindingName } from './finding-rows.ts'
import type { Paths } from './paths.ts'
import { WORDS } from './words.ts'

export interface CpmContext {
  readonly columns: ScheduleColumns
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly days: CpmDates
  readonly drag: Float64Array
  readonly paths: Paths
  readonly choice: CalendarChoice
  /** Day number, DAY_ABSENT = not given. */
  readonly statusDay: number
  /** Tasks on one of the two critical paths only. */
  readonly divergence: Divergence
  /** P under progress override; undefined = the same as under retained logic. */
  readonly overrideFinish: number | undefined
  /** Early dates under progress override, where they were computed. */
  readonly overrideEarly: EarlyDates | undefined
}

export type NamedHits = { readonly [name in CpmFindingName]?: RowHit }

interface Detail {
  readonly text: string
  readonly evidence?: { readonly [name: string]: ResultValue }
}
type DetailOf = (context: CpmContext, count: number, hit: RowHit) => Detail | string

/** Those hits that count anything, each with what is said behind its sentence. */
export function withDetails(context: CpmContext, groups: readonly NamedHits[]): NamedHits {
  const detailed: { [name in CpmFindingName]?: RowHit } = {}
  for (const hits of groups) {
    for (const name of Object.keys(hits) as CpmFindingName[]) {
      const hit = hits[name]!
      if (hit.count > 0) detailed[name] = withDetail(context, hit, DETAILS[name])
    }
  }
  return detailed
}

function withDetail(context: CpmContext, hit: RowHit, detailOf: DetailOf | undefined): RowHit {
  if (detailOf === undefined) return hit
  const found = detailOf(context, hit.count, hit)
  const { text, evidence } = typeof found === 'string' ? { text: found } : found
  const detail = [text, hit.detail].filter(each => each !== undefined && each !== '').join(' ')
  return { ...hit, detail, ...(evidence === undefined ? {} : { evidence }) }
}

const NONE_ALLOWED = { operator: '<=', value: 0 } as const

const size = (count: number, of: number, noun: string | readonly [string, string]): string =>
  `${shareText(count, of, noun, NONE_ALLOWED)}.`

const countWhere = (taskCount: number, test: (i: number) => boolean): number => {
  let count = 0
  for (let i = 0; i < taskCount; i++) if (test(i)) count++
  return count
}

function constraintCount({ constraintType }: ScheduleColumns): number {
  let count = 0
  for (let i = 0; i < constraintType.length; i++) if (isKnownConstraint(constraintType[i])) count++
  return count
}

/** The task of the least value, -1 where none has one. */
function least({ columns }: CpmContext, values: Float64Array): number {
  let best = -1
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue
    if (best >= 0 && (values[i] > values[best] || (values[i] === values[best] && compareIds(columns.id, i, best) > 0)))
      continue
    best = i
  }
  return best
}

/** The task of the largest figure, -1 where none has one. */
function largest({ columns }: CpmContext, figure: (i: number) => number): number {
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < columns.taskCount; i++) {
    const own = figure(i)
    if (!(own > Number.NEGATIVE_INFINITY) || own < most) continue
    if (own === most && compareIds(columns.id, i, best) > 0) continue
    best = i
    most = own
  }
  return best
}

const NO_TASKS = new Uint32Array(0)

/** The first by id of those that were hit. */
function example({ columns }: CpmContext, { all = NO_TASKS }: RowHit, more: (i: number) => string = () => ''): string {
  let task = -1
  for (let n = 0; n < all.length; n++) if (task < 0 || compareIds(columns.id, all[n], task) < 0) task = all[n]
  return task < 0 ? '' : `Example: ${taskText(columns, task)}${more(task)}.`
}

const basisOf = ({ choice }: CpmContext) => dayBasis(choice.mode)
const rounded = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

const faultDetail =
  (...kinds: readonly ReadFaultKind[]): DetailOf =>
  ({ columns }, count) => {
    const samples = columns.faults
      .filter(each => kinds.includes(each.kind))
      .flatMap(({ tasks, texts }) => tasks.map((task, n) => ({ task, text: texts[n] })))
      .filter(({ task }) => task >= 0)
      .sort((a, b) => compareIds(columns.id, a.task, b.task))
    const [first] = samples
    const shown = first === undefined ? '' : ` Example: "${cut(first.text, 40)}" of ${taskText(columns, first.task)}.`
    return `${size(count, givenLinkCount(columns), 'link')}${shown}`
  }

const ofSummaries: DetailOf = ({ columns: { taskCount, taskType } }, count) =>
  size(
    count,
    countWhere(taskCount, i => isSummary(taskType[i])),
    'summary task',
  )

const constraintDetail =
  (fate: number): DetailOf =>
  (context, count, hit) => {
    const { columns } = context
    const given = constraintCount(columns)
    const named = example(context, hit, i => `, ${constraintText(columns, i)}`)
    const isAllowed = fate === CONSTRAINT_ON_COMPLETE || fate === CONSTRAINT_ON_STARTED
    const share = isAllowed ? `${shareText(count, given, 'constraint')}.` : size(count, given, 'constraint')
    return `${share} ${named}`
  }

/** Days by which the computed dates of a task miss its own late constraint; not a number without one. */
function missedDays({ prepared: { input }, result }: CpmContext, i: number): number {
  const code = input.constraint[i]
  if (!isHardConstraint(code)) return Number.NaN
  return (isFinishType(code) ? result.earlyFinish[i] : result.earlyStart[i]) - input.constraintOffset[i]
}

/** The task that misses its own late constraint most, -1 where none does. */
function mostMissed(context: CpmContext): number {
  const { id, taskCount } = context.columns
  const { constraint } = context.prepared.input
  let task = -1
  let most = EPSILON_DAYS
  for (let i = 0; i < taskCount; i++) {
    if (!isHardConstraint(constraint[i])) continue
    const days = missedDays(context, i)
    if (!(days > EPSILON_DAYS) || !isFurther(id, i, task, days, most)) continue
    task = i
    most = days
  }
  return task
}

function incompleteCount({ network: { taskCount, takesPart }, state }: CpmInput): number {
  let count = 0
  for (let i = 0; i < taskCount; i++) if (takesPart[i] === 1 && state[i] !== COMPLETE) count++
  return count
}

const negativeFloat: DetailOf = (context, count) => {
  const { columns, prepared, result, days } = context
  const basis = basisOf(context)
  const open = incompleteCount(prepared.input)
  const worstTask = least(context, result.totalFloat)
  const worst = WORDS.negativeFloat.worst(
    size(count, open, 'unfinished task'),
    taskText(columns, worstTask),
    inDays(result.totalFloat[worstTask], basis),
  )
  const missed = mostMissed(context)
  const leastDays = { least_total_float_days: rounded(result.totalFloat[worstTask]) }
  if (missed < 0) return { text: worst, evidence: { ...leastDays, missed_constraint: null } }
  const late = missedDays(context, missed)
  const isFinish = isFinishType(prepared.input.constraint[missed])
  const computed = isFinish ? days.earlyFinish[missed] : days.earlyStart[missed]
  return {
    text: WORDS.negativeFloat.text(
      worst,
      taskText(columns, missed),
      constraintText(columns, missed),
      inDays(late, offsetBasis(context.choice.mode)),
      isFinish,
      dateText(computed),
    ),
    evidence: {
      ...leastDays,
      missed_constraint: {
        id: textAt(columns.id, missed),
        name: textAt(columns.name, missed) || null,
        constraint_type: CONSTRAINT_TYPES[columns.constraintType[missed] - 1],
        constraint_date: dateOrNull(columns.constraintDate[missed]),
        computed_date: dateOrNull(computed),
        missed_days: rounded(late),
        day_basis: offsetBasis(context.choice.mode),
      },
    },
  }
}

const violated =
  (areFinished: boolean): DetailOf =>
  (context, count) => {
    const { columns, prepared, result } = context
    const { network, constraint } = prepared.input
    const { task, type } = network
    const { links, successors } = linksViolated(prepared.input, result)
    let [worst, successor] = [-1, -1]
    for (let n = 0; n < links.length; n++) {
      const [k, s] = [links[n], successors[n]]
      if (isBetweenFinished(prepared.input, s, k) !== areFinished) continue
      const order =
        worst < 0
          ? -1
          : result.linkFloat[k] - result.linkFloat[worst] ||
            compareIds(columns.id, s, successor) ||
            compareIds(columns.id, task[k], task[worst])
      if (order < 0) [worst, successor] = [k, s]
    }
    const why = isPin(constraint[successor])
      ? WORDS.violated.pinned(taskText(columns, successor), constraintText(columns, successor))
      : WORDS.violated.why(taskText(columns, successor))
    return WORDS.violated.worst(
      size(count, network.linkCount, 'link'),
      taskText(columns, task[worst]),
      taskText(columns, successor),
      RELATION_TYPES[type[worst]],
      inDays(result.linkFloat[worst], offsetBasis(context.choice.mode)),
      why,
    )
  }

const REASON_WORDS: Readonly<Record<(typeof DIVERGENCE_REASONS)[number], string>> = WORDS.divergenceReasons

/** How many of the tasks with such a pair of dates, and the one with the finish furthest before its start. */
function reversedDetail(pairs: readonly DatePair[]): DetailOf {
  return (context, count) => {
    const { columns } = context
    const given = countWhere(columns.taskCount, i => pairs.some(pair => isPairGiven(columns, pair, i)))
    const worst = largest(context, i => reversedDays(columns, i, pairs) || Number.NaN)
    return `${size(count, given, 'task')} Worst: ${taskText(columns, worst)}, ${reversedText(columns, worst, pairs)}.`
  }
}

const DETAILS: { readonly [name in CpmFindingName]?: DetailOf } = {
  dangling: faultDetail('unknown_predecessor', 'lost_link'),
  unparsable: faultDetail('unparsable_link'),
  duplicateLinks: faultDetail('duplicate_link'),
  negativeFloat,
  violated: violated(false),
  violatedByActuals: violated(true),
  dragLeftOut: ({ columns: { taskCount }, prepared, result }, count) =>
    WORDS.details.dragLeftOut(
      count,
      countWhere(taskCount, i => result.onLongestPath[i] === 1 && prepared.input.state[i] !== COMPLETE),
    ),
  durationMissing: (context, count, hit) =>
    `${size(count, context.columns.taskCount, 'task')} ${example(context, hit)}`,
  finishBeforeStart: reversedDetail(PLAN_PAIRS),
  baselineReversed: reversedDetail([BASELINE_PAIR]),
  futureActual: (context, count, hit) => {
    const { columns, statusDay } = context
    const reported = countWhere(columns.taskCount, i => latestActual(columns, i) !== DAY_ABSENT)
    const worst = largest(context, i => hit.sizeOf?.(i) ?? Number.NaN)
    return WORDS.details.futureActual(
      size(count, reported, 'reported task'),
      taskText(columns, worst),
      dateText(latestActual(columns, worst)),
      inDays(latestActual(columns, worst) - statusDay, 'calendar'),
    )
  },
  constraintWithoutDate: constraintDetail(CONSTRAINT_WITHOUT_DATE),
  constraintWithoutAnchor: constraintDetail(CONSTRAINT_WITHOUT_ANCHOR),
  constraintOnComplete: constraintDetail(CONSTRAINT_ON_COMPLETE),
  constraintOnStarted: constraintDetail(CONSTRAINT_ON_STARTED),
  outOfSequence: ({ prepared }, count) => size(count, prepared.input.network.linkCount, 'link'),
  outOfSequenceInProject: ({ prepared }, count) => size(count, prepared.input.network.linkCount, 'link'),
  summaryLinks: ofSummaries,
  summaryLinksDrive: ofSummaries,
  summaryLinksCircle: ofSummaries,
  loeDrives: ({ columns: { taskCount, taskType } }, count) =>
    size(
      count,
      countWhere(taskCount, i => isLoe(taskType[i])),
      'level-of-effort task',
    ),
  calendarEvidence: ({ choice }) => WORDS.details.calendarEvidence(choice.evidenceFor),
  divergence: ({ prepared, divergence }, count) => {
    const counts = divergenceCounts(divergence)
    const reasons = DIVERGENCE_REASONS.flatMap(reason =>
      counts[reason] === undefined ? [] : [`${counts[reason]} ${REASON_WORDS[reason]}`],
    )
    return `${shareText(count, prepared.input.network.order.length, 'task')}: ${reasons.join(', ')}.`
  },
  reverseCritical: (context, count) => {
    const { columns, drag, paths } = context
    const worst = least(context, drag)
    return WORDS.details.reverseCritical(
      count,
      paths.longest.length,
      taskText(columns, worst),
      inDays(drag[worst], offsetBasis(context.choice.mode)),
    )
  },
}
