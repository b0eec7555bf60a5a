/** What a call costs a service that runs: calls a second, and processor time per call of all of its processes. */
import { type CallTemplate, closedLoopApart, describeOutcome, isClean } from '../driver.ts'
import { type Part, processorShares, processorUs } from './processor.ts'

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
  /** The same by what it went to, where the service is ours. */
  readonly shares: Readonly<Record<Part, number>>
}

const TIMEOUT_MS = 60_000

/** For so long, and for so many calls at least. */
export async function callCost(
  { origin, pid, calls }: Served,
  callerCount: number,
  seconds: number,
  callCountMin = 1,
): Promise<CallCost> {
  const [beforeUs, before] = [processorUs(pid), processorShares(pid)]
  const plan = { origin, calls, callerCount, callCountMin, durationMsMin: 1000 * seconds, timeoutMs: TIMEOUT_MS }
  const result = await closedLoopApart({ ...plan, isLean: true })
  if (!isClean(result)) throw new Error(`calls of ${origin} failed: ${describeOutcome(result)}`)
  const shares = processorShares(pid)
  for (const part of Object.keys(shares) as Part[]) shares[part] = (shares[part] - before[part]) / result.planned
  return {
    callsPerSecond: result.acceptedPerSecond,
    usPerCall: (processorUs(pid) - beforeUs) / result.planned,
    p50Ms: result.latency.p50,
    shares,
  }
}

export const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

const ROUND_SECONDS = 2
/** Of a round: fewer calls say too little. */
const ROUND_CALLS_MIN = 200
const ROUNDS_COMPARED = 4
/** A service is steady when so many rounds cost no less than so many before them, but for this share. */
const STEADY = 0.02
const WARM_SECONDS_MAX = 90

export interface Warmed {
  readonly seconds: number
  readonly isSteady: boolean
  readonly firstUs: number
  readonly lastUs: number
}

/** Calls until the processor time of a call falls no longer: V8 compiles for half a minute. */
export async function warmUp(served: Served, callerCount: number): Promise<Warmed> {
  const startMs = performance.now()
  const costs: number[] = []
  const secondsSoFar = (): number => (performance.now() - startMs) / 1000
  const isSteady = (): boolean => {
    if (costs.length < 2 * ROUNDS_COMPARED) return false
    const [before, now] = [costs.slice(-2 * ROUNDS_COMPARED, -ROUNDS_COMPARED), costs.slice(-ROUNDS_COMPARED)].map(
      median,
    )
    return now! >= before! * (1 - STEADY)
  }
  while (!isSteady() && secondsSoFar() < WARM_SECONDS_MAX)
    costs.push((await callCost(served, callerCount, ROUND_SECONDS, ROUND_CALLS_MIN)).usPerCall)
  return {
    seconds: secondsSoFar(),
    isSteady: isSteady(),
    firstUs: costs[0]!,
    lastUs: median(costs.slice(-ROUNDS_COMPARED)),
  }
}
