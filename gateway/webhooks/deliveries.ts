/** The callbacks of an account as their owner sees them: deliveries, the endpoints they go to, the secret that signs them. */
import { PAGE_SIZE } from '../../shared/contract/endpoint/data/job-data.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { parseMoment } from '../../shared/contract/moment.ts'
import type { DeliveryRecord, Endpoint } from '../../shared/platform/jobs/callback-store.ts'
import { jsonReply, moment, momentOrNull } from '../call/answers.ts'
import type { CallTo, IdentifiedCall } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { isRefusal, readQuery } from '../call/query.ts'

// GET /api/v1/webhooks/deliveries, POST .../{id}/replay and POST /api/v1/webhooks/replays: the outcome of callbacks, and sending one or many
// of them again.

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

// GET /api/v1/webhooks/endpoints and POST .../{id}/resume: the endpoints of callbacks with their state, and the end of a pause.

/** An id is the origin itself, in letters that a path takes. */
const ENDPOINT_ID = /^ep_([\w-]{1,3000})$/
const idOf = (origin: string): string => `ep_${Buffer.from(origin).toString('base64url')}`

function endpointRecord(endpoint: Endpoint) {
  const { origin, pausedAtMs, failures } = endpoint
  return {
    endpoint_id: idOf(origin),
    origin,
    status: pausedAtMs !== null ? 'paused' : failures > 0 ? 'failing' : 'ok',
    failures,
    failing_since: momentOrNull(endpoint.failingSinceMs),
    last_failure: endpoint.lastFailure,
    last_success_at: momentOrNull(endpoint.lastSuccessMs),
    paused_at: momentOrNull(pausedAtMs),
    next_attempt_at: momentOrNull(endpoint.restsUntilMs),
    waiting: endpoint.waiting,
  }
}

export async function listEndpoints(gateway: Gateway, call: IdentifiedCall): Promise<Answer> {
  const { accountId } = call.identity
  const endpoints = await gateway.accountMutex.run(accountId, () => gateway.jobs.listEndpoints(accountId))
  return jsonReply(200, { endpoints: endpoints.map(endpointRecord) }, NO_STORE)
}

export async function resumeEndpoint(
  gateway: Gateway,
  call: CallTo<'webhooks.resume', IdentifiedCall>,
): Promise<Answer> {
  const [, encoded] = ENDPOINT_ID.exec(call.route.params.id) ?? []
  const origin = encoded === undefined ? '' : Buffer.from(encoded, 'base64url').toString()
  const endpoint = origin === '' ? null : await gateway.jobs.resumeEndpoint(call.identity.accountId, origin)
  return endpoint === null
    ? { refusal: refuse('endpoint_not_found') }
    : jsonReply(200, endpointRecord(endpoint), NO_STORE)
}

/** POST /api/v1/account/webhook-secret: creates a signing secret, which is shown only once. */
export async function newWebhookSecret(gateway: Gateway, call: IdentifiedCall): Promise<Answer> {
  const { accountId, keyId } = call.identity
  const made = await gateway.callbacks.changeSecret(accountId, keyId)
  if ('code' in made) return { refusal: made }
  return jsonReply(
    201,
    {
      secret: made.secret,
      created_at: moment(made.createdAtMs),
      previous_valid_until: momentOrNull(made.previousUntilMs),
    },
    { 'cache-control': 'no-store' },
  )
}
