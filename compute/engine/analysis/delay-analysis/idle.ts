/**
 * What each task lost or gained between two mornings: how much later (days, earlier = negative) its work ends than if it had gone on as planned
 * from where the others let it. A task that was not due to begin or go on loses nothing, so neither does a night, a weekend or a holiday.
 * The availability of a task is a forward pass with the data date of the first morning, in which what really happened since replaces what
 * the pass would say of a task before its successors look at it. O(n + m).
 */
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { isByClock, momentAt, offsetAt } from '../../clock/input.ts'
import { dataDateHoldsNothing, rulesOf } from '../../clock/rules.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import { type CpmInput, isReachedThrough, linksCount } from '../../cpm/input.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { rulerByClock, rulerByDays } from './ruler.ts'
import { type Suspensions, suspendedLags } from './suspensions.ts'

/** Days by which two paths may end apart and be one, by the clock: two minutes, since work in progress is rounded to the minute, once on each. */
export const TIE_DAYS = 2 / MINUTES_PER_DAY

/** Days of offsets that are no difference. */
export const tieDays = (input: CpmInput): number => (isByClock(input) ? TIE_DAYS : EPSILON_DAYS)

/** Two mornings: the status of each, and its early dates. */
export interface Step {
  readonly was: CpmInput
  readonly wasEarly: EarlyDates
  readonly now: CpmInput
  readonly early: EarlyDates
  /** By task, what of it is told otherwise (retold.ts). */
  readonly told: Uint8Array
  /** Tasks that are looked at, each after its predecessors: all that are not over for good (open-tasks.ts). */
  readonly order: Uint32Array
  /** By whole days; by the clock the status has them. */
  readonly suspensions?: Suspensions
}

/** Finished on both mornings, and nothing unfinished reaches through it on either. */
export const isOver = ({ was, wasEarly, now, early }: Step, i: number): boolean =>
  now.state[i] === COMPLETE &&
  was.state[i] === COMPLETE &&
  !isReachedThrough(was, wasEarly, i) &&
  !isReachedThrough(now, early, i)

/**
 * Whether task s and all that lead to it have not begun and it begins after it could by the second morning alone: its links and its constraint held it as
 * they still do, so it was not due.
 */
function isFar({ was, now, early }: Step, memory: StepMemory, s: number): boolean {
  const { mayBeFar, isNever } = memory
  if (mayBeFar[s] === 0 || early.start[s] <= memory.latestByMorning(s)) return false
  if (isNever[s] === 1) return true
  if (now.state[s] !== NOT_STARTED || was.state[s] !== NOT_STARTED) return false
  const { start, task } = now.network
  for (let k = start[s]; k < start[s + 1]; k++)
    if (now.state[task[k]] !== NOT_STARTED || was.state[task[k]] !== NOT_STARTED) return false
  return true
}

export interface Idle {
  /** Tasks that lost or gained, predecessors first. */
  readonly tasks: readonly number[]
  /** Offset days that the end of task i came later by itself, negative = it gained. Length taskCount, as the next. */
  readonly lostDays: Float64Array
  /** Where the work of these tasks ends that came later. */
  readonly ends: Float64Array
  /** The same as working time of the task, in days; elapsed time where it has no work to do. */
  readonly lostWork: Float64Array
  /** The part of it by which its start came later. */
  readonly lostAtStart: Float64Array
  /** Working days of task s from when it could have gone on by all that was planned to when it could by what happened. */
  readonly lateWork: (s: number) => number
  /** From when task i could go on, by what happened between the two mornings. Length taskCount. */
  readonly available: Float64Array
  /** 1 = the task was finished between the two mornings. Length taskCount, as the next. */
  readonly done: Uint8Array
  /** 1 = it was due, and lost the day by its own work, whatever a link to its end held beside it. */
  readonly ownWork: Uint8Array
  /** 1 = neither the task nor what leads to it begins in the window. */
  readonly isNever: Uint8Array
  /** Days of offsets from when link k would have let s go on to when it could, by what happened between the two mornings. */
  readonly gap: (k: number, s: number) => number
  /** Whether link k let s go on no sooner than after the first morning. */
  readonly isHeldBy: (k: number, s: number) => boolean
}

/** Arrays of a step that the next one writes anew. Length taskCount each. */
export class StepMemory {
  readonly lostDays: Float64Array
  readonly ends: Float64Array
  readonly lostWork: Float64Array
  readonly lostAtStart: Float64Array
  readonly available: Float64Array
  readonly start: Float64Array
  readonly finish: Float64Array
  readonly ownWork: Uint8Array
  readonly done: Uint8Array
  /** 1 = a link holds the finish of the task. */
  readonly isEndHeld: Uint8Array
  /** 1 = no link does, and the start of a task follows from its own dates and links: not by rules that move it with its summaries. */
  readonly mayBeFar: Uint8Array
  /** 1 = neither the task nor what leads to it has begun at an end of the window, so neither has in it. */
  readonly isNever: Uint8Array
  tasks: number[] = []
  /** Those that ended within the step. */
  ended: number[] = []
  #now: CpmInput | undefined
  /** By calendar, of the second morning: when work goes on, and the minutes that are no difference; made when it is asked for. */
  #nextWork: number[] = []

  /** The statuses at the two ends of the window. */
  constructor(before: CpmInput, half: CpmInput) {
    const { taskCount, start, task, type } = half.network
    const isOwnStep = !isByClock(half) || rulesOf(half).placer !== undefined
    const hasBegun = (i: number): boolean => before.state[i] !== NOT_STARTED || half.state[i] !== NOT_STARTED
    this.isEndHeld = zeros(Uint8Array, taskCount)
    this.mayBeFar = zeros(Uint8Array, taskCount)
    this.isNever = zeros(Uint8Array, taskCount)
    for (let s = 0; s < taskCount; s++) {
      let isBegun = hasBegun(s)
      for (let k = start[s]; k < start[s + 1]; k++) {
        if (!toStart(type[k])) this.isEndHeld[s] = 1
        isBegun ||= hasBegun(task[k])
      }
      this.mayBeFar[s] = isOwnStep && this.isEndHeld[s] === 0 ? 1 : 0
      this.isNever[s] = isBegun ? 0 : 1
    }
    this.lostDays = zeros(Float64Array, taskCount)
    this.ends = zeros(Float64Array, taskCount)
    this.lostWork = zeros(Float64Array, taskCount)
    this.lostAtStart = zeros(Float64Array, taskCount)
    this.available = zeros(Float64Array, taskCount)
    this.start = zeros(Float64Array, taskCount)
    this.finish = zeros(Float64Array, taskCount)
    this.ownWork = zeros(Uint8Array, taskCount)
    this.done = zeros(Uint8Array, taskCount)
  }

  /** The latest start that the second morning by itself can set task s: the next working time of its calendar. */
  latestByMorning(s: number): number {
    const { clock, dataDate } = this.#now!
    if (clock === undefined) return dataDate + EPSILON_DAYS
    const c = clock.tasks.calendar[s]
    this.#nextWork[c] ??= offsetAt(clock, clock.calendars[c].nextWork(momentAt(clock, dataDate))) + TIE_DAYS
    return this.#nextWork[c]
  }

  /** What was lost in the step before is forgotten. What is over for good stands at the first morning. */
  begin({ was, now, early, order }: Step): void {
    this.#now = now
    this.#nextWork = []
    for (const i of this.tasks) this.lostDays[i] = this.lostWork[i] = this.lostAtStart[i] = this.ownWork[i] = 0
    for (const i of this.ended) this.done[i] = 0
    this.tasks = []
    this.ended = []
    this.available.fill(was.dataDate)
    this.start.fill(was.dataDate)
    this.finish.fill(was.dataDate)
    for (let at = 0; at < order.length; at++) {
      const i = order[at]
      this.available[i] = this.start[i] = early.start[i]
      this.finish[i] = early.finish[i]
    }
  }
}

/** Of a step in which nobody could lose or gain. */
export function nobodyIdle(step: Step, memory: StepMemory): Idle {
  memory.begin(step)
  const { lostDays, ends, lostWork, lostAtStart, available, done, ownWork, isNever } = memory
  const gap = (): number => Number.POSITIVE_INFINITY
  const lateWork = (): number => 0
  const own = { lostDays, ends, lostWork, lostAtStart }
  return { tasks: [], ...own, lateWork, available, done, ownWork, isNever, gap, isHeldBy: () => true }
}

export function idleTasks(step: Step, memory: StepMemory): Idle {
  const { was, now, early } = step
  const { network } = now
  const { order } = step
  const until = now.dataDate
  memory.begin(step)
  const { lostDays, ends, lostWork, lostAtStart, available, ownWork, done, ended, tasks, isEndHeld } = memory
  // in a step of no days nothing was done: what moves in it is told otherwise
  const isRetold = (i: number): boolean => was.dataDate === now.dataDate && step.told[i] !== 0
  const base = was.dataDate === now.dataDate ? asTold(step) : was
  const ruler = isByClock(base) ? rulerByClock(step, base) : rulerByDays(base, memory)
  const tie = tieDays(now)
  const isAllOver = order.every(i => now.state[i] === COMPLETE)
  const isReached = (i: number): boolean => early.finish[i] > until + EPSILON_DAYS
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    if (now.state[i] !== COMPLETE || (was.state[i] === COMPLETE && !isRetold(i)) || isReached(i)) continue
    done[i] = 1
    ended.push(i)
  }
  // by the rules of Microsoft Project what is to begin may lie before the data date
  const goesOnAt = (free: number): number => (dataDateHoldsNothing(now) ? free : Math.max(until, free))
  /**
   * From when task s could go on by the links to its start, where links to its end held it beside its own work: it was due before the second
   * morning, and what is left of it ends as late as those links let it. Its own work is a path of its own.
   */
  const ownWorkFrom = (s: number, held: number): number | undefined => {
    if (step.wasEarly.start[s] > held + tie || isEndHeld[s] === 0) return undefined
    // what has begun and has no work left only waits
    if (was.state[s] !== NOT_STARTED && was.remainingDays[s] === 0) return undefined
    const free = ruler.availableAt(s, true)
    if (held - free <= tie || ruler.workBetween(s, step.wasEarly.start[s], until) <= tie) return undefined
    const isComplete = now.state[s] === COMPLETE
    if (isComplete && isReached(s)) return undefined
    // a night or a weekend between the two is no difference
    if (!isComplete && ruler.workBetween(s, ruler.endFrom(s, goesOnAt(free), now), early.finish[s]) > tie)
      return undefined
    const end = isComplete ? now.reportedFinish[s] : early.finish[s]
    return end - ruler.endFrom(s, free) > tie ? free : undefined
  }
  /** Whether an offset lies beyond where task s could go on from the first morning. */
  const isBeyond = (s: number, offset: number): boolean =>
    offset > was.dataDate + tie && ruler.workBetween(s, ruler.dueAt(s, was.dataDate), offset) > tie
  /** How much later it is told to begin and to end than it was, beyond what others now hold it; whether it is. */
  const toldLater = (s: number, held: number): boolean => {
    const since = (told: number): number => (isBeyond(s, held) ? Math.max(held, told) : told)
    const isOver = was.state[s] === COMPLETE
    const end = now.state[s] === COMPLETE ? now.reportedFinish[s] : early.finish[s]
    const start = now.state[s] === NOT_STARTED ? early.start[s] : now.reportedStart[s]
    const endLater = snap(end - (isOver ? since(was.reportedFinish[s]) : ruler.endFrom(s, held)))
    const startLater = was.state[s] === NOT_STARTED ? 0 : snap(start - since(was.reportedStart[s]))
    if (Math.abs(endLater) > tie) lostDays[s] = lostWork[s] = endLater
    ends[s] = end
    if (Math.abs(startLater) > tie) lostAtStart[s] = startLater
    if (lostDays[s] === 0 && lostAtStart[s] === 0) return false
    tasks.push(s)
    return true
  }
  const boundBySuspended = suspendedLags(now, early, step.suspensions)
  /** From when lags on suspended work let s go on, -Infinity = there are none. By what they came later that work lost on the paths from its start. */
  const heldBySuspended = (s: number): number => {
    let held = Number.NEGATIVE_INFINITY
    if (boundBySuspended === undefined || !linksCount(was, s)) return held
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      const bound = boundBySuspended(k, s)
      if (Number.isNaN(bound)) continue
      const p = network.task[k]
      const planned = ruler.bound(k, s)
      held = Math.max(held, bound)
      if (ruler.workBetween(p, planned, bound) <= tie) continue
      // by whole days no pass says that the lag stands still: it shows when s waits on
      const late = isByClock(now) ? bound - planned : Math.min(bound, until) - Math.max(planned, was.dataDate)
      if (late <= tie) continue
      if (lostDays[p] === 0 && lostAtStart[p] === 0) tasks.push(p)
      lostAtStart[p] = Math.max(lostAtStart[p], snap(late))
    }
    return held
  }
  for (let place = 0; place < order.length; place++) {
    const s = order[place]
    if (isFar(step, memory, s)) continue
    const isComplete = now.state[s] === COMPLETE
    if (isComplete && was.state[s] === COMPLETE) {
      available[s] = isOver(step, s) ? was.dataDate : ruler.availableAt(s)
      // most of what is finished is told as it was the morning before
      const isToldAnew =
        now.reportedFinish[s] !== was.reportedFinish[s] || now.reportedStart[s] !== was.reportedStart[s]
      const isMoved = isToldAnew && toldLater(s, was.dataDate)
      const offered = isMoved ? Math.max(available[s], now.reportedFinish[s]) : available[s]
      ruler.offer(s, offered, offered)
      continue
    }
    const held = Math.max(ruler.availableAt(s), heldBySuspended(s))
    if (isRetold(s)) {
      available[s] = held
      toldLater(s, held)
      continue
    }
    const own = ownWorkFrom(s, held)
    const at = own ?? held
    // what was held beyond the second morning, and has not begun, was not due; that it now waits again for the next working day of others is no excuse
    const isToBegin = now.state[s] === NOT_STARTED && was.state[s] === NOT_STARTED
    if (isToBegin && ruler.workBetween(s, ruler.dueAt(s, until), at) > tie) continue
    // what has work to do and could not begin before the second morning is held from there on by others
    if (isToBegin && now.remainingDays[s] > 0 && was.dataDate < until && at >= until - tie) continue
    available[s] = at
    const isThrough = isComplete && isReached(s)
    const hasBegun = was.state[s] === NOT_STARTED && now.state[s] !== NOT_STARTED
    // work that began before its lag or its constraint let it, and goes on, is ahead by its start as well
    const isAhead =
      hasBegun &&
      ruler.workBetween(s, now.reportedStart[s], at) > tie &&
      ruler.workBetween(s, ruler.dueAt(s, until), early.start[s]) <= tie
    const start = hasBegun ? (isAhead ? now.reportedStart[s] : Math.max(at, now.reportedStart[s])) : at
    const rest = isThrough ? at : isComplete ? now.reportedFinish[s] : early.start[s]
    const end = isThrough ? at : isComplete ? now.reportedFinish[s] : early.finish[s]
    if (isThrough) ruler.offer(s, early.start[s], early.finish[s])
    else if (isComplete) ruler.offer(s, Math.max(was.dataDate, start), Math.max(was.dataDate, end))
    else if (now.state[s] !== NOT_STARTED) {
      // what was begun ahead of those that still hold the rest of it lets others go on when that rest may
      const isHeld = !isAhead && ruler.workBetween(s, ruler.dueAt(s, until), at) > tie
      ruler.offer(s, isHeld ? Math.max(start, early.start[s]) : start, early.finish[s])
    }
    const left = now.remainingDays[s] - was.remainingDays[s]
    const shift = snap(end - ruler.endFrom(s, at))
    // an end on the second morning, or after all the rest, is as late as it is, on days off, too
    const isEnd = isComplete && !isThrough && (isAllOver || now.reportedFinish[s] >= until - tie)
    // an expected finish stands for what is left
    const lost = isEnd || ruler.isExpected(s) ? shift : Math.max(0, ruler.workBetween(s, at, rest)) + left
    if (Math.abs(lost) <= tie || shift * lost <= 0) continue
    tasks.push(s)
    lostDays[s] = shift
    ends[s] = end
    const isOnDaysOff = isEnd && Math.abs(ruler.workBetween(s, end - shift, end)) <= tie
    lostWork[s] = isEnd && !isOnDaysOff ? ruler.workBetween(s, end - shift, end) : lost
    if (own !== undefined) ownWork[s] = 1
    if (isToBegin) lostAtStart[s] = shift
    else if (isAhead || (hasBegun && ruler.workBetween(s, at, start) > tie)) lostAtStart[s] = snap(start - at)
  }
  return {
    tasks,
    lostDays,
    ends,
    lostWork,
    lostAtStart,
    lateWork: s => Math.max(0, ruler.workBetween(s, step.wasEarly.start[s], available[s])),
    available,
    done,
    ownWork,
    isNever: memory.isNever,
    gap(k, s) {
      const bound = ruler.bound(k, s)
      if (bound === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY
      // of what is told of the past nothing waits
      if (isRetold(network.task[k]) && !isBeyond(s, bound)) return Number.POSITIVE_INFINITY
      const gap = ruler.workBetween(s, bound, available[s]) <= tie ? 0 : available[s] - bound
      // a link that lets go before s could work on holds nothing, even where it does so only just
      return isBeyond(s, bound) ? gap : Math.max(gap, 2 * tie)
    },
    isHeldBy: (k, s) => isBeyond(s, ruler.bound(k, s)),
  }
}

/** The first of two mornings with all that is told otherwise of what was begun, and of that with what is left of its lags; its work is as it was. */
function asTold({ was, now, told }: Step): CpmInput {
  if (!told.some(bits => bits !== 0)) return was
  const state = copied(was.state)
  const reportedStart = copied(was.reportedStart)
  const reportedFinish = copied(was.reportedFinish)
  const lagDays = copied(was.lagDays)
  const { order, start, task } = was.network
  for (const s of order) {
    for (let k = start[s]; k < start[s + 1]; k++)
      if (told[task[k]] !== 0 && was.state[s] === now.state[s]) lagDays[k] = now.lagDays[k]
    if (told[s] === 0) continue
    state[s] = now.state[s]
    reportedStart[s] = now.reportedStart[s]
    reportedFinish[s] = now.reportedFinish[s]
  }
  return { ...was, state, reportedStart, reportedFinish, lagDays }
}
