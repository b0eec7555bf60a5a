/**
 * Relationship floats and what follows from them: driving and violated links, free float, and the shift of tasks that
 * are to run as late as possible. One pass against the order, O(n + m).
 */
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { linksCount } from './backward.ts'
import { ALAP } from './constraint.ts'
import type { EarlyDates } from './forward.ts'
import type { CpmInput } from './prepare.ts'
import { COMPLETE } from './progress.ts'
import { relationFloat } from './relation.ts'

/** Bits of linkMarks. */
export const LINK_DRIVING = 1
export const LINK_VIOLATED = 2

export interface Floats {
  /** Length taskCount; NaN for complete tasks and those that take no part. */
  readonly freeFloat: Float64Array
  /** Marks of live link k: LINK_DRIVING, LINK_VIOLATED; 0 for links into complete tasks. Length linkCount. */
  readonly linkMarks: Uint8Array
  /** Days task i was moved towards its successors by ALAP; undefined when none was. Length taskCount. */
  readonly alapShift: Float64Array | undefined
}

/** Days between the two ends of live link k into s, by the early dates; of a complete s by its reported ones. */
export function floatOfLink(input: CpmInput, early: EarlyDates, k: number, s: number): number {
  const finish = input.state[s] === COMPLETE ? input.reportedFinish[s] : early.finish[s]
  return floatTo(input, early, k, early.start[s], finish)
}

function floatTo(
  input: CpmInput,
  early: EarlyDates,
  k: number,
  successorStart: number,
  successorFinish: number,
): number {
  const { task, type } = input.network
  const p = task[k]
  const offeredStart = early.start[p]
  const offeredFinish = early.finish[p]
  return snap(relationFloat(type[k], offeredStart, offeredFinish, input.lagDays[k], successorStart, successorFinish))
}

export function floats(input: CpmInput, early: EarlyDates, projectFinish: number): Floats {
  const { network, state, constraint } = input
  const { taskCount, order, start, task } = network
  const freeFloat = new Float64Array(taskCount).fill(Number.NaN)
  for (let at = 0; at < order.length; at++) {
    if (state[order[at]] !== COMPLETE) freeFloat[order[at]] = Number.POSITIVE_INFINITY
  }
  const linkMarks = new Uint8Array(network.linkCount)
  let alapShift: Float64Array | undefined
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    if (state[s] === COMPLETE) continue
    // no successor left: the project finish is the only limit
    if (freeFloat[s] === Number.POSITIVE_INFINITY) freeFloat[s] = snap(projectFinish - early.finish[s])
    freeFloat[s] = Math.max(0, freeFloat[s])
    let shift = 0
    if (constraint[s] === ALAP && freeFloat[s] > 0) {
      shift = freeFloat[s]
      freeFloat[s] = 0
      alapShift ??= new Float64Array(taskCount)
      alapShift[s] = shift
    }
    if (!linksCount(input, s)) continue
    const least = markDriving(input, early, linkMarks, s)
    if (least === Number.POSITIVE_INFINITY) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (state[p] === COMPLETE) continue
      const left = floatOfLink(input, early, k, s) + shift
      if (left < freeFloat[p]) freeFloat[p] = left
    }
  }
  return { freeFloat, linkMarks, alapShift }
}

/** Marks the driving and the violated links into s; the smallest float among them, Infinity without links. */
function markDriving(input: CpmInput, early: EarlyDates, linkMarks: Uint8Array, s: number): number {
  const { start } = input.network
  let least = Number.POSITIVE_INFINITY
  for (let k = start[s]; k < start[s + 1]; k++) least = Math.min(least, floatOfLink(input, early, k, s))
  if (least > EPSILON_DAYS) return least
  for (let k = start[s]; k < start[s + 1]; k++) {
    const left = floatOfLink(input, early, k, s)
    if (left - least <= EPSILON_DAYS) linkMarks[k] |= LINK_DRIVING
    if (left < -EPSILON_DAYS) linkMarks[k] |= LINK_VIOLATED
  }
  return least
}
