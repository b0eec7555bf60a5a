/** A file of a package: records of JSON, one after another, packed while they are written. */
import { DAY_ABSENT, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { CHUNK_BYTES } from '../write/byte-sink.ts'
import { ZipPart } from '../write/xlsx/zip.ts'

/** Texts of a record have no tabs, and no two blanks side by side. */
export const clean = (text: string): string => (UNCLEAN.test(text) ? text.replace(/\s+/g, ' ').trim() : text)
/** A blank that is none, two in a row, or one at an end. */
const UNCLEAN = /[^\S ]|\s\s|^ | $/

/** Characters that are gathered before they are packed. */
const GATHERED_MAX = 2 ** 16
const FIRST_BYTES = 2 ** 12
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN = 0x7b
const CLOSE = 0x7d
const LINE_END = 0x0a
const FIRST_PLAIN = 0x20
const LAST_PLAIN = 0x7e

/** A character of UTF-16 takes at most three bytes. */
const UTF8_BYTES_MAX = 3
const encoder = new TextEncoder()

/** Whether it stands in JSON as it is. */
const isPlain = (c: number): boolean => c >= FIRST_PLAIN && c <= LAST_PLAIN && c !== QUOTE && c !== BACKSLASH

/**
 * Records are written as bytes: as strings, the hundreds of thousands of short members of a schedule would be joined, flattened and encoded, which took a third
 * of the time of a package.
 */
export class RecordPart {
  readonly part: ZipPart
  count = 0
  readonly #tail: string
  readonly #heads = new Map<string, Uint8Array>()
  /** Days of a schedule are few beside its dates. */
  readonly #days = new Map<number, string>()
  #bytes = new Uint8Array(FIRST_BYTES)
  #at = 0
  /** Bytes beyond one for each character. */
  #surplus = 0
  #isFirst = true

  /** head, tail: what stands before the records and behind them. */
  constructor(path: string, head = '[', tail = ']') {
    this.part = new ZipPart(path)
    this.#utf8(head)
    this.#tail = tail
  }

  open(): void {
    this.#reserve(3)
    if (this.count++ > 0) this.#bytes[this.#at++] = COMMA
    this.#bytes[this.#at++] = LINE_END
    this.#bytes[this.#at++] = OPEN
    this.#isFirst = true
  }

  close(): void {
    this.#reserve(1)
    this.#bytes[this.#at++] = CLOSE
    if (this.#at - this.#surplus > GATHERED_MAX) this.#flush()
  }

  text(name: string, value: string): void {
    this.#head(name, value.length + 2)
    const bytes = this.#bytes
    let at = this.#at
    bytes[at++] = QUOTE
    for (let k = 0; k < value.length; k++) {
      const c = value.charCodeAt(k)
      if (!isPlain(c)) {
        this.#utf8(JSON.stringify(value))
        return
      }
      bytes[at++] = c
    }
    bytes[at++] = QUOTE
    this.#at = at
  }

  /** The text of a row of a column: most are ASCII, and need not become strings. */
  textOf(name: string, column: TextColumn, row: number): void {
    const [from, to] = [column.offsets[row], column.offsets[row + 1]]
    this.#head(name, to - from + 2)
    const [source, bytes] = [column.bytes, this.#bytes]
    let at = this.#at
    bytes[at++] = QUOTE
    for (let k = from; k < to; k++) {
      const c = source[k]
      if (!isPlain(c)) {
        this.#utf8(JSON.stringify(Buffer.from(source.buffer, source.byteOffset + from, to - from).toString()))
        return
      }
      bytes[at++] = c
    }
    bytes[at++] = QUOTE
    this.#at = at
  }

  /** Nothing, where there is none. */
  day(name: string, day: number): void {
    if (day === DAY_ABSENT) return
    let text = this.#days.get(day)
    if (text === undefined) this.#days.set(day, (text = formatDay(day)))
    this.#head(name, text.length + 2)
    this.#bytes[this.#at++] = QUOTE
    this.#ascii(text)
    this.#bytes[this.#at++] = QUOTE
  }

  number(name: string, value: number): void {
    // -0 is 0
    const text = String(value + 0)
    this.#head(name, text.length)
    this.#ascii(text)
  }

  bool(name: string, value: boolean): void {
    const text = String(value)
    this.#head(name, text.length)
    this.#ascii(text)
  }

  finish(): ZipPart {
    this.#utf8(`\n${this.#tail}\n`)
    this.#flush()
    this.part.finish()
    return this.part
  }

  /** The name, and room for so many bytes behind it. */
  #head(name: string, room: number): void {
    let head = this.#heads.get(name)
    if (head === undefined) this.#heads.set(name, (head = encoder.encode(`,"${name}":`)))
    this.#reserve(head.length + room)
    const bytes = this.#bytes
    let at = this.#at
    for (let k = this.#isFirst ? 1 : 0; k < head.length; k++) bytes[at++] = head[k]
    this.#at = at
    this.#isFirst = false
  }

  #ascii(text: string): void {
    const bytes = this.#bytes
    let at = this.#at
    for (let k = 0; k < text.length; k++) bytes[at++] = text.charCodeAt(k)
    this.#at = at
  }

  #utf8(text: string): void {
    this.#reserve(text.length * UTF8_BYTES_MAX)
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#at))
    this.#at += written
    this.#surplus += written - text.length
  }

  #reserve(count: number): void {
    if (this.#bytes.length - this.#at >= count) return
    const bytes = new Uint8Array(2 * (this.#at + count))
    bytes.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = bytes
  }

  /** In pieces of so many characters: packages of one schedule are the same bytes, whoever wrote them. */
  #flush(): void {
    const { sink } = this.part
    sink.reserve(Math.min(CHUNK_BYTES, (this.#at - this.#surplus) * UTF8_BYTES_MAX))
    sink.copy(this.#bytes, 0, this.#at)
    this.#at = 0
    this.#surplus = 0
  }
}

/** A text alone as a file of a package. */
export function textPart(path: string, text: string): ZipPart {
  const part = new ZipPart(path)
  part.sink.utf8(text)
  part.finish()
  return part
}
