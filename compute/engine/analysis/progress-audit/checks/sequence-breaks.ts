/**
 * Work done before its predecessors (PA17, PA18), read off states and links alone. Predecessors that are summaries or
 * level of effort, unknown ids and the task itself do not count. O(links).
 */
import { zeros } from '../../../ids/short-arrays.ts'
import { isInPasses } from '../../../kind/participation.ts'
import { FS } from '../../../kind/relation-types.ts'
import { COMPLETE, NOT_STARTED } from '../../../population/progress.ts'
import type { TaskStates } from '../../../population/task-states.ts'

export interface SequenceBreaks {
  /** Links between tasks of which neither is a summary or level of effort. */
  readonly linkCount: number
  /** 1 = task i has such a predecessor, and one over FS without a lead. Length taskCount, like the next two. */
  readonly hasPredecessor: Uint8Array
  readonly hasFinishPredecessor: Uint8Array
  /** First predecessor over FS without a lead that had to be finished before task i started, NO_BREAK when there is none. */
  readonly startedBefore: Int32Array
  /** First predecessor over FS without a lead that is not finished, of a task that has not started. */
  readonly waitsFor: Int32Array
  /** First predecessor that has not started, though task i is finished. */
  readonly finishedBefore: Int32Array
}

export const NO_BREAK = -1

export function sequenceBreaks({ columns, kind, state }: TaskStates): SequenceBreaks {
  const { taskCount, links } = columns
  const hasPredecessor = zeros(Uint8Array, taskCount)
  const hasFinishPredecessor = zeros(Uint8Array, taskCount)
  const startedBefore = zeros(Int32Array, taskCount).fill(NO_BREAK)
  const waitsFor = zeros(Int32Array, taskCount).fill(NO_BREAK)
  const finishedBefore = zeros(Int32Array, taskCount).fill(NO_BREAK)
  let linkCount = 0
  for (let s = 0; s < taskCount; s++) {
    if (!isInPasses(kind[s])) continue
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0 || p === s || !isInPasses(kind[p])) continue
      linkCount++
      hasPredecessor[s] = 1
      if (state[s] === COMPLETE && state[p] === NOT_STARTED && finishedBefore[s] === NO_BREAK) finishedBefore[s] = p
      if (links.type[k] !== FS || links.lagDays[k] < 0) continue
      hasFinishPredecessor[s] = 1
      const first = state[s] === NOT_STARTED ? waitsFor : startedBefore
      if (state[p] !== COMPLETE && first[s] === NO_BREAK) first[s] = p
    }
  }
  return { linkCount, hasPredecessor, hasFinishPredecessor, startedBefore, waitsFor, finishedBefore }
}
