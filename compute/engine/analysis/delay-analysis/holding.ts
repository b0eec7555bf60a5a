/**
 * How far before the finish the path through each task ends, on the morning after a step: 0 = it holds the finish. A path leaves a task by
 * its start or by its finish, and what holds the start of another does not hold it by work that has begun. O(n + m), against the order.
 */
import type { DayRule } from '../../../../shared/contract/analysis/delay-analysis/account-data.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { calendarOf, isByClock, momentAt, offsetAt } from '../../clock/input.ts'
import { rulesOf, startsOf } from '../../clock/rules.ts'
import { momentsOfDates } from '../../cpm/clocked-passes.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import { type CpmInput, linksCount } from '../../cpm/input.ts'
import { finishingTasks } from '../../cpm/longest-path.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { fromFinish, startFrom, toStart } from '../../passes/relation.ts'
import { COMPLETE } from '../../population/progress.ts'
import { type Idle, isOver, type Step, TIE_DAYS } from './idle.ts'
import type { ReplayStep } from './replay.ts'
import { type Followed, finishOf } from './status.ts'

export interface Slack {
  /** Days that the path which leaves task i by its finish ends before the finish, Infinity = none does. Length taskCount. */
  readonly byFinish: Float64Array
  /** Slack of a path that leaves the task by its start. */
  readonly byStart: Float64Array
  /** Up to so many days it is as it is; what is said to be more is more than this, and by how much is not said. */
  readonly upTo: number
  /** Whether it says of tasks which have not begun, or go on, if a path leads from them. */
  readonly hasPaths: boolean
}

export const noSlack = (taskCount: number): Slack => ({
  byFinish: zeros(Float64Array, taskCount),
  byStart: zeros(Float64Array, taskCount),
  upTo: Number.POSITIVE_INFINITY,
  hasPaths: true,
})

export const slackOf = ({ byFinish, byStart }: Slack, i: number): number => Math.min(byFinish[i], byStart[i])

/** Slack of the paths that the loss of task i is on: work that it did not do lies behind its start. */
export const slackOfLoss = ({ byFinish, byStart }: Slack, { lostDays, lostAtStart }: Losses, i: number): number =>
  Math.min(
    lostDays[i] > 0 ? byFinish[i] : Number.POSITIVE_INFINITY,
    lostAtStart[i] > 0 ? byStart[i] : Number.POSITIVE_INFINITY,
  )

/** Slack of the paths that the gain of task i is on: work that it did beyond the plan lies behind its start. */
export const slackOfGain = ({ byFinish, byStart }: Slack, { lostDays, lostAtStart }: Losses, i: number): number =>
  Math.min(
    lostDays[i] < 0 ? byFinish[i] : Number.POSITIVE_INFINITY,
    lostAtStart[i] < 0 ? byStart[i] : Number.POSITIVE_INFINITY,
  )

type Losses = Pick<Idle, 'lostDays' | 'lostAtStart'>

/** Days that task i lost on the path that it holds, or gained there. */
export const lossOf = ({ byFinish, byStart }: Slack, { lostDays, lostAtStart }: Losses, i: number): number =>
  lostDays[i] !== 0 && byFinish[i] <= byStart[i] ? lostDays[i] : lostAtStart[i] || lostDays[i]

/** The same as working time of the task. */
export const lossInWork = (slack: Slack, idle: Idle, i: number): number => {
  const loss = lossOf(slack, idle, i)
  return loss === idle.lostDays[i] ? idle.lostWork[i] : loss
}

export function slackTo(
  step: Step,
  idle: Pick<Idle, 'done' | 'gap' | 'isHeldBy' | 'lostDays' | 'ownWork' | 'isNever'>,
  followed: Followed,
  finish: number,
  /** Overwritten, as its own figures say. */
  slack: Slack,
): Slack {
  const { hasPaths } = slack
  const { now, early, was, order } = step
  // by the rules of Microsoft Project a link says only when it is computed whether it holds anything
  const saysLate = followed.length > 0 && hasPaths && isByClock(now) && rulesOf(now).placer === undefined
  const upTo = saysLate ? Number.POSITIVE_INFINITY : slack.upTo
  const { network, state } = now
  const { start, task, type } = network
  const byFinish = slack.byFinish.fill(Number.POSITIVE_INFINITY)
  const byStart = slack.byStart.fill(Number.POSITIVE_INFINITY)
  for (const i of followed) byFinish[i] = Math.max(0, finish - finishOf(now, early, i))
  if (followed.length === 0) {
    let isOpen = false
    for (let at = 0; at < order.length; at++) {
      const i = order[at]
      if (state[i] === COMPLETE) {
        if (idle.done[i] === 1) byFinish[i] = Math.max(0, finish - now.reportedFinish[i])
      } else {
        isOpen = true
        byFinish[i] = Math.max(0, finish - early.finish[i])
      }
    }
    if (!isOpen) {
      byFinish.fill(Number.POSITIVE_INFINITY)
      for (const i of finishingTasks(now, finish, early)) byFinish[i] = 0
    }
  }
  const { done, ownWork, lostDays, isNever } = idle
  // a path leads from all work that is not finished where no task is followed before others
  const skipsFar = followed.length === 0 || !hasPaths
  const { lagDays, remainingDays } = now
  const gapAhead = gapsAhead(now, step)
  const through = throughSummaries(now, early)
  // what holds a task by way of a summary may stand behind it in the order, which knows no summaries
  for (let sweep = 0, isBack = true; isBack && sweep < SWEEPS_MAX; sweep++) {
    isBack = false
    for (let at = order.length - 1; at >= 0; at--) {
      const s = order[at]
      const left = Math.min(byFinish[s], byStart[s])
      if (left === Number.POSITIVE_INFINITY || !linksCount(was, s)) continue
      // most work has more float than anybody asks for; of finished work it is asked whether a path leads from it
      const isFar = left > upTo
      if (isFar && skipsFar && isNever[s] === 1) continue
      if (state[s] === COMPLETE && isOver(step, s)) continue
      // where s was idle, or something ended or a lag ran out meanwhile, what let s go on counts, not the morning that came after
      const isSince = done[s] === 1 || lostDays[s] > 0
      const from = early.start[s]
      const rest = remainingDays[s]
      const last = start[s + 1]
      for (let k = start[s]; k < last; k++) {
        const p = task[k]
        const isFarOpen = isFar && state[p] !== COMPLETE
        if (isFarOpen && skipsFar) continue
        const relation = type[k]
        const isFromFinish = fromFinish(relation)
        const of = isFromFinish ? byFinish : byStart
        // no gap is below 0; of many links into one task most end here
        if (left >= of[p]) continue
        const lag = lagDays[k]
        const isMeanwhile =
          (isSince || done[p] === 1 || (lag === Number.NEGATIVE_INFINITY && was.lagDays[k] > lag)) &&
          // what holds the end of work that goes on is no part of the path of its losses
          (toStart(relation) || (ownWork[s] !== 1 && idle.isHeldBy(k, s)))
        if (isFarOpen && !isMeanwhile && lag !== Number.NEGATIVE_INFINITY) {
          of[p] = left
          continue
        }
        const gap = isMeanwhile
          ? idle.gap(k, s)
          : gapAhead === undefined
            ? from - startFrom(relation, (isFromFinish ? early.finish : early.start)[p] + lag, rest)
            : gapAhead(k, s)
        const days = left + Math.max(0, gap)
        if (days < of[p]) of[p] = days
      }
      if (through === undefined) continue
      for (const p of through(s)) {
        if (byFinish[p] <= left) continue
        byFinish[p] = left
        isBack = true
      }
    }
  }
  return slack
}

const SWEEPS_MAX = 8

/** Who holds the start of a task by links from or to summaries, where the rules have such; what was found is kept. */
function throughSummaries(now: CpmInput, early: EarlyDates): ((s: number) => readonly number[]) | undefined {
  if (!isByClock(now)) return undefined
  const find = rulesOf(now).holdersThrough?.(now, momentsOfDates(now, early))
  if (find === undefined) return undefined
  const found = new Map<number, readonly number[]>()
  return s => {
    const known = found.get(s) ?? find(s)
    found.set(s, known)
    return known
  }
}

/** What came later within a step for what others lost in it, one after the other on one path. Length taskCount each. */
export interface LateStarts {
  /** Days that the start of task i came later so. */
  readonly days: Float64Array
  /** The same as working time of the task, by which two on one path share a day. */
  readonly work: Float64Array
  /** How much working time the next on its path was late that holds the movement, too; NaN = there was none. */
  readonly nextWork: Float64Array
}

export function lateStarts(step: Step, idle: Idle, holders: readonly number[], tie: number): LateStarts {
  const holds = new Set(holders)
  const { was, now, order } = step
  const { start, task, type, taskCount } = now.network
  const days = zeros(Float64Array, taskCount)
  const work = zeros(Float64Array, taskCount)
  const nextWork = zeros(Float64Array, taskCount).fill(Number.NaN)
  // what was not due itself passes on what it came later: with a lead what follows it can be
  const tasks = order.filter(s => linksCount(was, s) && !isOver(step, s))
  const lateThrough = (k: number): number =>
    days[task[k]] + Math.max(0, (fromFinish(type[k]) ? idle.lostDays : idle.lostAtStart)[task[k]])
  /** How late link k makes s, where that is more than `beyond`, else 0; the morning of the first day had passed anyway. */
  const lateBy = (k: number, s: number, beyond: number): number => {
    const late = Math.min(lateThrough(k), idle.available[s] - was.dataDate)
    // by the clock the gap costs more than all else of a link
    if (late <= beyond || (idle.ownWork[s] === 1 && !toStart(type[k])) || idle.gap(k, s) > tie) return 0
    return late
  }
  for (const s of tasks)
    for (let k = start[s]; k < start[s + 1]; k++) days[s] = Math.max(days[s], lateBy(k, s, days[s]))
  for (const s of tasks) if (days[s] > tie) work[s] = idle.lateWork(s)
  for (let at = tasks.length - 1; at >= 0; at--) {
    const s = tasks[at]
    const next = holds.has(s) ? work[s] : nextWork[s]
    if (days[s] <= tie || Number.isNaN(next)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      if (lateBy(k, s, 0) >= days[s] - tie) nextWork[task[k]] = Math.max(nextWork[task[k]] || 0, next)
    }
  }
  return { days, work, nextWork }
}

/** Days that link k leaves before s begins by early dates; 0 where s could not work in them. */
export function gapsOf(input: CpmInput, early: EarlyDates): (k: number, s: number) => number {
  const { network, lagDays, remainingDays } = input
  const byDays = (k: number, s: number): number => {
    const offered = (fromFinish(network.type[k]) ? early.finish : early.start)[network.task[k]]
    return early.start[s] - startFrom(network.type[k], offered + lagDays[k], remainingDays[s])
  }
  return gapsAhead(input, { early }) ?? byDays
}

/** The same where time has shifts. */
function gapsAhead(now: CpmInput, { early }: Pick<Step, 'early'>): ((k: number, s: number) => number) | undefined {
  if (!isByClock(now)) return undefined
  const { clock } = now
  const starts = startsOf(now, momentsOfDates(now, early))
  return (k, s) => {
    const bound = starts.byLink(s, k)
    if (bound === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY
    const at = momentAt(clock, early.start[s])
    if (calendarOf(clock, s).workBetween(bound, at) === 0) return 0
    return offsetAt(clock, at) - offsetAt(clock, bound)
  }
}

/**
 * The movement of a step in parts, each held by the same tasks. Tasks that were idle at one time on paths that end together hold it together; of
 * two on one path each holds its own share, one after the other; tasks on a path that ends a little earlier, within the threshold, hold no more
 * of it than they lost.
 */
export function partsOf({
  finish,
  finishWas,
  holders,
  idle,
  slack,
  lateStart,
  heldDays,
  sharesOf,
}: ReplayStep): Part[] {
  const days = finish - finishWas
  if (holders.length === 0) return [{ end: days, holders, rule: 'nobody' }]
  if (!(days > 0)) return [{ end: days, holders, rule: holders.length > 1 ? 'as_gained' : 'one_task' }]
  const isTied = (i: number): boolean => slackOf(slack, i) <= TIE_DAYS
  const next = (i: number): number => lateStart?.nextWork[i] ?? Number.NaN
  // an hour before noon is as long as one after it, and a night is none: on one path each has its share by the work that was lost
  const late = (i: number): number => (isTied(i) ? lateStart?.work[i] : lateStart?.days[i]) ?? 0
  const lost = (i: number): number => late(i) + (isTied(i) ? lossInWork : lossOf)(slack, idle, i)
  const longest = holders.reduce((most, i) => (isTied(i) ? Math.max(most, lost(i)) : most), 0)
  const byWork = holders.map((i): Held => {
    const scale = isTied(i) ? heldDays / longest : 1
    // on a path that holds the finish the last one to be idle holds all that is left of what its holders account for
    const last = isTied(i) ? heldDays : lost(i)
    const to = Number.isNaN(next(i)) ? last : next(i) * (longest > 0 ? heldDays / longest : 1)
    return { i, from: Math.min(days, late(i) * scale), to: Math.min(days, to) }
  })
  const held = withShares(byWork, heldDays, isTied, sharesOf)
  const inTurn = held === byWork ? 'in_turn_by_work' : 'in_turn_by_finish'
  const heldUntil = held.reduce((most, { to }) => Math.max(most, to), 0)
  const ends = [...new Set([...held.flatMap(({ from, to }) => [from, to]), days])]
    .filter(end => end > 0)
    .sort((a, b) => a - b)
  return ends.map((end, n) => {
    const middle = (end + (n === 0 ? 0 : ends[n - 1])) / 2
    if (middle > heldUntil) return { end, holders: [], rule: 'nobody' }
    const begun = held.filter(({ from }) => from < middle)
    const own = begun.filter(({ to }) => middle < to)
    // where the next on one path has not begun to lose, who lost before it goes on by another
    const found = own.length > 0 ? own : begun.length > 0 ? begun : held
    const rule = found.length > 1 ? 'together' : holders.length > 1 ? inTurn : 'one_task'
    return { end, holders: found.map(({ i }) => i), rule }
  })
}

/** What a task holds of a movement: from so many days of it to so many. */
interface Held {
  readonly i: number
  readonly from: number
  readonly to: number
}

/** Where tasks on one path hold the movement one behind the other, each as far as its loss moves the finish. */
function withShares(
  held: readonly Held[],
  heldDays: number,
  isTied: (i: number) => boolean,
  sharesOf: ReplayStep['sharesOf'],
): readonly Held[] {
  const chain = held
    .filter(({ i, from, to }) => isTied(i) && from < to && to - from < heldDays - TIE_DAYS)
    .sort((a, b) => a.from - b.from)
  const ends = [0, ...chain.map(({ to }) => to)]
  const isChain = chain.every(({ from }, n) => Math.abs(from - ends[n]) <= EPSILON_DAYS)
  if (chain.length < 2 || !isChain || Math.abs(ends[chain.length] - heldDays) > EPSILON_DAYS) return held
  const shares = sharesOf(chain.map(({ i }) => i))
  const sum = shares?.reduce((total, share) => total + share, 0) ?? 0
  if (shares === undefined || !(sum > TIE_DAYS)) return held
  let from = 0
  const exact = new Map(
    chain.map(({ i }, n) => {
      const to = n === chain.length - 1 ? heldDays : from + (heldDays * shares[n]) / sum
      const own = { i, from, to }
      from = to
      return [i, own]
    }),
  )
  return held.map(each => exact.get(each.i) ?? each)
}

interface Part {
  /** Days of the movement up to its end. */
  readonly end: number
  readonly holders: readonly number[]
  /** How it became theirs. */
  readonly rule: DayRule
}
