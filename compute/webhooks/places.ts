/** So many places, given in the order they are asked for: whoever asks late is not overtaken by whoever asks often. */

export class Places {
  readonly #waiting: ((isGiven: boolean) => void)[] = []
  #free: number
  #isClosed = false

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves when a place is given; false: closed, nothing is given any more. */
  take(): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(true)
    }
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  /** Gives one back, to the next who waits. */
  give(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next(true)
  }

  close(): void {
    this.#isClosed = true
    for (const refuse of this.#waiting.splice(0)) refuse(false)
  }
}
