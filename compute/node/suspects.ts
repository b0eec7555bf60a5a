/**
 * Jobs whose node or worker died while running them. Each runs in a child process, because a thread that runs out of memory may crash its
 * whole process, and in parallel to the other jobs of the node. Each class has a line of its own (suspects.ts), so a node runs one
 * suspect per class at a time, and none waits for one of another class. The store bounds the number over all nodes
 * (SUSPECTS_OF_CLASS_MAX in each shard).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { JOB_CLASSES, type JobClass } from '../../shared/contract/job-classes.ts'
import type { JobStore, Lease, Loss } from '../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import type { JobProcess } from './job-process.ts'
import type { HeldJob, ProcessPriority, Slot } from './job-runner.ts'
import { MemoryWatch } from './limits.ts'

/**
 * The suspects of one class on this node, one after the other, each in a process of its own. A line has its own search and its own
 * process, so that none waits for a suspect of another class, nor while a process of another class starts.
 */
interface SuspectLineParts {
  readonly store: Pick<JobStore, 'nextSuspect' | 'takeSuspect' | 'suspects' | 'shards'>
  readonly nodeId: string
  readonly startProcess: (priority: ProcessPriority) => JobProcess
  /** takenMs: performance.now() before the request was sent. */
  readonly hold: (lease: Lease, takenMs: number) => HeldJob
  readonly onFault: (error: unknown) => void
}

/** Delay before the next process after one crashed; it limits the cost of suspects for the node. */
const RESTART_DELAY_MS = 500

/**
 * A job whose worker ended while its node went on has most probably ended it, and will end the next one. Its process takes what the other jobs
 * leave of the processor, so that a row of such jobs costs these next to nothing. A job whose node was lost is probably not the one to blame.
 */
const PRIORITY_OF: Readonly<Record<Loss, ProcessPriority>> = { node_lost: 'usual', worker_lost: 'low' }

class SuspectLine {
  readonly #jobClass: JobClass
  readonly #parts: SuspectLineParts
  /** The process, from its start until it has no more suspects or has ended. */
  #process: JobProcess | undefined
  #priority: ProcessPriority = 'usual'
  #slot: Slot | undefined
  #working: Promise<void> | undefined
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
    const loss = this.#isStopped ? null : await store.nextSuspect(shard, classes)
    if (loss === null) return undefined
    // started before the lease is taken: if this node dies meanwhile, the job loses no delivery
    if (!(await this.#hasProcess(PRIORITY_OF[loss])) || this.#isStopped) return undefined
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
    if (process.isAlive || this.#isStopped) return
    this.#endProcess()
    await pause(RESTART_DELAY_MS)
  }

  /**
   * Starts the process unless one of this priority, or of the usual one, runs. false: it did not start; the next call of wait() tries again.
   */
  async #hasProcess(priority: ProcessPriority): Promise<boolean> {
    if (this.#process?.isAlive && (this.#priority === priority || this.#priority === 'usual')) return true
    this.#endProcess()
    this.#priority = priority
    const started = (this.#process = this.#parts.startProcess(priority))
    if (await started.started) return true
    this.#endProcess()
    if (!this.#isStopped) this.#parts.onFault(new Error('the process of a suspect did not start'))
    return false
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

interface SuspectsParts extends SuspectLineParts {
  readonly memoryMegabytesMax: number
}

export class Suspects {
  readonly #lines: readonly SuspectLine[]
  readonly #watch: MemoryWatch

  constructor({ memoryMegabytesMax, ...parts }: SuspectsParts) {
    this.#lines = JOB_CLASSES.map(jobClass => new SuspectLine(jobClass, parts))
    this.#watch = new MemoryWatch(memoryMegabytesMax, () => this.#slots)
  }

  get #slots(): Slot[] {
    return this.#lines.map(({ slot }) => slot).filter(slot => slot !== undefined)
  }

  get runningCount(): number {
    return this.#slots.length
  }

  /** Suspects may be waiting. */
  wait(): void {
    for (const line of this.#lines) line.wait()
  }

  /** Takes no more jobs; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#lines.map(line => line.stop()))
  }

  close(): void {
    this.#watch.close()
    for (const line of this.#lines) line.close()
  }
}
