/**
 * Callbacks: due by a time, leased to one deliverer at a time, their attempts on record (DECISIONS 15). One per job, so its id is that
 * of the job with a prefix, and a replay keeps it. When the next attempt is due is the caller's to say.
 */
import { randomUUID } from 'node:crypto'
import { jobKey, jobShardKey } from '../../redis/keys.ts'
import { run, script } from '../../redis/script.ts'
import { withoutQuery } from '../callback-url.ts'
import { shardOf } from '../classes.ts'
import type { DeliveryAttempt, DeliveryRecord, JobStore } from '../job-store.ts'
import { ask, askScript, type JobClient } from './ask.ts'
import { fieldsOf, jobOf } from './job-record.ts'
import { DEAD_LETTER_MS } from './retention.ts'
import { walkIndex } from './walk-index.ts'

const TAKE = script('delivery-take-1')
const SETTLE = script('delivery-settle-1')
const DEFER = script('delivery-defer-1')
const REPLAY = script('delivery-replay-1')
const ID_PREFIX = 'dlv_'
export const deliveryIdOf = (jobId: string): string => ID_PREFIX + jobId
/** Of all replays together. */
const ATTEMPTS_REMEMBERED = 50
/** Where a take whose reply was lost is looked for: leases end later than retries are due. */
const RECENT_LEASES = 200

export function deliveries(
  client: JobClient,
  leaseMs: number,
): Pick<JobStore, 'takeDelivery' | 'settleDelivery' | 'deferDelivery' | 'listDeliveries' | 'replayDelivery'> {
  async function read(accountId: string, jobId: string): Promise<DeliveryRecord | null> {
    const shard = shardOf(accountId)
    const [[owner, callbackUrl], delivery] = await ask(() =>
      Promise.all([
        client.hmget(jobKey(shard, 'job', jobId), 'accountId', 'callbackUrl'),
        client.hgetall(jobKey(shard, 'delivery', jobId)),
      ]),
    )
    if (owner !== accountId || !callbackUrl || delivery.state === undefined) return null
    const { state, attempts = '', nextAttemptAtMs } = delivery
    return {
      deliveryId: deliveryIdOf(jobId),
      jobId,
      url: withoutQuery(callbackUrl),
      state: state as DeliveryRecord['state'],
      attempts: attempts.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as DeliveryAttempt])),
      nextAttemptAtMs: state === 'pending' && nextAttemptAtMs !== undefined ? Number(nextAttemptAtMs) : null,
    }
  }

  return {
    async takeDelivery(shard, delivererId) {
      const operationId = randomUUID()
      const reply = await ask(
        isAgain =>
          run(
            client,
            TAKE,
            [jobShardKey(shard)],
            [delivererId, operationId, leaseMs, isAgain ? 1 : 0, RECENT_LEASES],
          ) as Promise<[number, number, string[]] | null>,
      )
      if (!reply) return null
      const [fence, attempt, fields] = reply
      const job = jobOf(fieldsOf(fields))
      return { deliveryId: deliveryIdOf(job.jobId), job, attempt, fence }
    },
    async settleDelivery({ job, fence }, attempt, next) {
      const nextText = typeof next === 'string' ? next : next.nextAttemptAtMs
      const args = [job.jobId, job.accountId, fence, JSON.stringify(attempt), nextText]
      await askScript(client, SETTLE, shardOf(job.accountId), [...args, DEAD_LETTER_MS, ATTEMPTS_REMEMBERED])
    },
    async deferDelivery({ job, fence }, dueAtMs) {
      await askScript(client, DEFER, shardOf(job.accountId), [job.jobId, fence, dueAtMs])
    },
    async listDeliveries(accountId, { cursor, limit }) {
      const index = jobKey(shardOf(accountId), 'deliveries', accountId)
      const { items, cursor: next } = await walkIndex(client, index, cursor, limit, jobId => read(accountId, jobId))
      return { deliveries: items, cursor: next }
    },
    async replayDelivery(accountId, deliveryId) {
      if (!deliveryId.startsWith(ID_PREFIX)) return null
      const jobId = deliveryId.slice(ID_PREFIX.length)
      const found = await askScript<number>(client, REPLAY, shardOf(accountId), [jobId, accountId, randomUUID()])
      return found === 1 ? read(accountId, jobId) : null
    },
  }
}
