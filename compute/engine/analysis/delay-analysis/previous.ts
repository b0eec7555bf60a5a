/**
 * The earlier status by the tasks and links of the network that is explained: when a task handed on what its successor
 * waits for, and how much float a link had then. Of the half-step the network is the earlier one itself; with method
 * windows it is the later one, whose added tasks had neither time nor float of their own.
 */

import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { calendarOf, isByClock, momentAt, offsetAt } from '../../clock/input.ts'
import { isHeldByFinish } from '../../compare/held-by-finish.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import { type CpmInput, isReachedThrough } from '../../cpm/input.ts'
import { FF, fromFinish, toStart } from '../../cpm/relation.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { COMPLETE, IN_PROGRESS } from '../../population/progress.ts'
import type { Controlling } from './controlling.ts'
import type { Offsets, Status } from './status.ts'

/** A network of a status whose forward pass has run. */
export interface Passed {
  readonly input: CpmInput
  readonly early: EarlyDates
}

/** Task arrays by the tasks of the network explained; NaN = the earlier status had no such task. */
export interface Previous extends Offsets {
  /** Days of offsets. */
  readonly totalFloat: Float64Array
  /** 1 = it was complete then. */
  readonly wasComplete: Uint8Array
  /** The finish that was followed. */
  readonly followedFinish: number
  /** Offset at which link k of the network explained let its successor s go on. */
  readonly arrival: (k: number, s: number) => number
  /** Days link k could have come later without moving s; 0 where what it waits for had happened, or s was complete. */
  readonly linkFloat: (k: number, s: number) => number
  /**
   * Days the end of s that link k holds came later; of a start that followed from the finish, which work that takes longer
   * draws forward, those of the finish. -Infinity = s is new.
   */
  readonly enteredMoved: (k: number, s: number, isLeftByStart: boolean) => number
}

/** Offset at which link k lets its successor go on. From what has happened it counts from the actual date, with all of its lag. */
export function arrivalIn(passed: Passed, k: number): number {
  const { input } = passed
  const { task, type, lagDays } = input.network
  const lag = hasPassed(passed, task[k], type[k]) ? lagDays[k] : input.lagDays[k]
  return offeredEnd(passed, task[k], type[k]) + lag
}

/** What a link of this type waits for at p has happened. */
export function hasPassed({ input, early }: Passed, p: number, type: number): boolean {
  const { state, dataDate } = input
  if (state[p] === COMPLETE) return !isReachedThrough(input, early, p)
  return !fromFinish(type) && state[p] === IN_PROGRESS && early.start[p] <= dataDate + EPSILON_DAYS
}

/** The end of p that a relation of this type waits for. */
function offeredEnd(passed: Passed, p: number, type: number): number {
  const { input, early } = passed
  if (!hasPassed(passed, p, type)) return fromFinish(type) ? early.finish[p] : early.start[p]
  return fromFinish(type) ? Math.min(input.reportedFinish[p], input.dataDate) : input.reportedStart[p]
}

/** The end of s that a relation of this type holds. */
function heldEnd({ input, early }: Passed, s: number, type: number): number {
  if (!isDone(input, early, s)) return toStart(type) ? early.start[s] : early.finish[s]
  return toStart(type) ? input.reportedStart[s] : input.reportedFinish[s]
}

/** Complete, and nothing unfinished reaches through it. */
const isDone = (input: CpmInput, early: EarlyDates, i: number): boolean =>
  input.state[i] === COMPLETE && !isReachedThrough(input, early, i)

/** `toEarlier` as in Pairing; undefined = the network explained is the earlier one. `now` is the network explained. */
export function previousOf(
  earlier: Status,
  now: Passed & { readonly controlling: Controlling },
  toEarlier: Int32Array | undefined,
): Previous {
  const before: Passed = { input: earlier.prepared.input, early: earlier.result.early }
  const { state, network } = before.input
  const own = now.input.network
  const taskOf = (i: number): number => (toEarlier === undefined ? i : toEarlier[i])
  const carried = (values: Float64Array): Float64Array =>
    toEarlier === undefined ? values : Float64Array.from(toEarlier, i => (i === NO_MATCH ? Number.NaN : values[i]))
  const addedAt = toEarlier === undefined ? undefined : placesOfAdded(before, now, toEarlier)

  /** The same link in the earlier network, -1 = it had none. */
  const linkOf = (k: number, s: number): number => {
    if (toEarlier === undefined) return k
    const [from, to] = [toEarlier[own.task[k]], toEarlier[s]]
    if (from === NO_MATCH || to === NO_MATCH) return -1
    for (let e = network.start[to]; e < network.start[to + 1]; e++) {
      if (network.task[e] === from && network.type[e] === own.type[k]) return e
    }
    return -1
  }
  const arrival = (k: number, s: number): number => {
    const link = linkOf(k, s)
    if (link >= 0) return arrivalIn(before, link)
    const p = taskOf(own.task[k])
    // an added task brings the lags of its links along
    if (p === NO_MATCH) return addedAt![own.task[k]]
    return offeredEnd(before, p, own.type[k]) + (taskOf(s) === NO_MATCH ? 0 : own.lagDays[k])
  }
  const enteredMoved = (k: number, s: number, isLeftByStart: boolean): number => {
    const to = taskOf(s)
    if (to === NO_MATCH) return Number.NEGATIVE_INFINITY
    const isDrawn = toStart(own.type[k]) && !isLeftByStart && isHeldByFinish(network, earlier.result.linkFloat, to)
    const type = isDrawn ? FF : own.type[k]
    return snap(heldEnd(now, s, type) - heldEnd(before, to, type))
  }
  const linkFloat = (k: number, s: number): number => {
    const to = taskOf(s)
    if (to === NO_MATCH || isDone(before.input, before.early, to)) return 0
    const p = taskOf(own.task[k])
    if (p !== NO_MATCH && hasPassed(before, p, own.type[k])) return 0
    return Math.max(0, heldEnd(before, to, own.type[k]) - workFrom(before.input, to, own.type[k], arrival(k, s)))
  }
  return {
    start: carried(earlier.dates.start),
    finish: carried(earlier.dates.finish),
    totalFloat: carried(floatInOffsets(earlier)),
    wasComplete: Uint8Array.from(own.takesPart, (_, i) => (state[taskOf(i)] === COMPLETE ? 1 : 0)),
    followedFinish: earlier.finish,
    arrival,
    linkFloat,
    enteredMoved,
  }
}

/** By the clock where the work of s can go on from there: the night or weekend up to it is no float of a link to a start. */
function workFrom(input: CpmInput, s: number, type: number, arrival: number): number {
  if (!isByClock(input) || !toStart(type)) return arrival
  return offsetAt(input.clock, calendarOf(input.clock, s).nextWork(momentAt(input.clock, arrival)))
}

/** Total floats in days of offsets, as slips are: by the clock those of the result are days of each task's own calendar. */
function floatInOffsets({ prepared: { input }, result }: Status): Float64Array {
  if (!isByClock(input)) return result.totalFloat
  const { totalFloat, lateFinish, early } = result
  return totalFloat.map((days, i) => {
    if (Number.isNaN(days) || Math.abs(days) <= EPSILON_DAYS) return days
    return snap(lateFinish[i] - early.finish[i])
  })
}

/**
 * Where tasks that the earlier status did not have would have stood, without any time of their own: where their
 * controlling predecessor let go, at the head of a path the earlier data date. NaN for the others.
 */
function placesOfAdded(
  before: Passed,
  { input, early, controlling }: Passed & { readonly controlling: Controlling },
  toEarlier: Int32Array,
): Float64Array {
  const { taskCount, order, task, type } = input.network
  const at = zeros(Float64Array, taskCount).fill(Number.NaN)
  for (const i of order) {
    if (toEarlier[i] !== NO_MATCH) continue
    const link = controlling.link[i]
    if (link < 0) {
      at[i] = Math.min(early.start[i], before.input.dataDate)
      continue
    }
    const p = task[link]
    at[i] = toEarlier[p] === NO_MATCH ? at[p] : offeredEnd(before, toEarlier[p], type[link])
  }
  return at
}
