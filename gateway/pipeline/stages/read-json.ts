/**
 * Reads the small body of a call that the gateway answers itself, and checks it against its row: JSON as it is, in one piece, at most
 * JSON_BYTES_MAX, so that parsing it on the event loop costs nothing that is felt. null equals absent. Schedules never come
 * this way (DECISIONS 19): see receive.ts. The handler finds the value in `call.json` and its bytes in `call.jsonBytes`.
 */
import type { TSchema } from 'typebox'
import { type Refusal, refuse } from '../../../shared/errors.ts'
import { checkerOf } from '../../../shared/schema/schema-checker.ts'
import { addSchemaFaults } from '../../../shared/schema/schema-faults.ts'
import { ValidationFaults } from '../../../shared/schema/validation-faults.ts'
import type { Gateway } from '../../gateway.ts'
import type { Call, StageOutcome } from '../call.ts'
import { readBodyForm } from './media-type.ts'

const JSON_BYTES_MAX = 64 * 1024
/** Of bodies that somebody signed: events of payment services hold whole objects. */
const RAW_BYTES_MAX = 256 * 1024
/** Time of such an upload. */
const UPLOAD_MS_MAX = 20_000
/** Longest part of a header that a refusal repeats. */
const ECHO_MAX = 100

export async function readJson(call: Call, _gateway: Gateway): Promise<StageOutcome> {
  const { row } = call.route
  if (row.kind !== 'service' || row.body === undefined) return undefined
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
  if (isRaw) return undefined
  if (call.jsonBytes.length === 0 && row.isBodyOptional) {
    call.json = {}
    return undefined
  }
  const read = parseJson(call.jsonBytes, row.body, row.isBodyOptional)
  if ('refusal' in read) return read
  call.json = read.value
  return undefined
}

const tooLarge = (payloadBytesMax: number): Refusal => refuse('body_too_large', { payloadBytesMax })

/** 415 and the declared length, in the order of DECISIONS 8. */
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

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The value of a small body, or why it is refused. Handlers of raw bodies call it when they know who sent them. */
export function parseJson(
  bytes: Uint8Array,
  schema: TSchema,
  isOptional = false,
): { readonly value: unknown } | { readonly refusal: Refusal } {
  if (bytes.length === 0) return { refusal: refuse('body_empty', { format: 'JSON' }) }
  let text = ''
  let value: unknown
  try {
    text = decoder.decode(bytes)
    value = JSON.parse(text)
  } catch (error) {
    return { refusal: refuse('json_syntax', { reason: syntaxReason(error as Error, text) }) }
  }
  value = isOptional && value === null ? {} : withoutNulls(value)
  const faults = new ValidationFaults(['body'])
  addSchemaFaults(checkerOf(schema), value, faults)
  if (faults.count === 0) return { value }
  return { refusal: { ...refuse('validation'), faults: faults.faults, faultCount: faults.count } }
}

/** The members that are there. */
const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
    : value

/** The message of the parser holds parts of the body: only the place is taken from it, where it tells one. */
function syntaxReason({ name, message }: Error, text: string): string {
  if (name !== 'SyntaxError') return 'it is not UTF-8'
  if (/^Un(?:expected end|terminated)/.test(message)) return 'it ends too early'
  const comma = trailingComma(text)
  if (comma >= 0) return `a comma follows the last item or member at character ${comma}`
  const place = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
  return `a value, a comma or a bracket is wrong${place === undefined ? '' : ` at character ${place}`}`
}

/** Place of the first comma outside strings that a closing bracket follows, -1 = there is none. */
function trailingComma(text: string): number {
  let comma = -1
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!
    if (isText && c === '\\') at++
    else if (c === '"') isText = !isText
    if (isText || c === ' ' || c === '\n' || c === '\r' || c === '\t') continue
    if ((c === ']' || c === '}') && comma >= 0) return comma
    comma = c === ',' ? at : -1
  }
  return -1
}
