/**
 * What `npm run loadtest:jobs` measured, from which the tables of capacity.md are made: now.json of this release, before.json of the one
 * that the figures stand beside. Each part with its machine and time, since a part may be measured anew alone.
 */
import { readFileSync } from 'node:fs'

interface Part {
  /** Processors, memory, Node, day and load. */
  readonly machine: string
  /** Its commit. */
  readonly release: string
}

/** Of one job, processor time in ms; the answer is fetched once. */
export interface SizeFigures {
  readonly tasks: number
  readonly jobs: number
  readonly bodyKilobytes: number
  readonly answerKilobytes: number
  readonly gatewayMainMs: number
  readonly gatewayWorkersMs: number
  readonly nodeMainMs: number
  readonly nodeThreadsMs: number
  readonly redisMs: number
  /** Those within scripts too. */
  readonly redisCommands: number
  readonly redisScripts: number
  readonly redisQueuedKilobytes: number
  readonly redisDoneKilobytes: number
  readonly appendedKilobytes: number
  readonly objects: number
  readonly frameObjectKilobytes: number
  readonly resultObjectKilobytes: number
  readonly logKilobytes: number
}

export interface Shares extends Part {
  readonly nodes: number
  readonly threads: number
  readonly jobMs: number
  readonly byAccounts: readonly {
    readonly accounts: number
    /** Medians over the rounds. */
    readonly jobsPerSecond: number
    readonly governmentWaitP50Ms: number
    /** The longest of the rounds. */
    readonly governmentWaitP95Ms: number
  }[]
}

export interface Costs extends Part {
  /** How often a second the disk kept 4 KB that were appended. */
  readonly fsyncsPerSecond: number
  /** Of a cluster of one process each that does nothing: share of a processor, %. */
  readonly idlePercent: number
  readonly sizes: readonly SizeFigures[]
}

export interface Callbacks extends Part {
  readonly count: number
  readonly perSecond: number
  readonly delivererMs: number
  readonly redisMs: number
  readonly redisScripts: number
  readonly appendedKilobytes: number
}

export interface Measured {
  readonly shares?: Shares
  readonly costs?: Costs
  readonly callbacks?: Callbacks
}

export const measured = (name: 'now' | 'before'): Required<Measured> =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Required<Measured>
