/** Reads the body of an admitted call, within the limit of its tier and the budget of bytes in flight. */
import { type Refusal, refuse } from '../../../shared/errors.ts'
import { MEGABYTE, payloadBytesMax, TIERS } from '../../../shared/tiers.ts'
import type { Gateway } from '../../gateway.ts'
import { ASSUMED_INFLATION } from '../../http/bytes-in-flight.ts'
import { type AdmittedCall, type Call, type Outcome, type ReceivedCall, setBody } from '../call.ts'

/** Seconds a caller should wait when there is no room for its body. */
const NO_ROOM_RETRY_SECONDS = 2

export const noRoom = (): Refusal =>
  refuse('capacity_exceeded', { what: 'bytes in flight', retryAfterSeconds: NO_ROOM_RETRY_SECONDS })

/** The lane need not expect the call any more. */
export function arrived(call: Call): void {
  call.expected?.()
  call.expected = undefined
}

export async function receive(call: AdmittedCall, gateway: Gateway): Promise<Outcome<ReceivedCall>> {
  const { exchange, bodyReader, identity, admitted, bodyForm } = call
  // who declares no body has no media type either
  if (bodyReader === undefined || bodyForm === undefined) return { refusal: refuse('body_empty', { format: 'JSON' }) }
  const { tier } = admitted
  const bytesMax = payloadBytesMax(tier)
  const claim = gateway.bytesInFlight.claim(identity.accountId)
  call.bytesClaim = claim
  const inflation = bodyForm.encoding === null ? 1 : ASSUMED_INFLATION
  let inflatedBytes = 0
  /** No body inflates past the limit, in however many parts it comes. */
  const reserve = (moreBytes: number): boolean => {
    const before = inflatedBytes
    inflatedBytes = Math.min(before + moreBytes * inflation, bytesMax)
    return claim.grow(inflatedBytes - before)
  }
  const outcome = await bodyReader
    .read({
      payloadBytesMax: bytesMax,
      reserve,
      deadlineMs: (gateway.config.uploadSeconds + (call.framing.declaredBytes ?? bytesMax) / MEGABYTE) * 1000,
    })
    .finally(() => arrived(call))
  if (outcome.ok) {
    setBody(call, bodyForm, outcome.slabs)
    return call
  }
  switch (outcome.reason) {
    case 'gone':
      return { gone: true }
    case 'too_slow':
      exchange.cut()
      return { gone: true }
    case 'no_room':
      return { refusal: noRoom() }
    case 'too_large':
      return {
        refusal: refuse('payload_too_large', {
          payloadBytes: bytesMax + 1,
          tier,
          payloadBytesMax: bytesMax,
          payloadMegabytesMax: TIERS[tier].payloadMegabytesMax,
        }),
      }
  }
}
