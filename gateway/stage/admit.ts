/**
 * One question to the limiter: is this call let in? Everything that can be known here beforehand (media type, declared
 * length, room for the body and for a job) goes along, so that the one script can refuse in the order of DECISIONS 8 and
 * charges nothing for a call that would be refused anyway.
 */
import { type Refusal, refuse } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import { ASSUMED_INFLATION } from '../http/bytes-in-flight.ts'
import type { Call, StageOutcome } from '../http/call.ts'
import { hasWork, pathOf } from '../http/routes.ts'
import { IDEMPOTENCY_KEY, idempotencyRunning } from '../jobs/refusals.ts'
import { strange } from './identify.ts'
import { readBodyForm } from './media-type.ts'
import { isRepeated, keyFault } from './recall.ts'
import { NO_ROOM_RETRY_SECONDS } from './receive.ts'
import { laneOf } from './run-work.ts'

/** Age of a record that GET /api/v1/account/tier may answer from while the store is away. */
export const STALE_LIMITS_MS = 120_000

/** What is wrong with the headers of a body, in the place of 415. Leaves the form of the body in the call. */
function headerRefusal(call: Call): Refusal | undefined {
  if (!hasWork(call.route)) return undefined
  const form = call.framing.hasBody ? readBodyForm(call.exchange) : undefined
  if (form !== undefined && 'code' in form) return form
  call.bodyForm = form
  const reason = call.route.kind === 'async' ? keyFault(call) : undefined
  return reason === undefined ? undefined : refuse('header_invalid', { name: IDEMPOTENCY_KEY, reason })
}

/** Why the service has no room for the call. */
function capacityRefusal(call: Call, gateway: Gateway): Refusal | undefined {
  if (!hasWork(call.route)) return undefined
  const declaredBytes = call.framing.declaredBytes ?? 0
  const inflatedBytes = call.bodyForm?.encoding == null ? declaredBytes : declaredBytes * ASSUMED_INFLATION
  if (!gateway.bytesInFlight.fits(call.identity!.accountId, inflatedBytes))
    return refuse('capacity_exceeded', { what: 'bytes in flight', retryAfterSeconds: NO_ROOM_RETRY_SECONDS })
  const full = call.bodyForm && gateway.pool.fullLane(laneOf(call, gateway, declaredBytes))
  if (full !== undefined) return full
  return call.route.kind === 'async' && !isRepeated(call) ? gateway.queueGuard.refusal(0) : undefined
}

export async function admit(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const { route, framing } = call
  const identity = call.identity!
  if (route.kind === 'retired') throw new Error('a retired path is not admitted')
  const { row } = route
  const admission = await gateway.limiter.admit({
    identity,
    meter: row.kind === 'analysis' && !isRepeated(call) ? 'analysis' : 'control',
    neededTier: route.kind === 'async' ? route.row.asyncTier : row.tier,
    what: pathOf(route),
    localRefusal: headerRefusal(call),
    declaredBytes: framing.hasBody ? (framing.declaredBytes ?? null) : null,
    capacityRefusal: capacityRefusal(call, gateway),
  })
  const limits = admission.ok ? admission : admission.limits
  call.window = limits?.window
  call.month = limits?.month
  if (admission.ok) {
    call.admitted = admission
    return call.submission?.recalled?.state === 'running' ? { refusal: idempotencyRunning() } : undefined
  }
  if (admission.refusal.code === 'credentials_invalid') return strange(call, gateway, admission.refusal, true)
  if (admission.refusal.code === 'store_unavailable' && row.id === 'account.tier') {
    const recent = gateway.limiter.recent(identity, STALE_LIMITS_MS)
    if (recent !== null) {
      call.stale = recent
      return undefined
    }
  }
  return { refusal: admission.refusal }
}
