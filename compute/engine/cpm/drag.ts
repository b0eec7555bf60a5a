/**
 * Drag (Devaux): the days the project would end sooner if a task of the longest path took no time, for every incomplete
 * task of that path at once, O(n log n + m). Negative = "reverse-critical": an FF or SF relation makes the project
 * longer when the task gets shorter.
 *
 * Every path through the network either avoids task i or runs through it. One that avoids it starts after i's place in
 * the order, ends before it, or jumps over it by exactly one link; none of those lengths knows i's duration. One that
 * runs through it is reckoned with the duration 0. The longest of all is the project finish without i. Complete work is
 * a point that paths run through from the data date on; started work, pins and finish constraints are fixed starting
 * points of paths. So this holds for every network; dragByRecomputing in the tests is the oracle.
 */

import { snap } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { copied, zeros } from '../ids/short-arrays.ts'
import { COMPLETE } from '../population/progress.ts'
import { dragByClock } from './clocked-drag.ts'
import { constrainedStart, isPin, NO_CONSTRAINT } from './constraint.ts'
import type { CpmResult } from './cpm.ts'
import { type CpmInput, linksCount } from './input.ts'
import { dragByKernel } from './kernel.ts'
import { earliestStart, fromFinish, toStart } from './relation.ts'

const NO_PATH = Number.NEGATIVE_INFINITY

/** Drag of task i in days; NaN when it is complete or not on the longest path. Length taskCount. */
export function computeDrag(input: CpmInput, result: CpmResult): Float64Array {
  if (isByClock(input)) return dragByClock(input, result)
  return dragByKernel(input, result) ?? dragByPasses(input, result)
}

function dragByPasses(input: CpmInput, result: CpmResult): Float64Array {
  const { network, state } = input
  const { order } = network
  const onPath = (i: number): boolean => result.onLongestPath[i] === 1 && state[i] !== COMPLETE
  const tails = longestTails(input)
  const rank = zeros(Uint32Array, order.length + 1)
  for (let at = 0; at < order.length; at++) rank[at + 1] = rank[at] + (onPath(order[at]) ? 1 : 0)
  const avoiding = longestAvoiding(input, result, tails, rank)
  const drag = zeros(Float64Array, network.taskCount).fill(Number.NaN)
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    if (!onPath(i)) continue
    const start = Math.max(sourceAt(input, i, 0), fedStart(input, result, i, 0))
    const through = start + tails.withoutOwn[i]
    drag[i] = snap(result.projectFinish - Math.max(avoiding[rank[at]], through))
  }
  return drag
}

/** Whether links into s set its dates, as far as s itself decides. */
const isFed = (input: CpmInput, s: number): boolean => linksCount(input, s) && !isPin(input.constraint[s])

/** The start that data date and constraint give s: where paths begin. */
function sourceAt({ dataDate, constraint, constraintOffset }: CpmInput, s: number, remaining: number): number {
  if (constraint[s] === NO_CONSTRAINT) return dataDate
  return constrainedStart(constraint[s], constraintOffset[s], remaining, dataDate, dataDate)
}

/** The start that the predecessors give s, were its remaining duration that. */
function fedStart(input: CpmInput, result: CpmResult, s: number, remaining: number): number {
  if (!isFed(input, s)) return NO_PATH
  const { network, lagDays } = input
  const { start, task, type } = network
  const { early } = result
  let earliest = NO_PATH
  for (let k = start[s]; k < start[s + 1]; k++) {
    const p = task[k]
    const bound = earliestStart(type[k], early.start[p], early.finish[p], lagDays[k], remaining)
    if (bound > earliest) earliest = bound
  }
  return earliest
}

interface Tails {
  /**
   * Longest way from the start of task i to the end of a path, its own duration included; NO_PATH from a complete task
   * that leads to no incomplete one, for a path ends with work that is left. Length taskCount.
   */
  readonly whole: Float64Array
  /** The same if the duration of i were 0. */
  readonly withoutOwn: Float64Array
}

function longestTails(input: CpmInput): Tails {
  const { network, state, remainingDays, lagDays } = input
  const { order, start, task, type } = network
  const whole = copied(remainingDays)
  const withoutOwn = zeros(Float64Array, network.taskCount)
  for (let at = 0; at < order.length; at++) if (state[order[at]] === COMPLETE) whole[order[at]] = NO_PATH
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    whole[s] = snap(whole[s])
    withoutOwn[s] = snap(withoutOwn[s])
    if (!isFed(input, s)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      const onwards = lagDays[k] - (toStart(type[k]) ? 0 : remainingDays[s]) + whole[s]
      withoutOwn[p] = Math.max(withoutOwn[p], onwards)
      whole[p] = Math.max(whole[p], fromFinish(type[k]) ? remainingDays[p] + onwards : onwards)
    }
  }
  return { whole, withoutOwn }
}

/**
 * Entry r: length of the longest path that avoids the r-th task of the longest path. `rank[at]` = how many of those
 * stand at places before `at` of the order; length order.length + 1.
 */
function longestAvoiding(input: CpmInput, result: CpmResult, tails: Tails, rank: Uint32Array): Float64Array {
  const { network, state, remainingDays } = input
  const { order } = network
  const avoiding = longestJumps(input, result, tails, rank)
  let ended = NO_PATH
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    if (rank[at + 1] > rank[at]) avoiding[rank[at]] = Math.max(avoiding[rank[at]], ended)
    if (state[i] !== COMPLETE) ended = Math.max(ended, result.early.finish[i])
  }
  let begun = NO_PATH
  for (let at = order.length - 1; at >= 0; at--) {
    const i = order[at]
    if (rank[at + 1] > rank[at]) avoiding[rank[at]] = Math.max(avoiding[rank[at]], begun)
    begun = Math.max(begun, sourceAt(input, i, remainingDays[i]) + tails.whole[i])
  }
  return avoiding
}

const NONE = 0xffffffff

/**
 * Entry r: longest path with a link from before to after the r-th task of the longest path. A link over the ranks a .. b
 * is laid on two overlapping runs of 2^level ranks; then each level hands its runs down to two of half the length.
 */
function longestJumps(input: CpmInput, result: CpmResult, tails: Tails, rank: Uint32Array): Float64Array {
  const { network, lagDays, remainingDays } = input
  const { order, start, task, type, linkCount } = network
  const place = zeros(Uint32Array, network.taskCount)
  // jump j goes over the ranks first[j] .. last[j]; next[j] = another of its level, NONE = the last one
  const first = zeros(Uint32Array, linkCount)
  const last = zeros(Uint32Array, linkCount)
  const length = zeros(Float64Array, linkCount)
  const next = zeros(Uint32Array, linkCount)
  const jumpOfLevel = new Uint32Array(32).fill(NONE)
  let count = 0
  for (let at = 0; at < order.length; at++) {
    const s = order[at]
    place[s] = at
    if (!isFed(input, s)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      const from = rank[place[p] + 1]
      if (from === rank[at]) continue
      const offered = fromFinish(type[k]) ? result.early.finish[p] : result.early.start[p]
      first[count] = from
      last[count] = rank[at] - 1
      length[count] = offered + lagDays[k] - (toStart(type[k]) ? 0 : remainingDays[s]) + tails.whole[s]
      const level = 31 - Math.clz32(rank[at] - from)
      next[count] = jumpOfLevel[level]
      jumpOfLevel[level] = count++
    }
  }
  // runs[r] = longest of the jumps laid on the run of 2^level ranks from r
  const runs = zeros(Float64Array, rank[order.length]).fill(NO_PATH)
  for (let level = 31 - Math.clz32(runs.length); level >= 0; level--) {
    const size = 2 ** level
    // of the level above: a run of twice the size is one from r and one from r + size
    for (let r = runs.length - 1; r >= size; r--) if (runs[r - size] > runs[r]) runs[r] = runs[r - size]
    for (let j = jumpOfLevel[level]; j !== NONE; j = next[j]) {
      const end = last[j] + 1 - size
      if (length[j] > runs[first[j]]) runs[first[j]] = length[j]
      if (length[j] > runs[end]) runs[end] = length[j]
    }
  }
  return runs
}
