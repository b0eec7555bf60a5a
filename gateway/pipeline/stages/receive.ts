/** Reads the body of an admitted call within the limit of its tier and the budget of bytes in flight. */
import { MEGABYTE } from '../../../shared/contract/bytes/bytes.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import { payloadBytesMax } from '../../../shared/contract/tiers.ts'
import { noRoom, payloadTooLarge } from '../../call/answers.ts'
import { type BodyOutcome, unreadableChunks } from '../../call/body.ts'
import { assumedGrowth } from '../../call/bytes-in-flight.ts'
import { type AdmittedCall, type Call, type Outcome, type ReceivedCall, setBody } from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { type BodyForm, readBodyForm } from '../../call/media-type.ts'
import { parseJson } from '../../call/query.ts'

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
    case 'unreadable':
      return { refusal: unreadableChunks() }
    case 'too_large':
      return { refusal: payloadTooLarge(call.admitted.tier) }
  }
}

// Reads the small JSON body of a call that the gateway answers itself, and checks it against its row. The body has at most
// JSON_BYTES_MAX, so parsing it on the event loop is cheap. null equals absent. The handler finds the value in `call.json` and its
// bytes in `call.jsonBytes`. Schedules are read in receive.ts instead.

const JSON_BYTES_MAX = 64 * 1024
/** For signed bodies: events of payment services contain whole objects. */
const RAW_BYTES_MAX = 256 * 1024
/** Maximum time of the upload. */
const UPLOAD_MS_MAX = 20_000
/** Maximum length of a header value that a refusal quotes. */
const ECHO_MAX = 100

export async function readJson(call: Call, _gateway: Gateway): Promise<Outcome<Call>> {
  const { row } = call.route
  if (row.kind !== 'service' || row.body === undefined) return call
  const isRaw = row.isBodyRaw === true
  const bytesMax = isRaw ? RAW_BYTES_MAX : JSON_BYTES_MAX
  const refusal = headerRefusal(call, bytesMax)
  if (refusal !== undefined) return { refusal }
  const outcome = await call.bodyReader?.read({
    payloadBytesMax: bytesMax,
    reserve: () => true,
    deadlineMs: UPLOAD_MS_MAX,
  })
  if (outcome?.ok === false) {
    if (outcome.reason === 'too_large') return { refusal: tooLarge(bytesMax) }
    if (outcome.reason === 'unreadable') return { refusal: unreadableChunks() }
    if (outcome.reason === 'too_slow') call.exchange.cut()
    return { gone: true }
  }
  call.jsonBytes = Buffer.concat(outcome?.slabs ?? [])
  if (isRaw) return call
  if (call.jsonBytes.length === 0 && row.isBodyOptional) {
    call.json = {}
    return call
  }
  const read = parseJson(call.jsonBytes, row.body, row.isBodyOptional)
  if ('refusal' in read) return read
  call.json = read.value
  return call
}

const tooLarge = (payloadBytesMax: number): Refusal => refuse('body_too_large', { payloadBytesMax })

/** Media type, encoding and declared length, in the order of refusals (table.ts). */
function headerRefusal(call: Call, bytesMax: number): Refusal | undefined {
  if (!call.framing.hasBody) return undefined
  const form = readBodyForm(call.exchange)
  if ('code' in form) return form
  if (form.mediaType !== 'application/json') {
    const value = JSON.stringify(call.exchange.header('content-type')?.slice(0, ECHO_MAX))
    return refuse('media_type_unsupported', { value, supported: 'application/json (UTF-8)' })
  }
  if (form.encoding !== null)
    return refuse('encoding_unsupported', { value: JSON.stringify(form.encoding), supported: 'identity' })
  return (call.framing.declaredBytes ?? 0) > bytesMax ? tooLarge(bytesMax) : undefined
}
