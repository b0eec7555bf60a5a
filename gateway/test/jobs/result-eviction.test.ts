/** What is told of results that were removed for room. */
import t from 'tap'
import type { JobClient } from '../../../shared/platform/jobs/redis-job-store.ts'
import { type EvictionStore, evictResults } from '../../jobs/store-memory.ts'

const MEGABYTE = 2 ** 20
/** Nobody else removes. */
const client = { set: async () => 'OK', get: async () => null, del: async () => 0 } as unknown as JobClient

/** Each call removes a result of a megabyte, until the store is away. */
function storeUntil(callsMax: number): EvictionStore {
  let calls = 0
  return {
    resultHolders: async () => [{ accountId: 'a', jobClass: 'standard', bytes: 100 * MEGABYTE, count: 100 }],
    freeResults: async () => {
      if (++calls > callsMax) throw new Error('away')
      return { resultCount: 1, bytes: MEGABYTE }
    },
  }
}

t.test('what was removed before the store was away is counted', async t => {
  t.same(await evictResults(client, storeUntil(3), 10 * MEGABYTE), { resultCount: 3, bytes: 3 * MEGABYTE })
  t.same(await evictResults(client, storeUntil(99), 10 * MEGABYTE), { resultCount: 10, bytes: 10 * MEGABYTE })
  await t.rejects(evictResults(client, storeUntil(0), 10 * MEGABYTE), { message: 'away' })
})
