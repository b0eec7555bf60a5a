/**
 * Callbacks: due at a time, leased to one deliverer at a time, with a record of their attempts. A job has one, whose id is that of the job
 * with a prefix; a replay keeps it. The caller sets the pause before the next attempt. All times are those of the clock of Redis, so the
 * clocks of deliverers do not matter.
 */
import { randomUUID } from 'node:crypto'
import { shardOf } from '../../../contract/job-classes.ts'
import { ENDPOINT_TIMES } from '../../callback/callback-slots.ts'
import { withoutQuery } from '../../callback/callback-url.ts'
import { jobKey, jobShardKey, keys } from '../../redis/keys.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { run, script } from '../../redis/script.ts'
import type { Delivery, DeliveryAttempt, DeliveryRecord, Endpoint, Settled } from '../callback-store.ts'
import type { JobStore } from '../job-store.ts'
import { fieldsOf, jobOf, readIndexPage, sequenceOf } from './job-record.ts'
import { DEAD_LETTER_MS } from './jobs-of-account.ts'

// Callbacks of an account: their list, and sending one or many again. A replay keeps the id.

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

const TAKE = script('delivery-take-1')
const SETTLE = script('delivery-settle-1')
const DEFER = script('delivery-defer-1')
const ENTER_HOST = script('host-enter-2')
const LEAVE_HOST = script('host-leave-1')
/** How many attempts of all replays together are remembered. */
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

// State of the callback endpoints of an account, as deliverers found them, and resuming a paused one.

const RESUME = script('endpoint-resume-1')
const REMOVE = script('endpoints-remove-1')

export function endpoints(client: JobClient): Pick<JobStore, 'listEndpoints' | 'resumeEndpoint' | 'removeEndpoints'> {
  async function read(accountId: string, origin: string): Promise<Endpoint> {
    const shard = shardOf(accountId)
    const [fields, waiting] = await retryOnce(() =>
      Promise.all([
        client.hgetall(jobKey(shard, 'endpoint', accountId, origin)),
        client.zcard(jobKey(shard, 'line', accountId, origin)),
      ]),
    )
    const number = (name: string): number | null => (fields[name] === undefined ? null : Number(fields[name]))
    return {
      origin,
      failures: number('failures') ?? 0,
      failingSinceMs: number('failingSinceMs'),
      lastFailure: fields.lastFailure ?? null,
      lastSuccessMs: number('lastSuccessMs'),
      pausedAtMs: number('pausedAtMs'),
      restsUntilMs: number('restsUntilMs'),
      waiting,
    }
  }
  return {
    async listEndpoints(accountId) {
      const index = jobKey(shardOf(accountId), 'endpoints', accountId)
      const origins = await retryOnce(() => client.zrevrange(index, 0, -1))
      return Promise.all(origins.map(origin => read(accountId, origin)))
    },
    async resumeEndpoint(accountId, origin) {
      const found = await runScript<number>(client, RESUME, shardOf(accountId), [accountId, origin])
      return found === 1 ? read(accountId, origin) : null
    },
    async removeEndpoints(accountId) {
      await runScript(client, REMOVE, shardOf(accountId), [accountId])
    },
  }
}
