/**
 * The suspects of one class on this node, one after the other, each in a process of its own. A line has its own search and its own
 * process, so that none waits for a suspect of another class, nor while a process of another class starts.
 */
import { JOB_CLASSES, type JobClass } from '../../shared/jobs/classes.ts'
import type { JobStore, Lease } from '../../shared/jobs/job-store.ts'
import { StoreUnavailable } from '../../shared/store-unavailable.ts'
import type { HeldJob } from './held-job.ts'
import type { JobProcess } from './job-process.ts'
import type { Slot } from './job-runner.ts'
import type { ProcessPriority } from './process-messages.ts'

export interface SuspectLineParts {
  readonly store: Pick<JobStore, 'hasSuspect' | 'takeSuspect' | 'suspects' | 'shards'>
  readonly nodeId: string
  readonly startProcess: (priority: ProcessPriority) => JobProcess
  /** takenMs: performance.now() before the request was sent. */
  readonly hold: (lease: Lease, takenMs: number) => HeldJob
  readonly onFault: (error: unknown) => void
}

/** Delay before the next process after one crashed; it limits the cost of suspects for the node. */
const RESTART_DELAY_MS = 500

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export class SuspectLine {
  readonly #jobClass: JobClass
  readonly #parts: SuspectLineParts
  /** The process, from its start until it has no more suspects or has ended. */
  #process: JobProcess | undefined
  #slot: Slot | undefined
  #working: Promise<void> | undefined
  /** The last suspect took its process along: the next one probably does, too. */
  #hasCrashed = false
  #isWanted = false
  #isStopped = false
  /** The shard that is checked first. */
  #firstShard = 0

  constructor(jobClass: JobClass, parts: SuspectLineParts) {
    this.#jobClass = jobClass
    this.#parts = parts
  }

  /** Set while a suspect runs. */
  get slot(): Slot | undefined {
    return this.#slot
  }

  /** Suspects may be waiting. */
  wait(): void {
    this.#isWanted = true
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
      // a notification arrived while the search was ending
      if (this.#isWanted && !this.#isStopped) this.wait()
    })
  }

  async #work(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isStopped) {
        this.#isWanted = false
        const job = await this.#next()
        if (job === undefined) continue
        this.#isWanted = true
        await this.#run(job)
      }
    } catch (error) {
      // housekeeping checks again
      if (!(error instanceof StoreUnavailable)) this.#parts.onFault(error)
    } finally {
      this.#endProcess()
    }
  }

  async #next(): Promise<HeldJob | undefined> {
    const shards = (await this.#parts.store.suspects()).map(({ shard }) => shard)
    const later = shards.filter(shard => shard < this.#firstShard)
    for (const shard of [...shards.slice(later.length), ...later]) {
      const job = await this.#parts.store.shards.attempt(shard, () => this.#takeFrom(shard))
      if (job !== undefined) return job
    }
    return undefined
  }

  async #takeFrom(shard: number): Promise<HeldJob | undefined> {
    const { store, nodeId, hold } = this.#parts
    const classes = [this.#jobClass]
    if (this.#isStopped || !(await store.hasSuspect(shard, classes))) return undefined
    // started before the lease is taken: if this node dies meanwhile, the job loses no delivery
    if (!(await this.#hasProcess()) || this.#isStopped) return undefined
    const requestedMs = performance.now()
    const lease = await store.takeSuspect(shard, nodeId, classes)
    if (lease === null) return undefined
    this.#firstShard = shard + 1
    return hold(lease, requestedMs)
  }

  async #run(job: HeldJob): Promise<void> {
    const process = this.#process!
    this.#slot = { thread: process, isOverMemory: false }
    await job.run(this.#slot)
    this.#slot = undefined
    this.#hasCrashed = !process.isAlive
    if (process.isAlive || this.#isStopped) return
    this.#endProcess()
    await pause(RESTART_DELAY_MS)
  }

  /** Starts the process unless it runs. false: it did not start; the next call of wait() tries again. */
  async #hasProcess(): Promise<boolean> {
    if (this.#process?.isAlive) return true
    this.#endProcess()
    const started = (this.#process = this.#parts.startProcess(this.#priority))
    if (await started.started) return true
    this.#endProcess()
    if (!this.#isStopped) this.#parts.onFault(new Error('the process of a suspect did not start'))
    return false
  }

  /**
   * A process takes 0.3 s of a processor to start. Those that follow a crash take what the other jobs leave, so that a row of poison jobs
   * costs these next to nothing, and a healthy suspect behind them still runs at once. The highest class never stands back.
   */
  get #priority(): ProcessPriority {
    return this.#hasCrashed && this.#jobClass !== JOB_CLASSES[0] ? 'low' : 'usual'
  }

  #endProcess(): void {
    this.#process?.close()
    this.#process = undefined
  }

  /** Takes no more jobs; resolves when the running one has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#working
  }

  close(): void {
    this.#isStopped = true
    this.#endProcess()
  }
}
