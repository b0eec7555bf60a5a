/** What the bindings (compute/engine/wasm/kernel-instance.ts, cpm/kernel.ts, graph/order-kernel.ts) call and read. */

import './columns'

export { begin, rankTasks, renumber } from './begin'
export { setMoments, setRules, toMinutes } from './clock/begin'
export { HEADER_BYTES, layCalendar, TABLE_BYTES_MORE, TABLE_BYTES_PER_DAY } from './clock/calendars'
export { beginDragByClock, finishWithout, stepCount } from './clock/drag'
export { finishByClock, forwardByClock, reverseByClock } from './clock/passes'
export {
  beginDrag,
  beginHolders,
  beginTrial,
  dragForward,
  dragReverse,
  endDrag,
  endTrial,
  findHolders,
  forward,
  reverse,
  reverseTrial,
  spread,
  turn,
  turnTrial,
} from './days'
export * from './memory'
export { topologicalOrder } from './order'
export { hasShift } from './table'
