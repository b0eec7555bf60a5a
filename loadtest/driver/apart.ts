/**
 * The driver on a thread of its own, so that it shares its event loop and its garbage with nobody. On a machine of two
 * cores it still takes its share of the processor from the service: what is measured holds for both together.
 */
import { Worker } from 'node:worker_threads'
import type { CallTemplate } from './client.ts'
import type { Capacity, CapacityPlan, ClosedLoopPlan } from './closed-loop.ts'
import type { OpenLoopPlan } from './open-loop.ts'
import type { LoadResult } from './tally.ts'

export type DriverTask =
  | { readonly kind: 'open'; readonly plan: OpenLoopPlan }
  | { readonly kind: 'closed'; readonly plan: ClosedLoopPlan }
  | { readonly kind: 'capacity'; readonly plan: CapacityPlan }

/** A body that threads read without a copy. */
export function sharedBody(bytes: Uint8Array): Uint8Array {
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

function runApart(task: DriverTask): Promise<unknown> {
  const plan = { ...task.plan, calls: shareCalls(task.plan.calls) }
  const worker = new Worker(new URL('./apart-worker.ts', import.meta.url), { workerData: { ...task, plan } })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the driver ended with code ${code} before its result`)))
  })
}

export const openLoopApart = (plan: OpenLoopPlan) => runApart({ kind: 'open', plan }) as Promise<LoadResult>
export const closedLoopApart = (plan: ClosedLoopPlan) => runApart({ kind: 'closed', plan }) as Promise<LoadResult>
export const measureCapacityApart = (plan: CapacityPlan) => runApart({ kind: 'capacity', plan }) as Promise<Capacity>
