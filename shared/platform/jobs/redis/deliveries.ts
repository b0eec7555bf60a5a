/**
 * Callbacks: due at a time, leased to one deliverer at a time, with a record of their attempts. A job has one, whose id is that of the job
 * with a prefix; a replay keeps it. The caller sets the pause before the next attempt. All times are those of the clock of Redis, so the
 * clocks of deliverers do not matter.
 */

import { randomUUID } from 'node:crypto'
import { shardOf } from '../../../contract/job-classes.ts'
import { ENDPOINT_TIMES } from '../../callback/callback-slots.ts'
import { jobShardKey, keys } from '../../redis/keys.ts'
import { run, script } from '../../redis/script.ts'
import type { Delivery, DeliveryAttempt, Settled } from '../callback-store.ts'
import type { JobStore } from '../job-store.ts'
import { deliveryIdOf } from './delivery-records.ts'
import { fieldsOf, jobOf } from './job-record.ts'
import { DEAD_LETTER_MS } from './retention.ts'
import { type JobClient, retryOnce, runScript } from './retry-once.ts'

const TAKE = script('delivery-take-1')
const SETTLE = script('delivery-settle-1')
const DEFER = script('delivery-defer-1')
const ENTER_HOST = script('host-enter-2')
const LEAVE_HOST = script('host-leave-1')
/** Of all replays together. */
const ATTEMPTS_REMEMBERED = 50
/** A take whose reply was lost is repeated well within this time. */
const TAKE_REMEMBERED_MS = 15_000
/** A clock that said nowMs a moment ago. */
function clockFrom(nowMs: number): () => number {
  const readAtMs = performance.now()
  return () => Math.round(nowMs + performance.now() - readAtMs)
}

/** Host and port of its callback; one that cannot be read is refused when it is made. */
const hostOf = ({ job }: Delivery): string => URL.parse(job.callbackUrl!)?.host ?? ''

/** Failures of attempts that nothing was sent for. */
const NOT_MADE: ReadonlySet<string> = new Set(['url_forbidden', 'secret_missing', 'result_lost'])

/** What a POST shows about the endpoint; unknown: there was no POST. */
function behaviour({ durationMs, failure }: DeliveryAttempt): 'answering' | 'hanging' | 'unknown' {
  if (failure !== null && NOT_MADE.has(failure)) return 'unknown'
  return failure === 'timeout' || durationMs > ENDPOINT_TIMES.slowMs ? 'hanging' : 'answering'
}

export function deliveries(
  client: JobClient,
  { leaseMs, pauseMs }: { readonly leaseMs: number; readonly pauseMs: number },
): Pick<JobStore, 'takeDelivery' | 'settleDelivery' | 'deferDelivery' | 'enterHost' | 'leaveHost'> {
  return {
    async takeDelivery(shard, delivererId, heldBack = []) {
      const operationId = randomUUID()
      const reply = await retryOnce(
        isAgain =>
          run(
            client,
            TAKE,
            [jobShardKey(shard)],
            [delivererId, operationId, leaseMs, isAgain ? 1 : 0, TAKE_REMEMBERED_MS, ...heldBack],
          ) as Promise<[number, number, number, string[]] | null>,
      )
      if (!reply) return null
      const [fence, attempt, nowMs, fields] = reply
      const record = fieldsOf(fields)
      const job = jobOf(record)
      return {
        deliveryId: deliveryIdOf(job.jobId, Number(record.retries ?? 0)),
        job,
        attempt,
        fence,
        now: clockFrom(nowMs),
      }
    },
    async settleDelivery({ job, fence }, attempt, next) {
      const { jobId, accountId, callbackUrl } = job
      return runScript<Settled>(client, SETTLE, shardOf(accountId), [
        ...[jobId, accountId, callbackUrl!, fence, JSON.stringify(attempt)],
        ...[typeof next === 'string' ? next : next.delayMs, attempt.failure ?? '', behaviour(attempt)],
        ...[pauseMs, DEAD_LETTER_MS, ATTEMPTS_REMEMBERED],
      ])
    },
    async deferDelivery({ job, fence }, delayMs) {
      const { jobId, accountId, callbackUrl } = job
      await runScript(client, DEFER, shardOf(accountId), [jobId, accountId, callbackUrl!, fence, Math.round(delayMs)])
    },
    async enterHost(delivery) {
      const { jobId, accountId } = delivery.job
      const host = hostOf(delivery)
      const names = [keys.hostPosts(host), keys.hostWaiting(host)]
      return (await retryOnce(() => run(client, ENTER_HOST, names, [accountId, jobId, leaseMs]))) === 1
    },
    async leaveHost(delivery) {
      const { jobId, accountId } = delivery.job
      await retryOnce(() => run(client, LEAVE_HOST, [keys.hostPosts(hostOf(delivery))], [accountId, jobId]))
    },
  }
}
