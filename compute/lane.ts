/**
 * A queue in front of some worker threads. A call whose client leaves is taken out of the queue; one that runs is left to
 * end, since ending a thread costs more than its rest. A full queue is a refusal, not a wait.
 *
 * A burst may fill the queue. A queue that stands (its head has waited too long for GRACE_MS, or as long as GRACE_CALLS
 * take, without a break) would only make every call late, so from then on calls are taken just as long as they need not wait too
 * long, until nobody has been refused for that time (after CoDel: Nichols and Jacobson, "Controlling queue delay", 2012).
 */
export interface LaneSettings {
  /** Calls handed to the threads at once. */
  readonly slots: number
  readonly queueMax: number
  /** The head of the queue may wait so long, or CALLS_WAITED calls of mean length if that is longer. */
  readonly waitMs: number
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}

const GRACE_MS = 200
/** Calls of a tenth of a second that come by chance often meet five others: that is no queue that stands yet. */
const GRACE_CALLS = 16
const CALLS_WAITED = 4
/** Weight of the last call in the mean length: one that was longer counts at once, or large calls after small ones would seem late. */
const LONGER_SHARE = 0.5
const SHORTER_SHARE = 0.05

export class Lane {
  readonly #settings: LaneSettings
  #running = 0
  /** Calls let in whose bodies are on their way. */
  #coming = 0
  /** Time of entry by call, in order. */
  readonly #waiting = new Map<() => void, number>()
  #meanMs = 0
  #isStanding = false
  /** When a standing queue last refused a call. */
  #refusedAtMs = Number.NEGATIVE_INFINITY
  /** Since when there has been too much or enough room against what #isStanding says; null = it says so. */
  #turnedAtMs: number | null = null

  constructor(settings: LaneSettings) {
    this.#settings = settings
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Whether a call whose body is still to be read should be refused: it would be, or would wait too long, once it is here. */
  get isFull(): boolean {
    return this.#refuses(((this.#coming + this.#waiting.size) * this.#meanMs) / this.#settings.slots > this.#boundMs)
  }

  /** Says that the body of a call is being read; the function that it gives says that this is over. */
  expect(): () => void {
    this.#coming++
    return () => {
      this.#coming--
    }
  }

  /** Resolves with true when the call may run (then leave() is owed), false when it was taken out; undefined: full. */
  enter(whenGone: (tell: () => void) => void): Promise<boolean> | undefined {
    if (this.#running < this.#settings.slots) {
      this.#running++
      return Promise.resolve(true)
    }
    if (this.#refuses(false)) return undefined
    return new Promise(resolve => {
      const start = (): void => resolve(true)
      this.#waiting.set(start, this.#settings.now())
      whenGone(() => {
        if (this.#waiting.delete(start)) resolve(false)
      })
    })
  }

  /** tookMs: how long the call ran. */
  leave(tookMs: number): void {
    this.#meanMs += (tookMs > this.#meanMs ? LONGER_SHARE : SHORTER_SHARE) * (tookMs - this.#meanMs)
    this.#observe()
    const [next] = this.#waiting.keys()
    if (next === undefined) {
      this.#running--
      return
    }
    this.#waiting.delete(next)
    next()
  }

  get #graceMs(): number {
    return Math.max(GRACE_MS, (GRACE_CALLS * this.#meanMs) / this.#settings.slots)
  }

  get #boundMs(): number {
    return Math.max(this.#settings.waitMs, CALLS_WAITED * this.#meanMs)
  }

  #refuses(wouldBeLate: boolean): boolean {
    const isLate = this.#observe()
    if (this.#waiting.size >= this.#settings.queueMax) return true
    if (!this.#isStanding || !(isLate || wouldBeLate)) return false
    this.#refusedAtMs = this.#settings.now()
    return true
  }

  /** Whether the head has waited too long; keeps account of how long there has been too much, or enough room. */
  #observe(): boolean {
    const nowMs = this.#settings.now()
    const [enteredMs = nowMs] = this.#waiting.values()
    const isLate = nowMs - enteredMs > this.#boundMs
    const isTooMuch = isLate || (this.#isStanding && nowMs - this.#refusedAtMs < this.#graceMs)
    if (isTooMuch === this.#isStanding) this.#turnedAtMs = null
    else if (this.#turnedAtMs === null) this.#turnedAtMs = nowMs
    else if (nowMs - this.#turnedAtMs >= this.#graceMs) {
      this.#isStanding = isTooMuch
      this.#turnedAtMs = null
    }
    return isLate
  }
}
