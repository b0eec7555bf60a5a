/**
 * A queue in front of some worker threads. A call whose client leaves is taken out of the queue; one that runs is left to
 * end, since ending a thread costs more than its rest. A full queue is a refusal, not a wait.
 *
 * A burst may fill the queue. A queue that stands (its head has waited too long for GRACE_MS, or as long as GRACE_CALLS
 * take, without a break; after CoDel: Nichols and Jacobson, "Controlling queue delay", 2012) would only make every call late. From
 * then on a call is taken when a thread will soon be free for it, until what comes, refused or not, is less than the threads can do.
 *
 * Accounts are served in turn, so that one that sends much waits behind itself. While others call too, an account whose calls are long
 * leaves a thread to them, and one that has nothing in the lane is not refused for what others have there. Each step costs the same however
 * many wait; of an account without a call in the lane nothing is kept.
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

/** Who called so lately may call again in a moment. */
const LATELY_MS = 5_000
/** Calls that are longer would be felt by who finds all threads at them. */
const FELT_WORK_MS = 1
/** Calls that are longer gain nothing by being at hand: a thread that waits for the next one waits a small part of it. */
const LONG_WORK_MS = 3

/** What an account has in the lane. */
interface Holding {
  readonly accountId: string
  running: number
  /** Bodies on their way. */
  coming: number
  /** Its calls that wait, in order. */
  readonly waiting: Set<() => void>
  /** Of its calls since it last had none in the lane; null = none has ended. */
  meanWorkMs: number | null
}

interface ComingBody {
  readonly sinceMs: number
  readonly own: Holding
}

interface Caller {
  readonly accountId: string
  atMs: number
}

export class Lane {
  readonly #settings: LaneSettings
  readonly #holdings = new Map<string, Holding>()
  /** Holdings with a call that waits, in the order of their turns. */
  readonly #turns = new Set<Holding>()
  /** Those of them that had nothing in the lane before: one of these and one of the others are served in turn. */
  readonly #fresh = new Set<Holding>()
  #wasFresh = false
  /** The account that called last, and the last other one. */
  #last: Caller | undefined
  #lastOther: Caller | undefined
  #running = 0
  /** Calls let in whose bodies are on their way, in order. */
  readonly #coming = new Set<ComingBody>()
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

  /** Accounts that something is kept of. */
  get accountCount(): number {
    return this.#holdings.size
  }

  /** Whether a call that comes now would be refused, by what was seen when the last one came. Changes nothing. */
  isFull(accountId: string): boolean {
    const aheadMax = Math.max(STANDING_AHEAD_MIN, STANDING_AHEAD * this.#settings.threads)
    const own = this.#holdings.get(accountId)
    return this.#refuses(own, own === undefined ? this.#holdings.size >= aheadMax : this.#ahead >= aheadMax)
  }

  /** A call comes, whose body is still to be read; false: it is refused, and counted. Once for each call: before expect(), or in it. */
  arrive(accountId: string): boolean {
    this.#observe()
    if (!this.isFull(accountId)) return true
    this.#came++
    return false
  }

  /**
   * A call whose body is still to be read: the function says that it is here, or will not come. undefined: it would be refused, or
   * would wait too long, once it is here.
   */
  expect(accountId: string): (() => void) | undefined {
    if (!this.arrive(accountId)) return undefined
    const { now } = this.#settings
    const own = this.#holdingOf(accountId)
    own.coming++
    const body = { sinceMs: now(), own }
    this.#coming.add(body)
    return () => {
      if (!this.#coming.has(body)) return
      this.#meanComingMs += LAST_SHARE * (now() - body.sinceMs - this.#meanComingMs)
      this.#forgetBody(body)
    }
  }

  #forgetBody(body: ComingBody): void {
    this.#coming.delete(body)
    body.own.coming--
    this.#tidy(body.own)
  }

  /** Resolves with true when the call may run (then leave() is owed), false when it was taken out; undefined: full. */
  enter(accountId: string, whenGone: (listener: () => void) => void): Promise<boolean> | undefined {
    const { slots, threads, now } = this.#settings
    const known = this.#holdings.get(accountId)
    const isFree = this.#running < slots && this.#mayRun(known, accountId)
    const others = known === undefined || known.waiting.size === 0 ? this.#waitingAccounts : this.#waiting.size
    if (!isFree) this.#observe()
    this.#came++
    if (!isFree && this.#refuses(known, others >= STANDING_WAITING * threads)) return undefined
    this.#note(accountId)
    const own = this.#holdingOf(accountId)
    if (isFree) {
      this.#running++
      own.running++
      return Promise.resolve(true)
    }
    return new Promise(resolve => {
      const start = (): void => resolve(true)
      this.#waiting.set(start, now())
      if (own.waiting.size === 0) (own.running === 0 ? this.#fresh : this.#turns).add(own)
      own.waiting.add(start)
      whenGone(() => {
        if (!this.#waiting.delete(start)) return
        own.waiting.delete(start)
        this.#tidy(own)
        resolve(false)
      })
    })
  }

  /** tookMs: how long the call had its slot; workMs: how long a thread worked on it. */
  leave(accountId: string, tookMs: number, workMs: number): void {
    this.#meanWorkMs += LAST_SHARE * (workMs - this.#meanWorkMs)
    this.#longMs += (tookMs > this.#longMs ? LONGER_SHARE : LAST_SHARE) * (tookMs - this.#longMs)
    this.#observe()
    const own = this.#holdings.get(accountId)!
    own.running--
    own.meanWorkMs = own.meanWorkMs === null ? workMs : own.meanWorkMs + LONGER_SHARE * (workMs - own.meanWorkMs)
    this.#running--
    this.#startNext()
    this.#tidy(own)
  }

  get #waitingAccounts(): number {
    return this.#turns.size + this.#fresh.size
  }

  #startNext(): void {
    while (this.#running < this.#settings.slots) {
      const own = this.#nextIn(this.#wasFresh ? [this.#turns, this.#fresh] : [this.#fresh, this.#turns])
      if (own === undefined) return
      const [start] = own.waiting
      own.waiting.delete(start!)
      this.#waiting.delete(start!)
      this.#wasFresh = this.#fresh.delete(own)
      // to the end of the turns, if anything of it still waits
      this.#turns.delete(own)
      if (own.waiting.size > 0) this.#turns.add(own)
      own.running++
      this.#running++
      start!()
    }
  }

  /** Passed over are holdings with calls that run, so there are no more of them than slots. */
  #nextIn(sets: readonly ReadonlySet<Holding>[]): Holding | undefined {
    for (const set of sets) for (const own of set) if (this.#mayRun(own, own.accountId)) return own
    return undefined
  }

  /** Whether another call of the account may have a slot, as far as others are concerned. */
  #mayRun(own: Holding | undefined, accountId: string): boolean {
    if (own === undefined || own.running === 0) return true
    const { threads, slots } = this.#settings
    const meanMs = own.meanWorkMs ?? this.#meanWorkMs
    const alone = meanMs > LONG_WORK_MS ? threads : slots
    if (!this.#othersCall(accountId)) return own.running < alone
    return own.running < (meanMs > FELT_WORK_MS ? threads - 1 : slots - slots / threads)
  }

  #othersCall(accountId: string): boolean {
    const other = this.#last?.accountId === accountId ? this.#lastOther : this.#last
    return other !== undefined && this.#settings.now() - other.atMs < LATELY_MS
  }

  #note(accountId: string): void {
    const atMs = this.#settings.now()
    if (this.#last?.accountId === accountId) {
      this.#last.atMs = atMs
      return
    }
    this.#lastOther = this.#last
    this.#last = { accountId, atMs }
  }

  #holdingOf(accountId: string): Holding {
    let own = this.#holdings.get(accountId)
    if (own === undefined) {
      own = { accountId, running: 0, coming: 0, waiting: new Set(), meanWorkMs: null }
      this.#holdings.set(accountId, own)
    }
    return own
  }

  /** Of an account that has nothing here any more nothing is kept. */
  #tidy(own: Holding): void {
    if (own.waiting.size === 0) {
      this.#turns.delete(own)
      this.#fresh.delete(own)
    }
    if (own.running === 0 && own.coming === 0 && own.waiting.size === 0) this.#holdings.delete(own.accountId)
  }

  /** Calls that will be before one that comes now, when its body is here. */
  get #ahead(): number {
    const { threads, now } = this.#settings
    const sinceMsMin = now() - COMING_MS_MAX
    let coming = this.#coming.size
    for (const { sinceMs } of this.#coming) {
      if (sinceMs >= sinceMsMin) break
      coming--
    }
    const done = this.#meanWorkMs === 0 ? 0 : (threads * this.#meanComingMs) / this.#meanWorkMs
    return this.#running + this.#waiting.size + coming - done
  }

  get #graceMs(): number {
    return Math.max(GRACE_MS, (GRACE_CALLS * this.#longMs) / this.#settings.slots)
  }

  get #boundMs(): number {
    return Math.max(this.#settings.waitMs, CALLS_WAITED * this.#longMs)
  }

  /** own: what the account has in the lane; that the head is late is for those who have something there. */
  #refuses(own: Holding | undefined, wouldWait: boolean): boolean {
    if (!this.#hasPlace(own?.waiting.size ?? 0)) return true
    return this.#isStanding && (wouldWait || (own !== undefined && this.#isHeadLate))
  }

  /** A queue that others fill has places beyond its length for those who have few in it, as many again at most. */
  #hasPlace(ownWaiting: number): boolean {
    const { queueMax } = this.#settings
    const waiting = this.#waiting.size
    return waiting < queueMax || (waiting < 2 * queueMax && ownWaiting < queueMax / (2 * this.#waitingAccounts))
  }

  get #isHeadLate(): boolean {
    const nowMs = this.#settings.now()
    const [enteredMs = nowMs] = this.#waiting.values()
    return nowMs - enteredMs > this.#boundMs
  }

  /** Keeps account of whether the queue stands, and forgets bodies that are not about to come. */
  #observe(): void {
    const nowMs = this.#settings.now()
    for (const body of this.#coming) {
      if (nowMs - body.sinceMs <= COMING_MS_MAX) break
      this.#forgetBody(body)
    }
    if (this.#isStanding) this.#seeRoom(nowMs)
    else this.#seeLateness(nowMs, this.#isHeadLate)
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
