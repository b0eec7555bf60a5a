/** What the bindings (compute/engine/wasm/kernel-instance.ts, cpm/kernel.ts, graph/order-kernel.ts) call and read. */
export { begin, rankTasks, renumber } from './begin'
export * from './codes'
export { beginDrag, dragForward, dragReverse, endDrag } from './drag'
export { forward } from './forward'
export * from './memory'
export { topologicalOrder } from './order'
export { hasShift, pathTaskCount, reverse, spread, turn } from './reverse'
