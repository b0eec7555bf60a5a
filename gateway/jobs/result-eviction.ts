/** Removes results of finished jobs when room is needed: first the oldest of the account that holds most for its class. */
import { randomUUID } from 'node:crypto'
import type { Freed, JobStore } from '../../shared/platform/jobs/job-store.ts'
import { nextEviction } from '../../shared/platform/jobs/next-eviction.ts'
import type { JobClient } from '../../shared/platform/jobs/redis-job-store.ts'
import { jobKey } from '../../shared/platform/redis/keys.ts'

/** One gateway at a time removes; if it dies, another one follows after this time. */
const LEASE_MS = 5_000
/** Accounts of equal size give in so many turns, and at least so much in one. */
const STEPS = 16
const STEP_BYTES_MIN = 64 * 1024

export type EvictionStore = Pick<JobStore, 'resultHolders' | 'freeResults'>

/** shards: absent = all. Nothing is removed while another gateway does. What was removed before the store failed is told all the same; rejects when nothing was. */
export async function evictResults(
  client: JobClient,
  store: EvictionStore,
  wantedBytes: number,
  shards?: readonly number[],
): Promise<Freed> {
  const lease = jobKey(0, 'freeing')
  const holder = randomUUID()
  // without its server two gateways may remove twice as much, which is better than nothing
  const reply = await client.set(lease, holder, 'PX', LEASE_MS, 'NX').catch(() => 'away')
  if (reply === null) return { resultCount: 0, bytes: 0 }
  try {
    return await free(store, wantedBytes, shards)
  } finally {
    // a lease that ended meanwhile may be another's
    if ((await client.get(lease).catch(() => null)) === holder) await client.del(lease).catch(() => {})
  }
}

async function free(store: EvictionStore, wantedBytes: number, shards?: readonly number[]): Promise<Freed> {
  const freed = { resultCount: 0, bytes: 0 }
  const stepBytes = Math.max(STEP_BYTES_MIN, wantedBytes / STEPS)
  try {
    while (freed.bytes < wantedBytes) {
      const giver = nextEviction(await store.resultHolders(2, shards), wantedBytes - freed.bytes, stepBytes)
      if (giver === undefined) break
      const { resultCount, bytes } = await store.freeResults(giver.holder, 'memory', { bytesMax: giver.bytes })
      // its count is there without results: nothing more is to be had
      if (resultCount === 0) break
      freed.resultCount += resultCount
      freed.bytes += bytes
    }
  } catch (error) {
    if (freed.resultCount === 0) throw error
  }
  return freed
}
