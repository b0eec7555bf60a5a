/**
 * The cycles of a network that has no topological order: strongly connected components by Tarjan, without recursion, and
 * for each one shortest cycle through its first task. The text of it is cycle-text.ts.
 */
import { copied, zeros } from '../ids/short-arrays.ts'
import { type IncomingLinks, type OutgoingLinks, outgoingLinks } from './links.ts'

/** How many cycles are named. */
export const CYCLES_NAMED_MAX = 10

export interface CycleReport {
  /** Tasks of one shortest cycle per component, predecessor before successor, the first task not repeated. */
  readonly cycles: readonly Uint32Array[]
  /** Components that hold a cycle, those beyond CYCLES_NAMED_MAX included. */
  readonly componentCount: number
  /** Tasks that lie on some cycle. */
  readonly taskCount: number
}

const NONE = 0xffffffff

export function findCycles(taskCount: number, links: IncomingLinks): CycleReport {
  const out = outgoingLinks(taskCount, links)
  const component = strongComponents(taskCount, out)
  const size = zeros(Uint32Array, taskCount)
  for (let i = 0; i < taskCount; i++) size[component[i]]++
  const seen = zeros(Uint8Array, taskCount)
  const cycles: Uint32Array[] = []
  let componentCount = 0
  let cyclicTasks = 0
  for (let i = 0; i < taskCount; i++) {
    const own = component[i]
    if (seen[own] === 1) continue
    seen[own] = 1
    if (size[own] === 1 && !hasSelfLoop(i, out)) continue
    componentCount++
    cyclicTasks += size[own]
    if (cycles.length < CYCLES_NAMED_MAX) cycles.push(shortestCycle(i, out, component))
  }
  return { cycles, componentCount, taskCount: cyclicTasks }
}

function hasSelfLoop(task: number, out: OutgoingLinks): boolean {
  for (let k = out.start[task]; k < out.start[task + 1]; k++) if (out.task[k] === task) return true
  return false
}

/** Number of the component of every task. Tarjan's algorithm with its call stack in `path` and `nextLink`. */
function strongComponents(taskCount: number, out: OutgoingLinks): Uint32Array {
  const component = zeros(Uint32Array, taskCount).fill(NONE)
  // order of discovery, and the earliest task of the open stack that is reachable
  const found = zeros(Uint32Array, taskCount).fill(NONE)
  const low = zeros(Uint32Array, taskCount)
  const open = zeros(Uint32Array, taskCount)
  const path = zeros(Uint32Array, taskCount)
  const nextLink = copied(out.start.subarray(0, taskCount))
  let openLength = 0
  let foundCount = 0
  let componentCount = 0
  for (let root = 0; root < taskCount; root++) {
    if (found[root] !== NONE) continue
    let depth = 0
    path[0] = root
    found[root] = low[root] = foundCount++
    open[openLength++] = root
    while (depth >= 0) {
      const v = path[depth]
      if (nextLink[v] < out.start[v + 1]) {
        const w = out.task[nextLink[v]++]
        if (found[w] === NONE) {
          found[w] = low[w] = foundCount++
          open[openLength++] = w
          path[++depth] = w
        } else if (component[w] === NONE && found[w] < low[v]) low[v] = found[w]
        continue
      }
      if (low[v] === found[v]) {
        let w: number
        do {
          w = open[--openLength]
          component[w] = componentCount
        } while (w !== v)
        componentCount++
      }
      depth--
      if (depth >= 0 && low[v] < low[path[depth]]) low[path[depth]] = low[v]
    }
  }
  return component
}

/** Breadth first from `first` along successors of its component until a link leads back. */
function shortestCycle(first: number, out: OutgoingLinks, component: Uint32Array): Uint32Array {
  const cameFrom = new Map<number, number>([[first, NONE]])
  const queue = [first]
  for (let next = 0; next < queue.length; next++) {
    const p = queue[next]
    for (let k = out.start[p]; k < out.start[p + 1]; k++) {
      const s = out.task[k]
      if (s === first) return pathTo(p, cameFrom)
      if (component[s] !== component[first] || cameFrom.has(s)) continue
      cameFrom.set(s, p)
      queue.push(s)
    }
  }
  throw new Error('a strongly connected component has no cycle through its first task')
}

function pathTo(last: number, cameFrom: ReadonlyMap<number, number>): Uint32Array {
  const backwards: number[] = []
  for (let task = last; task !== NONE; task = cameFrom.get(task)!) backwards.push(task)
  return Uint32Array.from(backwards).reverse()
}
