/** GET /api/v1/webhooks/endpoints and POST .../{id}/resume: the endpoints of callbacks with their state, and the end of a pause. */
import { refuse } from '../../shared/contract/errors.ts'
import type { Endpoint } from '../../shared/platform/jobs/callback-store.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import { momentOrNull } from '../jobs/job-record.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'

const NO_STORE = { 'cache-control': 'no-store' }
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
