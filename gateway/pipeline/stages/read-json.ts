/**
 * Reads the small JSON body of a call that the gateway answers itself, and checks it against its row. The body has at most
 * JSON_BYTES_MAX, so parsing it on the event loop is cheap. null equals absent. The handler finds the value in `call.json` and its
 * bytes in `call.jsonBytes`. Schedules are read in receive.ts instead.
 */
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import type { Gateway } from '../../gateway.ts'
import { parseJson } from '../../request/parse-json.ts'
import type { Call, Outcome } from '../call.ts'
import { readBodyForm } from './media-type.ts'

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
