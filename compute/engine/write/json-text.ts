/** Strings as JSON, with the escapes that JSON.stringify uses. */
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { type ByteSink, SHORT_BYTES } from './byte-sink.ts'

const QUOTE = 34
const BACKSLASH = 92
const encoder = new TextEncoder()

/** Entry b: what byte b is written as, where it is not itself. */
const ESCAPES: readonly (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) =>
  byte < 32 || byte === QUOTE || byte === BACKSLASH
    ? encoder.encode(JSON.stringify(String.fromCharCode(byte)).slice(1, -1))
    : undefined,
)

/** Entry b: 1 = byte b has an escape. */
const IS_ESCAPED = Uint8Array.from(ESCAPES, escaped => (escaped === undefined ? 0 : 1))

/** Text i of a column between quotes. */
export function writeJsonText(sink: ByteSink, { bytes, offsets }: TextColumn, i: number): void {
  const end = offsets[i + 1]
  let from = offsets[i]
  if (end - from <= SHORT_BYTES) {
    sink.reserve(SHORT_BYTES + 2)
    const out = sink.bytes
    let at = sink.position
    out[at++] = QUOTE
    while (from < end && IS_ESCAPED[bytes[from]] === 0) out[at++] = bytes[from++]
    if (from === end) out[at++] = QUOTE
    sink.position = at
    if (from === end) return
  } else sink.byte(QUOTE)
  writeEscaped(sink, bytes, from, end)
  sink.byte(QUOTE)
}

function writeEscaped(sink: ByteSink, bytes: Uint8Array, start: number, end: number): void {
  let from = start
  for (let k = start; k < end; k++) {
    const escaped = ESCAPES[bytes[k]]
    if (escaped === undefined) continue
    sink.copy(bytes, from, k)
    sink.copy(escaped)
    from = k + 1
  }
  sink.copy(bytes, from, end)
}

/** A longer text is written faster by what is built in. */
const SHORT_CHARACTERS_MAX = 96

export function writeJsonString(sink: ByteSink, text: string): void {
  if (text.length > SHORT_CHARACTERS_MAX || !writePlain(sink, text)) sink.utf8(JSON.stringify(text))
}

/** A text of ASCII without escapes; of any other nothing is written. */
function writePlain(sink: ByteSink, text: string): boolean {
  const { length } = text
  sink.reserve(length + 2)
  const { bytes } = sink
  const at = sink.position + 1
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 || code > 126 || code === QUOTE || code === BACKSLASH) return false
    bytes[at + i] = code
  }
  bytes[at - 1] = QUOTE
  bytes[at + length] = QUOTE
  sink.position = at + length + 1
  return true
}
