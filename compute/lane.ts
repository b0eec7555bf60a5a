/**
 * A queue in front of some worker threads. A call whose client leaves is taken out of the queue; one that runs is left to
 * end, since ending a thread costs more than its rest. A full queue is a refusal, not a wait.
 */
export class Lane {
  readonly #slots: number
  readonly #queueMax: number
  #running = 0
  readonly #waiting = new Set<() => void>()

  /** slots: calls handed to the threads at once. */
  constructor(slots: number, queueMax: number) {
    this.#slots = slots
    this.#queueMax = queueMax
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves with true when the call may run (then leave() is owed), false when it was taken out; undefined: full. */
  enter(whenGone: (tell: () => void) => void): Promise<boolean> | undefined {
    if (this.#running < this.#slots) {
      this.#running++
      return Promise.resolve(true)
    }
    if (this.#waiting.size >= this.#queueMax) return undefined
    return new Promise(resolve => {
      const start = (): void => resolve(true)
      this.#waiting.add(start)
      whenGone(() => {
        if (this.#waiting.delete(start)) resolve(false)
      })
    })
  }

  leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#running--
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
