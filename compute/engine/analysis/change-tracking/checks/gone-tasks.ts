/**
 * Deleted tasks and what took their place. Deleted tasks that are linked with one another are one group, and so are added
 * ones; a group's neighbours are the tasks of both statuses that it was, or is, linked with. O(tasks + links) to make;
 * looking for a replacement costs the product of two neighbourhoods at worst, so its steps are bounded.
 */

import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { COMPONENT_NONE, weakComponents } from '../../../graph/components.ts'
import { NO_MATCH } from '../../../ids/match-ids.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import type { Pair } from '../pair.ts'

/** Beyond so many steps nothing more is taken for a replacement: some for each task of the two statuses, and no more than these. */
const STEPS_PER_TASK = 8_000
const STEPS_MAX = 20_000_000

interface Groups {
  /** Group of task i, COMPONENT_NONE for tasks of both statuses. */
  readonly group: Uint32Array
  /** Neighbours of a group, as tasks of the later status. */
  readonly predecessors: readonly ReadonlySet<number>[]
  readonly successors: readonly ReadonlySet<number>[]
}

interface GoneTasks {
  readonly deleted: Groups
  readonly added: Groups
  /** Groups of added tasks that precede, and that follow, a task of the later status. */
  readonly addedBefore: ReadonlyMap<number, readonly number[]>
  readonly addedAfter: ReadonlyMap<number, readonly number[]>
  stepsLeft: number
}

/** `others`: partner of each task in the other status; `later`: the task of the later status a task is. */
function groupsOf(columns: ScheduleColumns, others: Int32Array, later: (i: number) => number): Groups {
  const { taskCount, links } = columns
  const alone = Uint8Array.from(others, other => (other === NO_MATCH ? 1 : 0))
  const within = links.task.slice()
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (within[k] >= 0 && (alone[s] === 0 || alone[within[k]] === 0)) within[k] = -1
    }
  }
  const { count, component } = weakComponents(taskCount, { start: links.start, task: within }, alone)
  const predecessors = Array.from({ length: count }, () => new Set<number>())
  const successors = Array.from({ length: count }, () => new Set<number>())
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0 || alone[p] === alone[s]) continue
      if (alone[s] === 1) predecessors[component[s]].add(later(p))
      else successors[component[p]].add(later(s))
    }
  }
  return { group: component, predecessors, successors }
}

function byNeighbour(neighbours: Groups['predecessors']): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  neighbours.forEach((tasks, group) => {
    for (const task of tasks) {
      const known = groups.get(task)
      if (known === undefined) groups.set(task, [group])
      else known.push(group)
    }
  })
  return groups
}

export function goneTasks({ before, after, beforeOf, afterOf }: Pair): GoneTasks {
  const added = groupsOf(after.columns, beforeOf, i => i)
  return {
    deleted: groupsOf(before.columns, afterOf, j => afterOf[j]),
    added,
    addedBefore: byNeighbour(added.successors),
    addedAfter: byNeighbour(added.predecessors),
    stepsLeft: Math.min(STEPS_MAX, STEPS_PER_TASK * (before.columns.taskCount + after.columns.taskCount)),
  }
}

/** Whether any of the tasks is in the set; true for no tasks. Takes steps. */
function meets(gone: GoneTasks, tasks: ReadonlySet<number>, set: ReadonlySet<number>): boolean {
  if (tasks.size === 0) return true
  const [few, many] = tasks.size < set.size ? [tasks, set] : [set, tasks]
  for (const task of few) {
    if (gone.stepsLeft-- <= 0) return false
    if (many.has(task)) return true
  }
  return false
}

/** Group of the added tasks that stand between the neighbours which the deleted task, with its group, had. */
export function replacementOf(gone: GoneTasks, j: number): number | undefined {
  const { deleted, added } = gone
  const predecessors = deleted.predecessors[deleted.group[j]]
  const successors = deleted.successors[deleted.group[j]]
  const [from, groups] = successors.size > 0 ? [successors, gone.addedBefore] : [predecessors, gone.addedAfter]
  for (const task of from) {
    for (const group of groups.get(task) ?? []) {
      if (gone.stepsLeft-- <= 0) return undefined
      if (meets(gone, predecessors, added.predecessors[group])) return group
    }
  }
  return undefined
}

/** Days of work by group: what its tasks have left to do, one after the other. */
export function daysOfGroups({ group, predecessors }: Groups, remainingDays: Float64Array): Float64Array {
  const days = zeros(Float64Array, predecessors.length)
  for (let i = 0; i < group.length; i++) if (group[i] !== COMPONENT_NONE) days[group[i]] += remainingDays[i]
  return days
}

/** Whether deleted tasks stood between p and s, tasks of the later status. */
export function bridgedByLag({ before, beforeOf }: Pair, gone: GoneTasks, p: number, s: number): boolean {
  const j = beforeOf[s]
  const { start, task } = before.columns.links
  const { group, predecessors } = gone.deleted
  for (let k = start[j]; k < start[j + 1]; k++) {
    if (gone.stepsLeft-- <= 0) return false
    if (task[k] >= 0 && group[task[k]] !== COMPONENT_NONE && predecessors[group[task[k]]].has(p)) return true
  }
  return false
}
