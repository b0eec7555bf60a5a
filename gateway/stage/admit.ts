/**
 * One question to the limiter: is this call let in? Everything that can be known here beforehand (media type, declared
 * length, room for the body) goes along, so that the one script can refuse in the order of DECISIONS 8 and charges
 * nothing for a call that would be refused anyway.
 */
import { refuse } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import { ASSUMED_INFLATION } from '../http/bytes-in-flight.ts'
import type { Call, StageOutcome } from '../http/call.ts'
import { classOf } from '../http/routes.ts'
import { strange } from './identify.ts'
import { readBodyForm } from './media-type.ts'
import { NO_ROOM_RETRY_SECONDS } from './receive.ts'

/** Age of a record that GET /api/v1/account/tier may answer from while the store is away. */
export const STALE_LIMITS_MS = 120_000

export async function admit(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const { route, exchange, framing } = call
  const identity = call.identity!
  const { row } = route
  if (row.kind === 'retired') throw new Error('a retired path is not admitted')
  const isWork = classOf(route) === 'work'
  const form = isWork && framing.hasBody ? readBodyForm(exchange) : undefined
  const isRefused = form !== undefined && 'code' in form
  if (form !== undefined && !isRefused) call.bodyForm = form
  const declaredBytes = framing.declaredBytes ?? 0
  const inflatedBytes = call.bodyForm?.encoding == null ? declaredBytes : declaredBytes * ASSUMED_INFLATION
  const hasRoom = !isWork || gateway.bytesInFlight.fits(identity.accountId, inflatedBytes)
  const admission = await gateway.limiter.admit({
    identity,
    meter: row.kind === 'analysis' ? 'analysis' : 'control',
    neededTier: row.tier,
    what: row.path,
    localRefusal: isRefused ? form : undefined,
    declaredBytes: framing.hasBody ? (framing.declaredBytes ?? null) : null,
    capacityRefusal: hasRoom
      ? undefined
      : refuse('capacity_exceeded', { what: 'bytes in flight', retryAfterSeconds: NO_ROOM_RETRY_SECONDS }),
  })
  const limits = admission.ok ? admission : admission.limits
  call.window = limits?.window
  call.month = limits?.month
  if (admission.ok) {
    call.admitted = admission
    return undefined
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
