/**
 * The forward pass: early dates of every task, O(n + m). It writes what a task offers to its links: `start` is the early
 * start, of a task in progress its remaining start; `finish` the early finish. A complete task has nothing left to do and
 * is a point for its links: the data date, or later where unfinished work waits behind it (retained logic).
 */

import { snap } from '../calendar/snap.ts'
import { isByClock, offsetAt } from '../clock/input.ts'
import { zeros } from '../ids/short-arrays.ts'
import { COMPLETE } from '../population/progress.ts'
import { forwardByClock, momentsOfDates, startByLinksAt } from './clocked-passes.ts'
import { constrainedStart, NO_CONSTRAINT } from './constraint.ts'
import { type CpmInput, linksCount } from './input.ts'
import { earliestStart } from './relation.ts'

/** Dates a pass writes, made once and used for as many passes as are wanted. Length taskCount each. */
export interface EarlyDates {
  readonly start: Float64Array
  readonly finish: Float64Array
}

export const earlyDates = (taskCount: number): EarlyDates => ({
  start: zeros(Float64Array, taskCount),
  finish: zeros(Float64Array, taskCount),
})

export function forward(input: CpmInput, early: EarlyDates): void {
  if (isByClock(input)) {
    forwardByClock(input, early)
    return
  }
  forwardOf(input, early, 0, input.network.order.length)
}

/** The same of the tasks from .. end - 1 of the order, when those before them have their dates; of a schedule without calendars. */
export function forwardOf(input: CpmInput, early: EarlyDates, from: number, end: number): void {
  const { dataDate, remainingDays, constraint, constraintOffset } = input
  const { order } = input.network
  const { start, finish } = early
  for (let at = from; at < end; at++) {
    const s = order[at]
    let earliest = Math.max(dataDate, startByLinks(input, early, s))
    if (constraint[s] !== NO_CONSTRAINT) {
      earliest = constrainedStart(constraint[s], constraintOffset[s], remainingDays[s], earliest, dataDate)
    }
    start[s] = snap(earliest)
    finish[s] = snap(start[s] + remainingDays[s])
  }
}

/** The (remaining) start that the links of a task leave it, -Infinity without one that counts. */
export function startByLinks(input: CpmInput, early: EarlyDates, s: number): number {
  if (isByClock(input)) return offsetAt(input.clock, startByLinksAt(input, momentsOfDates(input, early), s))
  const { network, remainingDays, lagDays } = input
  const { task, type } = network
  let earliest = Number.NEGATIVE_INFINITY
  if (!linksCount(input, s)) return earliest
  const end = network.start[s + 1]
  const remaining = remainingDays[s]
  for (let k = network.start[s]; k < end; k++) {
    const p = task[k]
    const bound = earliestStart(type[k], early.start[p], early.finish[p], lagDays[k], remaining)
    if (bound > earliest) earliest = bound
  }
  return earliest
}

/** P: the largest early finish of the incomplete tasks, of all when none is incomplete; the floor when none takes part. */
export function projectFinish(input: CpmInput, early: EarlyDates): number {
  const { network, state, reportedFinish } = input
  const { order } = network
  let incomplete = Number.NEGATIVE_INFINITY
  let complete = Number.NEGATIVE_INFINITY
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    if (state[i] === COMPLETE) complete = Math.max(complete, reportedFinish[i])
    else incomplete = Math.max(incomplete, early.finish[i])
  }
  if (incomplete !== Number.NEGATIVE_INFINITY) return incomplete
  return complete === Number.NEGATIVE_INFINITY ? input.floor : complete
}

/** P of an input, for callers that want no more; `early` is overwritten. */
export function finishOf(input: CpmInput, early: EarlyDates): number {
  forward(input, early)
  return projectFinish(input, early)
}
