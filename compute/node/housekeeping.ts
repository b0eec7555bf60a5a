/**
 * Background work that every node does for the whole service, at randomised intervals so that nodes do not coincide: reclaims expired
 * leases, meters ends that their node did not meter, removes jobs after their retention and expired schedules, and looks for jobs without
 * a notification.
 */

import type { JobClass } from '../../shared/contract/job-classes.ts'
import type { Freed, JobStore } from '../../shared/platform/jobs/job-store.ts'
import { ObjectsUnavailable } from '../../shared/platform/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'

/** Work that repeats until it is stopped. */
class RepeatedWork {
  readonly #onFault: (error: unknown) => void
  readonly #timers = new Set<NodeJS.Timeout>()
  isStopped = false

  /** onFault: errors other than an unavailable store. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = error => {
      if (!(error instanceof StoreUnavailable)) onFault(error)
    }
  }

  /** Runs half to one and a half times the interval after the last run ended, so that nodes do not all run at once. */
  every(intervalMs: number, work: () => Promise<void>): void {
    if (this.isStopped) return
    const timer = setTimeout(
      async () => {
        this.#timers.delete(timer)
        await this.run(work)
        this.every(intervalMs, work)
      },
      intervalMs * (0.5 + Math.random()),
    )
    this.#timers.add(timer)
  }

  /** Never rejects. */
  run(work: () => Promise<void>): Promise<void> {
    return work().catch(this.#onFault)
  }

  stop(): void {
    this.isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

interface HousekeepingParts {
  /** Duration of a lease; an expired one is noticed within a fraction of it. */
  readonly leaseMs: number
  readonly store: Pick<
    JobStore,
    'shards' | 'reclaim' | 'sweep' | 'sweepSchedules' | 'keepBooks' | 'depths' | 'suspects'
  >
  readonly onReclaimed: (jobCount: number) => void
  readonly onSuspects: () => void
  readonly onQueued: (jobClass: JobClass) => void
  readonly collectEnds: () => Promise<void>
  readonly onFault: (error: unknown) => void
}

const POLL_MS = 2_000
/** Poll interval and duration after the loss of a shard. */
const OFTEN_POLL_MS = 100
const OFTEN_MS = 3_000
const RECLAIM_SHARE = 1 / 5
const COLLECT_SHARE = 2 / 3
const SWEEP_MS = 60_000

export class Housekeeping {
  readonly #parts: HousekeepingParts
  readonly #work: RepeatedWork
  #lookOftenUntilMs = 0

  constructor(parts: HousekeepingParts) {
    this.#parts = parts
    this.#work = new RepeatedWork(parts.onFault)
  }

  start(): void {
    this.#work.every(POLL_MS, () => this.#poll())
    this.#work.every(this.#parts.leaseMs * RECLAIM_SHARE, () => this.#reclaim())
    this.#work.every(this.#parts.leaseMs * COLLECT_SHARE, this.#parts.collectEnds)
    this.#work.every(SWEEP_MS, () => this.#sweep())
    this.#parts.store.shards.onAway(() => void this.#lookOften())
  }

  /** A hanging server may have lost notifications, until another server delivers them (listen.ts). */
  async #lookOften(): Promise<void> {
    const isLooking = performance.now() < this.#lookOftenUntilMs
    this.#lookOftenUntilMs = performance.now() + OFTEN_MS
    if (isLooking) return
    while (!this.#work.isStopped && performance.now() < this.#lookOftenUntilMs) {
      await new Promise<void>(resolve => setTimeout(resolve, OFTEN_POLL_MS).unref())
      await this.#work.run(() => this.#poll())
    }
  }

  async #poll(): Promise<void> {
    for (const { jobClass, queued } of await this.#parts.store.depths()) {
      if (queued > 0) this.#parts.onQueued(jobClass)
    }
  }

  /** All at once: one after the other they would wait for the disk so long that it seems that nobody looks, and no lease is reclaimed then. */
  async #reclaim(): Promise<void> {
    await this.#parts.store.shards.all(async shard => {
      const jobCount = await this.#parts.store.reclaim(shard)
      if (jobCount > 0) this.#parts.onReclaimed(jobCount)
    })
    if ((await this.#parts.store.suspects()).length > 0) this.#parts.onSuspects()
  }

  async #sweep(): Promise<void> {
    await this.#each(async shard => {
      await this.#parts.store.sweep(shard)
      await this.#parts.store.sweepSchedules(shard)
      await this.#parts.store.keepBooks(shard)
    })
  }

  /** Runs in every available shard until stopped. */
  #each(work: (shard: number) => Promise<void>): Promise<void> {
    return this.#parts.store.shards.each(async shard => {
      if (!this.#work.isStopped) await work(shard)
    })
  }

  stop(): void {
    this.#work.stop()
  }
}

/**
 * What every node does for the object store: removes what jobs no longer need, from time to time what dead processes left, and results before
 * their time if they take too much of the disk.
 */
interface ObjectKeepingParts {
  readonly store: Pick<JobStore, 'shards' | 'removeDropped' | 'sweepObjects' | 'evictObjects' | 'objectsState'>
  readonly nodeId: string
  /** That must be free on the disk of objects, beside what Redis needs. */
  readonly freeBytesMin: number
  readonly onRelieved: (freed: Freed) => void
  readonly onSwept: (objectCount: number) => void
  readonly onFault: (error: unknown) => void
}

const REMOVE_MS = 3_000
const OBJECT_SWEEP_MS = 1_800_000
const RELIEVE_MS = 5_000
/** From one line about an object that cannot be removed to the next. */
const LOG_MS = 600_000

export class ObjectKeeping {
  readonly #parts: ObjectKeepingParts
  readonly #work: RepeatedWork
  #logFromMs = 0

  constructor(parts: ObjectKeepingParts) {
    this.#parts = parts
    this.#work = new RepeatedWork(parts.onFault)
  }

  start(): void {
    if (this.#parts.store.objectsState() === 'absent') return
    this.#work.every(REMOVE_MS, () => this.#remove())
    this.#work.every(OBJECT_SWEEP_MS, () => this.#sweep())
    this.#work.every(RELIEVE_MS, () => this.#relieve())
  }

  async #remove(): Promise<void> {
    await this.#parts.store.shards.each(async shard => {
      if (this.#work.isStopped) return
      await this.#parts.store.removeDropped(shard).catch(error => {
        // one that cannot be removed keeps those of other shards from nothing
        if (!(error instanceof ObjectsUnavailable)) throw error
        this.#logStuck(error)
      })
    })
  }

  /** An unreachable store reports that itself. */
  #logStuck(error: ObjectsUnavailable): void {
    const nowMs = performance.now()
    if (this.#parts.store.objectsState() !== 'up' || nowMs < this.#logFromMs) return
    this.#logFromMs = nowMs + LOG_MS
    this.#parts.onFault(error)
  }

  async #sweep(): Promise<void> {
    const objectCount = await this.#parts.store.sweepObjects(this.#parts.nodeId)
    if (objectCount > 0) this.#parts.onSwept(objectCount)
  }

  async #relieve(): Promise<void> {
    const { store, nodeId, freeBytesMin, onRelieved } = this.#parts
    const freed = await store.evictObjects(nodeId, freeBytesMin)
    if (freed.resultCount > 0) onRelieved(freed)
  }

  stop(): void {
    this.#work.stop()
  }
}
