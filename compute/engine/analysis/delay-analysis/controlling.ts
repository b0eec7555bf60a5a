/**
 * The controlling predecessor of every task: its driving link, else, where the task is complete or held by the data date,
 * the link that leaves it the least of those whose end had come: what is still ahead holds neither. O(n + m).
 */

import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { measureLinks } from '../../cpm/float.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import { type CpmInput, isReachedThrough } from '../../cpm/input.ts'
import { fromFinish, toStart } from '../../cpm/relation.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { hasPassed } from './previous.ts'

export const NO_LINK = -1

export interface Controlling {
  /** Live link that controls task i, NO_LINK = none. Length taskCount. */
  readonly link: Int32Array
  /** Its predecessor, -1 = none. Length taskCount. */
  readonly predecessor: Int32Array
  /** Days live link k leaves. Length linkCount. */
  readonly linkFloat: Float64Array
}

/** `finish` are the finishes that break ties: the later one controls, then the first in the input. */
export function controllingLinks(input: CpmInput, early: EarlyDates, finish: Float64Array): Controlling {
  const { network, state, dataDate } = input
  const { taskCount, order, start, task } = network
  const link = zeros(Int32Array, taskCount).fill(NO_LINK)
  const predecessor = zeros(Int32Array, taskCount).fill(-1)
  const linkFloat = zeros(Float64Array, network.linkCount)
  for (let at = 0; at < order.length; at++) {
    const s = order[at]
    if (start[s] === start[s + 1]) continue
    const isDone = state[s] === COMPLETE && !isReachedThrough(input, early, s)
    let least = measureLinks(input, early, linkFloat, s)
    const isDriven = !isDone && least <= EPSILON_DAYS
    const waited = (k: number): boolean => isDriven || hasPassed({ input, early }, task[k], network.type[k])
    if (!isDriven) {
      least = Number.POSITIVE_INFINITY
      for (let k = start[s]; k < start[s + 1]; k++) if (waited(k)) least = Math.min(least, linkFloat[k])
    }
    if (!isDriven && !isDone && early.start[s] > dataDate + EPSILON_DAYS) continue
    let best = NO_LINK
    for (let k = start[s]; k < start[s + 1]; k++) {
      if (linkFloat[k] - least > EPSILON_DAYS || !waited(k)) continue
      if (best === NO_LINK || comesBefore(task[k], task[best], finish)) best = k
    }
    if (best === NO_LINK) continue
    link[s] = best
    predecessor[s] = task[best]
  }
  return { link, predecessor, linkFloat }
}

/**
 * The tasks from `last` back, first to last. What another task waits for may be the start of one that has begun: then a
 * link to its finish did not control it, and the link that did takes its place in `controlling`.
 */
export function controllingChain(
  last: number,
  controlling: Controlling,
  input: CpmInput,
  early: EarlyDates,
  finish: Float64Array,
): Uint32Array {
  const { type, task } = input.network
  const { link, predecessor, linkFloat } = controlling
  const chain: number[] = []
  let isStartAwaited = false
  for (let i = last; i >= 0; i = predecessor[i]) {
    chain.push(i)
    if (isStartAwaited && input.state[i] !== NOT_STARTED) {
      link[i] = startLink(input, early, linkFloat, finish, i)
      predecessor[i] = link[i] === NO_LINK ? -1 : task[link[i]]
    }
    isStartAwaited = link[i] !== NO_LINK && !fromFinish(type[link[i]])
  }
  return Uint32Array.from(chain.reverse())
}

/** Of the links to the start of a task that has begun, the one that left it the least. */
function startLink(
  input: CpmInput,
  early: EarlyDates,
  linkFloat: Float64Array,
  finish: Float64Array,
  s: number,
): number {
  const { start, task, type } = input.network
  let best = NO_LINK
  for (let k = start[s]; k < start[s + 1]; k++) {
    if (!toStart(type[k]) || !hasPassed({ input, early }, task[k], type[k])) continue
    const more = best === NO_LINK ? Number.NEGATIVE_INFINITY : linkFloat[k] - linkFloat[best]
    const isTie = Math.abs(more) <= EPSILON_DAYS
    if (isTie ? comesBefore(task[k], task[best], finish) : more < 0) best = k
  }
  return best
}

function comesBefore(p: number, best: number, finish: Float64Array): boolean {
  if (Math.abs(finish[p] - finish[best]) > EPSILON_DAYS) return finish[p] > finish[best]
  return p < best
}
