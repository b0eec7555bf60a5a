/** Who has called a lane lately: enough to know whether an account has it to itself. */

/** An account that called within this time counts as a current caller. */
const RECENT_CALLER_MS = 5_000

interface Caller {
  readonly accountId: string
  atMs: number
}

export class RecentCallers {
  /** The most recent caller, and the most recent one of another account. */
  #last: Caller | undefined
  #lastOther: Caller | undefined

  note(accountId: string, atMs: number): void {
    if (this.#last?.accountId === accountId) {
      this.#last.atMs = atMs
      return
    }
    this.#lastOther = this.#last
    this.#last = { accountId, atMs }
  }

  /** Whether others than the account call as well. */
  areOthersThan(accountId: string, nowMs: number): boolean {
    const other = this.#last?.accountId === accountId ? this.#lastOther : this.#last
    return other !== undefined && nowMs - other.atMs < RECENT_CALLER_MS
  }
}
