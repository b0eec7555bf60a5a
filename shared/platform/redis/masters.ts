/** The servers behind a client, for commands that concern no key: settings, memory, names. */

import type { ConnectionOptions } from 'node:tls'
import { Cluster, type Redis } from 'ioredis'
import { connect, disconnect, type RedisClient } from './connect.ts'

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

// Why the Redis of an address does not answer now.

/** A few words of the connection or of the server (ECONNREFUSED, WRONGPASS ...). undefined: it answers. */
export async function redisSilence(url: string, tls: ConnectionOptions | undefined): Promise<string | undefined> {
  let reason: string | undefined
  const log = { info() {}, warn: (facts: object) => (reason = (facts as { reason?: string }).reason) }
  const client = connect(url, 'start', { tls, log })
  try {
    await firstAnswer(client, server => server.ping())
    return undefined
  } catch (error) {
    return reason ?? (error as Error).message
  } finally {
    disconnect(client)
  }
}
