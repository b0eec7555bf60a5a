/**
 * Tokens of JSON (RFC 8259, strict). The whole body is checked to be UTF-8 once, natively, so that the scan below may
 * look at single bytes. A byte order mark is passed over. Numbers read equal to Number(text), bit for bit.
 */
import { isUtf8 } from 'node:buffer'
import type { NameTable } from './name-table.ts'
import { ARRAY, BodySyntaxError, FALSE, NULL, NUMBER, OBJECT, STRING, Tokens, TRUE } from './tokens.ts'
import { firstInvalidUtf8, writeCodePoint } from './utf8.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const MINUS = 0x2d
const PLUS = 0x2b
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const LOWER_U = 0x75
const SPACE = 0x20

/** In every byte of a word: what a byte scan compares with, four at a time. */
const QUOTES = 0x22222222
const BACKSLASHES = 0x5c5c5c5c
const SPACES = 0x20202020
const ONES = 0x01010101
const HIGH_BITS = 0x80808080

/** Digits / 10^places is exact, that is equal to Number(text), while both are exact doubles. */
const DIGITS_EXACT_MAX = 15
const POWERS_OF_TEN = Float64Array.from({ length: DIGITS_EXACT_MAX + 1 }, (_, i) => 10 ** i)

/** Entry c: the character that \c stands for, 0 = no such escape; \u is read apart. */
const ESCAPED = new Uint8Array(256)
for (const pair of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  ESCAPED[pair.charCodeAt(0)] = pair.charCodeAt(1)
}

const latin1 = new TextDecoder('latin1')

export class JsonTokens extends Tokens {
  readonly #length: number

  constructor(body: Uint8Array) {
    super(body)
    const bytes = this.bytes
    this.#length = bytes.length
    if (!isUtf8(bytes)) throw new BodySyntaxError('not UTF-8', firstInvalidUtf8(bytes, 0, bytes.length))
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.pos = 3
  }

  next(): number {
    let at = this.pos
    let c = at < this.#length ? this.bytes[at] : 0
    if (c <= SPACE) {
      at = this.#skipBlanks(at)
      c = at < this.#length ? this.bytes[at] : 0
    }
    if (c === QUOTE) {
      this.#string(at + 1)
      return STRING
    }
    if ((c >= ZERO && c <= NINE) || c === MINUS) {
      this.#number(at)
      return NUMBER
    }
    if (c === 0x7b || c === 0x5b) {
      this.pos = at + 1
      this.open()
      return c === 0x7b ? OBJECT : ARRAY
    }
    if (c === 0x6e) return this.#word('null', at, NULL)
    if (c === 0x74) return this.#word('true', at, TRUE)
    if (c === 0x66) return this.#word('false', at, FALSE)
    throw this.#trailingComma(at) ?? this.#broken(at, 'a value')
  }

  item(index: number): boolean {
    let at = this.pos
    let c = at < this.#length ? this.bytes[at] : 0
    if (c <= SPACE) {
      at = this.#skipBlanks(at)
      c = at < this.#length ? this.bytes[at] : 0
    }
    if (c === 0x5d) return this.#close(at)
    if (index === 0) {
      this.pos = at
      return true
    }
    if (c !== COMMA) throw this.#broken(at, 'a comma or the end of the array')
    this.pos = at + 1
    return true
  }

  member(index: number): boolean {
    let at = this.#skipBlanks(this.pos)
    const length = this.#length
    let c = at < length ? this.bytes[at] : 0
    if (c === 0x7d) return this.#close(at)
    if (index > 0) {
      if (c !== COMMA) throw this.#broken(at, 'a comma or the end of the object')
      at = this.#skipBlanks(at + 1)
      c = at < length ? this.bytes[at] : 0
    }
    if (c !== QUOTE) throw this.#trailingComma(at) ?? this.#broken(at, 'a member name')
    this.#string(at + 1)
    at = this.#skipBlanks(this.pos)
    if (at >= length || this.bytes[at] !== COLON) throw this.#broken(at, 'a colon')
    this.pos = at + 1
    return true
  }

  /** Objects of one list mostly look alike: the expected name, spelt as usual, is compared in place and not scanned. */
  override field(index: number, names: NameTable): number {
    const bytes = this.bytes
    let at = this.pos
    // whatever is not as expected, the end of the body included, is read again from the beginning
    if (index === 0 || bytes[at] === COMMA) {
      if (index > 0) at++
      if (bytes[at] === SPACE) at++
      const { expected } = names
      const size = names.matchKey(this.view, at, expected)
      if (size > 0) {
        this.pos = at + size
        names.accept(expected)
        return expected
      }
    }
    return super.field(index, names)
  }

  unescape(start: number, end: number): number {
    const bytes = this.bytes
    // an escape is never shorter than what it stands for
    if (this.unescaped.length < end - start) this.unescaped = new Uint8Array(end - start)
    const into = this.unescaped
    let length = 0
    for (let at = start; at < end; ) {
      const c = bytes[at]
      if (c !== BACKSLASH) {
        into[length++] = c
        at++
      } else if (bytes[at + 1] !== LOWER_U) {
        into[length++] = ESCAPED[bytes[at + 1]]
        at += 2
      } else {
        let codePoint = this.#hex(at + 2)
        at += 6
        if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
          const low =
            codePoint < 0xdc00 && at + 6 <= end && bytes[at] === BACKSLASH && bytes[at + 1] === LOWER_U
              ? this.#hex(at + 2)
              : 0
          if (low >= 0xdc00 && low <= 0xdfff) {
            codePoint = 0x10000 + ((codePoint - 0xd800) << 10) + (low - 0xdc00)
            at += 6
          } else codePoint = 0xfffd
        }
        length = writeCodePoint(into, length, codePoint)
      }
    }
    return length
  }

  finish(): void {
    const at = this.#skipBlanks(this.pos)
    if (at < this.#length) throw this.#broken(at, 'the end of the body')
  }

  #skipBlanks(from: number): number {
    const bytes = this.bytes
    let at = from
    while (at < this.#length) {
      const c = bytes[at]
      if (c > 0x20 || (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09)) break
      at++
    }
    return at
  }

  #close(at: number): false {
    this.pos = at + 1
    this.depth--
    return false
  }

  /** `from` is the offset after the opening quote. */
  #string(from: number): void {
    const bytes = this.bytes
    const length = this.#length
    let at = from
    this.start = from
    this.escaped = false
    for (;;) {
      at = this.#runEnd(at)
      const c = at < length ? bytes[at] : 0
      if (c === QUOTE) {
        this.end = at
        this.pos = at + 1
        return
      }
      if (c !== BACKSLASH) {
        throw at < length ? new BodySyntaxError('a control character in a string', at) : this.#broken(at, '')
      }
      this.escaped = true
      const kind = at + 1 < length ? bytes[at + 1] : 0
      if (kind === LOWER_U && this.#hex(at + 2) >= 0) at += 6
      else if (ESCAPED[kind] !== 0) at += 2
      else
        throw at + 1 < length ? new BodySyntaxError('an escape that JSON does not have', at) : this.#broken(length, '')
    }
  }

  /** Offset of the first byte from `at` on that is no plain string byte: a quote, a backslash, a control character. */
  #runEnd(from: number): number {
    const view = this.view
    const wordsEnd = this.#length - 3
    let at = from
    for (; at < wordsEnd; at += 4) {
      // a byte minus one, or minus a space, borrows into its high bit where it is the one looked for
      const word = view.getInt32(at, true)
      const quotes = word ^ QUOTES
      const backslashes = word ^ BACKSLASHES
      const hits =
        ((((quotes - ONES) | 0) & ~quotes) |
          (((backslashes - ONES) | 0) & ~backslashes) |
          (((word - SPACES) | 0) & ~word)) &
        HIGH_BITS
      // the lowest hit is true, one above it may come from its borrow
      if (hits !== 0) return at + ((31 - Math.clz32(hits & -hits)) >> 3)
    }
    for (; at < this.#length; at++) {
      const c = this.bytes[at]
      if (c < 0x20 || c === QUOTE || c === BACKSLASH) break
    }
    return at
  }

  /** Value of the four hexadecimal digits at `at`, -1 = they are none. */
  #hex(at: number): number {
    if (at + 4 > this.#length) return -1
    let value = 0
    for (let i = 0; i < 4; i++) {
      const c = this.bytes[at + i]
      const lower = c | 0x20
      const digit = c >= ZERO && c <= NINE ? c - ZERO : lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
      if (digit < 0) return -1
      value = (value << 4) | digit
    }
    return value
  }

  #number(from: number): void {
    const bytes = this.bytes
    const length = this.#length
    let at = from
    const negative = bytes[at] === MINUS
    if (negative) at++
    const firstDigit = at
    let value = 0
    let c = at < length ? bytes[at] : 0
    if (c < ZERO || c > NINE) throw this.#broken(at, 'a digit')
    while (c >= ZERO && c <= NINE) {
      value = value * 10 + (c - ZERO)
      c = ++at < length ? bytes[at] : 0
    }
    let digits = at - firstDigit
    if (digits > 1 && bytes[firstDigit] === ZERO) throw new BodySyntaxError('a number that begins with 0', firstDigit)
    let places = 0
    if (c === POINT) {
      const firstPlace = ++at
      c = at < length ? bytes[at] : 0
      while (c >= ZERO && c <= NINE) {
        value = value * 10 + (c - ZERO)
        c = ++at < length ? bytes[at] : 0
      }
      places = at - firstPlace
      if (places === 0) throw this.#broken(at, 'a digit')
      digits += places
    }
    const hasExponent = c === 0x65 || c === 0x45
    if (hasExponent) {
      c = ++at < length ? bytes[at] : 0
      if (c === PLUS || c === MINUS) c = ++at < length ? bytes[at] : 0
      if (c < ZERO || c > NINE) throw this.#broken(at, 'a digit')
      while (c >= ZERO && c <= NINE) c = ++at < length ? bytes[at] : 0
    }
    this.pos = at
    if (hasExponent || digits > DIGITS_EXACT_MAX) {
      this.number[0] = Number(latin1.decode(bytes.subarray(from, at)))
    } else {
      if (places > 0) value /= POWERS_OF_TEN[places]
      this.number[0] = negative ? -value : value
    }
  }

  #word(word: string, from: number, kind: number): number {
    for (let i = 1; i < word.length; i++) {
      if (this.bytes[from + i] !== word.charCodeAt(i)) throw this.#broken(from + i, `the word ${word}`)
    }
    this.pos = from + word.length
    return kind
  }

  /** Where a bracket closes at `at` what a comma let go on. */
  #trailingComma(at: number): BodySyntaxError | undefined {
    const { bytes } = this
    if (at >= this.#length || (bytes[at] !== 0x5d && bytes[at] !== 0x7d)) return undefined
    let before = at - 1
    while (before >= 0 && bytes[before] <= SPACE) before--
    if (bytes[before] !== COMMA) return undefined
    const what = bytes[at] === 0x5d ? 'item of an array' : 'member of an object'
    return new BodySyntaxError(`a comma follows the last ${what}`, before)
  }

  #broken(at: number, expected: string): BodySyntaxError {
    return at >= this.#length
      ? new BodySyntaxError('the body ends early', this.#length)
      : new BodySyntaxError(`${expected} was expected`, at)
  }
}
