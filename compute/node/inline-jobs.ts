/**
 * Small jobs that the node's own thread runs to completion: to hand one over to another thread and fetch its result takes a third of the time of running
 * it. The work is bounded by the size of the frame, so a job of INLINE_JOB_BYTES takes a fraction of a millisecond, or some milliseconds at worst. Whatever could take
 * longer goes to the threads: larger frames, schedules with calendars, several schedules, analyses that are not bounded, and all that was delivered before: it
 * may have ended its node.
 *
 * They run one after the other in turns of the event loop, at most TURN_MS of each, so leases, cancellations and the chunks of large results are waited for
 * no longer. A job that was stopped while it waited for its turn is not begun.
 */
import { cpus } from 'node:os'
import { BOUNDED_ANALYSES, isBounded } from '../../shared/contract/analysis/bounded-analyses.ts'
import { costOf } from '../../shared/contract/job-classes.ts'
import type { Lease, QuickJobs } from '../../shared/platform/jobs/job-store.ts'
import type { InlineWatch } from '../../shared/platform/process/inline-watch.ts'
import type { JobEnd, JobRunner, Slot, ThreadJob } from './job-runner.ts'

// Whether this machine has processor time to spare, over all processes: a thread beside a busy event loop is of use only then.

/** Ms since the machine began; all: with what is idle. */
interface ProcessorTimes {
  readonly idle: number
  readonly all: number
}

/** It is looked at again after so long. */
const LOOK_MS = 100
/** A look that lies back farther saw the machine before the work came that asks now. */
const OLD_LOOK_MS = 3 * LOOK_MS
/** The share of all processors that must be idle: of two, more than half of one, which an event loop that is busy and a Redis beside it leave. */
const SPARE_SHARE = 0.3

function timesOfMachine(): ProcessorTimes {
  let idle = 0
  let all = 0
  for (const { times } of cpus()) {
    idle += times.idle
    all += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { idle, all }
}

export class SpareProcessor {
  readonly #read: () => ProcessorTimes
  readonly #nowMs: () => number
  #times: ProcessorTimes
  #lookedMs: number
  #isThere = false

  constructor(read = timesOfMachine, nowMs = () => performance.now()) {
    this.#read = read
    this.#nowMs = nowMs
    this.#times = read()
    this.#lookedMs = nowMs()
  }

  /** Since the last look, at least LOOK_MS ago; no after a pause, until there is another look; yes, when the machine does not say. */
  get isThere(): boolean {
    const nowMs = this.#nowMs()
    const sinceMs = nowMs - this.#lookedMs
    if (sinceMs < LOOK_MS) return this.#isThere
    const before = this.#times
    this.#times = this.#read()
    this.#lookedMs = nowMs
    const all = this.#times.all - before.all
    const isSpare = sinceMs < OLD_LOOK_MS && (this.#times.idle - before.idle) / all >= SPARE_SHARE
    this.#isThere = all <= 0 || isSpare
    return this.#isThere
  }
}

type RunSmallJob = (chunk: Uint8Array, frameBytes: number) => JobEnd

interface InlineSettings {
  /** Bytes of a frame; 0: no job is run here. */
  readonly frameBytesMax: number
  readonly watch: InlineWatch
  /** From now on jobs can be run here. */
  readonly onLoaded: () => void
  readonly onFault: (fault: string) => void
}

/** The highest cost of a job that runs here: about 250 tasks. */
const COST_MAX = 600
/** Jobs that may have their turn at once. */
const INLINE_PLACES = 8
/** More are on their way meanwhile: as many as run in the time in which Redis answers two requests one after the other, each with its fsync. */
const AHEAD_COUNT = 2 * INLINE_PLACES
/** In one turn of the event loop no job begins here after this time. */
const TURN_MS = 3

/** Not loaded with the node's own files, since a node need not have it: before its first job, or with it (WORKER_START). */
const engine = async (): Promise<RunSmallJob> => (await import('./inline-engine.ts')).runSmallJob

export class InlineJobs {
  readonly #settings: InlineSettings
  /** What takes() says, for the store. */
  readonly quick: QuickJobs
  readonly #load: () => Promise<RunSmallJob>
  readonly #spare: Pick<SpareProcessor, 'isThere'>
  #runSmallJob: RunSmallJob | undefined
  #loading: Promise<void> | undefined
  /** Places of jobs, from reserve to release. */
  readonly #slots = new Set<Slot>()
  #waiting: InlineJob[] = []
  #ranCount = 0

  constructor(settings: InlineSettings, load = engine, spare: Pick<SpareProcessor, 'isThere'> = new SpareProcessor()) {
    this.#settings = settings
    this.quick = { frameBytesMax: settings.frameBytesMax, costMax: COST_MAX, rowIds: BOUNDED_ANALYSES }
    this.#load = load
    this.#spare = spare
  }

  takes({ job, fence, isSuspect }: Lease): boolean {
    return (
      job.frameBytes <= this.#settings.frameBytesMax &&
      costOf(job) <= COST_MAX &&
      isBounded(job.rowId) &&
      job.frameObject === undefined &&
      fence === 1 &&
      !isSuspect
    )
  }

  /** Jobs that were run here. */
  get ranCount(): number {
    return this.#ranCount
  }

  /** How many of the jobs that it takes are worth having here before their turn. */
  get aheadCount(): number {
    return this.#runSmallJob === undefined ? 0 : AHEAD_COUNT
  }

  /** Whether a job that it takes waits for a place, rather than cost more of the processors on a thread. */
  get isWorthWaiting(): boolean {
    return this.#runSmallJob !== undefined && !this.#spare.isThere
  }

  /** For a job that it takes; undefined: a thread is to run it, or it waits. */
  reserve(): Slot | undefined {
    if (this.#runSmallJob === undefined) {
      void this.load()
      return undefined
    }
    if (this.#slots.size === INLINE_PLACES) return undefined
    const slot = { thread: new InlineJob(this), isOverMemory: false }
    this.#slots.add(slot)
    return slot
  }

  /** Until the engine is there, threads get all jobs. */
  async load(): Promise<void> {
    if (this.#settings.frameBytesMax > 0) await (this.#loading ??= this.#loadEngine())
  }

  async #loadEngine(): Promise<void> {
    try {
      this.#runSmallJob = await this.#load()
      this.#settings.onLoaded()
    } catch (error) {
      this.#settings.onFault(`the engine could not be loaded: ${(error as Error).stack}`)
    }
  }

  /** Adds a job that has its place. */
  add(job: InlineJob): void {
    if (this.#waiting.push(job) === 1) setImmediate(() => this.#serve())
  }

  /** Frees a slot, whichever it is. */
  release(slot: Slot): void {
    this.#slots.delete(slot)
  }

  #serve(): void {
    const untilMs = performance.now() + TURN_MS
    let count = 0
    do {
      this.#waiting[count++]!.begin(this.#begin)
    } while (count < this.#waiting.length && performance.now() < untilMs)
    this.#waiting.splice(0, count)
    if (this.#waiting.length > 0) setImmediate(() => this.#serve())
  }

  readonly #begin = (chunk: Uint8Array, frameBytes: number): JobEnd => {
    const { watch, onFault } = this.#settings
    watch.begin()
    const end = this.#runSmallJob!(chunk, frameBytes)
    watch.end()
    if (end.kind !== 'declined') this.#ranCount++
    if (end.kind === 'failed' && end.fault !== undefined) onFault(end.fault)
    return end
  }
}

/** A job that has a place: it is one object from there to its end. */
class InlineJob implements JobRunner {
  readonly #jobs: InlineJobs
  #job: ThreadJob | undefined
  #end: (how: JobEnd) => void = () => {}
  #isStopped = false

  constructor(jobs: InlineJobs) {
    this.#jobs = jobs
  }

  get busyMs(): undefined {
    return undefined
  }

  /** What runs here is bounded. */
  get workedMs(): number {
    return 0
  }

  run(job: ThreadJob): Promise<JobEnd> {
    this.#job = job
    return new Promise(end => {
      this.#end = end
      this.#jobs.add(this)
    })
  }

  begin(run: RunSmallJob): void {
    const { chunks, frameBytes } = this.#job!
    if (this.#isStopped) this.#end({ kind: 'stopped', workerMs: 0 })
    else this.#end(chunks.length === 1 ? run(chunks[0]!, frameBytes) : { kind: 'declined', workerMs: 0 })
  }

  stored(): void {}

  /** What takes long is not run here. */
  hurry(): void {}

  stop(): void {
    this.#isStopped = true
  }

  kill(): void {
    this.#isStopped = true
  }

  async memoryBytes(): Promise<undefined> {
    return undefined
  }
}
