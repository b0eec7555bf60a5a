/**
 * Answers that are long to make, one account after the other: of a burst of calls of one account one is at work, so that the calls of others
 * wait for one at most. Per process; nothing is refused here, since the window bounds how many there are.
 */

export class Turns {
  /** The last turn of each account that has one. */
  readonly #last = new Map<string, Promise<unknown>>()

  async take<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(accountId)
    const turn = before === undefined ? work() : before.then(work, work)
    this.#last.set(accountId, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(accountId) === turn) this.#last.delete(accountId)
    }
  }
}
