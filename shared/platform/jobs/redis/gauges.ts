/** Numbers of all shards together, without shards whose server is unavailable; if none answers, StoreUnavailable. */
import {
  frameVersionOf,
  JOB_CLASSES,
  JOB_SHARD_COUNT,
  type JobClass,
  queuesOf,
  shardOf,
} from '../../../contract/job-classes.ts'
import { jobKey, jobShardKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { run, script } from '../../redis/script.ts'
import type { CallbackCounts } from '../callback-store.ts'
import type { ClassDepth, Freed, Holder, JobStore } from '../job-store.ts'
import type { ShardWatch } from '../shard-watch.ts'

/** New ones, and those of nodes of 0.4.0. */
const SUSPECT_LISTS = ['lost', 'suspects'] as const
const VERSIONS = script('job-versions-1')

export function gauges(
  client: JobClient,
  shards: ShardWatch,
  frameVersions: readonly number[],
): Pick<JobStore, 'depths' | 'suspects' | 'unknownVersions' | 'callbacks'> {
  const known = queuesOf(JOB_CLASSES, frameVersions)
  return {
    async depths() {
      const found = await ofShards(shards, shard =>
        Promise.all(JOB_CLASSES.map(jobClass => depthOf(client, shard, jobClass))),
      )
      return JOB_CLASSES.map((jobClass, i) =>
        together(
          jobClass,
          found.map(shard => shard[i]!),
        ),
      )
    },
    async suspects() {
      const found = await ofShards(shards, async shard => ({ shard, count: await suspectCount(client, shard) }))
      return found.filter(({ count }) => count > 0)
    },
    async unknownVersions() {
      const found = await ofShards(
        shards,
        shard => run(client, VERSIONS, [jobShardKey(shard)], known) as Promise<[string, number][]>,
      )
      const byVersion = Map.groupBy(found.flat(), ([queue]) => frameVersionOf(queue))
      return [...byVersion]
        .map(([frameVersion, some]) => ({ frameVersion, queued: sumOf(some, ([, count]) => count) }))
        .sort((one, other) => one.frameVersion - other.frameVersion)
    },
    async callbacks() {
      const found = await ofShards(shards, shard => callbackCounts(client, shard))
      return {
        pending: sumOf(found, ({ pending }) => pending),
        deadLetters: sumOf(found, ({ deadLetters }) => deadLetters),
        pausedEndpoints: sumOf(found, ({ pausedEndpoints }) => pausedEndpoints),
        overdueMs: Math.max(0, ...found.map(({ overdueMs }) => overdueMs)),
      }
    },
  }
}

const sumOf = <Item>(items: readonly Item[], countOf: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + countOf(item), 0)

async function depthOf(client: JobClient, shard: number, jobClass: JobClass): Promise<ClassDepth> {
  const queued = jobKey(shard, 'queued', jobClass)
  const [count, [oldestJobId], processing] = await Promise.all([
    client.zcard(queued),
    client.zrange(queued, 0, '0'),
    client.hget(jobShardKey(shard), `processing:${jobClass}`),
  ])
  const since = oldestJobId ? await client.hmget(jobKey(shard, 'job', oldestJobId), 'retriedAtMs', 'createdAtMs') : []
  const queuedAtMs = since.find(text => text !== null)
  return {
    jobClass,
    queued: count,
    processing: Number(processing ?? 0),
    oldestQueuedAtMs: queuedAtMs === undefined ? null : Number(queuedAtMs),
  }
}

/** Depths of a class in all shards. */
function together(jobClass: JobClass, depths: readonly ClassDepth[]): ClassDepth {
  const oldest = depths.map(({ oldestQueuedAtMs }) => oldestQueuedAtMs).filter(atMs => atMs !== null)
  return {
    jobClass,
    queued: sumOf(depths, ({ queued }) => queued),
    processing: sumOf(depths, ({ processing }) => processing),
    oldestQueuedAtMs: oldest.length === 0 ? null : Math.min(...oldest),
  }
}

async function suspectCount(client: JobClient, shard: number): Promise<number> {
  const counts = await Promise.all(SUSPECT_LISTS.map(list => client.llen(jobKey(shard, list))))
  return sumOf(counts, count => count)
}

async function callbackCounts(client: JobClient, shard: number): Promise<CallbackCounts> {
  const due = jobKey(shard, 'due')
  const [pending, deadLetters, pausedEndpoints, [, dueAtMs], [seconds]] = await Promise.all([
    client.zcard(due),
    client.xlen(jobKey(shard, 'dead-letters')),
    client.zcard(jobKey(shard, 'paused')),
    client.zrange(due, 0, '0', 'WITHSCORES'),
    client.time(),
  ])
  const overdueMs = dueAtMs === undefined ? 0 : Math.max(0, Number(seconds) * 1000 - Number(dueAtMs))
  return { pending, deadLetters, pausedEndpoints, overdueMs }
}

/** One answer per shard that can be reached. */
async function ofShards<Answer>(shards: ShardWatch, read: (shard: number) => Promise<Answer>): Promise<Answer[]> {
  return retryOnce(async () => {
    const shardsRead = shards.present
    const settled = await Promise.allSettled(shardsRead.map(read))
    for (const [i, { status }] of settled.entries()) if (status === 'rejected') shards.failed(shardsRead[i]!)
    const answers = settled.filter(one => one.status === 'fulfilled').map(one => one.value)
    const failed = settled.find(one => one.status === 'rejected')
    if (answers.length === 0 && failed) throw failed.reason
    return answers
  })
}

// What jobs hold in Redis: bytes reserved by jobs that have not ended, bytes of results by account, and the early removal of results. An
// account with two classes (after a change of its tier) counts as two holders.

const FREE = script('job-free-1')
const BOOKS = script('job-books-1')
/** Results of one run of the script: it stays under a few milliseconds. */
const FREE_COUNT_MAX = 100
/** How much of the books one run looks at: accounts of each, the oldest entries of each account, and results that are counted. */
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
