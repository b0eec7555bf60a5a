/** A file of a package: records of JSON, one after another, packed while they are written. */
import { ZipPart } from '../write/xlsx/zip.ts'

/** Texts of a record have no tabs, and no two blanks side by side. */
export const clean = (text: string): string => (UNCLEAN.test(text) ? text.replace(/\s+/g, ' ').trim() : text)
/** A blank that is none, two in a row, or one at an end. */
const UNCLEAN = /[^\S ]|\s\s|^ | $/

/** Characters that are gathered before they are packed. */
const GATHERED_MAX = 2 ** 16

export class RecordPart {
  readonly part: ZipPart
  count = 0
  #text: string
  readonly #tail: string
  #isFirst = true

  /** head, tail: what stands before the records and behind them. */
  constructor(path: string, head = '[', tail = ']') {
    this.part = new ZipPart(path)
    this.#text = head
    this.#tail = tail
  }

  open(): void {
    this.#text += this.count++ === 0 ? '\n{' : ',\n{'
    this.#isFirst = true
  }

  close(): void {
    this.#text += '}'
    if (this.#text.length > GATHERED_MAX) this.#flush()
  }

  text(name: string, value: string): void {
    this.#member(name, JSON.stringify(value))
  }

  number(name: string, value: number): void {
    // -0 is 0
    this.#member(name, String(value + 0))
  }

  bool(name: string, value: boolean): void {
    this.#member(name, String(value))
  }

  finish(): ZipPart {
    this.#text += `\n${this.#tail}\n`
    this.#flush()
    this.part.finish()
    return this.part
  }

  #member(name: string, json: string): void {
    this.#text += this.#isFirst ? `"${name}":${json}` : `,"${name}":${json}`
    this.#isFirst = false
  }

  #flush(): void {
    this.part.sink.utf8(this.#text)
    this.#text = ''
  }
}

/** A text alone as a file of a package. */
export function textPart(path: string, text: string): ZipPart {
  const part = new ZipPart(path)
  part.sink.utf8(text)
  part.finish()
  return part
}
