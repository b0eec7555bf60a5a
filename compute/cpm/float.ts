/**
 * Relationship floats and what follows from them: driving and violated links, free float, and the shift of tasks that
 * are to run as late as possible. One pass against the order, O(n + m).
 */
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { COMPLETE } from '../population/progress.ts'
import { ALAP } from './constraint.ts'
import type { EarlyDates } from './forward.ts'
import { type CpmInput, linksCount } from './input.ts'
import { relationFloat } from './relation.ts'

/** Bits of linkMarks. */
export const LINK_DRIVING = 1
export const LINK_VIOLATED = 2

export interface Floats {
  /** Length taskCount; NaN for complete tasks and those that take no part. */
  readonly freeFloat: Float64Array
  /** Days between the two ends of live link k by the early dates; negative = violated. Length linkCount. */
  readonly linkFloat: Float64Array
  /** Marks of live link k: LINK_DRIVING, LINK_VIOLATED; 0 for links that count for nothing. Length linkCount. */
  readonly linkMarks: Uint8Array
  /** Days task i was moved towards its successors by ALAP; undefined when none was. Length taskCount. */
  readonly alapShift: Float64Array | undefined
}

export function floats(input: CpmInput, early: EarlyDates, projectFinish: number): Floats {
  const { network, state, constraint } = input
  const { taskCount, order, start, task } = network
  const freeFloat = new Float64Array(taskCount).fill(Number.NaN)
  for (let at = 0; at < order.length; at++) {
    if (state[order[at]] !== COMPLETE) freeFloat[order[at]] = Number.POSITIVE_INFINITY
  }
  const linkFloat = new Float64Array(network.linkCount)
  const linkMarks = new Uint8Array(network.linkCount)
  let alapShift: Float64Array | undefined
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    const least = measureLinks(input, early, linkFloat, s)
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
    for (let k = start[s]; k < start[s + 1]; k++) {
      const left = linkFloat[k]
      if (least <= EPSILON_DAYS && left - least <= EPSILON_DAYS) linkMarks[k] |= LINK_DRIVING
      if (left < -EPSILON_DAYS) linkMarks[k] |= LINK_VIOLATED
      if (state[task[k]] !== COMPLETE && left + shift < freeFloat[task[k]]) freeFloat[task[k]] = left + shift
    }
  }
  return { freeFloat, linkFloat, linkMarks, alapShift }
}

/** Fills linkFloat for the links into s, of a complete s by its reported finish; the smallest of them. */
export function measureLinks(input: CpmInput, early: EarlyDates, linkFloat: Float64Array, s: number): number {
  const { network, state, reportedFinish, lagDays } = input
  const { start, task, type } = network
  const toStart = early.start[s]
  const toFinish = state[s] === COMPLETE ? reportedFinish[s] : early.finish[s]
  let least = Number.POSITIVE_INFINITY
  for (let k = start[s]; k < start[s + 1]; k++) {
    const p = task[k]
    const left = snap(relationFloat(type[k], early.start[p], early.finish[p], lagDays[k], toStart, toFinish))
    linkFloat[k] = left
    if (left < least) least = left
  }
  return least
}
