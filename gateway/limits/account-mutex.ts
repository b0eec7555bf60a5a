/**
 * Answers that are long to make, one of an account at a time and half of the time: of a burst of calls of one account one is at work, then it rests
 * for as long as it worked, so that the calls of others find the processor free. Per process; nothing is refused here, since the window bounds
 * how many there are.
 */

/** Work waits for its answers, too: a store that is slow must not make the rest long. */
const REST_MS_MAX = 50

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export class AccountMutex {
  /** By account: when its next work may begin. Accounts without any are not in it. */
  readonly #free = new Map<string, Promise<void>>()

  run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#free.get(accountId)
    let startMs = performance.now()
    const begin = (): Promise<T> => {
      startMs = performance.now()
      return work()
    }
    const turn = before === undefined ? begin() : before.then(begin)
    const rest = (): Promise<void> => pause(Math.min(REST_MS_MAX, performance.now() - startMs))
    const free = turn.then(rest, rest).then(() => {
      if (this.#free.get(accountId) === free) this.#free.delete(accountId)
    })
    this.#free.set(accountId, free)
    return turn
  }
}
