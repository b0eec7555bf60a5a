/** Strings as JSON, with the escapes that JSON.stringify uses. Most ids need none: that is found out once per column. */
import type { TextColumn } from '../../shared/schedule/columns.ts'
import type { ByteSink } from './byte-sink.ts'

const QUOTE = 34
const BACKSLASH = 92
const encoder = new TextEncoder()

/** Entry b: what byte b is written as, where it is not itself. */
const ESCAPES: readonly (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) =>
  byte < 32 || byte === QUOTE || byte === BACKSLASH
    ? encoder.encode(JSON.stringify(String.fromCharCode(byte)).slice(1, -1))
    : undefined,
)

/** Whether no text of a column holds a byte that JSON escapes. */
const cleanColumns = new WeakMap<TextColumn, boolean>()

export function isClean(column: TextColumn): boolean {
  let clean = cleanColumns.get(column)
  if (clean === undefined) {
    const bytes = column.bytes
    clean = true
    for (let i = 0; i < bytes.length && clean; i++) {
      const byte = bytes[i]!
      clean = byte >= 32 && byte !== QUOTE && byte !== BACKSLASH
    }
    cleanColumns.set(column, clean)
  }
  return clean
}

/** Below it a loop beats the call of TypedArray.set. */
const SHORT_TEXT_BYTES = 32

/** bytes[start .. end), UTF-8, between quotes. */
export function writeJsonBytes(sink: ByteSink, bytes: Uint8Array, start: number, end: number, clean: boolean): void {
  const length = end - start
  if (clean && length <= SHORT_TEXT_BYTES) {
    sink.reserve(SHORT_TEXT_BYTES + 2)
    const out = sink.bytes
    let at = sink.position
    out[at++] = QUOTE
    for (let i = start; i < end; i++) out[at++] = bytes[i]!
    out[at++] = QUOTE
    sink.position = at
    return
  }
  sink.byte(QUOTE)
  let from = start
  if (!clean) {
    for (let i = start; i < end; i++) {
      const escaped = ESCAPES[bytes[i]!]
      if (escaped === undefined) continue
      sink.copy(bytes, from, i)
      sink.copy(escaped)
      from = i + 1
    }
  }
  sink.copy(bytes, from, end)
  sink.byte(QUOTE)
}

export function writeJsonString(sink: ByteSink, text: string): void {
  sink.utf8(JSON.stringify(text))
}
