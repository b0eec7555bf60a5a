/** Strings out of a text column: for messages and the few that are printed one by one, never for every task. */
import { FAULT_TEXT_MAX, type TextColumn } from './columns.ts'

// a text that begins with a byte order mark keeps it
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const textAt = (column: TextColumn, index: number): string =>
  decoder.decode(column.bytes.subarray(column.offsets[index], column.offsets[index + 1]))

const encoder = new TextEncoder()

/** Texts as a column. */
export function textColumn(texts: readonly string[]): TextColumn {
  const parts = texts.map(text => encoder.encode(text))
  const offsets = new Uint32Array(texts.length + 1)
  for (const [n, part] of parts.entries()) offsets[n + 1] = offsets[n]! + part.length
  const bytes = new Uint8Array(offsets[texts.length]!)
  for (const [n, part] of parts.entries()) bytes.set(part, offsets[n])
  return { bytes, offsets }
}

// Offending values in messages: cut, so that a hostile value cannot make a large answer.

/** The first `max` characters. */
export function cut(text: string, max: number = FAULT_TEXT_MAX): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}

/** Any value as it stands in a message: strings quoted, containers named. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value))
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/**
 * A text for a page or a document, which keeps it apart from what stands beside it, if at all, by marks of its own: one of the text would end that, or turn what
 * follows. Marks that a name of two directions needs within itself (U+200E, U+200F) stay.
 */
export const straight = (text: string): string => text.replace(/[\u2028-\u202e\u2066-\u2069]/g, '\ufffd')
