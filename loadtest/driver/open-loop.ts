/**
 * Calls at times that were fixed beforehand. A slow response does not hold the next call back, and every latency counts
 * from the time its call was due: a stall of the service is seen by all calls that fell into it (no coordinated
 * omission; G. Tene, "How not to measure latency").
 */
import { performance } from 'node:perf_hooks'
import { type Arrivals, dueTimes } from './arrivals.ts'
import { type CallTemplate, type ClientOptions, callInTurn } from './client.ts'
import { type Client, newClient } from './new-client.ts'
import { type LoadResult, Tally } from './tally.ts'

export interface OpenLoopPlan extends ClientOptions {
  /** Sent in turn. */
  readonly calls: readonly CallTemplate[]
  readonly ratePerSecond: number
  readonly callCount: number
  readonly arrivals: Arrivals
  readonly seed: number
  /** A call due while so many are unanswered is dropped and counted. */
  readonly outstandingMax: number
}

/** Connections are opened and the first timers settled before the first call is due. */
const LEAD_MS = 20
/** A timer may be a millisecond late or two, so it ends so long before a call is due; the rest is waited for in steps. */
const STEPS_BEFORE_MS = 3
/** Between two steps answers are read: so much too late at most. A loop without a wait would take a core from the service. */
const STEP_MS = 0.1
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4))

export async function openLoop(plan: OpenLoopPlan): Promise<LoadResult> {
  const client = newClient(plan)
  try {
    return await run(plan, client)
  } finally {
    await client.close()
  }
}

function run(plan: OpenLoopPlan, client: Client): Promise<LoadResult> {
  const dueMs = dueTimes(plan.arrivals, plan.callCount, plan.ratePerSecond, plan.seed)
  const tally = new Tally()
  const startMs = performance.now() + LEAD_MS
  const dueAt = (call: number): number => startMs + dueMs[call]!
  let next = 0
  let outstanding = 0
  return new Promise(resolve => {
    const settle = (): void => {
      if (next === plan.callCount && outstanding === 0)
        resolve(tally.result(plan.callCount, performance.now() - startMs))
    }
    const send = (call: number): void => {
      const due = dueAt(call)
      outstanding++
      const sent = performance.now()
      client.send(callInTurn(plan.calls, call), end => {
        outstanding--
        tally.count(end, due, sent, performance.now())
        settle()
      })
    }
    const turn = (): void => {
      while (next < plan.callCount && dueAt(next) <= performance.now()) {
        if (outstanding < plan.outstandingMax) send(next)
        else tally.dropped++
        next++
      }
      if (next === plan.callCount) {
        settle()
        return
      }
      const leftMs = dueAt(next) - performance.now()
      if (leftMs > STEPS_BEFORE_MS) {
        setTimeout(turn, Math.floor(leftMs - STEPS_BEFORE_MS + 1))
        return
      }
      if (leftMs > 0) Atomics.wait(NEVER_WOKEN, 0, 0, Math.min(leftMs, STEP_MS))
      setImmediate(turn)
    }
    turn()
  })
}
