/** Which server holds a shard: the only one, or in a cluster the master of its slot. */
import { Cluster, type Redis } from 'ioredis'
import { jobShardKey } from '../../redis/keys.ts'
import { firstAnswer } from '../../redis/masters.ts'
import { StoreUnavailable } from '../../store-unavailable.ts'
import type { JobClient } from './retry-once.ts'

/** Returns the connection that serves a shard. */
export function shardServers(client: JobClient): (shard: number) => Promise<Redis> {
  if (!(client instanceof Cluster)) return async () => client
  const slots = new Map<number, number>()
  return async shard => {
    const slot =
      slots.get(shard) ?? (await firstAnswer(client, server => server.cluster('KEYSLOT', jobShardKey(shard))))
    slots.set(shard, slot)
    const [master] = client.slots[slot] ?? []
    const server = client.nodes('master').find(({ options }) => `${options.host}:${options.port}` === master)
    if (!server) throw new StoreUnavailable(`no master of slot ${slot}`)
    return server
  }
}
