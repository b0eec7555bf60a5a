/**
 * The places of one deliverer, given in the order they are asked for. No account has more of them than are free (dynamic thresholds:
 * Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998): one alone comes to half of them,
 * two to a third each, and whoever comes new finds a place at once.
 */

export class Slots {
  readonly #waiting: ((isGiven: boolean) => void)[] = []
  readonly #held = new Map<string, number>()
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

  /** False: none is free, or closed. */
  takeNow(): boolean {
    if (this.#isClosed || this.#free === 0) return false
    this.#free--
    return true
  }

  /** A place that was taken is for this account. */
  assign(accountId: string): void {
    this.#held.set(accountId, (this.#held.get(accountId) ?? 0) + 1)
  }

  /** Gives one back, to the next who waits. accountId: whom it was for. */
  release(accountId?: string): void {
    if (accountId !== undefined) {
      const rest = this.#held.get(accountId)! - 1
      if (rest === 0) this.#held.delete(accountId)
      else this.#held.set(accountId, rest)
    }
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next(true)
  }

  /** Accounts that have their share. */
  get heldBack(): readonly string[] {
    return [...this.#held].filter(([, count]) => count > this.#free).map(([accountId]) => accountId)
  }

  close(): void {
    this.#isClosed = true
    for (const refuse of this.#waiting.splice(0)) refuse(false)
  }
}
