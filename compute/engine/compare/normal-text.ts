/** Texts in their normal form (/docs/methods/baseline-compare#pairing): lower case, letters and digits only, no leading zeros of digit groups. */

import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { hashOf } from '../ids/byte-hash.ts'
import { ByteTable } from '../ids/byte-table.ts'
import { zeros } from '../ids/short-arrays.ts'

const LOWER = 0x20
const ZERO = 0x30
const isDigit = (byte: number): boolean => byte >= ZERO && byte <= 0x39
const isLowerLetter = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** The normal form of every text, in the same places. O(bytes). */
export function normalTexts({ bytes, offsets }: TextColumn): TextColumn {
  const count = offsets.length - 1
  const normalOffsets = zeros(Uint32Array, count + 1)
  let normal = zeros(Uint8Array, bytes.length + 1)
  let at = 0
  for (let i = 0; i < count; i++) {
    const end = offsets[i + 1]
    const own = isAscii(bytes, offsets[i], end) ? undefined : unicodeNormal(bytes.subarray(offsets[i], end))
    if (own !== undefined && at + own.length + (bytes.length - end) > normal.length) normal = grown(normal, own.length)
    const source = own ?? bytes
    const from = own === undefined ? offsets[i] : 0
    at = appendNormal(source, from, own === undefined ? end : own.length, normal, at)
    normalOffsets[i + 1] = at
  }
  return { bytes: normal.subarray(0, at), offsets: normalOffsets }
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let k = start; k < end; k++) if (bytes[k] > 0x7f) return false
  return true
}

/** Letters and digits of any script; lower case may take more bytes than the text had. */
const unicodeNormal = (bytes: Uint8Array): Uint8Array =>
  encoder.encode(
    decoder
      .decode(bytes)
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )

function grown(bytes: Uint8Array, more: number): Uint8Array<ArrayBuffer> {
  const larger = zeros(Uint8Array, 2 * (bytes.length + more))
  larger.set(bytes)
  return larger
}

/** Appends the normal form of bytes[start, end) at `at`; bytes beyond ASCII are taken as they are. Returns the new end. */
function appendNormal(bytes: Uint8Array, start: number, end: number, into: Uint8Array, at: number): number {
  let length = at
  // first byte of the digit group that is being written, -1 = none
  let group = -1
  for (let k = start; k < end; k++) {
    const byte = bytes[k]
    if (isDigit(byte)) {
      if (group < 0) group = length
      // a zero that stands alone at the head of its group makes way for the next digit
      if (length === group + 1 && into[group] === ZERO) length = group
      into[length++] = byte
      continue
    }
    const letter = byte > 0x7f ? byte : byte | LOWER
    if (byte <= 0x7f && !isLowerLetter(letter)) continue
    group = -1
    into[length++] = letter
  }
  return length
}

export const NO_KEY = -1

/** One number per text, equal for equal texts; NO_KEY for empty ones. Expected O(bytes). */
export function keysOf(texts: TextColumn): Int32Array {
  const { bytes, offsets } = texts
  const count = offsets.length - 1
  const table = new ByteTable(texts, count)
  const keys = zeros(Int32Array, count)
  for (let i = 0; i < count; i++) {
    const start = offsets[i]
    const end = offsets[i + 1]
    if (start === end) {
      keys[i] = NO_KEY
      continue
    }
    const hash = hashOf(bytes, start, end)
    const first = table.entryOf(bytes, start, end, hash)
    keys[i] = first < 0 ? i : first
    if (first < 0) table.add(i, hash)
  }
  return keys
}

/** The texts of `a`, then those of `b`. */
export function joinTexts(a: TextColumn, b: TextColumn): TextColumn {
  const aCount = a.offsets.length - 1
  const aBytes = a.offsets[aCount]
  const bBytes = b.offsets[b.offsets.length - 1]
  const bytes = zeros(Uint8Array, aBytes + bBytes)
  bytes.set(a.bytes.subarray(0, aBytes))
  bytes.set(b.bytes.subarray(0, bBytes), aBytes)
  const offsets = zeros(Uint32Array, a.offsets.length + b.offsets.length - 1)
  offsets.set(a.offsets)
  for (let j = 1; j < b.offsets.length; j++) offsets[aCount + j] = aBytes + b.offsets[j]
  return { bytes, offsets }
}

/** Texts as characters: those of text i are points[offsets[i] .. offsets[i + 1]), as code points. */
export interface Characters {
  readonly points: Uint32Array
  readonly offsets: Uint32Array
}

export function charactersOf({ bytes, offsets }: TextColumn): Characters {
  const count = offsets.length - 1
  const points = zeros(Uint32Array, bytes.length)
  const pointOffsets = zeros(Uint32Array, count + 1)
  let at = 0
  for (let i = 0; i < count; i++) {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const byte = bytes[k]
      // a byte 10xxxxxx goes on with the character before it; the head of a character names its length by its ones
      if ((byte & 0xc0) === 0x80) points[at - 1] = points[at - 1] * 64 + (byte & 0x3f)
      else points[at++] = byte < 0x80 ? byte : byte & (byte < 0xe0 ? 0x1f : byte < 0xf0 ? 0x0f : 0x07)
    }
    pointOffsets[i + 1] = at
  }
  return { points: points.subarray(0, at), offsets: pointOffsets }
}
