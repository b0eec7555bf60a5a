/**
 * Links of the baseline's longest path that are gone (/docs/methods/baseline-compare#logic): the two tasks are joined by no
 * link any more, or one of them was deleted. The drift itself is ../link-changes.ts. O(n + m).
 */

import type { ComputedStatus } from '../../compare/computed-status.ts'
import type { TaskMatch } from '../../compare/match-tasks.ts'
import { LINK_DRIVING } from '../../cpm/float.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'

export interface RemovedLinks {
  /** Tasks of the baseline schedule. */
  readonly predecessor: Int32Array
  readonly successor: Int32Array
}

export function removedDrivingLinks(current: ComputedStatus, baseline: ComputedStatus, match: TaskMatch): RemovedLinks {
  const { network, result } = baseline
  const { links, taskCount } = current.columns
  const predecessor: number[] = []
  const successor: number[] = []
  // current task i is a predecessor of the successor at hand when its entry is that successor + 1
  const leadsTo = zeros(Uint32Array, taskCount)
  for (let j = 0; j < network.taskCount; j++) {
    if (result.onLongestPath[j] === 0) continue
    const i = match.currentOf[j]
    if (i !== NO_MATCH) {
      for (let k = links.start[i]; k < links.start[i + 1]; k++) if (links.task[k] >= 0) leadsTo[links.task[k]] = i + 1
    }
    for (let k = network.start[j]; k < network.start[j + 1]; k++) {
      const q = network.task[k]
      if (result.onLongestPath[q] === 0 || (result.linkMarks[k] & LINK_DRIVING) === 0) continue
      const p = match.currentOf[q]
      if (i !== NO_MATCH && p !== NO_MATCH && leadsTo[p] === i + 1) continue
      if (predecessor.at(-1) === q && successor.at(-1) === j) continue
      predecessor.push(q)
      successor.push(j)
    }
  }
  return { predecessor: Int32Array.from(predecessor), successor: Int32Array.from(successor) }
}
