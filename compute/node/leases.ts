/**
 * The leases of a node, renewed from the main thread, which no job blocks. A job whose lease is lost (cancelled, or given to another
 * node) is notified. What a job says of its progress goes along. A job whose lease could not be renewed for two thirds of its time is given up, before another node can take it.
 */
import { shardOf } from '../../shared/contract/job-classes.ts'
import type { WorkProgress } from '../../shared/contract/job-states.ts'
import type { JobStore, Lease } from '../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import type { LossReason } from './job-run.ts'

/** Shares of the duration of a lease. */
const RENEW_SHARE = 1 / 3
const GIVE_UP_SHARE = 2 / 3
/** Interval of the check for leases that are too old. */
const LOOK_SHARE = 1 / 30

interface HeldLease {
  readonly lease: Lease
  readonly shard: number
  /** When the last successful renewal was sent. */
  renewedMs: number
  readonly onLost: (why: LossReason) => void
  /** What the store has not been told yet. */
  progress?: WorkProgress
}

export class Leases {
  readonly #store: Pick<JobStore, 'renew'>
  readonly #onFault: (error: unknown) => void
  readonly #held = new Map<string, HeldLease>()
  readonly #giveUpMs: number
  readonly #timers: NodeJS.Timeout[]
  #isClosed = false

  constructor(store: Pick<JobStore, 'renew'>, leaseMs: number, onFault: (error: unknown) => void) {
    this.#store = store
    this.#onFault = onFault
    this.#giveUpMs = leaseMs * GIVE_UP_SHARE
    this.#timers = [
      setInterval(() => this.#renewAll(), leaseMs * RENEW_SHARE),
      setInterval(() => this.#look(), leaseMs * LOOK_SHARE),
    ]
  }

  get count(): number {
    return this.#held.size
  }

  /** takenMs: performance.now() before the request for the lease was sent. */
  hold(lease: Lease, takenMs: number, onLost: HeldLease['onLost']): void {
    this.#held.set(lease.job.jobId, { lease, shard: shardOf(lease.job.accountId), renewedMs: takenMs, onLost })
    if (this.#isClosed) this.#drop(lease.job.jobId, 'not_renewed')
  }

  release(lease: Lease): void {
    if (this.#held.get(lease.job.jobId)?.lease === lease) this.#held.delete(lease.job.jobId)
  }

  /** The store is told with the next renewal, which is soon. */
  note(lease: Lease, progress: WorkProgress): void {
    const held = this.#held.get(lease.job.jobId)
    if (held?.lease === lease) held.progress = progress
  }

  cancelled(jobId: string): void {
    this.#drop(jobId, 'cancelled')
  }

  #drop(jobId: string, why: LossReason): void {
    const held = this.#held.get(jobId)
    this.#held.delete(jobId)
    held?.onLost(why)
  }

  #renewAll(): void {
    this.#renewThose([...this.#held.values()])
  }

  #renewThose(leases: readonly HeldLease[]): void {
    const byShard = Map.groupBy(leases, held => held.shard)
    for (const [shard, held] of byShard) void this.#renew(shard, held)
  }

  async #renew(shard: number, batch: readonly HeldLease[]): Promise<void> {
    const sentMs = performance.now()
    try {
      const leases = batch.map(({ lease, progress }) => ({ jobId: lease.job.jobId, fence: lease.fence, progress }))
      for (const held of batch) delete held.progress
      const lost = new Set(await this.#store.renew(shard, leases))
      for (const held of batch) {
        const { jobId } = held.lease.job
        if (!lost.has(jobId)) held.renewedMs = sentMs
        // it may have ended, or been taken again, meanwhile
        else if (this.#held.get(jobId) === held) this.#drop(jobId, 'lost')
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#onFault(error)
    }
  }

  #look(): void {
    const nowMs = performance.now()
    for (const [jobId, { renewedMs }] of this.#held) {
      if (nowMs - renewedMs > this.#giveUpMs) this.#drop(jobId, 'not_renewed')
    }
    this.#renewThose([...this.#held.values()].filter(({ progress }) => progress !== undefined))
  }

  /** The remaining leases are no longer renewed; their jobs are notified that they are lost. */
  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const jobId of [...this.#held.keys()]) this.#drop(jobId, 'not_renewed')
  }
}

// Jobs whose lease this node gave up because Redis did not answer for too long. The node lives and its threads are free, so the store is
// informed as soon as it answers again, and no delivery is counted. The store ignores a lease that another node has by then.

const AGAIN_MS = 250

export class AbandonedJobs {
  readonly #store: Pick<JobStore, 'requeue'>
  readonly #onFault: (error: unknown) => void
  #isClosed = false

  constructor(store: Pick<JobStore, 'requeue'>, onFault: (error: unknown) => void) {
    this.#store = store
    this.#onFault = onFault
  }

  /** Ends when the store has answered, or the node is closed. Never throws. */
  async requeue({ job, fence }: Lease): Promise<void> {
    do {
      try {
        await this.#store.requeue(job, fence, 'drain')
        return
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) return this.#onFault(error)
      }
      await new Promise<void>(resolve => setTimeout(resolve, AGAIN_MS).unref())
    } while (!this.#isClosed)
  }

  close(): void {
    this.#isClosed = true
  }
}
