/** A set of ranks that is met in their order, or against it: a bit for each. */
const BITS = 32

export class RankSet {
  readonly #words: Uint32Array
  /** No word before #from, and none from #end on, has a bit. */
  #from: number
  #end = 0

  constructor(count: number) {
    this.#words = new Uint32Array(Math.ceil(count / BITS))
    this.#from = this.#words.length
  }

  add(rank: number): void {
    const word = rank >>> 5
    this.#words[word] |= 1 << (rank & 31)
    if (word < this.#from) this.#from = word
    if (word >= this.#end) this.#end = word + 1
  }

  clear(): void {
    this.#words.fill(0)
    this.#from = this.#words.length
    this.#end = 0
  }

  /** Takes out the least one; -1: it is empty. */
  takeFirst(): number {
    const words = this.#words
    for (let word = this.#from; word < this.#end; word++) {
      const bits = words[word]
      if (bits === 0) continue
      this.#from = word
      words[word] = bits & (bits - 1)
      return word * BITS + (BITS - 1 - Math.clz32(bits & -bits))
    }
    this.#from = words.length
    this.#end = 0
    return -1
  }

  /** Takes out the greatest one; -1: it is empty. */
  takeLast(): number {
    const words = this.#words
    for (let word = this.#end - 1; word >= this.#from; word--) {
      const bits = words[word]
      if (bits === 0) continue
      this.#end = word + 1
      const bit = BITS - 1 - Math.clz32(bits)
      words[word] = bits & ~(1 << bit)
      return word * BITS + bit
    }
    this.#from = words.length
    this.#end = 0
    return -1
  }
}
