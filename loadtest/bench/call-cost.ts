/** What a call costs a service that runs: calls a second, and processor time per call of all of its processes. */
import { type CallTemplate, closedLoopApart, describeOutcome, isClean } from '../driver.ts'
import { processorUs } from './processor.ts'

export interface Served {
  readonly origin: string
  /** Of the process that started all others of it. */
  readonly pid: number
  readonly calls: readonly CallTemplate[]
}

export interface CallCost {
  readonly callsPerSecond: number
  readonly usPerCall: number
  readonly p50Ms: number
}

const TIMEOUT_MS = 60_000

/** For so long, and for so many calls at least. */
export async function callCost(
  { origin, pid, calls }: Served,
  callerCount: number,
  seconds: number,
  callCountMin = 1,
): Promise<CallCost> {
  const beforeUs = processorUs(pid)
  const plan = { origin, calls, callerCount, callCountMin, durationMsMin: 1000 * seconds, timeoutMs: TIMEOUT_MS }
  const result = await closedLoopApart(plan)
  if (!isClean(result)) throw new Error(`calls of ${origin} failed: ${describeOutcome(result)}`)
  return {
    callsPerSecond: result.acceptedPerSecond,
    usPerCall: (processorUs(pid) - beforeUs) / result.planned,
    p50Ms: result.latency.p50,
  }
}

export const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
