/**
 * Reports the outcome of a callback to the store, repeatedly while the store is unavailable. If that fails, the callback is sent again when
 * its lease ends.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery, Settled } from '../../shared/platform/jobs/callback-store.ts'
import type { JobStore } from '../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../shared/platform/store-unavailable.ts'
import type { Delivered } from './deliver.ts'

const TRIES = 20
const PAUSE_MS = 250

export async function settle(
  store: Pick<JobStore, 'settleDelivery'>,
  delivery: Delivery,
  { attempt, next }: Delivered,
): Promise<Settled> {
  for (let tries = 1; ; tries++) {
    try {
      return await store.settleDelivery(delivery, attempt, next)
    } catch (error) {
      if (tries === TRIES || !(error instanceof StoreUnavailable)) throw error
      await pause(PAUSE_MS)
    }
  }
}
