/** UTF-8: where it breaks, and how a code point is written. */

/** Offset of the first byte of bytes[start, end) that cannot be part of UTF-8 (RFC 3629), -1 = all can. */
export function firstInvalidUtf8(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end) {
    const c = bytes[at]
    if (c < 0x80) {
      at++
      continue
    }
    const size = c >= 0xc2 && c <= 0xdf ? 2 : c >= 0xe0 && c <= 0xef ? 3 : c >= 0xf0 && c <= 0xf4 ? 4 : 0
    if (size === 0 || at + size > end) return at
    // the second byte rules out overlong forms, surrogates and what is beyond U+10FFFF
    const second = bytes[at + 1]
    const least = c === 0xe0 ? 0xa0 : c === 0xf0 ? 0x90 : 0x80
    const most = c === 0xed ? 0x9f : c === 0xf4 ? 0x8f : 0xbf
    if (second < least || second > most) return at
    for (let i = 2; i < size; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return at
    at += size
  }
  return -1
}

/** Writes a code point at `at` and returns the offset after it. */
export function writeCodePoint(into: Uint8Array, at: number, codePoint: number): number {
  if (codePoint < 0x80) {
    into[at] = codePoint
    return at + 1
  }
  if (codePoint < 0x800) {
    into[at] = 0xc0 | (codePoint >> 6)
    into[at + 1] = 0x80 | (codePoint & 0x3f)
    return at + 2
  }
  if (codePoint < 0x10000) {
    into[at] = 0xe0 | (codePoint >> 12)
    into[at + 1] = 0x80 | ((codePoint >> 6) & 0x3f)
    into[at + 2] = 0x80 | (codePoint & 0x3f)
    return at + 3
  }
  into[at] = 0xf0 | (codePoint >> 18)
  into[at + 1] = 0x80 | ((codePoint >> 12) & 0x3f)
  into[at + 2] = 0x80 | ((codePoint >> 6) & 0x3f)
  into[at + 3] = 0x80 | (codePoint & 0x3f)
  return at + 4
}

/** Characters (code points) of the UTF-8 text bytes[start, end). */
export function characterCount(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) if ((bytes[at] & 0xc0) !== 0x80) count++
  return count
}
