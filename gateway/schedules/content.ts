/** GET /api/v1/schedules/{schedule_id}/content: the schedule as JSON. A worker writes it, as it writes a conversion. */
import { CONVERT_PATH } from '../../shared/contract/endpoint/convert.ts'
import { HANDLE_MEMBER } from '../../shared/contract/endpoint/schedule-paths.ts'
import { MEDIA_TYPES } from '../../shared/contract/negotiate.ts'
import { payloadBytesMax, TIERS } from '../../shared/contract/tiers.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import { payerOf } from '../limits/payer.ts'
import type { AccountCall, CallTo } from '../pipeline/call.ts'
import { fetchKept } from './fetch-kept.ts'
import { findSchedule, scheduleNotFound } from './find-schedule.ts'

export async function readContent(gateway: Gateway, call: CallTo<'schedules.content', AccountCall>): Promise<Answer> {
  const schedule = await findSchedule(gateway, call)
  if (schedule === null) return scheduleNotFound()
  const { exchange, identity, limits } = call
  const claim = gateway.bytesInFlight.claim(identity.accountId)
  call.bytesClaim = claim
  const outcome = await gateway.pool.run(
    // the body is a name; the pool knows the lane of what it names
    'small',
    identity.accountId,
    {
      mode: 'answer',
      rowId: 'schedules.convert',
      to: 'json',
      mediaType: 'application/json',
      encoding: null,
      tier: limits.tier,
      payloadBytesMax: payloadBytesMax(limits.tier),
      // it was within them when it was sent
      taskCountMax: Math.max(TIERS[limits.tier].taskCountMax, schedule.taskCount),
      syncTaskCountMax: Number.POSITIVE_INFINITY,
      syncHint: '',
      today: call.today,
      endpoint: CONVERT_PATH,
      requestId: exchange.requestId,
      accept: MEDIA_TYPES[0],
      acceptEncoding: exchange.header('accept-encoding') ?? '',
    },
    [new Uint8Array(Buffer.from(JSON.stringify({ [HANDLE_MEMBER]: schedule.scheduleId })))],
    listener => exchange.whenGone(listener),
    { budgetId: payerOf(call, limits.tier).budgetId, fetchKept: ids => fetchKept(call, gateway, limits.tier, ids) },
  )
  switch (outcome.kind) {
    case 'gone':
      // nobody reads it
      return { status: 204 }
    case 'refusal':
      return { refusal: outcome.refusal }
    case 'answer':
      return {
        status: 200,
        headers: {
          'content-type': outcome.contentType,
          ...(outcome.contentEncoding !== null && { 'content-encoding': outcome.contentEncoding }),
          vary: 'accept-encoding',
          'cache-control': 'no-store',
        },
        body: outcome.chunks,
      }
    default:
      throw new Error(`a worker made a ${outcome.kind} of a schedule that is to be written`)
  }
}
