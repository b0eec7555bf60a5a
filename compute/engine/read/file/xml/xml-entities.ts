/** Text of XML without its entities: the five that XML has, and characters by number. Others cannot be, since there is no DTD. */
import { writeCodePoint } from '../../utf8.ts'
import { XmlSyntaxError } from './xml-markup.ts'

const AMPERSAND = 0x26
const SEMICOLON = 0x3b
/** "&#x10FFFF;" with zeros to spare. */
const ENTITY_BYTES_MAX = 16

const NAMED: Readonly<Record<string, number>> = { lt: 0x3c, gt: 0x3e, amp: 0x26, quot: 0x22, apos: 0x27 }
const REPLACEMENT = 0xfffd

/** Writes bytes[from, to) to `into` at `at` and returns the offset behind: never more bytes than were read. */
export function appendText(
  into: Uint8Array,
  at: number,
  bytes: Uint8Array,
  from: number,
  to: number,
  hasEntities: boolean,
): number {
  if (!hasEntities) {
    into.set(bytes.subarray(from, to), at)
    return at + to - from
  }
  let out = at
  for (let i = from; i < to; i++) {
    const c = bytes[i]
    if (c !== AMPERSAND) {
      into[out++] = c
      continue
    }
    let end = i + 1
    while (end < to && end - i < ENTITY_BYTES_MAX && bytes[end] !== SEMICOLON) end++
    const codePoint =
      bytes[end] === SEMICOLON && end < to ? codePointOf(String.fromCharCode(...bytes.subarray(i + 1, end))) : -1
    if (codePoint < 0) throw new XmlSyntaxError('an & that begins no entity of XML', i)
    out = writeCodePoint(into, out, codePoint)
    i = end
  }
  return out
}

function codePointOf(name: string): number {
  const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  if (known !== undefined) return known
  const number = /^#x[0-9A-Fa-f]+$/.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#[0-9]+$/.test(name)
      ? Number.parseInt(name.slice(1), 10)
      : -1
  if (number < 0 || number > 0x10ffff) return -1
  // half a pair of UTF-16 is no character; "&#0;" is written by tools that know no better
  return number === 0 || (number >= 0xd800 && number <= 0xdfff) ? REPLACEMENT : number
}
