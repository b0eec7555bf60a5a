/**
 * A queue for calls that found the month used up by calls still in progress (outcome "pending"). Calls in progress may return
 * their units, and a quota of 100 must admit exactly 100 calls. So the new calls wait here for a short time, in order. Each account
 * has at most one request to Redis at a time, however many of its calls wait.
 */

/** Requests admission again. null: still pending. */
type Retry<T> = () => Promise<T | null>

interface Waiter<T> {
  readonly retry: Retry<T>
  readonly untilMs: number
  readonly settle: (answer: Promise<T | null>) => void
}

interface AccountQueue<T> {
  readonly waiters: Waiter<T>[]
  /** Ends the pause between two retries. */
  wake: () => void
}

const WAIT_MS_MAX = 5_000
const RETRY_EVERY_MS = 10
/** Per account. Further calls are refused at once. */
const WAITERS_MAX = 2_000

export class AdmissionQueue<T> {
  readonly #queues = new Map<string, AccountQueue<T>>()

  /** The answer once it is no longer pending. null: still pending after WAIT_MS_MAX. Rejects when `retry` does. */
  wait(accountId: string, retry: Retry<T>): Promise<T | null> {
    let queue = this.#queues.get(accountId)
    if (!queue) {
      queue = { waiters: [], wake: () => {} }
      this.#queues.set(accountId, queue)
      // runs after the first waiter has been added
      queueMicrotask(() => void this.#serve(accountId, queue!))
    }
    if (queue.waiters.length >= WAITERS_MAX) return Promise.resolve(null)
    const { promise, resolve } = Promise.withResolvers<T | null>()
    queue.waiters.push({ retry, untilMs: performance.now() + WAIT_MS_MAX, settle: resolve })
    return promise
  }

  /** A unit of this account may have been returned. */
  wake(accountId: string): void {
    this.#queues.get(accountId)?.wake()
  }

  async #serve(accountId: string, queue: AccountQueue<T>): Promise<void> {
    for (let first = queue.waiters[0]; first; first = queue.waiters[0]) {
      const woken = Promise.withResolvers<void>()
      queue.wake = woken.resolve
      const answer = first.retry()
      const isPending = await answer.then(
        reply => reply === null,
        () => false,
      )
      if (!isPending || performance.now() >= first.untilMs) {
        queue.waiters.shift()
        first.settle(answer)
        continue
      }
      const timer = setTimeout(woken.resolve, RETRY_EVERY_MS)
      await woken.promise
      clearTimeout(timer)
    }
    this.#queues.delete(accountId)
  }
}
