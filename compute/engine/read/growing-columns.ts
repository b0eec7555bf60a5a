/**
 * The columns of columns.ts while they grow. Rows are set at most once and in ascending order; rows left out are absent.
 * A column that no row has set owns no memory: finish() then gives an array that all such columns of a schedule share.
 * Storage is asked for by the number of rows the list is expected to have; pages that are never written cost nothing.
 */
import type { CodedColumn, CodedSetColumn, TextColumn } from '../../../shared/schedule/columns.ts'
import { DAY_ABSENT } from '../../../shared/schedule/columns.ts'
import { hashOf } from '../ids/byte-hash.ts'
import { ByteTable } from '../ids/byte-table.ts'

/** What the reader of a list knows about its size; the columns ask when they must grow. */
export interface Expected {
  rowCount: number
  /** No text of the list can need more: the bytes of the body. */
  textBytesMax: number
}

const ROWS_LEAST = 16
const BYTES_LEAST = 256

/** Capacity for `needed` entries where `expected` are expected. */
const capacityFor = (needed: number, expected: number, present: number): number =>
  Math.max(needed, expected, Math.ceil(present * 1.5), ROWS_LEAST)

/** What every column begins with: a schedule has dozens of them, and a hostile body thousands of schedules. */
export const NO_BYTES = new Uint8Array(0)
const NO_WORDS = new Uint32Array(0)
export const NO_INTEGERS = new Int32Array(0)
export const NO_NUMBERS = new Float64Array(0)

/** Short arrays lie side by side in pages: a buffer for each of a hundred columns took a tenth of a small call. */
const PAGE_BYTES = 64 * 1024
const SHORT_BYTES_MAX = 2 * 1024
let page = new ArrayBuffer(PAGE_BYTES)
let pageTakenBytes = 0

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

type Kind<T> = { new (buffer: ArrayBuffer, offset?: number, length?: number): T; BYTES_PER_ELEMENT: number }

/** An array in the page, all 0. */
function short<T>(Kind: Kind<T>, bytes: number, capacity: number): T {
  if (pageTakenBytes + bytes > PAGE_BYTES) {
    page = new ArrayBuffer(PAGE_BYTES)
    pageTakenBytes = 0
  }
  const array = new Kind(page, pageTakenBytes, capacity)
  // any kind of number may begin there
  pageTakenBytes += Math.ceil(bytes / 8) * 8
  return array
}

/** The array in more room; a buffer of its own is given back at once, not at the next collection. */
function moved<T extends Numbers>(from: Numbers, Kind: Kind<T>, capacity: number): T {
  const bytes = capacity * Kind.BYTES_PER_ELEMENT
  if (bytes > SHORT_BYTES_MAX && from.length > 0 && from.byteLength === from.buffer.byteLength) {
    return new Kind((from.buffer as ArrayBuffer).transfer(bytes))
  }
  const to = bytes > SHORT_BYTES_MAX ? new Kind(new ArrayBuffer(bytes)) : short(Kind, bytes, capacity)
  if (from.length > 0) to.set(from)
  return to
}

export const bytesMoved = (from: Uint8Array, capacity: number) =>
  moved<Uint8Array<ArrayBuffer>>(from, Uint8Array, capacity)
const wordsMoved = (from: Uint32Array, capacity: number) => moved<Uint32Array<ArrayBuffer>>(from, Uint32Array, capacity)
export const integersMoved = (from: Int32Array, capacity: number) =>
  moved<Int32Array<ArrayBuffer>>(from, Int32Array, capacity)
export const numbersMoved = (from: Float64Array, capacity: number) =>
  moved<Float64Array<ArrayBuffer>>(from, Float64Array, capacity)

/** The first `count` entries: a view, or a copy where the storage is so much larger that it should not be kept. */
export function trimmed<T extends Numbers>(values: T, count: number): T {
  return (2 * count < values.length ? values.slice(0, count) : values.subarray(0, count)) as T
}

/** Arrays for the columns of a schedule that no row has set: made once each, shared by all of them. */
export class AbsentArrays {
  readonly #rowCount: number
  #numbers: Float64Array | undefined
  #days: Int32Array | undefined
  #bytes: Uint8Array | undefined
  #words: Uint32Array | undefined
  #times: Uint16Array | undefined
  constructor(rowCount: number) {
    this.#rowCount = rowCount
  }
  get numbers(): Float64Array {
    return (this.#numbers ??= new Float64Array(this.#rowCount).fill(NaN))
  }
  get days(): Int32Array {
    return (this.#days ??= new Int32Array(this.#rowCount).fill(DAY_ABSENT))
  }
  get bytes(): Uint8Array {
    return (this.#bytes ??= new Uint8Array(this.#rowCount))
  }
  get times(): Uint16Array {
    return (this.#times ??= new Uint16Array(this.#rowCount))
  }
  /** One entry more than rows, for offsets as well. */
  get words(): Uint32Array {
    return (this.#words ??= new Uint32Array(this.#rowCount + 1))
  }
}

export class GrowingNumbers {
  readonly #expected: Expected
  #values = NO_NUMBERS
  #filled = 0
  constructor(expected: Expected) {
    this.#expected = expected
  }
  set(row: number, value: number): void {
    if (row >= this.#values.length) this.#grow(row + 1)
    if (this.#filled < row) this.#values.fill(NaN, this.#filled, row)
    this.#values[row] = value
    this.#filled = row + 1
  }
  finish(rowCount: number, absent: AbsentArrays): Float64Array {
    if (this.#filled === 0) return absent.numbers
    if (rowCount > this.#values.length) this.#grow(rowCount)
    this.#values.fill(NaN, this.#filled, rowCount)
    return trimmed(this.#values, rowCount)
  }
  #grow(needed: number): void {
    this.#values = numbersMoved(this.#values, capacityFor(needed, this.#expected.rowCount, this.#values.length))
  }
}

export class GrowingDays {
  readonly #expected: Expected
  #values = NO_INTEGERS
  #filled = 0
  constructor(expected: Expected) {
    this.#expected = expected
  }
  set(row: number, day: number): void {
    if (row >= this.#values.length) this.#grow(row + 1)
    if (this.#filled < row) this.#values.fill(DAY_ABSENT, this.#filled, row)
    this.#values[row] = day
    this.#filled = row + 1
  }
  finish(rowCount: number, absent: AbsentArrays): Int32Array {
    if (this.#filled === 0) return absent.days
    if (rowCount > this.#values.length) this.#grow(rowCount)
    this.#values.fill(DAY_ABSENT, this.#filled, rowCount)
    return trimmed(this.#values, rowCount)
  }
  #grow(needed: number): void {
    this.#values = integersMoved(this.#values, capacityFor(needed, this.#expected.rowCount, this.#values.length))
  }
}

/** Small numbers, 0 = absent. */
export class GrowingBytes {
  readonly #expected: Expected
  #values = NO_BYTES
  constructor(expected: Expected) {
    this.#expected = expected
  }
  set(row: number, value: number): void {
    if (row >= this.#values.length) this.#grow(row + 1)
    this.#values[row] = value
  }
  finish(rowCount: number, absent: AbsentArrays): Uint8Array {
    if (this.#values.length === 0) return absent.bytes
    if (rowCount > this.#values.length) this.#grow(rowCount)
    return trimmed(this.#values, rowCount)
  }
  #grow(needed: number): void {
    this.#values = bytesMoved(this.#values, capacityFor(needed, this.#expected.rowCount, this.#values.length))
  }
}

/** Minutes after midnight + 1, 0 = absent. */
export class GrowingTimes {
  readonly #expected: Expected
  #values = new Uint16Array(0)
  constructor(expected: Expected) {
    this.#expected = expected
  }
  set(row: number, value: number): void {
    if (row >= this.#values.length) this.#grow(row + 1)
    this.#values[row] = value
  }
  finish(rowCount: number, absent: AbsentArrays): Uint16Array {
    if (this.#values.length === 0) return absent.times
    if (rowCount > this.#values.length) this.#grow(rowCount)
    return trimmed(this.#values, rowCount)
  }
  #grow(needed: number): void {
    const capacity = capacityFor(needed, this.#expected.rowCount, this.#values.length)
    this.#values = moved<Uint16Array<ArrayBuffer>>(this.#values, Uint16Array, capacity)
  }
}

/** Positions or codes, 0 = absent. */
export class GrowingWords {
  readonly #expected: Expected
  values = NO_WORDS
  constructor(expected: Expected) {
    this.#expected = expected
  }
  set(row: number, value: number): void {
    if (row >= this.values.length) this.#grow(row + 1)
    this.values[row] = value
  }
  /** Entry `row`, 0 beyond the last that was set. */
  at(row: number): number {
    return row < this.values.length ? this.values[row] : 0
  }
  finish(rowCount: number, absent: AbsentArrays): Uint32Array {
    if (this.values.length === 0) return absent.words.subarray(0, rowCount)
    if (rowCount > this.values.length) this.#grow(rowCount)
    return trimmed(this.values, rowCount)
  }
  #grow(needed: number): void {
    this.values = wordsMoved(this.values, capacityFor(needed, this.#expected.rowCount, this.values.length))
  }
}

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
    const wanted = Math.max((1.1 * this.#length * rowCount) / (row + 1), 1.5 * this.#length, BYTES_LEAST)
    this.bytes = bytesMoved(this.bytes, Math.max(this.#length, Math.ceil(Math.min(wanted, textBytesMax))))
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
    const code = this.#values.codeOf(bytes, start, end)
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
