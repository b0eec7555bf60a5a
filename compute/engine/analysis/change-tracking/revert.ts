/**
 * Edits taken back on the network of the later status, everything else as it stands: the input of a forward pass, or what stands in the way. One
 * edit or all of them cost one copy of the arrays they touch; links that come back cost a new order, O(tasks + links).
 */

import { CHANGE_FIELDS, type EditObstacle } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import { DAY_ABSENT, LINK_UNKNOWN } from '../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { boundedDays } from '../../calendar/bounds.ts'
import { momentIn } from '../../clock/calendars.ts'
import { calendarOf } from '../../clock/input.ts'
import { dataDateHoldsNothing } from '../../clock/rules.ts'
import { liveIndex, withCells } from '../../compare/computed-status.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { type TakenBack, withOldSetting } from '../../compare/old-setting.ts'
import { type CpmInput, withRemaining } from '../../cpm/input.ts'
import { lagLeft } from '../../cpm/lags.ts'
import { constraintOffsetOf } from '../../cpm/prepare.ts'
import type { Network } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { ALAP, actsInProgress, NO_CONSTRAINT, needsDate } from '../../kind/constraint-types.ts'
import { IN_PROGRESS } from '../../population/progress.ts'
import { withOldCells } from './cell-edits.ts'
import { withDeletedTasks } from './deleted-tasks.ts'
import {
  CALENDAR,
  CONSTRAINT_TYPE,
  DURATION,
  type Edit,
  isOfCells,
  isOfSummary,
  oldRemaining,
  TASK_ADDED,
  TASK_DELETED,
} from './edits.ts'
import { dayScale, type Pair } from './pair.ts'

/** A link with this lag holds nothing. */
const NO_HOLD = Number.NEGATIVE_INFINITY

/** With `changes`, the changes of the setting are taken back, too. */
export function reverted(
  standing: Pair,
  allEdits: readonly Edit[],
  changes: TakenBack['changes'] = [],
): CpmInput | EditObstacle {
  const deleted = allEdits.filter(({ field }) => field === TASK_DELETED).map(({ before }) => before)
  const whole = withDeletedTasks(
    standing,
    allEdits.filter(({ field }) => field !== TASK_DELETED),
    deleted,
  )
  if (typeof whole === 'string') return whole
  const cells = withOldCells(whole.pair, whole.edits.filter(isOfCells), ({ field }) => CHANGE_FIELDS[field])
  const summaries = withOldSummaryLinks(cells, whole.edits)
  if (typeof summaries === 'string') return summaries
  const { edits } = summaries
  const of = (field: number): readonly Edit[] => edits.filter(edit => edit.field === field)
  const durations = of(DURATION)
  const pair = withOldWork(summaries.pair, durations)
  const links = edits.filter(({ linkBefore, linkAfter }) => linkBefore !== NO_LINK || linkAfter !== NO_LINK)
  const tasks = of(CALENDAR).map(({ after }) => after)
  const { input: now } = pair.after.prepared
  let input = changes.length + tasks.length === 0 ? now : withOldSetting(pair.setting, now, { changes, tasks })
  if (durations.length > 0)
    input = withRemaining(
      input,
      durations.map(edit => [edit.after, oldRemaining(pair, edit, input)] as const),
    )
  input = withOldConstraints(pair, input, of(CONSTRAINT_TYPE))
  input = withOldRelations(
    pair,
    input,
    links.filter(({ linkAfter }) => linkAfter !== NO_LINK),
  )
  input = withoutTasks(
    input,
    of(TASK_ADDED).map(({ after }) => after),
  )
  return withOldLinks(
    pair,
    input,
    links.filter(({ linkAfter }) => linkAfter === NO_LINK),
  )
}

/**
 * The pair with the durations of work in progress as they were. By the rules of Microsoft Project such work ends where what was done and what is left of it lead to, so both
 * change with its duration, and the finish that is stored.
 */
export function withOldWork(pair: Pair, edits: readonly Pick<Edit, 'before' | 'after'>[]): Pair {
  const { before, after } = pair
  const { input } = after.prepared
  if (!dataDateHoldsNothing(input)) return pair
  const begun = edits.filter(({ after: i }) => input.state[i] === IN_PROGRESS)
  if (begun.length === 0) return pair
  const is = after.columns
  const durationDays = is.durationDays.slice()
  const remainingDurationDays = is.remainingDurationDays.slice()
  const forecastFinish = is.forecastFinish.slice()
  const forecastFinishTime = is.forecastFinishTime.slice()
  for (const edit of begun) {
    const i = edit.after
    const calendar = calendarOf(input.clock, i)
    const left = oldRemaining(pair, edit, input)
    const longer = (input.remainingDays[i] - left) * calendar.minutesPerDay
    durationDays[i] = before.columns.durationDays[edit.before] * dayScale(pair, edit.before, i)
    remainingDurationDays[i] = left
    if (!(forecastFinishTime[i] > 0)) continue
    const ends = calendar.moved(momentIn(is, 'forecastFinish', i, 'finish'), -Math.round(longer))
    if (Number.isNaN(ends)) continue
    forecastFinish[i] = Math.floor(ends / MINUTES_PER_DAY)
    forecastFinishTime[i] = ends - forecastFinish[i] * MINUTES_PER_DAY + 1
  }
  const columns = { ...is, durationDays, remainingDurationDays, forecastFinish, forecastFinishTime, notes: undefined }
  return { ...pair, after: withCells(after, columns) }
}

interface Reverting {
  readonly pair: Pair
  /** Those that are still to be taken back, with the links where they stand in the pair. */
  readonly edits: readonly Edit[]
}

/** Links from and to summaries as they were: the rules read them from the schedule, not from the network. */
function withOldSummaryLinks(pair: Pair, edits: readonly Edit[]): Reverting | EditObstacle {
  const back = edits.filter(edit => isOfSummary(pair, edit))
  if (back.length === 0) return { pair, edits }
  const { after, before, afterOf } = pair
  const { links: was } = before.columns
  const { links, elapsedLags, taskCount } = after.columns
  const [task, type, lagDays] = [copied(links.task), copied(links.type), copied(links.lagDays)]
  for (const { linkBefore, linkAfter } of back) {
    if (linkAfter === NO_LINK) continue
    if (linkBefore === NO_LINK) task[linkAfter] = LINK_UNKNOWN
    else {
      type[linkAfter] = was.type[linkBefore]
      lagDays[linkAfter] = was.lagDays[linkBefore]
    }
  }
  const removed = back.filter(({ linkAfter }) => linkAfter === NO_LINK).sort((a, b) => a.after - b.after)
  const places = removed.map(edit => links.start[edit.after + 1])
  const of = (value: (link: number) => number): number[] => removed.map(({ linkBefore }) => value(linkBefore))
  // entry s: links that come back before those of task s
  const shift = zeros(Uint32Array, taskCount + 1)
  for (const edit of removed) shift[edit.after + 1]++
  for (let s = 0; s < taskCount; s++) shift[s + 1] += shift[s]
  const old = {
    start: links.start.map((at, s) => at + shift[s]),
    task: inserted(
      task,
      places,
      of(k => afterOf[was.task[k]]),
    ),
    type: inserted(
      type,
      places,
      of(k => was.type[k]),
    ),
    lagDays: inserted(
      lagDays,
      places,
      of(k => was.lagDays[k]),
    ),
  }
  const elapsed = elapsedWith(
    { elapsed: elapsedLags, linkCount: task.length },
    places,
    of(k => before.columns.elapsedLags[k] ?? 0),
  )
  const order = topologicalOrder(taskCount, old)
  if (order === undefined) return 'cycle'
  const columns = { ...after.columns, links: old, elapsedLags: elapsed, notes: undefined }
  const moved = (edit: Edit): Edit =>
    edit.linkAfter === NO_LINK ? edit : { ...edit, linkAfter: edit.linkAfter + shift[edit.after] }
  const isBack = new Set(back)
  return {
    pair: { ...pair, after: withCells({ ...after, order }, columns) },
    edits: edits.filter(edit => !isBack.has(edit)).map(moved),
  }
}

function withOldConstraints({ before, after }: Pair, input: CpmInput, edits: readonly Edit[]): CpmInput {
  if (edits.length === 0) return input
  const { timeline } = after.prepared
  const constraint = copied(input.constraint)
  const constraintOffset = copied(input.constraintOffset)
  for (const edit of edits) {
    const code = before.columns.constraintType[edit.before]
    const isDated = needsDate(code)
    const acts =
      (input.state[edit.after] !== IN_PROGRESS || actsInProgress(code)) &&
      (isDated ? before.columns.constraintDate[edit.before] !== DAY_ABSENT && timeline !== undefined : code === ALAP)
    constraint[edit.after] = acts ? code : NO_CONSTRAINT
    if (acts && isDated) constraintOffset[edit.after] = constraintOffsetOf(before.columns, timeline!, edit.before)
  }
  return { ...input, constraint, constraintOffset }
}

/** The lag as the successor feels it in the later status. */
const feltLag = (input: CpmInput, predecessor: number, successor: number, type: number, lagDays: number): number =>
  lagLeft(input, predecessor, successor, type, boundedDays(lagDays))

/** Links that were added hold nothing; those that were changed have their old relation and lag. */
function withOldRelations({ before, after }: Pair, input: CpmInput, edits: readonly Edit[]): CpmInput {
  if (edits.length === 0) return input
  const lagDays = copied(input.lagDays)
  const type = copied(input.network.type)
  const { links } = before.columns
  for (const edit of edits) {
    const link = liveIndex(after, edit.linkAfter)
    if (edit.linkBefore === NO_LINK) lagDays[link] = NO_HOLD
    else {
      type[link] = links.type[edit.linkBefore]
      lagDays[link] = feltLag(input, input.network.task[link], edit.after, type[link], links.lagDays[edit.linkBefore])
    }
  }
  return { ...input, lagDays, network: { ...input.network, type } }
}

/** The tasks are no work, and no link from or to them holds. */
function withoutTasks(input: CpmInput, tasks: readonly number[]): CpmInput {
  if (tasks.length === 0) return input
  const { network } = input
  const isOut = zeros(Uint8Array, network.taskCount)
  for (const i of tasks) isOut[i] = 1
  const lagDays = copied(input.lagDays)
  const constraint = copied(input.constraint)
  for (let s = 0; s < network.taskCount; s++) {
    if (isOut[s] === 1) constraint[s] = NO_CONSTRAINT
    for (let k = network.start[s]; k < network.start[s + 1]; k++)
      if (isOut[s] === 1 || isOut[network.task[k]] === 1) lagDays[k] = NO_HOLD
  }
  return withRemaining(
    { ...input, lagDays, constraint },
    tasks.map(i => [i, 0] as const),
  )
}

/** Links that hold nothing are gone, so that they close no cycle with those that come back. */
function withoutIdleLinks(input: CpmInput): CpmInput {
  const { network, lagDays } = input
  if (!lagDays.includes(NO_HOLD)) return input
  const kept: number[] = []
  const start = copied(network.start)
  for (let s = 0; s < network.taskCount; s++) {
    for (let k = network.start[s]; k < network.start[s + 1]; k++) if (lagDays[k] !== NO_HOLD) kept.push(k)
    start[s + 1] = kept.length
  }
  const of = <T extends Int32Array | Uint8Array | Float64Array>(values: T): T => {
    if (values.length === 0) return values
    const picked = new (values.constructor as new (length: number) => T)(kept.length)
    for (const [n, k] of kept.entries()) picked[n] = values[k]
    return picked
  }
  const links = { task: of(network.task), type: of(network.type), lagDays: of(network.lagDays) }
  return {
    ...input,
    network: { ...network, start, ...links, elapsed: of(network.elapsed), linkCount: kept.length },
    lagDays: of(lagDays),
  }
}

/** The links that were removed stand again, behind the others into their successors. */
function withOldLinks(pair: Pair, standing: CpmInput, edits: readonly Edit[]): CpmInput | EditObstacle {
  if (edits.length === 0) return standing
  const input = withoutIdleLinks(standing)
  const { before, afterOf } = pair
  const { network } = input
  const { links } = before.columns
  const back = edits.toSorted((a, b) => a.after - b.after || a.linkBefore - b.linkBefore)
  const at = back.map(edit => network.start[edit.after + 1])
  const predecessors = back.map(edit => afterOf[links.task[edit.linkBefore]])
  const types = back.map(edit => links.type[edit.linkBefore])
  const lags = back.map(edit => boundedDays(links.lagDays[edit.linkBefore]))
  const start = copied(network.start)
  let added = 0
  for (let i = 0; i < network.taskCount; i++) {
    while (added < back.length && back[added].after === i) added++
    start[i + 1] += added
  }
  const grown = {
    ...network,
    start,
    task: inserted(network.task, at, predecessors),
    type: inserted(network.type, at, types),
    lagDays: inserted(network.lagDays, at, lags),
    elapsed: elapsedWith(
      network,
      at,
      back.map(edit => before.columns.elapsedLags[edit.linkBefore] ?? 0),
    ),
    linkCount: network.linkCount + back.length,
  }
  const order = topologicalOrder(network.taskCount, grown)
  if (order === undefined) return 'cycle'
  const felt = back.map((edit, n) => feltLag(input, predecessors[n], edit.after, types[n], lags[n]))
  return {
    ...input,
    network: { ...grown, order: order.filter(i => network.takesPart[i] === 1) },
    lagDays: inserted(input.lagDays, at, felt),
  }
}

/** Whether lags are elapsed, with more links at those places. */
function elapsedWith(
  { elapsed, linkCount }: Pick<Network, 'elapsed' | 'linkCount'>,
  at: readonly number[],
  more: readonly number[],
): Uint8Array {
  if (elapsed.length === 0 && more.every(each => each === 0)) return elapsed
  return inserted(elapsed.length === 0 ? zeros(Uint8Array, linkCount) : elapsed, at, more)
}

/** A copy with one more entry before each of those places, which ascend. */
function inserted<T extends Int32Array | Uint8Array | Float64Array>(
  values: T,
  at: readonly number[],
  more: readonly number[],
): T {
  const grown = new (values.constructor as new (length: number) => T)(values.length + at.length)
  let from = 0
  for (const [n, place] of at.entries()) {
    grown.set(values.subarray(from, place), from + n)
    grown[place + n] = more[n]
    from = place
  }
  grown.set(values.subarray(from), from + at.length)
  return grown
}
