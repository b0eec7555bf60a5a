/**
 * The markup of XML in UTF-8: its bytes, and what is passed without being read: attributes, comments, CDATA sections and instructions. A
 * document type is refused.
 */
/** What is wrong with an XML file, and where: the entries make a 422 of it. */
export class XmlSyntaxError extends Error {
  /** Byte of the text in UTF-8. */
  readonly offset: number
  constructor(reason: string, offset: number) {
    super(reason)
    this.offset = offset
  }
}

export const LT = 0x3c
export const GT = 0x3e
export const SLASH = 0x2f
export const BANG = 0x21
export const QUESTION = 0x3f
export const AMPERSAND = 0x26
export const COLON = 0x3a
const EQUALS = 0x3d
const QUOTE = 0x22
const APOSTROPHE = 0x27
const DASH = 0x2d
const BRACKET = 0x5d

export const isBlank = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09

/** Entry c: 1 = the byte ends a name. */
export const ENDS_NAME = Uint8Array.from({ length: 256 }, (_, c) => (isBlank(c) || c === GT || c === SLASH ? 1 : 0))
/** Entry c: 1 = no name has it. */
export const NO_NAME = Uint8Array.from({ length: 256 }, (_, c) =>
  c < 0x21 || '<&"\'=!?;,()[]{}'.includes(String.fromCharCode(c)) ? 1 : 0,
)

const ATTRIBUTES_MAX = 1_000

const SECTION = new TextEncoder().encode('<![CDATA[')
/** Bytes of what opens and what closes a section. */
export const SECTION_OPEN = SECTION.length
export const SECTION_CLOSE = 3

const decoder = new TextDecoder()

/** From the end of the name in the tag at `at`; returns the offset after the tag. */
export function passAttributes(bytes: Uint8Array, at: number, from: number): number {
  const { length } = bytes
  let count = 0
  for (let i = from; i < length; ) {
    const c = bytes[i]
    if (isBlank(c)) i++
    else if (c === GT) return i + 1
    else if (c === SLASH) {
      if (bytes[i + 1] !== GT) throw new XmlSyntaxError('a / in a tag', i)
      return i + 2
    } else {
      if (++count > ATTRIBUTES_MAX) throw new XmlSyntaxError(`more than ${ATTRIBUTES_MAX} attributes`, at)
      i = passAttribute(bytes, at, i)
    }
  }
  throw new XmlSyntaxError('the file ends within a tag', at)
}

function passAttribute(bytes: Uint8Array, at: number, from: number): number {
  const { length } = bytes
  let i = from
  while (i < length && bytes[i] !== EQUALS && ENDS_NAME[bytes[i]] === 0) i++
  while (i < length && isBlank(bytes[i])) i++
  if (i < length && (bytes[i] !== EQUALS || i === from)) throw new XmlSyntaxError('an attribute without a value', from)
  i++
  while (i < length && isBlank(bytes[i])) i++
  if (i >= length) throw new XmlSyntaxError('the file ends within a tag', at)
  const quote = bytes[i]
  if (quote !== QUOTE && quote !== APOSTROPHE) throw new XmlSyntaxError('a value of an attribute without quotes', i)
  const end = bytes.indexOf(quote, i + 1)
  if (end < 0) throw new XmlSyntaxError('a value of an attribute does not end', i)
  return end + 1
}

/** Behind the comment, section or instruction at `at`. */
export function passOther(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] === QUESTION) return behind(bytes, at, at + 2, QUESTION, GT, 0, 'an instruction')
  if (bytes[at + 2] === DASH && bytes[at + 3] === DASH) return behind(bytes, at, at + 4, DASH, DASH, GT, 'a comment')
  if (isSection(bytes, at)) return behind(bytes, at, at + SECTION_OPEN, BRACKET, BRACKET, GT, 'a CDATA section')
  const word = decoder.decode(bytes.subarray(at, at + 9)).toUpperCase()
  if (word.startsWith('<!DOCTYPE') || word.startsWith('<!ENTITY'))
    throw new XmlSyntaxError('a document type (<!DOCTYPE>) is not read: no project file has one', at)
  throw new XmlSyntaxError('a <! that begins nothing', at)
}

/** Offset behind the first `a b c` (c = 0: behind `a b`) from `from` on. */
function behind(bytes: Uint8Array, at: number, from: number, a: number, b: number, c: number, what: string): number {
  for (let i = bytes.indexOf(a, from); i >= 0; i = bytes.indexOf(a, i + 1)) {
    if (bytes[i + 1] !== b) continue
    if (c === 0) return i + 2
    if (bytes[i + 2] === c) return i + 3
  }
  throw new XmlSyntaxError(`${what} does not end`, at)
}

export function isSection(bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < SECTION.length; i++) if (bytes[at + i] !== SECTION[i]) return false
  return true
}
