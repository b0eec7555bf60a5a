/**
 * Jobs whose lease this node gave up because Redis did not answer for too long. The node lives and its threads are free, so the store is
 * informed as soon as it answers again, and no delivery is counted. The store ignores a lease that another node has by then.
 */
import type { JobStore, Lease } from '../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../shared/platform/store-unavailable.ts'

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
