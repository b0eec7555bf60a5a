/**
 * The front door of loadtest/driver: open loop, closed loop and capacity, here or on a thread of their own, so that the driver shares its event
 * loop and its garbage with nobody. On a machine of two cores it still takes its share of the processor from the service: what is measured
 * holds for both together. A thread stays for the next run: a new one would compile the driver anew beside the calls that it times.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CallTemplate } from './driver/clients.ts'
import type { Capacity, CapacityPlan, ClosedLoopPlan, OpenLoopPlan } from './driver/loops.ts'
import type { LoadResult } from './driver/tally.ts'

export type { CallTemplate, ClientOptions } from './driver/clients.ts'
export {
  type Arrivals,
  type Capacity,
  type CapacityPlan,
  type ClosedLoopPlan,
  closedLoop,
  dueTimes,
  measureCapacity,
  type OpenLoopPlan,
  openLoop,
} from './driver/loops.ts'
export { describeOutcome, isClean, type Latency, type LoadResult } from './driver/tally.ts'

export type DriverTask =
  | { readonly kind: 'open'; readonly plan: OpenLoopPlan }
  | { readonly kind: 'closed'; readonly plan: ClosedLoopPlan }
  | { readonly kind: 'capacity'; readonly plan: CapacityPlan }

/** A body that threads read without a copy. */
function sharedBody(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

const shareCalls = (calls: readonly CallTemplate[]): CallTemplate[] =>
  calls.map(call =>
    call.body === undefined || call.body.buffer instanceof SharedArrayBuffer
      ? call
      : { ...call, body: sharedBody(call.body) },
  )

/** Garbage of the driver that lives no longer than a call is collected in few, short pauses. */
const YOUNG_MEGABYTES = 64
const idle: Worker[] = []

function startWorker(): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES }
  const worker = new Worker(new URL('./driver/apart-worker.ts', import.meta.url), { resourceLimits })
  worker.unref()
  return worker
}

async function runApart(task: DriverTask): Promise<unknown> {
  const worker = idle.pop() ?? startWorker()
  worker.ref()
  const plan = { ...task.plan, calls: shareCalls(task.plan.calls) }
  const ended = new AbortController()
  worker.postMessage({ ...task, plan })
  try {
    const exit = once(worker, 'exit', { signal: ended.signal }).then(([code]) => {
      throw new Error(`the driver ended with code ${code} before its result`)
    })
    // an error of the thread rejects this as well
    const [result] = await Promise.race([once(worker, 'message', { signal: ended.signal }), exit])
    worker.unref()
    idle.push(worker)
    return result
  } finally {
    ended.abort()
  }
}

export const openLoopApart = (plan: OpenLoopPlan) => runApart({ kind: 'open', plan }) as Promise<LoadResult>
export const closedLoopApart = (plan: ClosedLoopPlan) => runApart({ kind: 'closed', plan }) as Promise<LoadResult>
export const measureCapacityApart = (plan: CapacityPlan) => runApart({ kind: 'capacity', plan }) as Promise<Capacity>

/** The front door of loadtest/driver: open loop, closed loop and capacity, here or on a thread of their own. */
