/**
 * The backward pass: late dates and total float, O(n + m). Against the order every task is complete when it is met, and
 * hands its need on to its predecessors, so the links at the successors are enough.
 */
import { snap } from '../calendar/snap.ts'
import { COMPLETE } from '../population/progress.ts'
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
  const { network, state, remainingDays, constraint, constraintOffset, lagDays } = input
  const { taskCount, order, start, task, type } = network
  const lateStart = new Float64Array(taskCount).fill(Number.NaN)
  const lateFinish = new Float64Array(taskCount).fill(Number.NaN)
  const totalFloat = new Float64Array(taskCount).fill(Number.NaN)
  for (let at = 0; at < order.length; at++) {
    if (state[order[at]] !== COMPLETE) lateFinish[order[at]] = projectFinish
  }
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    if (state[s] === COMPLETE) continue
    const needed = snap(lateFinish[s])
    let latest = needed
    if (constraint[s] !== NO_CONSTRAINT) {
      latest = snap(constrainedFinish(constraint[s], constraintOffset[s], remainingDays[s], needed))
    }
    lateFinish[s] = latest
    lateStart[s] = snap(latest - remainingDays[s])
    totalFloat[s] = isPin(constraint[s]) ? floatOfPinned(input, early, s, needed) : snap(latest - early.finish[s])
    if (!linksCount(input, s)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (state[p] === COMPLETE) continue
      const bound = latestFinish(type[k], lateStart[s], latest, lagDays[k], remainingDays[p])
      if (bound < lateFinish[p]) lateFinish[p] = bound
    }
  }
  return { lateStart, lateFinish, totalFloat }
}

/** A pin hides no negative float: neither what the logic before it would need nor what its successors need of it. */
function floatOfPinned(input: CpmInput, early: EarlyDates, s: number, needed: number): number {
  const byLogic = Math.max(input.dataDate, startByLinks(input, early, s))
  const wanted = wantedStart(input.constraint[s], input.constraintOffset[s], input.remainingDays[s])
  return Math.min(0, snap(wanted - byLogic), snap(needed - early.finish[s]))
}
