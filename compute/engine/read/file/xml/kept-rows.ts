/** Rows of a list that stand before what they name, kept value by value until all is read: no object is made for a row. */
import { GrowingText } from '../../growing-texts.ts'
import { NumberList } from '../number-list.ts'
import type { RecordSize, RowRecord } from '../row-record.ts'

/** A day and its time of day as one number: day * TIMES + time. */
const TIMES = 2_048

export class KeptRows {
  count = 0
  // entry s: of slot s
  readonly #moments: readonly NumberList[]
  readonly #values: readonly NumberList[]
  readonly #texts: readonly GrowingText[]

  constructor({ dateCount, valueCount, textCount }: RecordSize, textBytesMax: number) {
    this.#moments = Array.from({ length: dateCount }, () => new NumberList())
    this.#values = Array.from({ length: valueCount }, () => new NumberList())
    this.#texts = Array.from({ length: textCount }, () => new GrowingText({ rowCount: 0, textBytesMax }))
  }

  keep({ days, times, values, source, start, end }: RowRecord): void {
    const k = this.count++
    for (let slot = 0; slot < this.#moments.length; slot++) this.#moments[slot].push(days[slot] * TIMES + times[slot])
    for (let slot = 0; slot < this.#values.length; slot++) this.#values[slot].push(values[slot])
    for (let slot = 0; slot < this.#texts.length; slot++) this.#texts[slot].set(k, source[slot], start[slot], end[slot])
  }

  /** Row k, to a record of the same size. */
  take(k: number, record: RowRecord): void {
    for (let slot = 0; slot < this.#moments.length; slot++) {
      const moment = this.#moments[slot].at(k)
      record.days[slot] = Math.floor(moment / TIMES)
      record.times[slot] = moment - record.days[slot] * TIMES
    }
    for (let slot = 0; slot < this.#values.length; slot++) record.values[slot] = this.#values[slot].at(k)
    for (let slot = 0; slot < this.#texts.length; slot++) {
      const { bytes, offsets } = this.#texts[slot]
      record.setText(slot, bytes, offsets[k], offsets[k + 1])
    }
  }
}
