/** Numbers of all shards together, without shards whose server is unavailable; if none answers, StoreUnavailable. */

import { frameVersionOf, JOB_CLASSES, type JobClass, queuesOf } from '../../../contract/job-classes.ts'
import { jobKey, jobShardKey } from '../../redis/keys.ts'
import { run, script } from '../../redis/script.ts'
import type { CallbackCounts } from '../callback-store.ts'
import type { ClassDepth, JobStore } from '../job-store.ts'
import type { ShardWatch } from '../shard-watch.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

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

/** Of a class in all shards. */
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
export async function ofShards<Answer>(
  shards: ShardWatch,
  read: (shard: number) => Promise<Answer>,
): Promise<Answer[]> {
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
