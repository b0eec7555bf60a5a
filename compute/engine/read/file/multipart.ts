/**
 * The parts of a form (multipart/form-data, RFC 7578, in the syntax of RFC 2046, 5.1), as views into the body: nothing of a part is copied or decoded
 * but its headers. Linear in the body: each delimiter is looked for once, from the end of the last one.
 */
import { BodySyntaxError } from '../tokens.ts'

export interface FormPart {
  readonly name: string
  /** undefined: the part is no file. '' is what a browser sends where no file was chosen. */
  readonly fileName: string | undefined
  /** charset of its Content-Type. */
  readonly charset: string | undefined
  readonly bytes: Buffer
}

/** A history of so many statuses and the members beside it. */
export const PARTS_MAX = 1_100
const HEADER_BYTES_MAX = 16 * 1024
const HEADER_LINES_MAX = 50

const CR = 0x0d
const LF = 0x0a
const DASH = 0x2d
const SPACE = 0x20
const TAB = 0x09

/** Throws a BodySyntaxError, whose offset is in the body. */
export function readForm(body: Uint8Array, boundary: string): FormPart[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: FormPart[] = []
  // what stands before the first delimiter is passed over; the first one may begin the body
  const opens = bytes.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))
  let at = opens ? delimiter.length - 2 : endOf(bytes.indexOf(delimiter), delimiter.length)
  if (at < 0) throw new BodySyntaxError(`no line is the boundary ${JSON.stringify(boundary)} of its Content-Type`, 0)
  for (;;) {
    if (bytes[at] === DASH && bytes[at + 1] === DASH) return parts
    at = afterLine(bytes, at)
    const next = bytes.indexOf(delimiter, at - 2)
    if (next < 0) throw new BodySyntaxError('the last part has no closing boundary', bytes.length)
    if (parts.length === PARTS_MAX) throw new BodySyntaxError(`a form has at most ${PARTS_MAX} parts`, at)
    parts.push(readPart(bytes, at, Math.max(at, next)))
    at = next + delimiter.length
  }
}

/** Names and bytes of the parts in their order; of a body that is no form, the body. */
export function formPieces(body: Uint8Array, boundary: string): readonly Uint8Array[] {
  try {
    return readForm(body, boundary).flatMap(({ name, bytes }) => [Buffer.from(name), bytes])
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return [body]
  }
}

const endOf = (found: number, length: number): number => (found < 0 ? -1 : found + length)

/** Behind the rest of the line of a delimiter: blanks, and the end of the line. */
function afterLine(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === SPACE || bytes[at] === TAB) at++
  if (bytes[at] !== CR || bytes[at + 1] !== LF) throw new BodySyntaxError('a boundary must end its line', at)
  return at + 2
}

function readPart(bytes: Buffer, from: number, end: number): FormPart {
  const headers = new Map<string, string>()
  let at = from
  for (let line = 0; ; line++) {
    const close = bytes.indexOf('\r\n', at)
    // an empty body shares its line end with the boundary
    if (close < 0 || close > end || (close === end && close !== at)) {
      throw new BodySyntaxError('the headers of a part must end with an empty line', at)
    }
    if (close === at) break
    if (line === HEADER_LINES_MAX || close - from > HEADER_BYTES_MAX)
      throw new BodySyntaxError('the headers of a part are too long', from)
    const text = bytes.toString('utf8', at, close)
    const colon = text.indexOf(':')
    if (colon <= 0) throw new BodySyntaxError('a header of a part has no name', at)
    headers.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim())
    at = close + 2
  }
  const disposition = headers.get('content-disposition') ?? ''
  const { value, parameters } = parametersOf(disposition)
  const name = parameters.get('name')
  if (value !== 'form-data' || name === undefined) {
    throw new BodySyntaxError('a part must have a header Content-Disposition: form-data; name="..."', from)
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!['7bit', '8bit', 'binary'].includes(encoding)) {
    throw new BodySyntaxError('a part must not have a Content-Transfer-Encoding', from)
  }
  return {
    name,
    fileName: parameters.get('filename') ?? (parameters.has('filename*') ? 'file' : undefined),
    charset: parametersOf(headers.get('content-type') ?? '').parameters.get('charset'),
    bytes: bytes.subarray(Math.min(at + 2, end), end),
  }
}

/** `form-data; name="a"; filename="b"`: names in lower case, values without quotes and escapes (RFC 7578 and what browsers write). */
function parametersOf(header: string): { readonly value: string; readonly parameters: Map<string, string> } {
  const parameters = new Map<string, string>()
  const first = header.indexOf(';')
  const value = (first < 0 ? header : header.slice(0, first)).trim().toLowerCase()
  const form = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gy
  form.lastIndex = Math.max(first, 0)
  for (let found = first < 0 ? null : form.exec(header); found !== null; found = form.exec(header)) {
    const quoted = found[2]?.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"')
    const name = found[1]!.toLowerCase()
    if (!parameters.has(name)) parameters.set(name, quoted ?? found[3]!.trim())
  }
  return { value, parameters }
}
