/**
 * Concurrent delay within a window: a delay of one party on the controlling path and one of the
 * other on a path beside it that ends within the threshold of it. Days are paired task by task, each day once, only with
 * the part of the controlling path that runs beside the other one; never more than a party lost in all on its path beyond
 * the float, than the path beside would have moved the finish alone, nor than the finish moved.
 * O((n + m) * a(n)), a = inverse Ackermann. Where two delays at one time are unequal, the shorter one is reported separately
 * (AACE 29R-03 4.2 leaves it to the theory chosen, literal or functional, whether it is concurrent).
 */

import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { finishingTasks } from '../../cpm/longest-path.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { COMPLETE } from '../../population/progress.ts'
import type { Attribution } from './attribution.ts'
import { CONTRACTOR, OWNER } from './parties.ts'
import { PROJECT } from './status.ts'

export interface ConcurrentPair {
  readonly ownerTask: number
  readonly contractorTask: number
  readonly days: number
  /** Side of the two that lies on the controlling path. */
  readonly controllingSide: number
  /** Days the path beside ends before the controlling one. */
  readonly slackDays: number
}

interface Beside {
  /** Least days path through i ends before the controlling one, Infinity = too many. Length taskCount, as the next. */
  readonly slack: Float64Array
  /** Place on the controlling path of the task where it joins; path.length = it ends beside the path. */
  readonly joinsAt: Int32Array
  /** Last tasks of the paths beside, as they were met. */
  readonly ends: readonly number[]
}

export interface Concurrency {
  /** Of paths that end within the threshold of the controlling one: these days are excusable, not compensable. */
  readonly counted: readonly ConcurrentPair[]
  /**
   * Of paths that end earlier, but delay the finish alone too: the shorter of two unequal delays at one time. They stay
   * with the party of the controlling path and change no sum.
   */
  readonly unequal: readonly ConcurrentPair[]
}

export function concurrentDelays(
  input: CpmInput,
  attribution: Attribution,
  side: Uint8Array,
  followed: number,
  thresholdDays: number,
): Concurrency {
  const { path, shares, beyondFloat, movementDays } = attribution
  const { taskCount } = input.network
  const rank = zeros(Int32Array, taskCount).fill(-1)
  path.forEach((i, place) => {
    rank[i] = place
  })
  const lostDays = (nearDays: number): Float64Array =>
    Float64Array.from({ length: taskCount }, (_, i) =>
      rank[i] >= 0 ? shares.shareDays[rank[i]] : beyondFloat(i, nearDays),
    )
  const setting = { input, attribution, side, followed, rank }
  const counted = pairsOf(setting, {
    criticalDays: lostDays(thresholdDays),
    movedDays: movementDays,
    slackMin: Number.NEGATIVE_INFINITY,
    slackMax: thresholdDays,
    lostMax: slackDays => movementDays - slackDays + thresholdDays,
  })
  const criticalDays = lostDays(0)
  let movedDays = movementDays
  for (const { ownerTask, contractorTask, days } of counted) {
    criticalDays[ownerTask] -= days
    criticalDays[contractorTask] -= days
    movedDays -= days
  }
  const unequal = pairsOf(setting, {
    criticalDays,
    movedDays,
    slackMin: thresholdDays + EPSILON_DAYS,
    slackMax: movementDays,
    lostMax: slackDays => movementDays - slackDays,
  })
  return { counted, unequal }
}

interface Setting {
  readonly input: CpmInput
  readonly attribution: Attribution
  readonly side: Uint8Array
  readonly followed: number
  /** Place of task i on the controlling path, -1 = off it. */
  readonly rank: Int32Array
}

/** Which paths beside are looked at, and what can be paired there. */
interface Reach {
  /** Days that task i lost, which are not paired yet. */
  readonly criticalDays: Float64Array
  /** Days of the movement that are not paired yet. */
  readonly movedDays: number
  /** Paths that end so many days before the controlling one: more than the first, at most the second. */
  readonly slackMin: number
  readonly slackMax: number
  /** Days that a path beside can have delayed the finish. */
  readonly lostMax: (slackDays: number) => number
}

function pairsOf(setting: Setting, reach: Reach): ConcurrentPair[] {
  const { input, attribution, side, followed, rank } = setting
  const { criticalDays, slackMin, slackMax, lostMax } = reach
  const { path } = attribution
  const sideDays = (wanted: number): number =>
    path.reduce((sum, i) => (side[i] === wanted ? sum + criticalDays[i] : sum), 0)
  const budget = [0, sideDays(OWNER), sideDays(CONTRACTOR)]
  if (budget[OWNER] <= EPSILON_DAYS && budget[CONTRACTOR] <= EPSILON_DAYS) return []
  const lostBeside = (i: number): boolean =>
    rank[i] < 0 && (side[i] === OWNER || side[i] === CONTRACTOR) && criticalDays[i] > EPSILON_DAYS
  if (!input.network.order.some(lostBeside)) return []
  const all = pathsBeside(input, attribution, rank, followed, slackMax)
  const ends = all.ends.filter(i => all.slack[i] > slackMin)
  if (ends.length === 0) return []
  const beside = { ...all, ends }
  const leavesAt = leavingPlaces(input, attribution, rank)
  let movedLeft = reach.movedDays
  return [OWNER, CONTRACTOR].flatMap(controllingSide => {
    const otherSide = controllingSide === OWNER ? CONTRACTOR : OWNER
    const daysMax = Math.min(budget[controllingSide], movedLeft)
    const netDays = netAlongChains(input, attribution, criticalDays, rank, side, otherSide)
    const pairs = pairDays(
      attribution,
      criticalDays,
      rank,
      beside,
      leavesAt,
      side,
      controllingSide,
      otherSide,
      daysMax,
      netDays,
      lostMax,
    )
    for (const { days } of pairs) movedLeft -= days
    return pairs
  })
}

/** Against the order every task is reached by all its successors before it is left, so slack is least when it counts. */
function pathsBeside(
  input: CpmInput,
  { path, offsets, controlling, finish }: Attribution,
  rank: Int32Array,
  followed: number,
  thresholdDays: number,
): Beside {
  const { taskCount, order, start, task } = input.network
  const slack = zeros(Float64Array, taskCount).fill(Number.POSITIVE_INFINITY)
  const joinsAt = zeros(Int32Array, taskCount)
  const isEnd = zeros(Uint8Array, taskCount)
  const ends: number[] = []
  const reach = (i: number, days: number, place: number, asEnd: boolean): void => {
    if (rank[i] >= 0 || days > thresholdDays + EPSILON_DAYS) return
    if (asEnd && isEnd[i] === 0) {
      isEnd[i] = 1
      ends.push(i)
    }
    if (days < slack[i]) {
      slack[i] = days
      joinsAt[i] = place
    }
  }
  if (followed === PROJECT) {
    const hasSuccessor = zeros(Uint8Array, taskCount)
    for (let k = 0; k < task.length; k++) hasSuccessor[task[k]] = 1
    const isIncompleteEnd = finishingTasks(input, finish, offsets).some(i => input.state[i] !== COMPLETE)
    for (let at = order.length - 1; at >= 0; at--) {
      const i = order[at]
      if (hasSuccessor[i] === 1 || (isIncompleteEnd && input.state[i] === COMPLETE)) continue
      reach(i, finish - offsets.finish[i], path.length, true)
    }
  }
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    const isOnPath = rank[s] >= 0
    const link = controlling.link[s]
    if (link < 0 || (!isOnPath && slack[s] === Number.POSITIVE_INFINITY)) continue
    const place = isOnPath ? rank[s] : joinsAt[s]
    const days = isOnPath ? 0 : slack[s]
    for (let k = start[s]; k < start[s + 1]; k++) {
      const more = Math.max(0, controlling.linkFloat[k] - controlling.linkFloat[link])
      reach(task[k], days + more, place, k !== link)
    }
  }
  return { slack, joinsAt, ends }
}

/** Place on the controlling path where the controlling chain of task i leaves it, -1 = it does not come from there. */
function leavingPlaces(input: CpmInput, { controlling }: Attribution, rank: Int32Array): Int32Array {
  const { taskCount, order } = input.network
  const leavesAt = zeros(Int32Array, taskCount).fill(-1)
  for (let at = 0; at < order.length; at++) {
    const p = controlling.predecessor[order[at]]
    if (p >= 0) leavesAt[order[at]] = rank[p] >= 0 ? rank[p] : leavesAt[p]
  }
  return leavesAt
}

/** Entry i: days of a side along the controlling chain of task i, down to where it leaves the controlling path. */
function netAlongChains(
  input: CpmInput,
  { controlling }: Attribution,
  criticalDays: Float64Array,
  rank: Int32Array,
  side: Uint8Array,
  wanted: number,
): Float64Array {
  const { taskCount, order } = input.network
  const net = zeros(Float64Array, taskCount)
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    if (rank[i] >= 0) continue
    const p = controlling.predecessor[i]
    net[i] = (p < 0 ? 0 : net[p]) + (side[i] === wanted ? criticalDays[i] : 0)
  }
  return net
}

function pairDays(
  { path, controlling }: Attribution,
  criticalDays: Float64Array,
  rank: Int32Array,
  { slack, joinsAt, ends }: Beside,
  leavesAt: Int32Array,
  side: Uint8Array,
  controllingSide: number,
  otherSide: number,
  budgetDays: number,
  netDays: Float64Array,
  lostMax: (slackDays: number) => number,
): ConcurrentPair[] {
  const pairs: ConcurrentPair[] = []
  const left = Float64Array.from(criticalDays, days => Math.max(0, days))
  /** Nearest place at or before `place` whose task has days left for the controlling side. Entry n + 1 stands for place n. */
  const places = chain(path.length + 1)
  const hasLeft = (i: number, wanted: number): boolean => side[i] === wanted && left[i] > EPSILON_DAYS
  for (let place = 0; place < path.length; place++) {
    if (!hasLeft(path[place], controllingSide)) places.skip(place + 1, place)
  }
  /** The same up the controlling chain of a task beside; entry i + 1 stands for task i. */
  const chains = chain(criticalDays.length + 1)
  for (let i = 0; i < criticalDays.length; i++) {
    const p = controlling.predecessor[i]
    // the chain ends where it leaves the controlling path
    if (rank[i] >= 0) chains.skip(i + 1, 0)
    else if (!hasLeft(i, otherSide)) chains.skip(i + 1, p + 1)
  }
  let budget = budgetDays
  for (const end of ends) {
    let lost = Math.min(netDays[end], lostMax(slack[end]))
    while (budget > EPSILON_DAYS && lost > EPSILON_DAYS) {
      const other = chains.find(end + 1) - 1
      const place = places.find(joinsAt[end]) - 1
      if (other < 0 || place <= leavesAt[end]) break
      const own = path[place]
      const days = Math.min(left[own], left[other], lost, budget)
      const [ownerTask, contractorTask] = controllingSide === OWNER ? [own, other] : [other, own]
      pairs.push({ ownerTask, contractorTask, days, controllingSide, slackDays: slack[end] })
      budget -= days
      lost -= days
      left[own] -= days
      left[other] -= days
      if (left[own] <= EPSILON_DAYS) places.skip(place + 1, place)
      if (left[other] <= EPSILON_DAYS) chains.skip(other + 1, controlling.predecessor[other] + 1)
    }
  }
  return pairs
}

/** Union-find by next entry: find(n) follows what was skipped, halving the way. Entry 0 is the end. */
function chain(length: number) {
  const next = Int32Array.from({ length }, (_, n) => n)
  return {
    skip(n: number, to: number): void {
      next[n] = to
    },
    find(from: number): number {
      let n = from
      while (next[n] !== n) {
        next[n] = next[next[n]]
        n = next[n]
      }
      return n
    },
  }
}
