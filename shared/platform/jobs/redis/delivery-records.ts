/** Callbacks of an account: their list, and sending one or many again. A replay keeps the id. */
import { randomUUID } from 'node:crypto'
import { shardOf } from '../../../contract/job-classes.ts'
import { withoutQuery } from '../../callback/callback-url.ts'
import { jobKey } from '../../redis/keys.ts'
import { script } from '../../redis/script.ts'
import type { DeliveryAttempt, DeliveryRecord } from '../callback-store.ts'
import type { JobStore } from '../job-store.ts'
import { readIndexPage, sequenceOf } from './index-page.ts'
import { type JobClient, retryOnce, runScript } from './retry-once.ts'

const REPLAY = script('delivery-replay-1')
const REPLAY_MANY = script('delivery-replay-many-1')
const ID_PREFIX = 'dlv_'
/** retries: how often the job was queued again after a failure. Each end of the job has a delivery id of its own, so that a receiver does not ignore it. */
export const deliveryIdOf = (jobId: string, retries = 0): string =>
  `${ID_PREFIX}${jobId}${retries === 0 ? '' : `.${retries}`}`
const jobIdIn = (deliveryId: string): string => deliveryId.slice(ID_PREFIX.length).replace(/\.\d+$/, '')
/** Callbacks that one run of a script looks at, and those of one page. */
const REPLAY_SLICE = 500
const REPLAY_PAGE = 10_000

/** As the record of a callback has them: a line each. */
export const attemptsIn = (text = ''): DeliveryAttempt[] =>
  text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as DeliveryAttempt]))

export function deliveryRecords(
  client: JobClient,
): Pick<JobStore, 'listDeliveries' | 'replayDelivery' | 'replayDeliveries'> {
  async function read(accountId: string, jobId: string): Promise<DeliveryRecord | null> {
    const shard = shardOf(accountId)
    const [[owner, callbackUrl, retries], delivery] = await retryOnce(() =>
      Promise.all([
        client.hmget(jobKey(shard, 'job', jobId), 'accountId', 'callbackUrl', 'retries'),
        client.hgetall(jobKey(shard, 'delivery', jobId)),
      ]),
    )
    if (owner !== accountId || !callbackUrl || delivery.state === undefined) return null
    const { state, attempts, nextAttemptAtMs } = delivery
    return {
      deliveryId: deliveryIdOf(jobId, Number(retries ?? 0)),
      jobId,
      url: withoutQuery(callbackUrl),
      state: state as DeliveryRecord['state'],
      attempts: attemptsIn(attempts),
      nextAttemptAtMs: state === 'pending' && nextAttemptAtMs !== undefined ? Number(nextAttemptAtMs) : null,
    }
  }

  return {
    async listDeliveries(accountId, { cursor, limit }) {
      const index = jobKey(shardOf(accountId), 'deliveries', accountId)
      const { items, cursor: next } = await readIndexPage(client, index, cursor, limit, jobId => read(accountId, jobId))
      return { deliveries: items, cursor: next }
    },
    async replayDelivery(accountId, deliveryId) {
      if (!deliveryId.startsWith(ID_PREFIX)) return null
      const jobId = jobIdIn(deliveryId)
      const found = await runScript<number>(client, REPLAY, shardOf(accountId), [jobId, accountId, randomUUID()])
      return found === 1 ? read(accountId, jobId) : null
    },
    async replayDeliveries(accountId, { fromMs, toMs, cursor }) {
      let replayed = 0
      let next = sequenceOf(cursor)
      for (let lookedAt = 0; lookedAt < REPLAY_PAGE; lookedAt += REPLAY_SLICE) {
        const args = [accountId, fromMs, toMs, next || '+inf', REPLAY_SLICE]
        const [count, last] = await runScript<[number, string]>(client, REPLAY_MANY, shardOf(accountId), args)
        replayed += count
        next = last
        if (next === '') return { replayed, cursor: null }
      }
      return { replayed, cursor: next }
    },
  }
}
