/**
 * Background work that every node does for the whole service, at randomised intervals so that nodes do not coincide: reclaims expired
 * leases, meters ends that their node did not meter, removes jobs after their retention and expired schedules, and looks for jobs without
 * a notification.
 */
import type { JobClass } from '../../shared/contract/job-classes.ts'
import type { JobStore } from '../../shared/platform/jobs/job-store.ts'
import { RepeatedWork } from './repeated-work.ts'

export interface HousekeepingParts {
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

  /** A hanging server may have lost notifications, until another server delivers them (cluster-subscription.ts). */
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
