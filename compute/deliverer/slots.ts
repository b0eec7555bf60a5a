/**
 * The slots of one deliverer, assigned in the order of requests. No account may have more slots than are free (dynamic thresholds:
 * Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998). A single account gets half of them,
 * two get a third each, and a new account finds a slot at once.
 */

export class Slots {
  readonly #waiting: ((isGiven: boolean) => void)[] = []
  readonly #held = new Map<string, number>()
  #free: number
  #isClosed = false

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves with true when a slot is assigned, with false when closed. */
  take(): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(true)
    }
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  /** false: no slot is free, or closed. */
  takeNow(): boolean {
    if (this.#isClosed || this.#free === 0) return false
    this.#free--
    return true
  }

  /** Assigns a taken slot to this account. */
  assign(accountId: string): void {
    this.#held.set(accountId, (this.#held.get(accountId) ?? 0) + 1)
  }

  /** Releases a slot to the next request. accountId: the account it was assigned to. */
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

  /** Accounts that have reached their share. */
  get heldBack(): readonly string[] {
    return [...this.#held].filter(([, count]) => count > this.#free).map(([accountId]) => accountId)
  }

  close(): void {
    this.#isClosed = true
    for (const refuse of this.#waiting.splice(0)) refuse(false)
  }
}
