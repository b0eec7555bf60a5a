/** The longest path: chains of driving links that end with the project (/docs/methods/cpm#critical-path-longest-path-drivers). */

import { EPSILON_DAYS } from '../calendar/snap.ts'
import { zeros } from '../ids/short-arrays.ts'
import { COMPLETE } from '../population/progress.ts'
import { LINK_DRIVING } from './float.ts'
import type { EarlyDates } from './forward.ts'
import type { CpmInput } from './input.ts'

/**
 * The tasks that end with the project: incomplete ones; complete ones, by their reported finish, where none is incomplete.
 */
export function finishingTasks(input: CpmInput, projectFinish: number, early: EarlyDates): Uint32Array {
  const { network, state, reportedFinish } = input
  const { order } = network
  const incomplete: number[] = []
  const complete: number[] = []
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    const isComplete = state[i] === COMPLETE
    const finish = isComplete ? reportedFinish[i] : early.finish[i]
    if (finish >= projectFinish - EPSILON_DAYS) (isComplete ? complete : incomplete).push(i)
  }
  return Uint32Array.from(incomplete.length > 0 ? incomplete : complete)
}

/** 1 = on a chain of driving links to one of those tasks. Length taskCount. `through` names what holds a task by other links than live ones. */
export function longestPath(
  input: CpmInput,
  early: EarlyDates,
  projectFinish: number,
  linkMarks: Uint8Array,
  through?: (s: number) => readonly number[],
): Uint8Array {
  const { taskCount, order, start, task } = input.network
  const onPath = zeros(Uint8Array, taskCount)
  // tasks whose predecessors are still to be looked at; each enters once
  const open = zeros(Uint32Array, order.length)
  let openLength = 0
  const visit = (i: number): void => {
    if (onPath[i] === 1) return
    onPath[i] = 1
    open[openLength++] = i
  }
  for (const i of finishingTasks(input, projectFinish, early)) visit(i)
  while (openLength > 0) {
    const s = open[--openLength]
    for (let k = start[s]; k < start[s + 1]; k++) if ((linkMarks[k] & LINK_DRIVING) !== 0) visit(task[k])
    if (through !== undefined) for (const p of through(s)) visit(p)
  }
  return onPath
}
