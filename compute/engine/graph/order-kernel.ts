/** The topological order in WebAssembly (compute/engine/wasm), as order.ts gives it. */
import { copied } from '../ids/short-arrays.ts'
import { COLUMN, KERNEL_TASKS_MIN, kernelFor, unlessTrapped } from '../wasm/kernel-instance.ts'
import type { IncomingLinks } from './links.ts'

export const CYCLE = 'cycle'

/** Undefined where TypeScript is to do it. */
export function orderByKernel(taskCount: number, links: IncomingLinks): Uint32Array | typeof CYCLE | undefined {
  if (taskCount < KERNEL_TASKS_MIN) return undefined
  const linkCount = links.task.length
  return unlessTrapped(() => {
    const instance = kernelFor(taskCount, linkCount)
    if (instance === undefined) return undefined
    const { table, u32, i32, exports } = instance
    u32.set(links.start, table[COLUMN.START] / 4)
    i32.set(links.task, table[COLUMN.TASK] / 4)
    if (exports.topologicalOrder(taskCount, linkCount) === 0) return CYCLE
    const at = table[COLUMN.ORDER] / 4
    return copied(u32.subarray(at, at + taskCount))
  })
}
