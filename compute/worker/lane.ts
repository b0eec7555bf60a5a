/**
 * The queue in front of a group of worker threads. A waiting call is removed when its client disconnects. A running call is left to
 * finish, because ending its thread costs more than the rest of the call. A full queue refuses; it never makes a caller wait for a place.
 *
 * A burst may fill the queue. While the lane is overloaded (overload.ts), it accepts a call only when a thread will be free for it soon, or in a trial as
 * many as the threads can handle before a call would be late.
 *
 * Accounts are served in turn, so the calls of a busy account wait behind its own. While other accounts call, an account with long calls
 * leaves one thread to them. An account with nothing in the lane is not refused because of other accounts. All accounts that have used
 * much thread time lately, or whose calls may be long (thread-time.ts), together leave one thread to the others, as long as such accounts call; those
 * beyond their budget wait behind all others. Each operation takes constant time, however many calls wait. Nothing is kept for an account without a call in the lane.
 */
import { Chain, type Link } from '../../shared/platform/chain.ts'
import { AccountTurns, type InTurn } from './account-turns.ts'
import { Overload } from './overload.ts'
import { RecentCallers } from './recent-callers.ts'
import type { Standing } from './thread-time.ts'

export interface LaneSettings {
  readonly threads: number
  /** Calls handed to the threads at once. Calls beyond the number of threads are ready when a thread becomes free. */
  readonly slots: number
  readonly queueMax: number
  /** The first call in the queue is late after this time, or after the duration of CALLS_WAITED calls if that is longer. */
  readonly waitMs: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

const CALLS_WAITED = 4
/**
 * Under overload, the calls per thread, running and waiting, that may be ahead of an accepted call. Measured: with 2.5 the
 * throughput is the same and each call takes a fifth longer; with 1 the throughput is a fifth lower.
 */
const OVERLOAD_AHEAD = 1.25
const OVERLOAD_AHEAD_MIN = 2
/** Under overload, the waiting calls per thread that a call may meet once its body is complete. Refusing it then wastes the upload. */
const OVERLOAD_WAITING = 1
/** A body that takes longer to upload is no longer counted as expected. Otherwise many slow uploads would keep others out. */
const UPLOAD_MS_MAX = 1_000
/** Weight of the newest call in a moving mean. */
const MEAN_WEIGHT = 0.05
/** Weight of a call that is longer than the mean. It is high, so that the first large calls after small ones do not count as late. */
const RISE_WEIGHT = 0.5

/** A thread is kept for accounts with little recent time when one of them called within this time; without them it would stand idle. */
const RECENT_LIGHT_MS = 60_000
/** Calls longer than this noticeably delay other accounts when they occupy all threads. */
const NOTICEABLE_WORK_MS = 1
/** Calls longer than this gain nothing from being handed over early: the handover takes only a small part of their time. */
const LONG_WORK_MS = 3

/** The calls of one account in the lane. */
interface AccountLoad extends InTurn {
  readonly accountId: string
  running: number
  /** Bodies that are still being uploaded. */
  incoming: number
  readonly waiting: Chain<WaitingCall>
  /** Mean over the calls since the account was last idle. null: none has finished. */
  meanWorkMs: number | null
}

interface WaitingCall {
  readonly waiter: Waiter
  readonly enteredMs: number
  readonly own: AccountLoad
  readonly needsThread: boolean
  /** Among all waiting calls, and among those of its account. */
  place: Link<WaitingCall> | undefined
  ownPlace: Link<WaitingCall> | undefined
}

interface IncomingBody {
  readonly sinceMs: number
  readonly own: AccountLoad
}

/** A call in front of the threads. */
export interface Waiter {
  /** It may run; leave() must follow. */
  start(): void
  /** It was removed. */
  removed(): void
  /** The listener is to be called when the call is not to wait any longer. */
  whenGone(listener: () => void): void
}

export class Lane {
  readonly #settings: LaneSettings
  readonly #accounts = new Map<string, AccountLoad>()
  /** Accounts with a waiting call. */
  readonly #turns = new AccountTurns<AccountLoad>()
  readonly #callers = new RecentCallers()
  #running = 0
  /** Those of accounts that are not light. */
  #heavyRunning = 0
  /** Accounts with an entry that are not light. */
  #heavyCount = 0
  /** When a light account called last. */
  #lastLightMs = Number.NEGATIVE_INFINITY
  /** Accepted calls whose bodies are still being uploaded, in order of arrival. */
  readonly #incoming = new Chain<IncomingBody>()
  readonly #waiting = new Chain<WaitingCall>()
  /** Moving means per call: time in its slot (weighted towards long calls), time on a thread, time of its upload. */
  #recentSlotMs = 0
  #meanWorkMs = 0
  #meanUploadMs = 0
  readonly #overload = new Overload()

  constructor(settings: LaneSettings) {
    this.#settings = settings
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Whether accounts that have used little thread time call. */
  get hasLightCallers(): boolean {
    return this.#settings.now() - this.#lastLightMs < RECENT_LIGHT_MS
  }

  /** Number of accounts with an entry. */
  get accountCount(): number {
    return this.#accounts.size
  }

  /** Whether a call would be refused now, by the state at the last arrival. Changes nothing. */
  isFull(accountId: string): boolean {
    const aheadMax = this.#aheadMax(Math.max(OVERLOAD_AHEAD_MIN, OVERLOAD_AHEAD * this.#settings.threads))
    const own = this.#accounts.get(accountId)
    // a thread is kept from the heavy ones, so they are not in the way
    const accountCount = this.#accounts.size - this.#heavyCount
    return this.#refuses(
      own,
      own?.standing ?? 'light',
      own === undefined ? accountCount >= aheadMax : this.#ahead >= aheadMax,
    )
  }

  /** Counts a call whose body is still to be read; false: it is refused. To be called once per call, either directly or through expect(). */
  arrive(accountId: string): boolean {
    this.#observe()
    if (!this.isFull(accountId)) return true
    this.#overload.arrived()
    this.#overload.refused(this.#settings.now())
    return false
  }

  /**
   * Accepts a call whose body is still to be read. The returned function ends the expectation: the body has arrived or will not come.
   * undefined: the call is refused, because it would find the queue full or would wait too long.
   */
  expect(accountId: string): (() => void) | undefined {
    if (!this.arrive(accountId)) return undefined
    const { now } = this.#settings
    const own = this.#loadOf(accountId)
    own.incoming++
    const body = this.#incoming.add({ sinceMs: now(), own })
    return () => {
      if (this.#forgetBody(body)) this.#meanUploadMs += MEAN_WEIGHT * (now() - body.value.sinceMs - this.#meanUploadMs)
    }
  }

  /** False: it was forgotten before. */
  #forgetBody(body: Link<IncomingBody>): boolean {
    if (!this.#incoming.leave(body)) return false
    const { own } = body.value
    own.incoming--
    this.#forgetIdle(own)
    return true
  }

  /** Resolves with true when the call may run (leave() must follow), with false when it was removed. undefined: the queue is full. */
  enter(accountId: string, whenGone: Waiter['whenGone'], standing?: Standing): Promise<boolean> | undefined {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter = { start: () => resolve(true), removed: () => resolve(false), whenGone }
    const isTaken = this.join(accountId, waiter, standing)
    return isTaken ? promise : undefined
  }

  /** Joins without a promise: starts the call, now or later. False: the queue is full. needsThread: false for a call that is known to be short. */
  join(accountId: string, waiter: Waiter, standing: Standing = 'light', needsThread = true): boolean {
    const { slots, threads, now } = this.#settings
    const known = this.#accounts.get(accountId)
    if (known !== undefined) this.#setStanding(known, standing)
    const isFree = this.#running < slots && this.#mayRun(known, accountId, standing, needsThread)
    const accountCount = standing === 'light' ? this.#turns.lightCount : this.#turns.accountCount
    const others = known === undefined || known.waiting.size === 0 ? accountCount : this.#waiting.size
    if (!isFree) this.#observe()
    this.#overload.arrived()
    if (!isFree && this.#refuses(known, standing, others >= this.#aheadMax(OVERLOAD_WAITING * threads))) {
      this.#overload.refused(now())
      return false
    }
    const nowMs = now()
    this.#callers.note(accountId, nowMs)
    if (standing === 'light') this.#lastLightMs = nowMs
    const own = this.#loadOf(accountId)
    this.#setStanding(own, standing)
    if (isFree) {
      this.#start(own, waiter)
      return true
    }
    if (own.waiting.size === 0) {
      this.#turns.add(own, own.running === 0)
    }
    const call: WaitingCall = { waiter, enteredMs: now(), own, needsThread, place: undefined, ownPlace: undefined }
    call.place = this.#waiting.add(call)
    call.ownPlace = own.waiting.add(call)
    waiter.whenGone(() => {
      if (!this.#endWait(call)) return
      this.#forgetIdle(own)
      waiter.removed()
    })
    return true
  }

  /** False: it waits no longer. */
  #endWait({ own, place, ownPlace }: WaitingCall): boolean {
    return this.#waiting.leave(place!) && own.waiting.leave(ownPlace!)
  }

  /** tookMs: time the call held its slot. workMs: time a thread worked on it. standing: with that call. */
  leave(accountId: string, tookMs: number, workMs: number, standing?: Standing): void {
    this.#meanWorkMs += MEAN_WEIGHT * (workMs - this.#meanWorkMs)
    this.#recentSlotMs += (tookMs > this.#recentSlotMs ? RISE_WEIGHT : MEAN_WEIGHT) * (tookMs - this.#recentSlotMs)
    this.#observe()
    const own = this.#accounts.get(accountId)!
    own.running--
    if (own.standing !== 'light') this.#heavyRunning--
    own.meanWorkMs = own.meanWorkMs === null ? workMs : own.meanWorkMs + RISE_WEIGHT * (workMs - own.meanWorkMs)
    this.#running--
    if (standing !== undefined) this.#setStanding(own, standing)
    this.#startNext()
    this.#forgetIdle(own)
  }

  #startNext(): void {
    while (this.#running < this.#settings.slots) {
      // skips only accounts with running calls, so no more accounts than there are slots
      const own = this.#turns.take(account =>
        this.#mayRun(account, account.accountId, account.standing, account.waiting.first!.value.needsThread),
      )
      if (own === undefined) return
      const next = own.waiting.first!.value
      this.#endWait(next)
      // an account with more waiting calls goes to the end of the order; it had no thread yet if the call needs none
      if (own.waiting.size > 0) this.#turns.add(own, own.isNewcomer && !next.needsThread)
      this.#start(own, next.waiter)
    }
  }

  #start(own: AccountLoad, waiter: Waiter): void {
    this.#running++
    own.running++
    if (own.standing !== 'light') this.#heavyRunning++
    waiter.start()
  }

  /** Its waiting calls go to the place in the order that the new standing has. */
  #setStanding(own: AccountLoad, standing: Standing): void {
    if (own.standing === standing) return
    if (own.standing === 'light') {
      this.#heavyRunning += own.running
      this.#heavyCount++
    }
    if (standing === 'light') {
      this.#heavyRunning -= own.running
      this.#heavyCount--
    }
    const { isNewcomer } = own
    const isWaiting = own.turn !== undefined
    this.#turns.end(own)
    own.standing = standing
    if (isWaiting) this.#turns.add(own, isNewcomer)
  }

  /** Whether the account may take another slot, given the calls of other accounts. */
  #mayRun(own: AccountLoad | undefined, accountId: string, standing: Standing, needsThread = true): boolean {
    const { threads, slots } = this.#settings
    const isReserved = threads > 1 && this.hasLightCallers
    if (standing !== 'light' && needsThread && isReserved && this.#heavyRunning >= threads - 1) {
      // short calls do not keep a thread from the others
      if (standing !== 'heavy' || (own?.meanWorkMs ?? Number.POSITIVE_INFINITY) > NOTICEABLE_WORK_MS) return false
    }
    const meanMs = own?.meanWorkMs ?? this.#meanWorkMs
    const isLong = needsThread && meanMs > LONG_WORK_MS
    // a thread that becomes free takes it at once: handed over now, it would be in front of whoever comes meanwhile
    if (isLong && this.#running >= threads) return false
    if (own === undefined || own.running === 0) return true
    const alone = isLong ? threads : slots
    if (!this.#callers.areOthersThan(accountId, this.#settings.now())) return own.running < alone
    return own.running < (meanMs > NOTICEABLE_WORK_MS ? threads - 1 : slots - slots / threads)
  }

  #loadOf(accountId: string): AccountLoad {
    let own = this.#accounts.get(accountId)
    if (own === undefined) {
      own = {
        accountId,
        standing: 'light',
        running: 0,
        incoming: 0,
        waiting: new Chain(),
        turn: undefined,
        isNewcomer: false,
        meanWorkMs: null,
      }
      this.#accounts.set(accountId, own)
    }
    return own
  }

  /** Removes the entry of an account that has nothing left in the lane. */
  #forgetIdle(own: AccountLoad): void {
    if (own.waiting.size === 0) this.#turns.end(own)
    if (own.running > 0 || own.incoming > 0 || own.waiting.size > 0) return
    this.#accounts.delete(own.accountId)
    if (own.standing !== 'light') this.#heavyCount--
  }

  /** Estimated calls ahead of a call that arrives now, at the time its body is complete. */
  get #ahead(): number {
    const { threads, now } = this.#settings
    const sinceMsMin = now() - UPLOAD_MS_MAX
    let incoming = this.#incoming.size
    for (let body = this.#incoming.first; body !== undefined && body.value.sinceMs < sinceMsMin; body = body.after)
      incoming--
    const done = this.#meanWorkMs === 0 ? 0 : (threads * this.#meanUploadMs) / this.#meanWorkMs
    return this.#running + this.#waiting.size + incoming - done
  }

  /**
   * Calls that may be ahead of an accepted call under overload: in a trial as many as are handled before it would be late. By the time in a slot, since
   * the threads share their processors with others.
   */
  #aheadMax(otherwise: number): number {
    return this.#overload.isTrial ? (this.#settings.slots * this.#waitMsMax) / this.#recentSlotMs : otherwise
  }

  get #waitMsMax(): number {
    return Math.max(this.#settings.waitMs, CALLS_WAITED * this.#recentSlotMs)
  }

  /**
   * A late queue is a reason to refuse only for accounts that already have something in the lane. Heavy accounts wait because a thread is kept from them: light
   * ones are not refused for that.
   */
  #refuses(own: AccountLoad | undefined, standing: Standing, wouldWait: boolean): boolean {
    if (!this.#hasPlace(own?.waiting.size ?? 0)) return true
    if (standing === 'light' && this.#heavyCount > 0 && !this.#isLightLate) return false
    return this.#overload.isOn && (wouldWait || (own !== undefined && this.#isHeadLate))
  }

  /** A full queue has as many places again, reserved for accounts with few calls in it. */
  #hasPlace(ownWaiting: number): boolean {
    const { queueMax } = this.#settings
    const waiting = this.#waiting.size
    return waiting < queueMax || (waiting < 2 * queueMax && ownWaiting < queueMax / (2 * this.#turns.accountCount))
  }

  get #isHeadLate(): boolean {
    return this.#isLate(this.#waiting.first?.value)
  }

  /** Whether the light accounts whose turn is next are late. */
  get #isLightLate(): boolean {
    return this.#turns.nextLight.some(account => this.#isLate(account?.waiting.first?.value))
  }

  #isLate(call: WaitingCall | undefined): boolean {
    return call !== undefined && this.#settings.now() - call.enteredMs > this.#waitMsMax
  }

  /** Updates the overload state and stops counting bodies whose upload takes too long. */
  #observe(): void {
    const nowMs = this.#settings.now()
    for (let body = this.#incoming.first; body !== undefined; body = this.#incoming.first) {
      if (nowMs - body.value.sinceMs <= UPLOAD_MS_MAX) break
      this.#forgetBody(body)
    }
    const { slots } = this.#settings
    this.#overload.observe(nowMs, this.#isHeadLate, this.#recentSlotMs / slots)
  }
}
