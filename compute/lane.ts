/**
 * A queue in front of some worker threads. A call whose client leaves is taken out of the queue; one that runs is left to
 * end, since ending a thread costs more than its rest. A full queue is a refusal, not a wait.
 *
 * A burst may fill the queue. A queue that stands (its head has waited too long for GRACE_MS, or as long as GRACE_CALLS
 * take, without a break; after CoDel: Nichols and Jacobson, "Controlling queue delay", 2012) would only make every call late. From
 * then on a call is taken when a thread will soon be free for it, until what comes, refused or not, is less than the threads can do.
 */
export interface LaneSettings {
  readonly threads: number
  /** Calls handed to the threads at once: those beyond their number are at hand when one is free. */
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
/**
 * Calls per thread that may be ahead of one that is taken while the queue stands: one runs, and for every second thread one is at
 * hand. (Twice as many: the same calls a second, each a fifth later. One alone: a fifth fewer of them.)
 */
const STANDING_AHEAD = 1.25
const STANDING_AHEAD_MIN = 2
/** Calls per thread that one whose body is here already may meet waiting: to refuse it now would waste what it sent. */
const STANDING_WAITING = 1
/** A body that has been on its way for longer is not about to come: many slow ones would keep the others out. */
const COMING_MS_MAX = 1_000
/** Share of what the threads can do below which what comes is less, and times the grace that it must be seen for. */
const ENOUGH_ROOM = 0.8
const ROOM_GRACES = 3
/** Weight of the last call in a mean. */
const LAST_SHARE = 0.05
/** In the length that waits are judged by, one that was longer counts at once: large calls after small ones would seem late. */
const LONGER_SHARE = 0.5

export class Lane {
  readonly #settings: LaneSettings
  #running = 0
  /** Calls let in whose bodies are on their way, in order. */
  readonly #coming = new Set<{ readonly sinceMs: number }>()
  /** Time of entry by call, in order. */
  readonly #waiting = new Map<() => void, number>()
  /** Of a call: in its slot (a mean, and one that remembers long ones), on its thread, its body on the way. */
  #longMs = 0
  #meanWorkMs = 0
  #meanComingMs = 0
  #isStanding = false
  /** Since when the head has waited too long; null = it has not. */
  #lateSinceMs: number | null = null
  /** Calls that came to a standing queue since then, taken or not. */
  #cameSinceMs = 0
  #came = 0

  constructor(settings: LaneSettings) {
    this.#settings = settings
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Whether a call that comes now is refused. Asked once of a call, as it counts what comes: before expect(), or in it. */
  get isFull(): boolean {
    const { threads } = this.#settings
    return this.#refuses(this.#ahead >= Math.max(STANDING_AHEAD_MIN, STANDING_AHEAD * threads))
  }

  /**
   * A call whose body is still to be read: the function says that it is here, or will not come. undefined: it would be refused, or
   * would wait too long, once it is here.
   */
  expect(): (() => void) | undefined {
    if (this.isFull) return undefined
    const { now } = this.#settings
    const body = { sinceMs: now() }
    this.#coming.add(body)
    return () => {
      if (this.#coming.delete(body)) this.#meanComingMs += LAST_SHARE * (now() - body.sinceMs - this.#meanComingMs)
    }
  }

  /** Resolves with true when the call may run (then leave() is owed), false when it was taken out; undefined: full. */
  enter(whenGone: (tell: () => void) => void): Promise<boolean> | undefined {
    const { slots, threads } = this.#settings
    if (this.#running >= slots && this.#refuses(this.#waiting.size >= STANDING_WAITING * threads)) return undefined
    this.#came++
    if (this.#running < slots) {
      this.#running++
      return Promise.resolve(true)
    }
    return new Promise(resolve => {
      const start = (): void => resolve(true)
      this.#waiting.set(start, this.#settings.now())
      whenGone(() => {
        if (this.#waiting.delete(start)) resolve(false)
      })
    })
  }

  /** tookMs: how long the call had its slot; workMs: how long a thread worked on it. */
  leave(tookMs: number, workMs: number): void {
    this.#meanWorkMs += LAST_SHARE * (workMs - this.#meanWorkMs)
    this.#longMs += (tookMs > this.#longMs ? LONGER_SHARE : LAST_SHARE) * (tookMs - this.#longMs)
    this.#observe()
    const [next] = this.#waiting.keys()
    if (next === undefined) {
      this.#running--
      return
    }
    this.#waiting.delete(next)
    next()
  }

  /** Calls that will be before one that comes now, when its body is here. */
  get #ahead(): number {
    const { threads, now } = this.#settings
    const nowMs = now()
    for (const body of this.#coming) {
      if (nowMs - body.sinceMs <= COMING_MS_MAX) break
      this.#coming.delete(body)
    }
    const done = this.#meanWorkMs === 0 ? 0 : (threads * this.#meanComingMs) / this.#meanWorkMs
    return this.#running + this.#waiting.size + this.#coming.size - done
  }

  get #graceMs(): number {
    return Math.max(GRACE_MS, (GRACE_CALLS * this.#longMs) / this.#settings.slots)
  }

  get #boundMs(): number {
    return Math.max(this.#settings.waitMs, CALLS_WAITED * this.#longMs)
  }

  #refuses(wouldWait: boolean): boolean {
    const isLate = this.#observe()
    if (this.#waiting.size < this.#settings.queueMax && !(this.#isStanding && (isLate || wouldWait))) return false
    this.#came++
    return true
  }

  /** Whether the head has waited too long; keeps account of since when, and of what comes. */
  #observe(): boolean {
    const nowMs = this.#settings.now()
    const [enteredMs = nowMs] = this.#waiting.values()
    const isLate = nowMs - enteredMs > this.#boundMs
    if (this.#isStanding) this.#seeRoom(nowMs)
    else this.#seeLateness(nowMs, isLate)
    return isLate
  }

  #seeLateness(nowMs: number, isLate: boolean): void {
    if (!isLate) this.#lateSinceMs = null
    else this.#lateSinceMs ??= nowMs
    if (this.#lateSinceMs === null || nowMs - this.#lateSinceMs < this.#graceMs) return
    this.#isStanding = true
    this.#lateSinceMs = null
    this.#countFrom(nowMs)
  }

  #seeRoom(nowMs: number): void {
    const spanMs = nowMs - this.#cameSinceMs
    if (spanMs < ROOM_GRACES * this.#graceMs) return
    this.#isStanding = this.#came * this.#meanWorkMs > ENOUGH_ROOM * spanMs * this.#settings.threads
    this.#countFrom(nowMs)
  }

  #countFrom(nowMs: number): void {
    this.#cameSinceMs = nowMs
    this.#came = 0
  }
}
