/**
 * Deletes an account with everything except its audit trail, in this order: admission stops; then its jobs, the credentials of its keys, the
 * link from the user to the account, the account itself, and its other records, to which nothing is added once the account is gone
 * (settle-7.lua). Each step can be repeated, so an interrupted deletion starts again from the top, by the user or by a gateway that finds it
 * in the index of deletions. Billing handles subscriptions (service/delete-account.ts). Errors of Redis are thrown.
 */
import { Cluster } from 'ioredis'
import { FINAL_STATES } from '../../shared/contract/job-states.ts'
import { formatDay } from '../../shared/contract/schedule/day.ts'
import type { JobStore } from '../../shared/platform/jobs/job-store.ts'
import type { Log } from '../../shared/platform/process/log.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { changeAccount, readAccount } from './accounts.ts'
import { attempt } from './attempt.ts'
import { removeKeys } from './key-records.ts'
import { USAGE_KEEP_DAYS } from './usage.ts'
import { noteDeletedSubject, readUser, releaseEmail } from './users.ts'

// Erased data stays in the append-only files of Redis until these are rewritten. A rewrite is requested soon after an erasure, on every server,
// but not often, since it costs a copy of the data. Erasures are counted: an erasure is complete when a rewrite that was requested after it is
// written, whichever process requested it. A server without such files needs no rewrite.

const REWRITE_EVERY_MS = 300_000
/** What erasuresAsked holds until Redis has said that it writes. */
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

const REMOVE = script('account-remove-3')
const MS_PER_DAY = 86_400_000
const PAGE_SIZE = 100

type DeletionJobs = Pick<
  JobStore,
  | 'list'
  | 'cancel'
  | 'remove'
  | 'forgetSchedules'
  | 'eraseObjects'
  | 'shutAccount'
  | 'forgetAccount'
  | 'removeEndpoints'
>

/** From now on no call of the account is admitted and nothing is changed or bought for it. */
export async function beginDeletion(client: RedisClient, accountId: string, actor: string): Promise<void> {
  if ((await readAccount(client, accountId)) === null) return
  // the index first: an account that is shut is never out of its sight
  await attempt(() => client.zadd(keys.deletions(), 'NX', Date.now(), accountId))
  await attempt(() =>
    changeAccount(client, accountId, 'account.delete', actor, { status: 'deleting', reason: 'It is being deleted.' }),
  )
}

/** Removes all that is left of an account that is shut. */
export async function finishDeletion(
  client: RedisClient,
  jobs: DeletionJobs,
  accountId: string,
  actor: string,
): Promise<void> {
  await removeJobs(jobs, accountId)
  await jobs.eraseObjects(accountId)
  // no key is made of an account that is shut
  for (;;) {
    const keyIds = await client.zrange(keys.keyIds(accountId), 0, String(PAGE_SIZE - 1))
    if (keyIds.length === 0) break
    await removeKeys(client, accountId, keyIds)
  }
  const user = await readUser(client, accountId)
  if (user !== null) {
    const subjectKey = keys.subject(user.subject)
    await noteDeletedSubject(client, user.subject)
    if ((await client.get(subjectKey)) === accountId) await attempt(() => client.del(subjectKey))
    await releaseEmail(client, user.email, accountId)
  }
  const last = [keys.account(accountId), keys.user(accountId), keys.audit(accountId)]
  await attempt(() => run(client, REMOVE, last, [actor]))
  const names = namesOf(accountId, Date.now())
  for (let from = 0; from < names.length; from += PAGE_SIZE) {
    const some = names.slice(from, from + PAGE_SIZE)
    await attempt(() => client.unlink(...some))
  }
  for (const index of [keys.accountIndex(), keys.playgroundIndex()]) await attempt(() => client.zrem(index, accountId))
  await noteErasure(client)
  await attempt(() => client.zrem(keys.deletions(), accountId))
}

/** Accounts whose deletion has begun and not ended. */
export const openDeletions = (client: RedisClient): Promise<string[]> => client.zrange(keys.deletions(), 0, '-1')

async function removeJobs(jobs: DeletionJobs, accountId: string): Promise<void> {
  await jobs.shutAccount(accountId)
  for (;;) {
    const { jobs: some } = await jobs.list(accountId, { state: null, cursor: null, limit: PAGE_SIZE })
    if (some.length === 0) break
    for (const { jobId, state } of some) {
      if (!(FINAL_STATES as readonly string[]).includes(state)) await jobs.cancel(accountId, jobId)
      await jobs.remove(accountId, jobId)
    }
  }
  await jobs.forgetSchedules(accountId)
  await jobs.forgetAccount(accountId)
  await jobs.removeEndpoints(accountId)
}

/** All that lies with the account but itself, its user and its audit trail. */
function namesOf(accountId: string, nowMs: number): string[] {
  // a call at work now is counted for the day of its admission; the day after today is one that began meanwhile
  const today = Math.floor(nowMs / MS_PER_DAY)
  const days = Array.from({ length: USAGE_KEEP_DAYS + 2 }, (_, i) => formatDay(today + 1 - i))
  return [
    ...days.map(day => keys.usage(accountId, day)),
    keys.liveKeys(accountId),
    keys.window(accountId, 'analysis'),
    keys.window(accountId, 'control'),
    keys.month(accountId),
    keys.reservations(accountId),
    keys.settled(accountId),
    keys.overage(accountId),
    keys.billing(accountId),
    keys.idempotency(accountId),
    keys.webhookSecrets(accountId),
    keys.keyIds(accountId),
  ]
}
