/**
 * The backward pass: late dates and total float, O(n + m). In reverse order every successor of a task comes first and has passed on its
 * requirement, so the links at the successors are enough. A complete task passes on what incomplete tasks behind it require, and has no late
 * dates of its own.
 */

import { snap } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { zeros } from '../ids/short-arrays.ts'
import { COMPLETE } from '../population/progress.ts'
import { backwardByClock } from './clocked-passes.ts'
import { constrainedFinish, isPin, NO_CONSTRAINT, wantedStart } from './constraint.ts'
import { type EarlyDates, startByLinks } from './forward.ts'
import { type CpmInput, linksCount } from './input.ts'
import { latestFinish } from './relation.ts'

/** Length taskCount each; NaN for complete tasks and those that take no part. */
export interface LateDates {
  /** In progress: the late remaining start. */
  readonly lateStart: Float64Array
  readonly lateFinish: Float64Array
  readonly totalFloat: Float64Array
}

export function backward(input: CpmInput, early: EarlyDates, projectFinish: number): LateDates {
  if (isByClock(input)) return backwardByClock(input, early, projectFinish)
  const late = lateDates(input, projectFinish)
  backwardOf(input, early, late, 0, input.network.order.length)
  return late
}

/** What the pass begins with: the project alone says how late anything may finish. */
export function lateDates({ network, state, mustFinish }: CpmInput, projectFinish: number): LateDates {
  const { taskCount, order } = network
  const lateStart = zeros(Float64Array, taskCount).fill(Number.NaN)
  const lateFinish = zeros(Float64Array, taskCount).fill(Number.NaN)
  const totalFloat = zeros(Float64Array, taskCount).fill(Number.NaN)
  const last = Number.isNaN(mustFinish) ? projectFinish : mustFinish
  for (let at = 0; at < order.length; at++) {
    lateFinish[order[at]] = state[order[at]] === COMPLETE ? Number.POSITIVE_INFINITY : last
  }
  return { lateStart, lateFinish, totalFloat }
}

/** The tasks from .. end - 1 of the order, when those behind them have their dates; of a schedule without calendars. */
export function backwardOf(input: CpmInput, early: EarlyDates, late: LateDates, from: number, end: number): void {
  const { network, state, remainingDays, constraint, constraintOffset, lagDays } = input
  const { order, start, task, type } = network
  const { lateStart, lateFinish, totalFloat } = late
  for (let at = end - 1; at >= from; at--) {
    const s = order[at]
    const needed = snap(lateFinish[s])
    let latest = needed
    if (constraint[s] !== NO_CONSTRAINT) {
      latest = snap(constrainedFinish(constraint[s], constraintOffset[s], remainingDays[s], needed))
    }
    const latestStart = snap(latest - remainingDays[s])
    if (state[s] === COMPLETE) {
      lateFinish[s] = Number.NaN
      if (latest === Number.POSITIVE_INFINITY) continue
    } else {
      lateFinish[s] = latest
      lateStart[s] = latestStart
      totalFloat[s] = isPin(constraint[s]) ? floatOfPinned(input, early, s, needed) : snap(latest - early.finish[s])
    }
    if (!linksCount(input, s)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      const bound = latestFinish(type[k], latestStart, latest, lagDays[k], remainingDays[p])
      if (bound < lateFinish[p]) lateFinish[p] = bound
    }
  }
}

/** A pin hides no negative float: neither what the logic before it would need nor what its successors need of it. */
function floatOfPinned(input: CpmInput, early: EarlyDates, s: number, needed: number): number {
  const byLogic = Math.max(input.dataDate, startByLinks(input, early, s))
  const wanted = wantedStart(input.constraint[s], input.constraintOffset[s], input.remainingDays[s])
  return Math.min(0, snap(wanted - byLogic), snap(needed - early.finish[s]))
}
