/**
 * Calls that found the month used up by calls still at work (outcome "pending"). Some of those may give their unit back in a
 * moment, and a quota of 100 is to pass exactly 100; so they wait here, in order, for a short time. One question at a time and
 * account goes to Redis, whoever waits.
 */

/** Asks for admission again; null = still pending. */
type Ask<T> = () => Promise<T | null>

interface Waiter<T> {
  readonly ask: Ask<T>
  readonly untilMs: number
  readonly settle: (answer: Promise<T | null>) => void
}

interface Room<T> {
  readonly waiters: Waiter<T>[]
  /** Ends the pause between two questions. */
  wake: () => void
}

const WAIT_MS_MAX = 5_000
const ASK_EVERY_MS = 10
/** Of one account; beyond it a call is refused at once. */
const WAITERS_MAX = 2_000

export class WaitingRoom<T> {
  readonly #rooms = new Map<string, Room<T>>()

  /** The answer once it is not pending any more; null when it stayed so for too long. Rejects when `ask` does. */
  wait(accountId: string, ask: Ask<T>): Promise<T | null> {
    let room = this.#rooms.get(accountId)
    if (!room) {
      room = { waiters: [], wake: () => {} }
      this.#rooms.set(accountId, room)
      // after the first waiter is in
      queueMicrotask(() => void this.#serve(accountId, room!))
    }
    if (room.waiters.length >= WAITERS_MAX) return Promise.resolve(null)
    const { promise, resolve } = Promise.withResolvers<T | null>()
    room.waiters.push({ ask, untilMs: performance.now() + WAIT_MS_MAX, settle: resolve })
    return promise
  }

  /** A unit of this account may be free now. */
  wake(accountId: string): void {
    this.#rooms.get(accountId)?.wake()
  }

  async #serve(accountId: string, room: Room<T>): Promise<void> {
    for (let first = room.waiters[0]; first; first = room.waiters[0]) {
      const woken = Promise.withResolvers<void>()
      room.wake = woken.resolve
      const answer = first.ask()
      const isPending = await answer.then(
        reply => reply === null,
        () => false,
      )
      if (!isPending || performance.now() >= first.untilMs) {
        room.waiters.shift()
        first.settle(answer)
        continue
      }
      const timer = setTimeout(woken.resolve, ASK_EVERY_MS)
      await woken.promise
      clearTimeout(timer)
    }
    this.#rooms.delete(accountId)
  }
}
