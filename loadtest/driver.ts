/** The front door of loadtest/driver: open loop, closed loop and capacity, here or on a thread of their own. */

export { closedLoopApart, measureCapacityApart, openLoopApart, sharedBody } from './driver/apart.ts'
export { type Arrivals, dueTimes } from './driver/arrivals.ts'
export type { CallTemplate, ClientOptions } from './driver/client.ts'
export {
  type Capacity,
  type CapacityPlan,
  type ClosedLoopPlan,
  closedLoop,
  measureCapacity,
} from './driver/closed-loop.ts'
export type { Latency } from './driver/latency.ts'
export { type OpenLoopPlan, openLoop } from './driver/open-loop.ts'
export { describeOutcome, isClean, type LoadResult } from './driver/tally.ts'
