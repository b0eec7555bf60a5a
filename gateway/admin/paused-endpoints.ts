/** Endpoints of callbacks that are paused after a long time of failures, from all shards. */
import { JOB_SHARD_COUNT } from '../../shared/jobs/classes.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { jobKey } from '../../shared/redis/keys.ts'

interface PausedEndpoint {
  readonly accountId: string
  readonly origin: string
  readonly sinceMs: number
}

export async function pausedEndpoints(client: RedisClient): Promise<readonly PausedEndpoint[]> {
  const shards = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) =>
    client.zrange(jobKey(shard, 'paused'), 0, '-1', 'WITHSCORES'),
  )
  return (await Promise.all(shards)).flatMap(pairs =>
    pairs.flatMap((name, i) => {
      if (i % 2 === 1) return []
      const [accountId = '', origin = ''] = name.split(' ')
      return [{ accountId, origin, sinceMs: Number(pairs[i + 1]) }]
    }),
  )
}
