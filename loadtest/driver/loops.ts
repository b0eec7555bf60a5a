/** Open loop: calls at times that were fixed beforehand. Closed loop: callers that each wait for an answer before they call again, which finds what the service can do and says nothing of latency under load. */
import { performance } from 'node:perf_hooks'
import { stream } from '../schedule/draws.ts'
import { type CallTemplate, type Client, type ClientOptions, callInTurn, newClient } from './clients.ts'
import { type LoadResult, Tally } from './tally.ts'

export type Arrivals = 'constant' | 'poisson'

/** Milliseconds from the start of the run by call, ascending. */
export function dueTimes(arrivals: Arrivals, callCount: number, ratePerSecond: number, seed: number): Float64Array {
  if (!(ratePerSecond > 0)) throw new RangeError(`ratePerSecond must be above 0, got ${ratePerSecond}`)
  const meanGapMs = 1000 / ratePerSecond
  const draw = stream(seed, 'arrivals')
  const dueMs = new Float64Array(callCount)
  let at = 0
  for (let call = 0; call < callCount; call++) {
    dueMs[call] = at
    at += arrivals === 'constant' ? meanGapMs : -Math.log(1 - draw(call)) * meanGapMs
  }
  return dueMs
}

/**
 * Calls at times that were fixed beforehand. A slow response does not hold the next call back, and every latency counts
 * from the time its call was due: a stall of the service is seen by all calls that fell into it (no coordinated
 * omission; G. Tene, "How not to measure latency").
 */
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

/** Callers that each wait for an answer before they call again: finds what the service can do, says nothing of latency under load. */
export interface ClosedLoopPlan extends Omit<ClientOptions, 'connectionCount'> {
  /** Sent in turn. */
  readonly calls: readonly CallTemplate[]
  readonly callerCount: number
  /** The run ends when both are reached: calls answered, milliseconds gone. */
  readonly callCountMin: number
  readonly durationMsMin: number
}

export async function closedLoop(plan: ClosedLoopPlan): Promise<LoadResult> {
  const client = newClient({ ...plan, connectionCount: plan.callerCount })
  const tally = new Tally()
  const startMs = performance.now()
  let sentCount = 0
  let endedCount = 0
  const caller = (): Promise<void> =>
    new Promise(resolve => {
      const again = (): void => {
        const now = performance.now()
        if (endedCount >= plan.callCountMin && now - startMs >= plan.durationMsMin) {
          resolve()
          return
        }
        client.send(callInTurn(plan.calls, sentCount++), end => {
          endedCount++
          tally.count(end, now, now, performance.now())
          again()
        })
      }
      again()
    })
  try {
    await Promise.all(Array.from({ length: plan.callerCount }, caller))
    return tally.result(sentCount, performance.now() - startMs)
  } finally {
    await client.close()
  }
}

export interface CapacityPlan extends Omit<ClosedLoopPlan, 'callerCount'> {
  /** Numbers of callers to try. */
  readonly callerCounts: readonly number[]
}

export interface Capacity {
  /** Most accepted calls per second that any number of callers got. */
  readonly perSecond: number
  readonly callerCount: number
}

export async function measureCapacity(plan: CapacityPlan): Promise<Capacity> {
  let best: Capacity = { perSecond: 0, callerCount: 0 }
  for (const callerCount of plan.callerCounts) {
    const { acceptedPerSecond } = await closedLoop({ ...plan, callerCount })
    if (acceptedPerSecond > best.perSecond) best = { perSecond: acceptedPerSecond, callerCount }
  }
  return best
}
