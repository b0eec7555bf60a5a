/** Numbers one after the other, in an array that grows. */

const ENTRIES_LEAST = 64

export class NumberList {
  values = new Float64Array(ENTRIES_LEAST)
  count = 0
  push(value: number): void {
    if (this.count === this.values.length) {
      const larger = new Float64Array(2 * this.count)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.count++] = value
  }
  at(index: number): number {
    return this.values[index]
  }
}
