/**
 * Relationship floats and what follows from them: driving and violated links, free float, and the shift of tasks that
 * are to run as late as possible. One pass against the order, O(n + m).
 */

import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { zeros } from '../ids/short-arrays.ts'
import { COMPLETE } from '../population/progress.ts'
import { measureLinksByClock } from './clocked-passes.ts'
import { ALAP } from './constraint.ts'
import type { EarlyDates } from './forward.ts'
import { type CpmInput, isReachedThrough, linksCount } from './input.ts'
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

/** Whether live link k into s has both its ends behind it: its dates are reported, none is planned. */
export const isBetweenFinished = (
  { network, state }: Pick<CpmInput, 'network' | 'state'>,
  s: number,
  k: number,
): boolean => state[s] === COMPLETE && state[network.task[k]] === COMPLETE

export interface ViolatedLinks {
  /** Live links in their order, and their successors. */
  readonly links: readonly number[]
  readonly successors: readonly number[]
}

/** Links that the dates do not keep; those between finished tasks by what was reported, though no pass reads it. */
export function linksViolated(
  input: Pick<CpmInput, 'network' | 'state'>,
  { linkMarks, linkFloat }: Pick<Floats, 'linkMarks' | 'linkFloat'>,
): ViolatedLinks {
  const { start } = input.network
  const links: number[] = []
  const successors: number[] = []
  let s = 0
  for (let k = 0; k < linkMarks.length; k++) {
    const isMarked = (linkMarks[k] & LINK_VIOLATED) !== 0
    if (!isMarked && !(linkFloat[k] < -EPSILON_DAYS)) continue
    while (start[s + 1] <= k) s++
    if (!isMarked && !isBetweenFinished(input, s, k)) continue
    links.push(k)
    successors.push(s)
  }
  return { links, successors }
}

export function floats(input: CpmInput, early: EarlyDates, projectFinish: number): Floats {
  const { network, state, constraint } = input
  const { taskCount, order, start, task } = network
  const freeFloat = zeros(Float64Array, taskCount).fill(Number.NaN)
  for (let at = 0; at < order.length; at++) freeFloat[order[at]] = Number.POSITIVE_INFINITY
  const linkFloat = zeros(Float64Array, network.linkCount)
  const linkMarks = zeros(Uint8Array, network.linkCount)
  let alapShift: Float64Array | undefined
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    const least = measureLinks(input, early, linkFloat, s)
    if (state[s] === COMPLETE) {
      passOn(input, early, freeFloat, s)
      if (isReachedThrough(input, early, s)) markLinks(input, linkFloat, linkMarks, s, least)
      continue
    }
    // no successor left: the project finish is the only limit
    if (freeFloat[s] === Number.POSITIVE_INFINITY) freeFloat[s] = snap(projectFinish - early.finish[s])
    freeFloat[s] = Math.max(0, freeFloat[s])
    let shift = 0
    if (constraint[s] === ALAP && freeFloat[s] > 0) {
      shift = freeFloat[s]
      freeFloat[s] = 0
      alapShift ??= zeros(Float64Array, taskCount)
      alapShift[s] = shift
    }
    if (!linksCount(input, s)) continue
    markLinks(input, linkFloat, linkMarks, s, least)
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      const left = (state[p] === COMPLETE ? offeredFloat(input, early, s, k) : linkFloat[k]) + shift
      if (left < freeFloat[p]) freeFloat[p] = left
    }
  }
  return { freeFloat, linkFloat, linkMarks, alapShift }
}

function markLinks(input: CpmInput, linkFloat: Float64Array, linkMarks: Uint8Array, s: number, least: number): void {
  const { start } = input.network
  for (let k = start[s]; k < start[s + 1]; k++) {
    const left = linkFloat[k]
    if (least <= EPSILON_DAYS && left - least <= EPSILON_DAYS) linkMarks[k] |= LINK_DRIVING
    if (left < -EPSILON_DAYS) linkMarks[k] |= LINK_VIOLATED
  }
}

/** A complete task has no free float; its predecessors have what it leaves them before incomplete work behind it moves. */
function passOn(input: CpmInput, early: EarlyDates, freeFloat: Float64Array, s: number): void {
  const { start, task } = input.network
  const beyond = freeFloat[s]
  freeFloat[s] = Number.NaN
  if (beyond === Number.POSITIVE_INFINITY || !linksCount(input, s)) return
  for (let k = start[s]; k < start[s + 1]; k++) {
    const left = offeredFloat(input, early, s, k) + beyond
    if (left < freeFloat[task[k]]) freeFloat[task[k]] = left
  }
}

/** Days between what the two ends of link k offer to links: of complete ends the points that the forward pass gives them. */
function offeredFloat({ network, lagDays }: CpmInput, early: EarlyDates, s: number, k: number): number {
  const p = network.task[k]
  const { start, finish } = early
  return snap(relationFloat(network.type[k], start[p], finish[p], lagDays[k], start[s], finish[s]))
}

/**
 * Fills linkFloat for the links into s; the smallest of them. Complete ends are measured by their reported dates and the
 * lag as given, no later than the data date where they finished, unless unfinished work reaches through them.
 */
export function measureLinks(input: CpmInput, early: EarlyDates, linkFloat: Float64Array, s: number): number {
  if (isByClock(input)) return measureLinksByClock(input, early, linkFloat, s)
  const { network, state, reportedStart, reportedFinish, lagDays, dataDate } = input
  const { start, task, type } = network
  const asReported = state[s] === COMPLETE && !isReachedThrough(input, early, s)
  const toStart = asReported ? reportedStart[s] : early.start[s]
  const toFinish = asReported ? reportedFinish[s] : early.finish[s]
  let least = Number.POSITIVE_INFINITY
  for (let k = start[s]; k < start[s + 1]; k++) {
    const p = task[k]
    const left =
      state[p] === COMPLETE && !isReachedThrough(input, early, p)
        ? snap(
            relationFloat(
              type[k],
              reportedStart[p],
              Math.min(reportedFinish[p], dataDate),
              network.lagDays[k],
              toStart,
              toFinish,
            ),
          )
        : snap(relationFloat(type[k], early.start[p], early.finish[p], lagDays[k], toStart, toFinish))
    linkFloat[k] = left
    if (left < least) least = left
  }
  return least
}
