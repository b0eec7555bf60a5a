/**
 * Decides what a node takes and when: only what an idle thread can start, large jobs on all threads but one, classes and shards in
 * their turn (fair-queue.ts). Woken by what the store tells and by a poll, since a hint may be lost. A suspect, a job whose
 * node or worker died with it, runs alone: the node takes nothing, lets its jobs end, and runs the suspects one by one.
 */
import { costOf, JOB_LANES, JOB_SHARD_COUNT, type JobClass, type JobLane } from '../../shared/jobs/classes.ts'
import { type JobStore, type Lease, StoreUnavailable } from '../../shared/jobs/job-store.ts'
import { FairQueue, type QueuePick } from './fair-queue.ts'
import type { Seat, Threads } from './threads.ts'

export interface TakerParts {
  readonly store: Pick<JobStore, 'take' | 'takeSuspect' | 'suspects'>
  readonly nodeId: string
  readonly threads: Threads
  /** Runs a job to its end; takenMs: performance.now() before it was asked for. Never throws. */
  readonly run: (lease: Lease, seat: Seat, takenMs: number) => Promise<void>
  readonly onFault: (error: unknown) => void
}

/** Before the store is asked again when it was away. */
const AWAY_MS = 250
export class Taker {
  readonly #parts: TakerParts
  readonly #queues: Readonly<Record<JobLane, FairQueue>> = { small: new FairQueue(), large: new FairQueue() }
  readonly #running = new Set<Promise<void>>()
  #isStopped = false
  #isStoreAway = false
  #wantsQuiet = false
  #isAlone = false

  constructor(parts: TakerParts) {
    this.#parts = parts
  }

  /** A job may wait there. */
  mark(jobClass: JobClass, lane: JobLane, shard: number): void {
    this.#queues[lane].mark(jobClass, shard)
    this.pump()
  }

  /** Jobs of this class may wait anywhere. */
  markAll(jobClass: JobClass): void {
    for (const lane of JOB_LANES) {
      for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) this.#queues[lane].mark(jobClass, shard)
    }
    this.pump()
  }

  /** Suspects may wait. */
  suspectsWait(): void {
    this.#wantsQuiet = true
    this.pump()
  }

  /** Whether nothing is at work here. */
  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** Takes what idle threads can start. */
  pump(): void {
    if (this.#isStopped || this.#isStoreAway || this.#isAlone) return
    if (this.#wantsQuiet && this.isIdle && !this.#parts.threads.isMending) {
      this.#track(this.#runSuspects())
      return
    }
    this.#fill('large')
    this.#fill('small')
  }

  /** Small jobs go on while a large one, or a thread that is being started again, keeps the suspects waiting anyway. */
  #mayTake(lane: JobLane): boolean {
    const { threads } = this.#parts
    return !this.#wantsQuiet || (lane === 'small' && (threads.isMending || threads.busyCount('large') > 0))
  }

  #fill(lane: JobLane): void {
    const queue = this.#queues[lane]
    while (!queue.isEmpty && this.#mayTake(lane)) {
      const seat = this.#parts.threads.reserve(lane)
      if (seat === undefined) return
      this.#track(this.#take(lane, queue.pick()!, seat))
    }
  }

  #track(work: Promise<void>): void {
    this.#running.add(work)
    void work.catch(this.#parts.onFault).finally(() => {
      this.#running.delete(work)
      this.pump()
    })
  }

  async #take(lane: JobLane, pick: QueuePick, seat: Seat): Promise<void> {
    const { store, nodeId, threads, run } = this.#parts
    const queue = this.#queues[lane]
    const askedMs = performance.now()
    let lease: Lease | null
    try {
      lease = await store.take(pick.shard, pick.jobClass, lane, nodeId)
    } catch (error) {
      queue.refund(pick)
      threads.release(seat)
      return this.#onStoreFault(error)
    }
    if (lease === null) {
      queue.empty(pick)
      threads.release(seat)
      return
    }
    queue.served(pick, costOf(lease.job))
    await run(lease, seat, askedMs)
  }

  #onStoreFault(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) this.#parts.onFault(error)
    if (this.#isStoreAway) return
    this.#isStoreAway = true
    setTimeout(() => {
      this.#isStoreAway = false
      this.pump()
    }, AWAY_MS)
  }

  async #runSuspects(): Promise<void> {
    this.#isAlone = true
    // one that is told of from now on is looked for again
    this.#wantsQuiet = false
    try {
      for (const { shard } of await this.#parts.store.suspects()) {
        while (await this.#runSuspectOf(shard)) {
          if (!this.#parts.threads.isMending) continue
          // it cost a thread: small jobs go on until that is back, then the next suspect comes
          this.#wantsQuiet = true
          return
        }
      }
    } catch (error) {
      this.#wantsQuiet = true
      this.#onStoreFault(error)
    } finally {
      this.#isAlone = false
    }
  }

  /** Whether there was one. */
  async #runSuspectOf(shard: number): Promise<boolean> {
    const { store, nodeId, threads, run } = this.#parts
    const seat = this.#isStopped ? undefined : threads.reserve('small')
    if (seat === undefined) return false
    const askedMs = performance.now()
    const lease = await store.takeSuspect(shard, nodeId).catch(error => {
      threads.release(seat)
      throw error
    })
    if (lease === null) {
      threads.release(seat)
      return false
    }
    await run(lease, seat, askedMs)
    return true
  }

  /** Takes nothing any more; resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
