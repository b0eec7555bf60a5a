/** Topological order of the tasks over all parsed links. What the cycles are when there is none: cycles.ts. */
import { zeros } from '../ids/short-arrays.ts'
import { type IncomingLinks, outgoingLinks } from './links.ts'
import { CYCLE, orderByKernel } from './order-kernel.ts'

/**
 * Every task after all its predecessors, or undefined when the links form a cycle. A schedule listed in such an order
 * keeps it; any other gets Kahn's, first come first served, started in input order, so equal input gives equal output.
 * O(n + m), no recursion.
 */
export function topologicalOrder(taskCount: number, links: IncomingLinks): Uint32Array | undefined {
  const byKernel = orderByKernel(taskCount, links)
  if (byKernel !== undefined) return byKernel === CYCLE ? undefined : byKernel
  return isListedInOrder(taskCount, links) ? inputOrder(taskCount) : kahnOrder(taskCount, links)
}

function isListedInOrder(taskCount: number, { start, task }: IncomingLinks): boolean {
  for (let s = 0; s < taskCount; s++) {
    for (let k = start[s]; k < start[s + 1]; k++) if (task[k] >= s) return false
  }
  return true
}

function inputOrder(taskCount: number): Uint32Array {
  const order = zeros(Uint32Array, taskCount)
  for (let i = 0; i < taskCount; i++) order[i] = i
  return order
}

function kahnOrder(taskCount: number, links: IncomingLinks): Uint32Array | undefined {
  const out = outgoingLinks(taskCount, links)
  // predecessors that task i still waits for
  const waits = zeros(Uint32Array, taskCount)
  for (let k = 0; k < out.task.length; k++) waits[out.task[k]]++
  const order = zeros(Uint32Array, taskCount)
  let length = 0
  for (let i = 0; i < taskCount; i++) if (waits[i] === 0) order[length++] = i
  for (let next = 0; next < length; next++) {
    const p = order[next]
    for (let k = out.start[p]; k < out.start[p + 1]; k++) {
      if (--waits[out.task[k]] === 0) order[length++] = out.task[k]
    }
  }
  return length === taskCount ? order : undefined
}
