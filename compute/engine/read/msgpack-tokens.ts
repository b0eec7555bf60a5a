/**
 * Tokens of MessagePack: nil, booleans, integers, floats, str, bin (read as a string), arrays, and maps with string
 * keys. Extension types are refused. A length is believed only as far as the body still has bytes for it.
 */
import { ARRAY, BodySyntaxError, DEPTH_MAX, FALSE, NULL, NUMBER, OBJECT, STRING, Tokens, TRUE } from './tokens.ts'
import { firstInvalidUtf8 } from './utf8.ts'

export class MsgpackTokens extends Tokens {
  /** Items or members still to come of the container at each depth. */
  readonly #left = new Uint32Array(DEPTH_MAX + 1)

  next(): number {
    const at = this.pos
    this.#need(at, 1)
    const c = this.bytes[at]
    this.pos = at + 1
    if (c < 0x80) return this.#value(c)
    if (c < 0x90) return this.#container(c & 0x0f, OBJECT)
    if (c < 0xa0) return this.#container(c & 0x0f, ARRAY)
    if (c < 0xc0) return this.#string(c & 0x1f)
    if (c >= 0xe0) return this.#value(c - 0x100)
    switch (c) {
      case 0xc0:
        return NULL
      case 0xc2:
        return FALSE
      case 0xc3:
        return TRUE
      case 0xc4:
      case 0xd9:
        return this.#string(this.#length(1))
      case 0xc5:
      case 0xda:
        return this.#string(this.#length(2))
      case 0xc6:
      case 0xdb:
        return this.#string(this.#length(4))
      case 0xca:
        return this.#value(this.view.getFloat32(this.#take(4)))
      case 0xcb:
        return this.#value(this.view.getFloat64(this.#take(8)))
      case 0xcc:
        return this.#value(this.view.getUint8(this.#take(1)))
      case 0xcd:
        return this.#value(this.view.getUint16(this.#take(2)))
      case 0xce:
        return this.#value(this.view.getUint32(this.#take(4)))
      case 0xcf:
        return this.#value(Number(this.view.getBigUint64(this.#take(8))))
      case 0xd0:
        return this.#value(this.view.getInt8(this.#take(1)))
      case 0xd1:
        return this.#value(this.view.getInt16(this.#take(2)))
      case 0xd2:
        return this.#value(this.view.getInt32(this.#take(4)))
      case 0xd3:
        return this.#value(Number(this.view.getBigInt64(this.#take(8))))
      case 0xdc:
        return this.#container(this.#length(2), ARRAY)
      case 0xdd:
        return this.#container(this.#length(4), ARRAY)
      case 0xde:
        return this.#container(this.#length(2), OBJECT)
      case 0xdf:
        return this.#container(this.#length(4), OBJECT)
    }
    throw new BodySyntaxError(
      c === 0xc1 ? 'the byte c1, which is never used' : 'an extension type, which is not read',
      at,
    )
  }

  item(): boolean {
    if (this.#left[this.depth] === 0) {
      this.depth--
      return false
    }
    this.#left[this.depth]--
    return true
  }

  member(): boolean {
    if (!this.item()) return false
    const at = this.pos
    const c = at < this.bytes.length ? this.bytes[at] : 0xa0
    const isString = (c >= 0xa0 && c < 0xc0) || (c >= 0xd9 && c <= 0xdb) || (c >= 0xc4 && c <= 0xc6)
    if (!isString) throw new BodySyntaxError('a member name that is no string', at)
    this.next()
    return true
  }

  unescape(start: number, end: number): number {
    this.unescaped = this.bytes.slice(start, end)
    return end - start
  }

  finish(): void {
    if (this.pos < this.bytes.length) throw new BodySyntaxError('bytes after the end of the value', this.pos)
  }

  #value(value: number): number {
    this.number[0] = value
    return NUMBER
  }

  #string(length: number): number {
    const start = this.pos
    this.#need(start, length)
    const end = start + length
    const bytes = this.bytes
    let at = start
    while (at < end && bytes[at] < 0x80) at++
    if (at < end) {
      const invalid = firstInvalidUtf8(bytes, at, end)
      if (invalid >= 0) throw new BodySyntaxError('a string that is not UTF-8', invalid)
    }
    this.start = start
    this.end = end
    this.pos = end
    return STRING
  }

  #container(count: number, kind: number): number {
    // every item takes a byte at least, every member two
    this.#need(this.pos, kind === OBJECT ? 2 * count : count)
    this.open()
    this.#left[this.depth] = count
    return kind
  }

  /** Reads a length of so many bytes. */
  #length(size: number): number {
    const at = this.#take(size)
    return size === 1 ? this.view.getUint8(at) : size === 2 ? this.view.getUint16(at) : this.view.getUint32(at)
  }

  /** Offset of the next `size` bytes, passed over. */
  #take(size: number): number {
    const at = this.pos
    this.#need(at, size)
    this.pos = at + size
    return at
  }

  #need(at: number, size: number): void {
    if (at + size > this.bytes.length) throw new BodySyntaxError('the body ends early', this.bytes.length)
  }
}
