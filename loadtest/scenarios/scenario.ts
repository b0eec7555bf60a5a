/** What every scenario is given and what it gives back, and what the service has to keep, as data: SPECIFICATION "Limits" 4 and the reliability tests that name a time. */
import type { Arrivals } from '../driver.ts'
import type { Service } from '../service.ts'

export interface ScenarioContext {
  readonly service: Service
  readonly key: string
  readonly seed: number
  readonly arrivals: Arrivals
  readonly sizes: readonly number[]
  readonly runs: number
  readonly callCount: number
  /** Calls per second instead of half of the measured capacity. */
  readonly ratePerSecond: number | undefined
  readonly seconds: number
  readonly warmSeconds: number
  /** Prints a line for whoever waits. */
  say(line: string): void
}

export type Cell = string | number

export interface Section {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly notes: readonly string[]
  /** Every budget of the section was met. */
  readonly isMet: boolean
}

export interface Scenario {
  readonly name: string
  readonly summary: string
  /** Settings the service is started with. */
  readonly env: Readonly<Record<string, string>>
  /** Sizes of the schedules it sends, whose distribution is printed first. */
  taskCounts(sizes: readonly number[]): readonly number[]
  run(context: ScenarioContext): Promise<Section>
}

/** Length of the open loop that goes before one that counts, in lengths of the warm-up. */
export const OPEN_WARM_UP_SHARE = 3
/** A call is an error when it takes longer; above the service's own deadline. */
export const TIMEOUT_MS = 60_000

/** What the service has to keep, as data: SPECIFICATION "Limits" 4 and the reliability tests that name a time. */
interface ResponseBudget {
  /** Largest task count of the band; it begins above the band before. */
  readonly taskCountMax: number
  /** p99 of the response time, exclusive. */
  readonly p99Ms: number
}

/** Critical-path calls, in ascending order. */
export const RESPONSE_BUDGETS: readonly ResponseBudget[] = [
  { taskCountMax: 100, p99Ms: 10 },
  { taskCountMax: 500, p99Ms: 25 },
  { taskCountMax: 1_000, p99Ms: 50 },
  { taskCountMax: 5_000, p99Ms: 200 },
  { taskCountMax: 10_000, p99Ms: 500 },
]

/** The band of a task count, undefined above the last one. */
export const budgetFor = (taskCount: number): ResponseBudget | undefined =>
  RESPONSE_BUDGETS.find(budget => taskCount <= budget.taskCountMax)

/** p99 of /health while a large body is uploaded and analysed beside it (RELIABILITY T16). */
export const HEALTH_BESIDE_UPLOAD_P99_MS = 20

/** p99 of /health while a job of a million tasks is uploaded, computed and fetched. */
export const HEALTH_BESIDE_JOB_P99_MS = 20

/** Resident memory for a job of a million tasks: of the compute node, and of the gateway over what it has when idle. */
export const NODE_BYTES_MAX = 4 * 2 ** 30
export const GATEWAY_OVER_IDLE_BYTES_MAX = 3 * 2 ** 30

/** p99 of the accepted calls at twice the capacity, as a multiple of the unloaded p99 (RELIABILITY T24). */
export const SHED_P99_FACTOR = 3

interface Verdict {
  readonly isMet: boolean
  /** "ok", or by how much it was missed. */
  readonly words: string
}

export function judge(measured: number, budget: number, unit = 'ms'): Verdict {
  const isMet = measured < budget
  return { isMet, words: isMet ? 'ok' : `missed by ${(measured - budget).toFixed(1)} ${unit}` }
}
