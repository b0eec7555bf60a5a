/** A file of a package: records of JSON, one after another, packed while they are written. */
import { DAY_ABSENT, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { type Words, wordsOf } from '../write/byte-sink.ts'
import { writeJsonString, writeJsonText } from '../write/json-text.ts'
import { writeNumber, writeQuotedDay } from '../write/number-text.ts'
import { ZipPart } from '../write/xlsx/zip.ts'

/** Texts of a record have no tabs, and no two blanks side by side. */
export const clean = (text: string): string => (UNCLEAN.test(text) ? text.replace(/\s+/g, ' ').trim() : text)
/** A blank that is none, two in a row, or one at an end. */
const UNCLEAN = /[^\S ]|\s\s|^ | $/

const encoder = new TextEncoder()
const words = (text: string): Words => wordsOf(encoder.encode(text))
const FIRST_RECORD = words('\n{')
const NEXT_RECORD = words(',\n{')
const CLOSE = words('}')

/** The name of a member, as the first of a record and behind others. */
interface Head {
  readonly name: string
  /** Place among the names, in the order in which they came first. */
  readonly place: number
  readonly first: Words
  readonly next: Words
}

/** Records are written as bytes: as strings, the hundreds of thousands of short members of a schedule would be joined, flattened and encoded. */
export class RecordPart {
  readonly part: ZipPart
  count = 0
  readonly #tail: string
  readonly #heads = new Map<string, Head>()
  readonly #inOrder: Head[] = []
  /** Where the next member is looked for: records have their members in one order. */
  #place = 0
  #isFirst = true

  /** head, tail: what stands before the records and behind them. */
  constructor(path: string, head = '[', tail = ']') {
    this.part = new ZipPart(path)
    this.part.sink.utf8(head)
    this.#tail = tail
  }

  open(): void {
    this.part.sink.words(this.count++ === 0 ? FIRST_RECORD : NEXT_RECORD)
    this.#isFirst = true
    this.#place = 0
  }

  close(): void {
    this.part.sink.words(CLOSE)
  }

  text(name: string, value: string): void {
    this.#head(name)
    writeJsonString(this.part.sink, value)
  }

  /** The text of a row of a column, which need not become a string. */
  textOf(name: string, column: TextColumn, row: number): void {
    this.#head(name)
    writeJsonText(this.part.sink, column, row)
  }

  /** Nothing, where there is none. */
  day(name: string, day: number): void {
    if (day === DAY_ABSENT) return
    this.#head(name)
    writeQuotedDay(this.part.sink, day)
  }

  number(name: string, value: number): void {
    this.#head(name)
    writeNumber(this.part.sink, value)
  }

  bool(name: string, value: boolean): void {
    this.#head(name)
    this.part.sink.ascii(String(value))
  }

  finish(): ZipPart {
    this.part.sink.utf8(`\n${this.#tail}\n`)
    this.part.finish()
    return this.part
  }

  #head(name: string): void {
    const next = this.#inOrder[this.#place]
    const head = next !== undefined && next.name === name ? next : (this.#heads.get(name) ?? this.#added(name))
    this.part.sink.words(this.#isFirst ? head.first : head.next)
    this.#isFirst = false
    this.#place = head.place + 1
  }

  #added(name: string): Head {
    const head = { name, place: this.#inOrder.length, first: words(`"${name}":`), next: words(`,"${name}":`) }
    this.#heads.set(name, head)
    this.#inOrder.push(head)
    return head
  }
}

/** A text alone as a file of a package. */
export function textPart(path: string, text: string): ZipPart {
  const part = new ZipPart(path)
  part.sink.utf8(text)
  part.finish()
  return part
}
