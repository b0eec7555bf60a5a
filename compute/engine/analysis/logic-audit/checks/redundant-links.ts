/**
 * Links that other links imply: FS without lag beside a longer path of FS links without leads. From each task with two or
 * more such links the paths are walked as far as its last successor in topological order, so the cost is at most
 * O(tasks with several successors * links), which REDUNDANCY_LINKS_MAX bounds.
 */

import type { LinkColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { outgoingLinks } from '../../../graph/links.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { FS } from '../../../passes/relation.ts'
import type { LiveLinks } from '../../../population/live-links.ts'

export const REDUNDANCY_LINKS_MAX = 5000

/** 1 = link k is redundant. `order` holds the tasks of the network, each after its predecessors. */
export function redundantLinks(links: LinkColumns, live: LiveLinks, order: Uint32Array): Uint8Array {
  const { start, lagDays, type } = links
  const taskCount = start.length - 1
  const isStep = (k: number): boolean => live.marks[k] === 1 && type[k] === FS && lagDays[k] >= 0
  const steps = outgoingLinks(taskCount, { start, task: links.task.map((p, k) => (isStep(k) ? p : -1)) })
  const redundant = zeros(Uint8Array, type.length)
  const place = zeros(Uint32Array, taskCount)
  for (let at = 0; at < order.length; at++) place[order[at]] = at
  // source whose walk met task i last, by a path of two links or more; taskCount = none yet
  const reachedFrom = zeros(Uint32Array, taskCount).fill(taskCount)
  const open = zeros(Uint32Array, taskCount)
  for (const p of order) {
    const first = steps.start[p]
    const end = steps.start[p + 1]
    if (end - first < 2) continue
    let last = 0
    for (let k = first; k < end; k++) last = Math.max(last, place[steps.task[k]])
    let length = 0
    const walkFrom = (i: number): void => {
      for (let k = steps.start[i]; k < steps.start[i + 1]; k++) {
        const s = steps.task[k]
        if (reachedFrom[s] === p || place[s] > last) continue
        reachedFrom[s] = p
        open[length++] = s
      }
    }
    for (let k = first; k < end; k++) walkFrom(steps.task[k])
    while (length > 0) walkFrom(open[--length])
    for (let k = first; k < end; k++) {
      if (reachedFrom[steps.task[k]] === p && lagDays[steps.link[k]] === 0) redundant[steps.link[k]] = 1
    }
  }
  return redundant
}
