/**
 * Who moved the finish: the path that controls it now, task by task, each with its slip beyond the float that the earlier
 * status left on that path (shares.ts). Off the path the same is reckoned link by link with the total float of then, for
 * concurrent delays and consumed float.
 */

import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { type PathShares, shareOut } from '../../compare/shares.ts'
import { type EarlyDates, forward } from '../../cpm/forward.ts'
import { type CpmInput, isReachedThrough } from '../../cpm/input.ts'
import { finishingTasks } from '../../cpm/longest-path.ts'
import { fromFinish } from '../../cpm/relation.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { MILESTONE } from '../../kind/participation.ts'
import { type Controlling, controllingChain, controllingLinks } from './controlling.ts'
import { arrivalIn, type Passed, type Previous, previousOf } from './previous.ts'
import { followedFinish, type Offsets, offsetsOf, PROJECT, type Status } from './status.ts'

export interface Attribution {
  /** Tasks of the controlling path, first to last; empty when no task takes part. */
  readonly path: Uint32Array
  /** What each of them did, by its place on the path. */
  readonly shares: PathShares
  /** Days task i came later than the link that controls it made it. Length taskCount, as the next. */
  readonly slipDays: Float64Array
  /**
   * Days of its slip beyond the total float it had, or beyond what of that exceeds `nearDays`; negative = it gained such
   * days back. Of tasks off the path, whose finish they did not move.
   */
  readonly beyondFloat: (i: number, nearDays: number) => number
  /** Days of its slip that the total float of a task took up which is not new. */
  readonly consumedFloat: (i: number) => number
  readonly finish: number
  /** How far the finish moved. */
  readonly movementDays: number
  readonly offsets: Offsets
  readonly controlling: Controlling
  readonly previous: Previous
}

/** The network whose finish is explained. */
export interface Explained {
  readonly input: CpmInput
  /** Overwritten. */
  readonly early: EarlyDates
  /** Task whose finish is followed, or PROJECT. */
  readonly followed: number
  /** Marks milestones, which come first among tasks that end last. */
  readonly kind: Uint8Array
  /** Of its tasks in the earlier status; undefined = the network is the earlier one. */
  readonly toEarlier: Int32Array | undefined
}

export function attribute(earlier: Status, { input, early, followed, kind, toEarlier }: Explained): Attribution {
  forward(input, early)
  const finish = followedFinish(input, early, followed)
  const offsets = offsetsOf(input, early)
  const controlling = controllingLinks(input, early, offsets.finish)
  const now = { input, early, controlling }
  const last = followed === PROJECT ? lastTask(finishingTasks(input, finish, early), kind) : followed
  const path = controllingChain(last, controlling, input, early, offsets.finish)
  const previous = previousOf(earlier, now, toEarlier)
  const movementDays = snap(finish - previous.followedFinish)
  const shares = sharesOf(path, now, previous, offsets, movementDays)
  return {
    path,
    shares,
    ...slipsByLink(now, previous, offsets),
    finish,
    movementDays,
    offsets,
    controlling,
    previous,
  }
}

type Explaining = Passed & { readonly controlling: Controlling }

/** Days that link k came later than in the earlier status. */
const arrivalMoved = (now: Explaining, previous: Previous, k: number, s: number): number =>
  snap(arrivalIn(now, k) - previous.arrival(k, s))

function sharesOf(
  path: Uint32Array,
  now: Explaining,
  previous: Previous,
  { start }: Offsets,
  finishMovedDays: number,
): PathShares {
  const { link } = now.controlling
  const length = path.length
  const movedDays = zeros(Float64Array, length)
  const floatDays = zeros(Float64Array, length)
  const enteredDays = zeros(Float64Array, length).fill(Number.NEGATIVE_INFINITY)
  if (length > 0) {
    const last = path[length - 1]
    // an added task at the end: the finish it had would have been where it was let go
    const was = Number.isNaN(previous.finish[last])
      ? link[last] < 0
        ? start[last]
        : previous.arrival(link[last], last)
      : previous.finish[last]
    floatDays[length - 1] = Math.max(0, snap(previous.followedFinish - was))
    movedDays[length - 1] = finishMovedDays
  }
  let first = 0
  for (let n = length - 2; n >= 0; n--) {
    const s = path[n + 1]
    floatDays[n] = floatDays[n + 1] + previous.linkFloat(link[s], s)
    movedDays[n] = arrivalMoved(now, previous, link[s], s)
    const isLeftByStart = n + 2 < length && !fromFinish(now.input.network.type[link[path[n + 2]]])
    enteredDays[n + 1] = previous.enteredMoved(link[s], s, isLeftByStart)
    // work that was done before and stands where it stood moved nothing, nor did what lies behind it
    if (previous.wasComplete[path[n]] === 1 && Math.abs(movedDays[n]) <= EPSILON_DAYS) {
      first = n
      break
    }
  }
  movedDays.fill(0, 0, first)
  floatDays.fill(floatDays[first] ?? 0, 0, first)
  return shareOut({ movedDays, floatDays, enteredDays, finishMovedDays })
}

/** Every task against the link that controls it: what it slipped, and how much of that is beyond its total float. */
function slipsByLink(now: Explaining, previous: Previous, { start, finish }: Offsets) {
  const { controlling, input } = now
  const { taskCount, order } = input.network
  const slipDays = zeros(Float64Array, taskCount)
  const movedDays = zeros(Float64Array, taskCount)
  for (const i of order) {
    const k = controlling.link[i]
    if (Number.isNaN(previous.finish[i])) {
      // a task that was not there before adds all of its own time
      const p = controlling.predecessor[i]
      slipDays[i] = snap(finish[i] - (p < 0 ? start[i] : finish[p]))
      continue
    }
    movedDays[i] = snap(finish[i] - previous.finish[i])
    // through work done out of sequence others hand on what they bring, but they did not move it
    const isBypassed = k < 0 || isReachedThrough(input, now.early, i)
    const brought = isBypassed ? 0 : snap(arrivalMoved(now, previous, k, i) - previous.linkFloat(k, i))
    slipDays[i] = snap(movedDays[i] - brought)
  }
  const beyondFloat = (i: number, nearDays: number): number => {
    if (Number.isNaN(previous.finish[i])) return slipDays[i]
    const floatDays = Math.max(0, (previous.totalFloat[i] || 0) - nearDays)
    const brought = movedDays[i] - slipDays[i]
    return snap(Math.max(0, movedDays[i] - floatDays) - Math.max(0, brought - floatDays))
  }
  const consumedFloat = (i: number): number => {
    const floatDays = Math.max(0, previous.totalFloat[i] || 0)
    const used = (days: number): number => Math.max(0, Math.min(days, floatDays))
    return snap(used(movedDays[i]) - used(movedDays[i] - slipDays[i]))
  }
  return { slipDays, beyondFloat, consumedFloat }
}

/** Of the tasks that end last: a milestone first, then the last in the input; PROJECT when there is none. */
function lastTask(candidates: Uint32Array, kind: Uint8Array): number {
  let best = PROJECT
  for (const i of candidates) {
    const isPoint = kind[i] === MILESTONE
    const beatsBest = best === PROJECT || (isPoint === (kind[best] === MILESTONE) ? i > best : isPoint)
    if (beatsBest) best = i
  }
  return best
}
