/**
 * Jobs whose node or worker died while running them. Each runs in a child process, because a thread that runs out of memory may crash its
 * whole process, and in parallel to the other jobs of the node. A node runs one suspect per class at a time, so none waits for a suspect
 * of a lower class. The store bounds the number over all nodes (SUSPECTS_OF_CLASS_MAX in each shard).
 */
import { JOB_CLASSES, type JobClass } from '../../shared/jobs/classes.ts'
import type { JobStore, Lease } from '../../shared/jobs/job-store.ts'
import { StoreUnavailable } from '../../shared/store-unavailable.ts'
import type { HeldJob } from './held-job.ts'
import type { JobProcess } from './job-process.ts'
import type { Slot } from './job-runner.ts'
import { MemoryWatch } from './memory-watch.ts'

export interface SuspectsParts {
  readonly store: Pick<JobStore, 'hasSuspect' | 'takeSuspect' | 'suspects' | 'shards'>
  readonly nodeId: string
  readonly memoryMegabytesMax: number
  readonly startProcess: () => JobProcess
  /** takenMs: performance.now() before the request was sent. */
  readonly hold: (lease: Lease, takenMs: number) => HeldJob
  readonly onFault: (error: unknown) => void
}

/** Delay before the next process after one crashed; it limits the cost of suspects for the node. */
const RESTART_DELAY_MS = 500

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export class Suspects {
  readonly #parts: SuspectsParts
  readonly #running = new Map<JobClass, Promise<void>>()
  readonly #slots = new Set<Slot>()
  readonly #processes = new Set<JobProcess>()
  readonly #watch: MemoryWatch
  /** Processes that are ready for the next suspect. */
  #idle: JobProcess[] = []
  #looking: Promise<void> | undefined
  #isWanted = false
  #isStopped = false
  /** The shard that is checked first. */
  #firstShard = 0

  constructor(parts: SuspectsParts) {
    this.#parts = parts
    this.#watch = new MemoryWatch(parts.memoryMegabytesMax, () => this.#slots)
  }

  get runningCount(): number {
    return this.#running.size
  }

  /** Suspects may be waiting. */
  wait(): void {
    this.#isWanted = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      // a notification arrived while the search was ending
      if (this.#isWanted && !this.#isStopped) this.wait()
    })
  }

  async #look(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isStopped) {
        this.#isWanted = false
        const shards = (await this.#parts.store.suspects()).map(({ shard }) => shard)
        const later = shards.filter(shard => shard < this.#firstShard)
        for (const shard of [...shards.slice(later.length), ...later]) {
          await this.#parts.store.shards.attempt(shard, () => this.#takeFrom(shard))
        }
      }
    } catch (error) {
      // housekeeping checks again
      if (!(error instanceof StoreUnavailable)) this.#parts.onFault(error)
    } finally {
      for (const one of this.#idle.splice(0)) this.#end(one)
    }
  }

  async #takeFrom(shard: number): Promise<void> {
    for (;;) {
      const free = JOB_CLASSES.filter(jobClass => !this.#running.has(jobClass))
      if (free.length === 0 || this.#isStopped) return
      if (!(await this.#parts.store.hasSuspect(shard, free))) return
      // started before the lease is taken: if this node dies meanwhile, the job loses no delivery
      const process = await this.#process()
      if (process === undefined || this.#isStopped) return
      const askedMs = performance.now()
      const lease = await this.#parts.store.takeSuspect(shard, this.#parts.nodeId, free).catch(error => {
        this.#idle.push(process)
        throw error
      })
      if (lease === null) {
        this.#idle.push(process)
        return
      }
      this.#firstShard = shard + 1
      this.#start(this.#parts.hold(lease, askedMs), process)
    }
  }

  #start(job: HeldJob, process: JobProcess): void {
    const work = this.#run(job, process)
      .catch(this.#parts.onFault)
      .finally(() => {
        this.#running.delete(job.jobClass)
        this.wait()
      })
    this.#running.set(job.jobClass, work)
  }

  async #run(job: HeldJob, process: JobProcess): Promise<void> {
    const slot: Slot = { thread: process, isOverMemory: false }
    this.#slots.add(slot)
    await job.run(slot)
    this.#slots.delete(slot)
    if (process.isAlive && !this.#isStopped) this.#idle.push(process)
    else {
      this.#end(process)
      if (!this.#isStopped) await pause(RESTART_DELAY_MS)
    }
  }

  /** A ready process. undefined: it did not start; the next call of wait() tries again. */
  async #process(): Promise<JobProcess | undefined> {
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) {
      if (one.isAlive) return one
      this.#end(one)
    }
    const started = this.#parts.startProcess()
    this.#processes.add(started)
    if (await started.started) return started
    this.#end(started)
    if (!this.#isStopped) this.#parts.onFault(new Error('the process of a suspect did not start'))
    return undefined
  }

  #end(process: JobProcess): void {
    process.close()
    this.#processes.delete(process)
  }

  /** Takes no more jobs; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#looking
    await Promise.all(this.#running.values())
  }

  close(): void {
    this.#isStopped = true
    this.#watch.close()
    for (const process of this.#processes) process.close()
  }
}
