/**
 * GET /api/v1/webhooks/deliveries, POST .../{id}/replay and POST /api/v1/webhooks/replays: the outcome of callbacks, and sending one or many
 * of them again.
 */
import { PAGE_SIZE } from '../../shared/contract/endpoint/data/job-data.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { parseMoment } from '../../shared/contract/moment.ts'
import type { DeliveryRecord } from '../../shared/platform/jobs/callback-store.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import { moment, momentOrNull } from '../jobs/job-record.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { isRefusal, readQuery } from '../request/query.ts'

/** What an id may look like; anything else is none of ours. */
const DELIVERY_ID = /^dlv_[\w.-]{1,64}$/
const NO_STORE = { 'cache-control': 'no-store' }

const deliveryRecord = (delivery: DeliveryRecord) => ({
  delivery_id: delivery.deliveryId,
  job_id: delivery.jobId,
  url: delivery.url,
  status: delivery.state,
  attempts: delivery.attempts.map(({ atMs, durationMs, status, failure }) => ({
    at: moment(atMs),
    duration_ms: Math.round(durationMs),
    status,
    failure,
  })),
  next_attempt_at: momentOrNull(delivery.nextAttemptAtMs),
})

export async function listDeliveries(gateway: Gateway, call: CallTo<'webhooks.list', IdentifiedCall>): Promise<Answer> {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const { accountId } = call.identity
  const { cursor: from = null, limit = PAGE_SIZE } = query
  const { deliveries, cursor } = await gateway.accountMutex.run(accountId, () =>
    gateway.jobs.listDeliveries(accountId, { cursor: from, limit }),
  )
  return jsonReply(200, { deliveries: deliveries.map(deliveryRecord), next_cursor: cursor }, NO_STORE)
}

export async function replayDelivery(
  gateway: Gateway,
  call: CallTo<'webhooks.replay', IdentifiedCall>,
): Promise<Answer> {
  const { id } = call.route.params
  const delivery = DELIVERY_ID.test(id) ? await gateway.jobs.replayDelivery(call.identity.accountId, id) : null
  return delivery === null
    ? { refusal: refuse('delivery_not_found') }
    : jsonReply(202, deliveryRecord(delivery), NO_STORE)
}

/** Each fault names its member. */
function refused(faults: readonly (readonly [member: string, sentence: string])[]): Answer {
  const all = faults.map(([member, msg]) => ({ loc: ['body', member], msg, type: 'value' }))
  return { refusal: { ...refuse('validation'), faults: all, faultCount: all.length } }
}

export async function replayDeliveries(
  gateway: Gateway,
  call: CallTo<'webhooks.replays', IdentifiedCall>,
): Promise<Answer> {
  const { from, to, cursor = null } = call.json
  const fromMs = parseMoment(from)
  const toMs = to === undefined ? gateway.now() : parseMoment(to)
  const wrong = ['from', 'to'].filter((_, i) => [fromMs, toMs][i] === undefined)
  if (fromMs === undefined || toMs === undefined)
    return refused(wrong.map(name => [name, `${name} is not a date-time with its zone, like 2027-01-31T12:00:00Z.`]))
  if (fromMs >= toMs) return refused([['from', `from (${from}) must be before to (${moment(toMs)}).`]])
  const { accountId } = call.identity
  const query = { fromMs, toMs, cursor }
  const replay = await gateway.accountMutex.run(accountId, () => gateway.jobs.replayDeliveries(accountId, query))
  return jsonReply(202, { replayed: replay.replayed, next_cursor: replay.cursor }, NO_STORE)
}
