/** A heap of indices: the first by the order of the caller comes out first. */
export class Heap {
  readonly #items: Uint32Array
  readonly #isBefore: (a: number, b: number) => boolean
  size = 0

  constructor(room: number, isBefore: (a: number, b: number) => boolean) {
    this.#items = new Uint32Array(room)
    this.#isBefore = isBefore
  }

  push(a: number): void {
    const items = this.#items
    let n = this.size++
    while (n > 0) {
      const parent = (n - 1) >> 1
      if (!this.#isBefore(a, items[parent])) break
      items[n] = items[parent]
      n = parent
    }
    items[n] = a
  }

  get first(): number {
    return this.#items[0]
  }

  pop(): number {
    const items = this.#items
    const first = items[0]
    const last = items[--this.size]
    let n = 0
    for (;;) {
      let child = 2 * n + 1
      if (child >= this.size) break
      if (child + 1 < this.size && this.#isBefore(items[child + 1], items[child])) child++
      if (!this.#isBefore(items[child], last)) break
      items[n] = items[child]
      n = child
    }
    items[n] = last
    return first
  }
}
