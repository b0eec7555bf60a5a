/**
 * Drag (Devaux): the days the project would end sooner if a task of the longest path took no time, for every incomplete
 * task of that path at once, O(n log n + m). Negative = "reverse-critical": an FF or SF relation makes the project
 * longer when the task gets shorter.
 *
 * Every path through the network either avoids task i or runs through it. One that avoids it starts after i's place in
 * the order, ends before it, or jumps over it by exactly one link; none of those lengths knows i's duration. One that
 * runs through it is reckoned with the duration 0. The longest of all is the project finish without i. Started work,
 * pins and finish constraints are fixed starting points of paths, so this holds for every network; dragByRecomputing in
 * the tests is the oracle.
 */
import { snap } from '../calendar/snap.ts'
import { linksCount } from './backward.ts'
import { constrainedStart, isPin, NO_CONSTRAINT } from './constraint.ts'
import type { CpmResult } from './cpm.ts'
import type { CpmInput } from './prepare.ts'
import { COMPLETE, IN_PROGRESS } from './progress.ts'
import { earliestStart, fromFinish, toStart } from './relation.ts'

const NO_PATH = Number.NEGATIVE_INFINITY

/** Drag of task i in days; NaN when it is complete or not on the longest path. Length taskCount. */
export function computeDrag(input: CpmInput, result: CpmResult): Float64Array {
  const { network, state } = input
  const drag = new Float64Array(network.taskCount).fill(Number.NaN)
  const tails = longestTails(input)
  const avoiding = longestAvoiding(input, result, tails)
  const { order } = network
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    if (result.onLongestPath[i] === 0 || state[i] === COMPLETE) continue
    const through = startAt(input, result, i, 0) + tails.withoutOwn[i]
    drag[i] = snap(result.projectFinish - Math.max(avoiding[at], through))
  }
  return drag
}

/** Whether a link into s sets its dates, as far as s itself decides. */
const isFed = (input: CpmInput, s: number): boolean => linksCount(input, s) && !isPin(input.constraint[s])

/** (Remaining) start of s if its remaining duration were `remaining` and all before it stood as they are. */
function startAt(input: CpmInput, result: CpmResult, s: number, remaining: number): number {
  return Math.max(sourceAt(input, result, s, remaining), fedStart(input, result, s, remaining, false))
}

/** The start that data date, constraint and complete predecessors give s: where paths begin. */
function sourceAt(input: CpmInput, result: CpmResult, s: number, remaining: number): number {
  const { dataDate, constraint, constraintOffset, state } = input
  const complete = state[s] === IN_PROGRESS ? NO_PATH : fedStart(input, result, s, remaining, true)
  const byLogic = Math.max(dataDate, complete)
  if (constraint[s] === NO_CONSTRAINT) return byLogic
  return constrainedStart(constraint[s], constraintOffset[s], remaining, byLogic, dataDate)
}

/** The start that the complete, or else the incomplete, predecessors give s. */
function fedStart(input: CpmInput, result: CpmResult, s: number, remaining: number, fromComplete: boolean): number {
  if (!isFed(input, s)) return NO_PATH
  const { network, state, lagDays } = input
  const { start, task, type } = network
  const { early } = result
  let earliest = NO_PATH
  for (let k = start[s]; k < start[s + 1]; k++) {
    const p = task[k]
    if ((state[p] === COMPLETE) !== fromComplete) continue
    const bound = earliestStart(type[k], early.start[p], early.finish[p], lagDays[k], remaining)
    if (bound > earliest) earliest = bound
  }
  return earliest
}

interface Tails {
  /** Longest way from the start of task i to the end of a path, its own duration included. Length taskCount. */
  readonly whole: Float64Array
  /** The same if the duration of i were 0. */
  readonly withoutOwn: Float64Array
}

function longestTails(input: CpmInput): Tails {
  const { network, state, remainingDays, lagDays } = input
  const { order, start, task, type } = network
  const whole = remainingDays.slice()
  const withoutOwn = new Float64Array(network.taskCount)
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    whole[s] = snap(whole[s])
    withoutOwn[s] = snap(withoutOwn[s])
    if (!isFed(input, s)) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (state[p] === COMPLETE) continue
      const onwards = lagDays[k] - (toStart(type[k]) ? 0 : remainingDays[s]) + whole[s]
      withoutOwn[p] = Math.max(withoutOwn[p], onwards)
      whole[p] = Math.max(whole[p], fromFinish(type[k]) ? remainingDays[p] + onwards : onwards)
    }
  }
  return { whole, withoutOwn }
}

/** Entry n: length of the longest path that avoids the task at place n of the order. */
function longestAvoiding(input: CpmInput, result: CpmResult, tails: Tails): Float64Array {
  const { network, state, remainingDays } = input
  const { order } = network
  const avoiding = longestJumps(input, result, tails)
  let ended = NO_PATH
  for (let at = 0; at < order.length; at++) {
    avoiding[at] = Math.max(avoiding[at], ended)
    if (state[order[at]] !== COMPLETE) ended = Math.max(ended, result.early.finish[order[at]])
  }
  let begun = NO_PATH
  for (let at = order.length - 1; at >= 0; at--) {
    const i = order[at]
    avoiding[at] = Math.max(avoiding[at], begun)
    if (state[i] !== COMPLETE) {
      begun = Math.max(begun, sourceAt(input, result, i, remainingDays[i]) + tails.whole[i])
    }
  }
  return avoiding
}

/**
 * Entry n: longest path with a link from a place before n to one after n. A link over the places a .. b is laid on two
 * overlapping runs of 2^level places; then each level hands its runs down to two of half the length.
 */
function longestJumps(input: CpmInput, result: CpmResult, tails: Tails): Float64Array {
  const { network, state, lagDays, remainingDays } = input
  const { order, start, task, type } = network
  const place = new Uint32Array(network.taskCount)
  for (let at = 0; at < order.length; at++) place[order[at]] = at
  // links by level: counted, then laid out in one list
  const levelOf = (places: number): number => 31 - Math.clz32(places)
  const firstOfLevel = new Uint32Array(34)
  const jumps = (visit: (k: number, p: number, s: number, places: number) => void): void => {
    for (let at = 0; at < order.length; at++) {
      const s = order[at]
      if (!isFed(input, s) || state[s] === COMPLETE) continue
      for (let k = start[s]; k < start[s + 1]; k++) {
        const p = task[k]
        const places = at - place[p] - 1
        if (places > 0 && state[p] !== COMPLETE) visit(k, p, s, places)
      }
    }
  }
  jumps((_k, _p, _s, places) => firstOfLevel[levelOf(places) + 1]++)
  for (let level = 0; level < 33; level++) firstOfLevel[level + 1] += firstOfLevel[level]
  const count = firstOfLevel[33]
  const next = firstOfLevel.slice()
  const first = new Uint32Array(count)
  const placeCount = new Uint32Array(count)
  const length = new Float64Array(count)
  jumps((k, p, s, places) => {
    const at = next[levelOf(places)]++
    const from = fromFinish(type[k]) ? result.early.finish[p] : result.early.start[p]
    first[at] = place[p] + 1
    placeCount[at] = places
    length[at] = from + lagDays[k] - (toStart(type[k]) ? 0 : remainingDays[s]) + tails.whole[s]
  })
  // runs[n] = longest of the links laid on the run of 2^level places from n
  const runs = new Float64Array(order.length).fill(NO_PATH)
  for (let level = order.length > 0 ? levelOf(order.length) : 0; level >= 0; level--) {
    const half = 2 ** level
    // hand down from the level above: a run of 2 * half is one from n and one from n + half
    for (let n = order.length - 1; n >= half; n--) if (runs[n - half] > runs[n]) runs[n] = runs[n - half]
    for (let at = firstOfLevel[level]; at < firstOfLevel[level + 1]; at++) {
      const last = first[at] + placeCount[at] - half
      if (length[at] > runs[first[at]]) runs[first[at]] = length[at]
      if (length[at] > runs[last]) runs[last] = length[at]
    }
  }
  return runs
}
