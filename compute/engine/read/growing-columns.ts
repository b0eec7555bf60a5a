/**
 * The columns of columns.ts while they grow. Rows are set at most once and in ascending order; rows left out are absent.
 * A column that no row has set owns no memory: finish() then gives an array that all such columns of a schedule share.
 * Storage is allocated for the expected number of rows; memory pages that are never written cost nothing.
 */
import type { AbsentColumns } from '../../../shared/contract/schedule/absent-columns.ts'
import {
  type CodedColumn,
  type CodedSetColumn,
  DAY_ABSENT,
  type TextColumn,
} from '../../../shared/contract/schedule/columns.ts'
import { copied, giveBack, isShared, type Kind, type Numbers, zeros } from '../ids/short-arrays.ts'

/** What the reader of a list knows about its size; the columns read it when they must grow. */
export interface Expected {
  rowCount: number
  /** No text of the list can need more: the bytes of the body. */
  textBytesMax: number
}

const ROWS_LEAST = 16

/** Capacity for `needed` entries where `expected` are expected. */
export const capacityFor = (needed: number, expected: number, present: number): number =>
  Math.max(needed, expected, Math.ceil(present * 1.5), ROWS_LEAST)

/** What every column begins with: a schedule has dozens of them, and a hostile body thousands of schedules. */
export const NO_BYTES = new Uint8Array(0)
const NO_SHORTS = new Uint16Array(0)
export const NO_WORDS = new Uint32Array(0)
export const NO_INTEGERS = new Int32Array(0)
export const NO_NUMBERS = new Float64Array(0)
/** The values of a coded column that has none. */
const NO_TEXTS: TextColumn = { bytes: NO_BYTES, offsets: new Uint32Array(1) }

/** The array in more room, whose pages take no memory until they are written, as those of transfer() would; its own is given back at once. */
function moved<T extends Numbers>(from: Numbers, Kind: Kind<T>, capacity: number): T {
  const to = zeros(Kind, capacity)
  if (from.length > 0) to.set(from)
  giveBack(from)
  return to
}

export const bytesMoved = (from: Uint8Array, capacity: number) =>
  moved<Uint8Array<ArrayBuffer>>(from, Uint8Array, capacity)
export const wordsMoved = (from: Uint32Array, capacity: number) =>
  moved<Uint32Array<ArrayBuffer>>(from, Uint32Array, capacity)
export const integersMoved = (from: Int32Array, capacity: number) =>
  moved<Int32Array<ArrayBuffer>>(from, Int32Array, capacity)
export const numbersMoved = (from: Float64Array, capacity: number) =>
  moved<Float64Array<ArrayBuffer>>(from, Float64Array, capacity)

/** The first `count` entries: a view, or a copy where the storage is so much larger that it should not be kept. */
export function trimmed<T extends Numbers>(values: T, count: number): T {
  if (count === values.length) return values
  return (2 * count < values.length && !isShared(values) ? values.slice(0, count) : values.subarray(0, count)) as T
}

/** Arrays for the columns of a schedule that no row has set: made once each, shared by all of them. */
export class AbsentArrays implements AbsentColumns {
  readonly taskCount: number
  #numbers: Float64Array | undefined
  #days: Int32Array | undefined
  #bytes: Uint8Array | undefined
  #words: Uint32Array | undefined
  #times: Uint16Array | undefined
  #codes: CodedColumn | undefined
  #texts: TextColumn | undefined
  #sets: CodedSetColumn | undefined
  constructor(rowCount: number) {
    this.taskCount = rowCount
  }
  get numbers(): Float64Array {
    return (this.#numbers ??= zeros(Float64Array, this.taskCount).fill(NaN))
  }
  get days(): Int32Array {
    return (this.#days ??= zeros(Int32Array, this.taskCount).fill(DAY_ABSENT))
  }
  get bytes(): Uint8Array {
    return (this.#bytes ??= zeros(Uint8Array, this.taskCount))
  }
  get times(): Uint16Array {
    return (this.#times ??= zeros(Uint16Array, this.taskCount))
  }
  /** One entry more than rows, for offsets as well. */
  get words(): Uint32Array {
    return (this.#words ??= zeros(Uint32Array, this.taskCount + 1))
  }
  get codes(): CodedColumn {
    return (this.#codes ??= { codes: this.words.subarray(0, this.taskCount), values: NO_TEXTS })
  }

  get texts(): TextColumn {
    return (this.#texts ??= { bytes: NO_BYTES, offsets: this.words })
  }
  get sets(): CodedSetColumn {
    return (this.#sets ??= { start: this.words, codes: NO_WORDS, values: NO_TEXTS })
  }
}

/** What the columns of rows have in common. */
abstract class GrowingRows<T extends Numbers> {
  protected readonly expected: Expected
  protected values: T
  constructor(expected: Expected, none: T) {
    this.expected = expected
    this.values = none
  }
  /** The array is all rows that there will be; it is not copied. */
  lend(values: T): void {
    this.values = values
  }
  /** What was lent is about to be overwritten. */
  keep(): void {
    this.values = copied(this.values)
  }
}

export class GrowingNumbers extends GrowingRows<Float64Array> {
  #filled = 0
  constructor(expected: Expected) {
    super(expected, NO_NUMBERS)
  }
  set(row: number, value: number): void {
    if (row >= this.values.length) this.#grow(row + 1)
    if (this.#filled < row) this.values.fill(NaN, this.#filled, row)
    this.values[row] = value
    this.#filled = row + 1
  }
  /** Rows from `row` on, NaN = absent. */
  setRows(row: number, values: Float64Array): void {
    const end = row + values.length
    if (end > this.values.length) this.#grow(end)
    if (this.#filled < row) this.values.fill(NaN, this.#filled, row)
    this.values.set(values, row)
    this.#filled = end
  }
  override lend(values: Float64Array): void {
    super.lend(values)
    this.#filled = values.length
  }
  finish(rowCount: number, absent: AbsentArrays): Float64Array {
    if (this.#filled === 0) return absent.numbers
    if (rowCount > this.values.length) this.#grow(rowCount)
    this.values.fill(NaN, this.#filled, rowCount)
    return trimmed(this.values, rowCount)
  }
  #grow(needed: number): void {
    this.values = numbersMoved(this.values, capacityFor(needed, this.expected.rowCount, this.values.length))
  }
}

export class GrowingDays extends GrowingRows<Int32Array> {
  #filled = 0
  constructor(expected: Expected) {
    super(expected, NO_INTEGERS)
  }
  set(row: number, day: number): void {
    if (row >= this.values.length) this.#grow(row + 1)
    if (this.#filled < row) this.values.fill(DAY_ABSENT, this.#filled, row)
    this.values[row] = day
    this.#filled = row + 1
  }
  /** The day that a row has so far. */
  get(row: number): number {
    return row < this.#filled ? this.values[row] : DAY_ABSENT
  }
  /** As set(), for rows in any order. */
  amend(row: number, day: number): void {
    if (row < this.#filled) this.values[row] = day
    else this.set(row, day)
  }
  /** Rows from `row` on, DAY_ABSENT = absent. */
  setRows(row: number, days: Int32Array): void {
    const end = row + days.length
    if (end > this.values.length) this.#grow(end)
    if (this.#filled < row) this.values.fill(DAY_ABSENT, this.#filled, row)
    this.values.set(days, row)
    this.#filled = end
  }
  override lend(values: Int32Array): void {
    super.lend(values)
    this.#filled = values.length
  }
  finish(rowCount: number, absent: AbsentArrays): Int32Array {
    if (this.#filled === 0) return absent.days
    if (rowCount > this.values.length) this.#grow(rowCount)
    this.values.fill(DAY_ABSENT, this.#filled, rowCount)
    return trimmed(this.values, rowCount)
  }
  #grow(needed: number): void {
    this.values = integersMoved(this.values, capacityFor(needed, this.expected.rowCount, this.values.length))
  }
}

/** Small numbers, 0 = absent. */
export class GrowingBytes extends GrowingRows<Uint8Array> {
  constructor(expected: Expected) {
    super(expected, NO_BYTES)
  }
  set(row: number, value: number): void {
    if (row >= this.values.length) this.#grow(row + 1)
    this.values[row] = value
  }
  setRows(row: number, values: Uint8Array): void {
    const end = row + values.length
    if (end > this.values.length) this.#grow(end)
    this.values.set(values, row)
  }
  finish(rowCount: number, absent: AbsentArrays): Uint8Array {
    if (this.values.length === 0) return absent.bytes
    if (rowCount > this.values.length) this.#grow(rowCount)
    return trimmed(this.values, rowCount)
  }
  #grow(needed: number): void {
    this.values = bytesMoved(this.values, capacityFor(needed, this.expected.rowCount, this.values.length))
  }
}

/** Minutes after midnight + 1, 0 = absent. */
export class GrowingTimes extends GrowingRows<Uint16Array> {
  constructor(expected: Expected) {
    super(expected, NO_SHORTS)
  }
  set(row: number, value: number): void {
    if (row >= this.values.length) this.#grow(row + 1)
    this.values[row] = value
  }
  /** The time that a row has so far, 0 = none. */
  get(row: number): number {
    return this.values[row] ?? 0
  }
  setRows(row: number, values: Uint16Array): void {
    const end = row + values.length
    if (end > this.values.length) this.#grow(end)
    this.values.set(values, row)
  }
  finish(rowCount: number, absent: AbsentArrays): Uint16Array {
    if (this.values.length === 0) return absent.times
    if (rowCount > this.values.length) this.#grow(rowCount)
    return trimmed(this.values, rowCount)
  }
  #grow(needed: number): void {
    const capacity = capacityFor(needed, this.expected.rowCount, this.values.length)
    this.values = moved<Uint16Array<ArrayBuffer>>(this.values, Uint16Array, capacity)
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
  setRows(row: number, values: Uint32Array): void {
    const end = row + values.length
    if (end > this.values.length) this.#grow(end)
    this.values.set(values, row)
  }
  /** The same, each by what `meanings` has for it. */
  setMeant(row: number, values: Uint32Array, meanings: Uint32Array): void {
    const end = row + values.length
    if (end > this.values.length) this.#grow(end)
    const into = this.values
    for (let i = 0; i < values.length; i++) into[row + i] = meanings[values[i]]
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
