/**
 * An order in which the forward pass meets all that holds a task before the task: predecessors, the summaries it lies under, and of a summary that
 * is a predecessor all that lies under it. A summary has two steps: where it may begin, before its children, and where it ends, after them.
 */
import type { Network } from '../../graph/network.ts'
import type { PlanLinks } from './links.ts'
import { NO_PARENT, type Outline } from './outline.ts'

/**
 * Step i = task i, or where summary i may begin; step taskCount + i = where summary i ends. undefined: the links of summaries make a circle, which
 * Microsoft Project does not allow.
 */
export function planOrder(network: Network, links: PlanLinks, outline: Outline): Int32Array | undefined {
  const { taskCount, takesPart } = network
  const { isParent, parent } = outline
  if (!isParent.includes(1)) return Int32Array.from(network.order)
  const counts = (i: number): boolean => takesPart[i] === 1 || isParent[i] === 1
  const end = (i: number): number => (isParent[i] === 1 ? taskCount + i : i)
  const first = new Uint32Array(2 * taskCount + 1)
  const waiting = new Uint32Array(2 * taskCount)
  const eachEdge = (edge: (from: number, to: number) => void): void => {
    for (let i = 0; i < taskCount; i++) {
      if (!counts(i)) continue
      if (isParent[i] === 1) edge(i, taskCount + i)
      if (parent[i] !== NO_PARENT) {
        edge(parent[i], i)
        edge(end(i), taskCount + parent[i])
      }
      for (let k = links.start[i]; k < links.start[i + 1]; k++) edge(end(links.task[k]), i)
    }
  }
  eachEdge((from, to) => {
    first[from + 1]++
    waiting[to]++
  })
  for (let step = 0; step < 2 * taskCount; step++) first[step + 1] += first[step]
  const to = new Int32Array(first[2 * taskCount])
  const filled = first.slice()
  eachEdge((from, step) => {
    to[filled[from]++] = step
  })
  const order = new Int32Array(2 * taskCount)
  let count = 0
  let stepCount = 0
  for (let i = 0; i < taskCount; i++) {
    if (!counts(i)) continue
    stepCount += isParent[i] === 1 ? 2 : 1
    if (waiting[i] === 0) order[count++] = i
  }
  for (let at = 0; at < count; at++) {
    const step = order[at]
    for (let e = first[step]; e < first[step + 1]; e++) if (--waiting[to[e]] === 0) order[count++] = to[e]
  }
  return count === stepCount ? order.slice(0, count) : undefined
}
