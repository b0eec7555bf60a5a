/** Offending values in messages, from the bytes and tokens they stand in; see shared/contract/schedule/text.ts. */

import { FAULT_TEXT_MAX } from '../../../shared/contract/schedule/columns.ts'
import { cut, describe } from '../../../shared/contract/schedule/text.ts'
import { ARRAY, FALSE, NULL, NUMBER, OBJECT, STRING, type Tokens, TRUE } from './tokens.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Cuts UTF-8 bytes[start, end), of which no more than needed is decoded. */
export function cutBytes(bytes: Uint8Array, start: number, end: number): string {
  // a character has at most four bytes; a broken one at the cut lies beyond the limit
  return cut(decoder.decode(bytes.subarray(start, Math.min(end, start + 4 * FAULT_TEXT_MAX + 4))))
}

/** Describes a token: its kind, and for strings and numbers what stands in the slot. */
export function describeToken(kind: number, text: string, number: number): string {
  switch (kind) {
    case NULL:
      return 'null'
    case FALSE:
      return 'false'
    case TRUE:
      return 'true'
    case NUMBER:
      return String(number)
    case STRING:
      return JSON.stringify(text)
    case ARRAY:
      return describe([])
    case OBJECT:
      return describe({})
  }
  return ''
}

/** The value that the tokens have read last, cut; a string in quotes or without. */
export function tokenText(tokens: Tokens, kind: number, quoted: boolean): string {
  if (kind !== STRING) return describeToken(kind, '', tokens.number[0])
  const text = cutToken(tokens, tokens.start, tokens.end, tokens.escaped)
  return quoted ? describeToken(kind, text, 0) : text
}

/** The string or key bytes[start, end) of a body, cut. */
export function cutToken(tokens: Tokens, start: number, end: number, escaped: boolean): string {
  if (!escaped) return cutBytes(tokens.bytes, start, end)
  const length = tokens.unescape(start, end)
  return cutBytes(tokens.unescaped, 0, length)
}
