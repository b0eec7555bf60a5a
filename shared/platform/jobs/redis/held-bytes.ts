/**
 * What jobs hold in Redis: bytes reserved by jobs that have not ended, bytes of results by account, and the early removal of results. An
 * account with two classes (after a change of its tier) counts as two holders.
 */

import { JOB_CLASSES, JOB_SHARD_COUNT, shardOf } from '../../../contract/job-classes.ts'
import { jobKey, jobShardKey } from '../../redis/keys.ts'
import { script } from '../../redis/script.ts'
import type { Freed, Holder, JobStore } from '../job-store.ts'
import type { ShardWatch } from '../shard-watch.ts'
import { ofShards } from './gauges.ts'
import { type JobClient, runScript } from './retry-once.ts'

const FREE = script('job-free-1')
const BOOKS = script('job-books-1')
/** Results of one run of the script: it stays under a few milliseconds. */
const FREE_COUNT_MAX = 100
/** The same for the books: accounts of each, the oldest entries of each account, and results that are counted. */
const BOOK_ACCOUNTS_MAX = 20
const BOOK_ENTRIES_MAX = 10
const COUNTED_MAX = 100

export function heldBytes(
  client: JobClient,
  watch: ShardWatch,
): Pick<JobStore, 'heldBytes' | 'resultHolders' | 'waitingHolders' | 'freeResults' | 'keepBooks'> {
  const largest = (set: string, countMax: number): Promise<string[]> =>
    client.zrevrange(set, 0, countMax - 1, 'WITHSCORES')

  const holders = (flat: readonly string[]): [accountId: string, bytes: number][] =>
    flat.flatMap((accountId, i) => (i % 2 === 0 ? [[accountId, Number(flat[i + 1])]] : []))

  return {
    heldBytes: () =>
      ofShards(watch, async shard => {
        const [reserved, held] = await client.hmget(jobShardKey(shard), 'reservedBytes', 'heldBytes')
        return { shard, reservedBytes: Number(reserved ?? 0), resultBytes: Number(held ?? 0) }
      }),
    async resultHolders(countMax, shards = ALL_SHARDS) {
      const found = await ofShards(watch, async shard => {
        if (!shards.includes(shard)) return []
        const ofClasses = await Promise.all(
          JOB_CLASSES.map(async jobClass => {
            const flat = await largest(jobKey(shard, 'result-bytes', jobClass), countMax)
            return holders(flat).map(([accountId, bytes]): Holder => ({ accountId, jobClass, bytes }))
          }),
        )
        return ofClasses.flat()
      })
      return found.flat()
    },
    async waitingHolders(countMax) {
      const found = await ofShards(watch, async shard =>
        holders(await largest(jobKey(shard, 'waiting-bytes'), countMax)),
      )
      return found.flat().map(([accountId, bytes]) => ({ accountId, bytes }))
    },
    async freeResults(
      { accountId, jobClass },
      why,
      { bytesMax = Number.MAX_SAFE_INTEGER, agedMs = 0 },
    ): Promise<Freed> {
      const freed = { resultCount: 0, bytes: 0 }
      for (;;) {
        const [looked, removed, bytes] = await runScript<[number, number, number]>(client, FREE, shardOf(accountId), [
          ...[jobClass, accountId, why, agedMs, bytesMax - freed.bytes, FREE_COUNT_MAX],
        ])
        freed.resultCount += removed
        freed.bytes += bytes
        if (looked < FREE_COUNT_MAX || freed.bytes >= bytesMax) return freed
      }
    },
    async keepBooks(shard) {
      const limits = [BOOK_ACCOUNTS_MAX, BOOK_ENTRIES_MAX, COUNTED_MAX, ...JOB_CLASSES]
      for (let from = 0; ; from += BOOK_ACCOUNTS_MAX) {
        const isMore = (await runScript<number>(client, BOOKS, shard, [from, ...limits])) === 1
        if (!isMore) return
      }
    },
  }
}

const ALL_SHARDS = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => shard)
