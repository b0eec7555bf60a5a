/** Callbacks that were given up, from all shards. */
import { JOB_SHARD_COUNT } from '../../shared/jobs/classes.ts'
import { deliveryIdOf } from '../../shared/jobs/redis/delivery-records.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { jobKey } from '../../shared/redis/keys.ts'

export interface DeadLetter {
  readonly deliveryId: string
  readonly jobId: string
  readonly accountId: string
  readonly atMs: number
}

/** Of one shard at a time. */
const BATCH = 1_000

/** Oldest first within a shard. */
export async function* deadLetters(client: RedisClient): AsyncGenerator<DeadLetter> {
  for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) {
    for (let from = '-'; ; ) {
      const entries = await client.xrange(jobKey(shard, 'dead-letters'), from, '+', 'COUNT', BATCH)
      const found = entries.map(([entry, [, jobId = '', , accountId = '']]) => ({ entry, jobId, accountId }))
      const retries = await Promise.all(found.map(({ jobId }) => client.hget(jobKey(shard, 'job', jobId), 'retries')))
      for (const [i, { entry, jobId, accountId }] of found.entries()) {
        const deliveryId = deliveryIdOf(jobId, Number(retries[i] ?? 0))
        yield { deliveryId, jobId, accountId, atMs: Number(entry.split('-')[0]) }
      }
      if (entries.length < BATCH) break
      from = `(${entries.at(-1)![0]}`
    }
  }
}
