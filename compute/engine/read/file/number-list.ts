/** Numbers one after the other, in an array that grows. */
import { NO_NUMBERS, numbersMoved } from '../growing-columns.ts'

const ENTRIES_LEAST = 64

export class NumberList {
  values: Float64Array = NO_NUMBERS
  count = 0
  push(value: number): void {
    if (this.count === this.values.length)
      this.values = numbersMoved(this.values, Math.max(ENTRIES_LEAST, 2 * this.count))
    this.values[this.count++] = value
  }
  at(index: number): number {
    return this.values[index]
  }
}
