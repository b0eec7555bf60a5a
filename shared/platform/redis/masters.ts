/** The servers behind a client, for commands that concern no key: settings, memory, names. */
import { Cluster, type Redis } from 'ioredis'
import type { RedisClient } from './connect.ts'

/** The one server, or the masters of a cluster that can be reached; of a client that is still looking for them, those that it finds. */
export async function mastersOf(client: RedisClient): Promise<Redis[]> {
  if (!(client instanceof Cluster)) return [client]
  // waits for the first attempt to connect, and for nothing later
  if (client.status !== 'ready') await client.ping().catch(() => {})
  return client.nodes('master')
}

/** The first answer; a cluster without one of its masters has others. Rejects when no server answers. */
export const firstAnswer = async <Reply>(
  client: RedisClient,
  question: (server: Redis) => Promise<Reply>,
): Promise<Reply> => Promise.any((await mastersOf(client)).map(question))
