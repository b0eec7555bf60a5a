/**
 * One row of a list in a project file, whatever the format: its dates, numbers and texts by slot. One record is used for all rows of a list, so that
 * nothing is made for a row; what a slot holds is valid until the next row.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'

export interface RecordSize {
  readonly dateCount: number
  readonly valueCount: number
  readonly textCount: number
}

const NO_TEXT = new Uint8Array(0)
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export class RowRecord {
  /** Day numbers, DAY_ABSENT = none, and minutes after midnight + 1, 0 = none. */
  readonly days: Int32Array
  readonly times: Uint16Array
  /** NaN = none. */
  readonly values: Float64Array
  // text s is source[s][start[s] .. end[s])
  readonly source: Uint8Array[]
  readonly start: Int32Array
  readonly end: Int32Array
  /** Copies of texts whose bytes are about to be overwritten, by slot. */
  readonly #held: Uint8Array[]

  constructor({ dateCount, valueCount, textCount }: RecordSize) {
    this.days = new Int32Array(dateCount)
    this.times = new Uint16Array(dateCount)
    this.values = new Float64Array(valueCount)
    this.source = new Array<Uint8Array>(textCount).fill(NO_TEXT)
    this.#held = new Array<Uint8Array>(textCount).fill(NO_TEXT)
    this.start = new Int32Array(textCount)
    this.end = new Int32Array(textCount)
  }

  clear(): void {
    this.days.fill(DAY_ABSENT)
    this.times.fill(0)
    this.values.fill(Number.NaN)
    this.start.fill(0)
    this.end.fill(0)
  }

  setText(slot: number, from: Uint8Array, start: number, end: number): void {
    this.source[slot] = from
    this.start[slot] = start
    this.end[slot] = end
  }

  /** As setText(), of bytes that the next text overwrites. */
  holdText(slot: number, from: Uint8Array, start: number, end: number): void {
    const size = end - start
    if (this.#held[slot].length < size) this.#held[slot] = new Uint8Array(2 * size)
    const held = this.#held[slot]
    for (let at = 0; at < size; at++) held[at] = from[start + at]
    this.setText(slot, held, 0, size)
  }

  has(slot: number): boolean {
    return this.end[slot] > this.start[slot]
  }

  text(slot: number): string {
    return this.has(slot) ? decoder.decode(this.source[slot].subarray(this.start[slot], this.end[slot])) : ''
  }
}
