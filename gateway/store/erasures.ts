/**
 * What was erased still lies in the append-only files of Redis, until these are written anew: that is asked for soon after, on every server,
 * and not more often than now and then, since it costs a copy of the data. A server without such files has nothing to forget.
 */
import { Cluster } from 'ioredis'
import type { Log } from '../../shared/process/log.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { attempt } from './attempt.ts'

export const REWRITE_EVERY_MS = 300_000

/** Something was erased for somebody: called when it is gone. */
export const noteErasure = async (client: RedisClient): Promise<void> => {
  await attempt(() => client.set(keys.erased(), Date.now()))
}

/** Replicas keep files of their own. */
const serversOf = (client: RedisClient) => (client instanceof Cluster ? client.nodes('all') : [client])

/** Asks for new files when something was erased and the last time is long enough ago. What fails is tried again. */
export async function forgetErased(client: RedisClient, log: Log, everyMs = REWRITE_EVERY_MS): Promise<void> {
  if ((await client.exists(keys.erased())) === 0) return
  if ((await client.set(keys.filesRewritten(), Date.now(), 'PX', everyMs, 'NX')) === null) return
  // before the files are begun: what is erased from now on asks for the next ones
  await client.del(keys.erased())
  const outcomes = await Promise.allSettled(
    serversOf(client).map(async server => {
      if (/^aof_enabled:1/m.test(await server.info('persistence'))) await server.bgrewriteaof()
    }),
  )
  const failed = outcomes.filter(outcome => outcome.status === 'rejected')
  if (failed.length === 0) return
  await noteErasure(client)
  // also when one was being written, which may have begun before
  log.warn(
    { reason: (failed[0]!.reason as Error).message, servers: failed.length },
    'append-only files are not rewritten yet',
  )
}
