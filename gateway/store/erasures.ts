/**
 * Erased data stays in the append-only files of Redis until these are rewritten. A rewrite is requested soon after an erasure, on every server,
 * but not often, since it costs a copy of the data. Erasures are counted: an erasure is complete when a rewrite that was requested after it is
 * written, whichever process requested it. A server without such files needs no rewrite.
 */
import { Cluster } from 'ioredis'
import type { Log } from '../../shared/platform/process/log.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { attempt } from './attempt.ts'

const REWRITE_EVERY_MS = 300_000
/** Of erasuresAsked, until Redis has said that it writes. */
const IN_VAIN = ''

/** Something was erased for somebody: called when it is gone. */
export const noteErasure = async (client: RedisClient): Promise<void> => {
  await attempt(() => client.incr(keys.erasures()))
}

/** Replicas keep files of their own. */
const serversOf = (client: RedisClient) => (client instanceof Cluster ? client.nodes('all') : [client])

interface Files {
  /** They are being written, or will be. */
  readonly isWriting: boolean
  /** The last time they were written they were written to the end. */
  readonly isWhole: boolean
}

async function filesOf(server: ReturnType<typeof serversOf>[number]): Promise<Files | null> {
  const facts = await server.info('persistence')
  if (!/^aof_enabled:1/m.test(facts)) return null
  return {
    isWriting: /^aof_rewrite_(in_progress|scheduled):1/m.test(facts),
    isWhole: /^aof_last_bgrewrite_status:ok/m.test(facts),
  }
}

/** To be called again and again: requests new files, and later looks whether they are there. What fails is requested again. */
export async function forgetErased(client: RedisClient, log: Log, everyMs = REWRITE_EVERY_MS): Promise<void> {
  const [noted, forgotten] = await Promise.all([client.get(keys.erasures()), client.get(keys.erasuresForgotten())])
  if (noted === null || noted === forgotten) return
  const requested = await client.get(keys.erasuresRequested())
  // requested before the last erasure, or without success
  if (requested !== null && requested !== noted) return
  const remember = (count: string): Promise<unknown> => client.set(keys.erasuresRequested(), count, 'PX', everyMs)
  try {
    const servers = serversOf(client)
    const files = await Promise.all(servers.map(filesOf))
    if (files.some(each => each?.isWriting)) {
      // a rewrite in progress that was not requested here may have begun before the last erasure
      if (requested !== null) await remember(requested)
    } else if (requested === null) {
      await remember(IN_VAIN)
      await Promise.all(servers.map((server, i) => files[i] && server.bgrewriteaof()))
      await remember(noted)
    } else if (files.every(each => each === null || each.isWhole)) {
      await client.set(keys.erasuresForgotten(), noted)
    } else throw new Error('they were not written completely')
  } catch (error) {
    await remember(IN_VAIN)
    log.warn({ reason: (error as Error).message }, 'append-only files have not been rewritten yet')
  }
}
