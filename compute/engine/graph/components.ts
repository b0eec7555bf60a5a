/** Weakly connected components: the groups of tasks that are connected when the direction of links is ignored. */
import { zeros } from '../ids/short-arrays.ts'
import type { IncomingLinks } from './links.ts'

export interface Components {
  /** Number of components. */
  readonly count: number
  /** Tasks in the largest one; 0 without tasks. */
  readonly largestSize: number
  /** Component of task i, numbered by first task in input order; COMPONENT_NONE for tasks left out. */
  readonly component: Uint32Array
}

export const COMPONENT_NONE = 0xffffffff

/** Groups of the numbers 0 .. count - 1, which join: union by smaller index with path halving. */
export class Groups {
  readonly #parent: Uint32Array

  constructor(count: number) {
    this.#parent = zeros(Uint32Array, count)
    for (let i = 0; i < count; i++) this.#parent[i] = i
  }

  /** The smallest of the group of i. */
  rootOf(i: number): number {
    const parent = this.#parent
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]]
      i = parent[i]
    }
    return i
  }

  join(i: number, j: number): void {
    const a = this.rootOf(i)
    const b = this.rootOf(j)
    if (a < b) this.#parent[b] = a
    else this.#parent[a] = b
  }
}

/** `included[i]` = 0 leaves task i out; no link may lead to such a task. */
export function weakComponents(taskCount: number, links: IncomingLinks, included: Uint8Array): Components {
  const groups = new Groups(taskCount)
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (links.task[k] >= 0) groups.join(links.task[k], s)
    }
  }
  const component = zeros(Uint32Array, taskCount).fill(COMPONENT_NONE)
  const size = zeros(Uint32Array, taskCount)
  let count = 0
  let largestSize = 0
  for (let i = 0; i < taskCount; i++) {
    if (included[i] === 0) continue
    const root = groups.rootOf(i)
    // the root is the smallest index of its component, so it is met first
    if (root === i) component[i] = count++
    component[i] = component[root]
    largestSize = Math.max(largestSize, ++size[component[i]])
  }
  return { count, largestSize, component }
}
