/**
 * The controlling predecessor of every task (ANALYSIS_REFERENCE 13, Attribution): its driving link, else, where the task
 * is complete or held by the data date, the link that leaves it the least. O(n + m).
 */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { measureLinks } from '../../cpm/float.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { COMPLETE } from '../../population/progress.ts'

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
  const link = new Int32Array(taskCount).fill(NO_LINK)
  const predecessor = new Int32Array(taskCount).fill(-1)
  const linkFloat = new Float64Array(network.linkCount)
  for (let at = 0; at < order.length; at++) {
    const s = order[at]
    if (start[s] === start[s + 1]) continue
    const least = measureLinks(input, early, linkFloat, s)
    const isComplete = state[s] === COMPLETE
    const isDriven = !isComplete && least <= EPSILON_DAYS
    if (!isDriven && !isComplete && early.start[s] > dataDate + EPSILON_DAYS) continue
    let best = NO_LINK
    for (let k = start[s]; k < start[s + 1]; k++) {
      if (linkFloat[k] - least > EPSILON_DAYS) continue
      if (best === NO_LINK || comesBefore(task[k], task[best], finish)) best = k
    }
    link[s] = best
    predecessor[s] = task[best]
  }
  return { link, predecessor, linkFloat }
}

function comesBefore(p: number, best: number, finish: Float64Array): boolean {
  if (Math.abs(finish[p] - finish[best]) > EPSILON_DAYS) return finish[p] > finish[best]
  return p < best
}
