/** What every scenario is given and what it gives back. */
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
