/** Offending values in messages: cut, so that a hostile value cannot make a large answer. */
import { FAULT_TEXT_MAX } from '../../shared/schedule/columns.ts'
import { ARRAY, FALSE, NULL, NUMBER, OBJECT, STRING, type Tokens, TRUE } from './tokens.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The first FAULT_TEXT_MAX characters. */
export function cut(text: string): string {
  if (text.length <= FAULT_TEXT_MAX) return text
  const last = text.charCodeAt(FAULT_TEXT_MAX - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? FAULT_TEXT_MAX - 1 : FAULT_TEXT_MAX)
}

/** The same of UTF-8 bytes[start, end), of which no more than needed is decoded. */
export function cutBytes(bytes: Uint8Array, start: number, end: number): string {
  // a character has at most four bytes; a broken one at the cut lies beyond the limit
  return cut(decoder.decode(bytes.subarray(start, Math.min(end, start + 4 * FAULT_TEXT_MAX + 4))))
}

/** Any value as it stands in a message: strings quoted, containers named. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value))
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** The same of a token: kind, and for strings and numbers what stands in the slot. */
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

/** The string or key bytes[start, end) of a body, cut. */
export function cutToken(tokens: Tokens, start: number, end: number, escaped: boolean): string {
  if (!escaped) return cutBytes(tokens.bytes, start, end)
  const length = tokens.unescape(start, end)
  return cutBytes(tokens.unescaped, 0, length)
}
