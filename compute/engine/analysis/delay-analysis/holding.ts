/**
 * How far before the finish the path through each task ends, on the morning after a step: 0 = it holds the finish. A path leaves a task by
 * its start or by its finish, and what holds the start of another does not hold it by work that has begun. O(n + m), against the order.
 */
import { calendarOf, isByClock, momentAt, offsetAt } from '../../clock/input.ts'
import { rulesOf, startsOf } from '../../clock/rules.ts'
import { momentsOfDates } from '../../cpm/clocked-passes.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import { type CpmInput, linksCount } from '../../cpm/input.ts'
import { finishingTasks } from '../../cpm/longest-path.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { fromFinish, startFrom, toStart } from '../../passes/relation.ts'
import { COMPLETE } from '../../population/progress.ts'
import { type Idle, isOver, type Step } from './idle.ts'
import { type Followed, finishOf } from './status.ts'

export interface Slack {
  /** Days that the path which leaves task i by its finish ends before the finish, Infinity = none does. Length taskCount. */
  readonly byFinish: Float64Array
  /** Slack of a path that leaves the task by its start. */
  readonly byStart: Float64Array
}

export const noSlack = (taskCount: number): Slack => ({
  byFinish: zeros(Float64Array, taskCount),
  byStart: zeros(Float64Array, taskCount),
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
  idle: Pick<Idle, 'done' | 'gap' | 'isHeldBy' | 'lostDays' | 'ownWork'>,
  followed: Followed,
  finish: number,
  /** Overwritten. */
  slack: Slack,
): Slack {
  const { now, early, was, order } = step
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
  const { done, ownWork, lostDays } = idle
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
      if (state[s] === COMPLETE && isOver(step, s)) continue
      // where s was idle, or something ended or a lag ran out meanwhile, what let s go on counts, not the morning that came after
      const isSince = done[s] === 1 || lostDays[s] > 0
      const isOwn = ownWork[s] === 1
      const from = early.start[s]
      const rest = remainingDays[s]
      const last = start[s + 1]
      for (let k = start[s]; k < last; k++) {
        const p = task[k]
        const relation = type[k]
        const isFromFinish = fromFinish(relation)
        const of = isFromFinish ? byFinish : byStart
        // no gap is below 0; of many links into one task most end here
        if (left >= of[p]) continue
        const ranOut = lagDays[k] === Number.NEGATIVE_INFINITY && was.lagDays[k] > lagDays[k]
        // what holds the end of work that goes on is no part of the path of its losses
        const isMeanwhile =
          (isSince || ranOut || done[p] === 1) && (toStart(relation) || (!isOwn && idle.isHeldBy(k, s)))
        const gap = isMeanwhile
          ? idle.gap(k, s)
          : gapAhead === undefined
            ? from - startFrom(relation, (isFromFinish ? early.finish : early.start)[p] + lagDays[k], rest)
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
  /** How late link k makes s; the morning of the first day had passed anyway. */
  const lateBy = (k: number, s: number): number => {
    const p = task[k]
    const late = days[p] + Math.max(0, (fromFinish(type[k]) ? idle.lostDays : idle.lostAtStart)[p])
    if (late === 0 || (idle.ownWork[s] === 1 && !toStart(type[k])) || idle.gap(k, s) > tie) return 0
    return Math.min(late, idle.available[s] - was.dataDate)
  }
  for (const s of tasks) for (let k = start[s]; k < start[s + 1]; k++) days[s] = Math.max(days[s], lateBy(k, s))
  for (const s of tasks) if (days[s] > tie) work[s] = idle.lateWork(s)
  for (let at = tasks.length - 1; at >= 0; at--) {
    const s = tasks[at]
    const next = holds.has(s) ? work[s] : nextWork[s]
    if (days[s] <= tie || Number.isNaN(next)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      if (lateBy(k, s) >= days[s] - tie) nextWork[task[k]] = Math.max(nextWork[task[k]] || 0, next)
    }
  }
  return { days, work, nextWork }
}

/** Days that link k leaves before s goes on by the dates of the second morning, where time has shifts; 0 where s could not work in them. */
function gapsAhead(now: CpmInput, { early }: Step): ((k: number, s: number) => number) | undefined {
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
