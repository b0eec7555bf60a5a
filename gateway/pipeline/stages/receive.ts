/** Reads the body of an admitted call within the limit of its tier and the budget of bytes in flight. */
import { refuse } from '../../../shared/contract/errors.ts'
import { MEGABYTE, payloadBytesMax } from '../../../shared/contract/tiers.ts'
import type { Gateway } from '../../gateway.ts'
import type { BodyOutcome } from '../../http/body.ts'
import { assumedGrowth } from '../../http/bytes-in-flight.ts'
import { noRoom, payloadTooLarge } from '../../reply/no-room.ts'
import { type AdmittedCall, type Call, type Outcome, type ReceivedCall, setBody } from '../call.ts'
import type { BodyForm } from './media-type.ts'

/** Reports to the lane that the body has arrived or will not come. */
export function endExpectation(call: Call): void {
  call.endExpectedBody?.()
  call.endExpectedBody = undefined
}

export function receive(call: AdmittedCall, gateway: Gateway): Outcome<ReceivedCall> | Promise<Outcome<ReceivedCall>> {
  const { bodyReader, identity, admitted, bodyForm } = call
  // without a declared body there is no media type either
  if (bodyReader === undefined || bodyForm === undefined) return { refusal: refuse('body_empty', { format: 'JSON' }) }
  const { tier } = admitted
  const bytesMax = payloadBytesMax(tier)
  const claim = gateway.bytesInFlight.claim(identity.accountId)
  call.bytesClaim = claim
  const outcome = bodyReader.read({
    payloadBytesMax: bytesMax,
    reserve: assumedGrowth(claim, bodyForm.encoding, bytesMax),
    deadlineMs: (gateway.config.uploadSeconds + (call.framing.declaredBytes ?? bytesMax) / MEGABYTE) * 1000,
  })
  // only a stage that is waited for is a step of the trace
  return outcome instanceof Promise || call.exchange.span !== undefined
    ? Promise.resolve(outcome).then(late => received(call, bodyForm, late))
    : received(call, bodyForm, outcome)
}

function received(call: AdmittedCall, bodyForm: BodyForm, outcome: BodyOutcome): Outcome<ReceivedCall> {
  endExpectation(call)
  if (outcome.ok) {
    setBody(call, bodyForm, outcome.slabs)
    return call
  }
  switch (outcome.reason) {
    case 'gone':
      return { gone: true }
    case 'too_slow':
      call.exchange.cut()
      return { gone: true }
    case 'no_room':
      return { refusal: noRoom() }
    case 'too_large':
      return { refusal: payloadTooLarge(call.admitted.tier) }
  }
}
