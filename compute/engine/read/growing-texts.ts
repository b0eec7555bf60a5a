/** The growing columns that hold strings: texts, and strings that repeat, as codes; see growing-columns.ts. */
import type { CodedColumn, CodedSetColumn, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { hashOf } from '../ids/byte-hash.ts'
import { ByteTable } from '../ids/byte-table.ts'
import { copied } from '../ids/short-arrays.ts'
import {
  AbsentArrays,
  bytesMoved,
  capacityFor,
  type Expected,
  GrowingWords,
  NO_BYTES,
  NO_WORDS,
  trimmed,
  wordsMoved,
} from './growing-columns.ts'

const BYTES_LEAST = 256

/** Strings one after the other; see TextColumn. */
export class GrowingText {
  readonly #expected: Expected
  bytes = NO_BYTES
  /** Valid up to entry `rowCount`; empty before the first row. */
  offsets = NO_WORDS
  rowCount = 0
  #length = 0
  constructor(expected: Expected) {
    this.#expected = expected
  }
  set(row: number, from: Uint8Array, start: number, end: number): void {
    if (row + 1 >= this.offsets.length) this.#growRows(row + 2)
    this.#fillTo(row)
    const size = end - start
    let at = this.#length
    this.#length = at + size
    if (this.#length > this.bytes.length) this.#growBytes(row)
    const bytes = this.bytes
    if (size > 64) bytes.set(from.subarray(start, end), at)
    else for (let i = start; i < end; i++) bytes[at++] = from[i]
    this.offsets[row + 1] = this.#length
    this.rowCount = row + 1
  }
  /** Rows from `row` on: entry i is text[offsets[i], offsets[i + 1]), the first offset being 0. */
  setRows(row: number, text: Uint8Array, offsets: Uint32Array): void {
    const rows = offsets.length - 1
    if (row + rows >= this.offsets.length) this.#growRows(row + rows + 1)
    this.#fillTo(row)
    const at = this.#length
    this.#length = at + text.length
    if (this.#length > this.bytes.length) this.#growBytes(row + rows - 1)
    this.bytes.set(text, at)
    const into = this.offsets
    if (at === 0) into.set(offsets, row)
    else for (let i = 1; i <= rows; i++) into[row + i] = at + offsets[i]
    this.rowCount = row + rows
  }
  /** The arrays are all rows that there will be; they are not copied. */
  lend(text: Uint8Array<ArrayBuffer>, offsets: Uint32Array<ArrayBuffer>): void {
    this.bytes = text
    this.offsets = offsets
    this.#length = text.length
    this.rowCount = offsets.length - 1
  }
  /** What was lent is about to be overwritten. */
  keep(): void {
    this.bytes = copied(this.bytes)
    this.offsets = copied(this.offsets)
  }
  finish(rowCount: number, absent: AbsentArrays): TextColumn {
    if (this.rowCount === 0) return { bytes: this.bytes, offsets: absent.words }
    if (rowCount + 1 > this.offsets.length) this.#growRows(rowCount + 1)
    this.#fillTo(rowCount)
    return { bytes: trimmed(this.bytes, this.#length), offsets: trimmed(this.offsets, rowCount + 1) }
  }
  #fillTo(row: number): void {
    if (this.rowCount >= row) return
    this.offsets.fill(this.#length, this.rowCount + 1, row + 1)
    this.rowCount = row
  }
  #growRows(needed: number): void {
    this.offsets = wordsMoved(this.offsets, capacityFor(needed, this.#expected.rowCount + 1, this.offsets.length))
  }
  /** Room for as many rows of the mean length so far as are expected, but never more than the body could fill. */
  #growBytes(row: number): void {
    const { rowCount, textBytesMax } = this.#expected
    if (row + 1 === rowCount) {
      // no further row is expected
      this.bytes = bytesMoved(this.bytes, this.#length)
      return
    }
    const wanted = Math.max((1.1 * this.#length * rowCount) / (row + 1), 1.5 * this.#length, BYTES_LEAST)
    // what comes to more than the body, as paths do, grows by a share all the same
    const most = this.#length > textBytesMax ? 1.5 * this.#length : textBytesMax
    this.bytes = bytesMoved(this.bytes, Math.max(this.#length, Math.ceil(Math.min(wanted, most))))
  }
}

/** Distinct strings in order of first mention. */
class GrowingDictionary {
  readonly #texts: GrowingText
  readonly #table: ByteTable
  constructor(expected: Expected) {
    // as many values as rows are not to be expected; capacity follows what comes
    this.#texts = new GrowingText({ rowCount: 0, textBytesMax: expected.textBytesMax })
    this.#table = new ByteTable(this.#texts)
  }
  get count(): number {
    return this.#texts.rowCount
  }
  codeOf(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end)
    const known = this.#table.entryOf(bytes, start, end, hash)
    if (known >= 0) return known
    const code = this.#texts.rowCount
    this.#texts.set(code, bytes, start, end)
    this.#table.add(code, hash)
    return code
  }
  finish(): TextColumn {
    return this.#texts.finish(this.#texts.rowCount, new AbsentArrays(0))
  }
}

export class GrowingCodes {
  readonly #codes: GrowingWords
  readonly #values: GrowingDictionary
  constructor(expected: Expected) {
    this.#codes = new GrowingWords(expected)
    this.#values = new GrowingDictionary(expected)
  }
  set(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#codes.set(row, this.#values.codeOf(bytes, start, end) + 1)
  }
  /** What codeOf() gave for it. */
  setCode(row: number, code: number): void {
    this.#codes.set(row, code + 1)
  }
  codeOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#values.codeOf(bytes, start, end)
  }
  /** Rows from `row` on: entry i is meanings[values[i]], which is a code + 1 or 0 = absent. */
  setRows(row: number, values: Uint32Array, meanings: Uint32Array): void {
    this.#codes.setMeant(row, values, meanings)
  }
  finish(rowCount: number, absent: AbsentArrays): CodedColumn {
    return { codes: this.#codes.finish(rowCount, absent), values: this.#values.finish() }
  }
}

/** A set of strings per row: add() any number of times for a row, a string already there changes nothing. */
export class GrowingCodeSets {
  readonly #values: GrowingDictionary
  readonly #start: GrowingWords
  #codes = NO_WORDS
  #length = 0
  /** Rows below this have their start written. */
  #opened = 0
  /** Entry c: the last row that code c was added to, plus 1. */
  #addedTo = NO_WORDS
  constructor(expected: Expected) {
    this.#values = new GrowingDictionary(expected)
    this.#start = new GrowingWords(expected)
  }
  add(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.addCode(row, this.#values.codeOf(bytes, start, end))
  }
  codeOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#values.codeOf(bytes, start, end)
  }
  addCode(row: number, code: number): void {
    if (code >= this.#addedTo.length) this.#addedTo = wordsMoved(this.#addedTo, capacityFor(code + 1, 0, code))
    if (this.#addedTo[code] === row + 1) return
    this.#addedTo[code] = row + 1
    this.#openTo(row)
    if (this.#length === this.#codes.length) {
      this.#codes = wordsMoved(this.#codes, capacityFor(this.#length + 1, 0, this.#length))
    }
    this.#codes[this.#length++] = code
  }
  finish(rowCount: number, absent: AbsentArrays): CodedSetColumn {
    const values = this.#values.finish()
    if (this.#opened === 0) return { start: absent.words, codes: this.#codes, values }
    this.#openTo(rowCount)
    return { start: trimmed(this.#start.values, rowCount + 1), codes: trimmed(this.#codes, this.#length), values }
  }
  #openTo(row: number): void {
    while (this.#opened <= row) this.#start.set(this.#opened++, this.#length)
  }
}
