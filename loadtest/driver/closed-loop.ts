/** Callers that each wait for an answer before they call again: finds what the service can do, says nothing of latency under load. */
import { performance } from 'node:perf_hooks'
import { type CallTemplate, type ClientOptions, callInTurn } from './client.ts'
import { newClient } from './new-client.ts'
import { type LoadResult, Tally } from './tally.ts'

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
