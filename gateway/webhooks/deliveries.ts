/** GET /api/v1/webhooks/deliveries and POST .../{id}/replay: what became of callbacks, and one of them again. */
import { PAGE_SIZE } from '../../shared/endpoint/data/job-data.ts'
import { refuse } from '../../shared/errors.ts'
import type { DeliveryRecord } from '../../shared/jobs/job-store.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import type { Answer } from '../http/exchange.ts'
import { jsonReply } from '../http/json-reply.ts'
import { isRefusal, readQuery } from '../http/query.ts'
import { moment, momentOrNull } from '../jobs/job-record.ts'

/** What an id may look like; anything else is none of ours. */
const DELIVERY_ID = /^[\w-]{1,64}$/
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

export async function listDeliveries(gateway: Gateway, call: Call): Promise<Answer> {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const { deliveries, cursor } = await gateway.jobs.listDeliveries(call.identity!.accountId, {
    cursor: (query.cursor as string | undefined) ?? null,
    limit: (query.limit as number | undefined) ?? PAGE_SIZE,
  })
  return jsonReply(200, { deliveries: deliveries.map(deliveryRecord), next_cursor: cursor }, NO_STORE)
}

export async function replayDelivery(gateway: Gateway, call: Call): Promise<Answer> {
  const { id = '' } = call.route.params
  const delivery = DELIVERY_ID.test(id) ? await gateway.jobs.replayDelivery(call.identity!.accountId, id) : null
  return delivery === null
    ? { refusal: refuse('delivery_not_found') }
    : jsonReply(202, deliveryRecord(delivery), NO_STORE)
}
