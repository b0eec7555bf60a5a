/**
 * Runs expensive requests of an account one at a time. After each request the account pauses for as long as the request took, so a burst
 * from one account uses at most half of the processor. The mutex covers one process. It refuses nothing, because the rate window
 * already bounds the number of requests.
 */

/** The measured time includes waiting for the store. This cap keeps a slow store from causing long pauses. */
const REST_MS_MAX = 50

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export class AccountMutex {
  /** Account id to the promise that the account's next request waits for. Idle accounts have no entry. */
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
