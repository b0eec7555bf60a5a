/** A curve of work: what each task adds is spread evenly over its days. */
import { zeros } from '../../../ids/short-arrays.ts'
import { PERCENT_MAX } from '../../../population/progress.ts'

/** Work that grows from day to day, as shares of `total`. */
export class Growth {
  /** Entry n: what is added on day n, as a change of the day before. */
  readonly #changes: Float64Array
  readonly #firstDay: number
  total = 0

  constructor(firstDay: number, lastDay: number) {
    this.#firstDay = firstDay
    this.#changes = zeros(Float64Array, lastDay - firstDay + 2)
  }

  /** Evenly over the days from .. to, both included. */
  add(from: number, to: number, work: number): void {
    if (!(work > 0)) return
    const perDay = work / (to - from + 1)
    this.#changes[from - this.#firstDay] += perDay
    this.#changes[to - this.#firstDay + 1] -= perDay
    this.total += work
  }

  /** Percent of `whole` at the end of each of the days, which ascend. */
  at(days: Int32Array, whole: number): Float64Array {
    let perDay = 0
    let sum = 0
    let n = 0
    return Float64Array.from(days, day => {
      for (; n <= day - this.#firstDay && n < this.#changes.length; n++) {
        perDay += this.#changes[n]
        sum += perDay
      }
      return whole > 0 ? Math.max(0, Math.min(PERCENT_MAX, (sum / whole) * PERCENT_MAX)) : Number.NaN
    })
  }
}
