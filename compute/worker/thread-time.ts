/**
 * The thread time that accounts have used lately. It decides whose calls may take the last free thread, whose wait behind all others, and whose are
 * refused: a limit of calls or bytes does not bound what a body costs, since a few kilobytes can take seconds.
 *
 * Of each payer three things are kept. `rate` is the part of a thread that it has had lately (a mean that fades). Who has the most is heavy, whatever the
 * tier, and leaves a thread to the others (lane.ts): all that are not, beginning with the least, have had LIGHT_SHARE of a thread together. A fixed limit for each would
 * let a few payers just below it have all threads. `long` is a leaky bucket, in milliseconds of a thread, of the calls that are longer than SHORT_CALL_MS: a few payers who now and
 * then send a long call at the same moment would else hold all threads for its time. Who has more in it than LONG_MS leaves a thread to the others too,
 * and so does who is not known yet, until a call has ended: how long it takes nobody can say before. `debt` is such a bucket that empties at the rate of the tier: beyond
 * the tier's burst the payer's calls wait behind all others, beyond REFUSED_BURSTS of them they are refused. Each gateway counts the time of its own
 * threads, which is what it protects. A payer is an account; keys without an account of their own share the payer of their address.
 */

import { TIERS, type TierName } from '../../shared/contract/tiers.ts'

/**
 * light: little recent time beside the others. heavy: much of it, within the budget of the tier. long: within it too, but some calls took long, or none has ended yet, so that
 * the next one may. over: beyond the budget.
 */
export type Standing = 'light' | 'heavy' | 'long' | 'over'

export interface Payer {
  readonly budgetId: string
  readonly tier: TierName
}

/** What a call cost, for the sentence of a refusal. */
interface CallCost {
  readonly endpoint: string
  readonly workMs: number
  readonly bodyBytes: number
}

export interface Overdrawn {
  /** Milliseconds of a thread that the payer has used beyond what has come back since. */
  readonly debtMs: number
  readonly debtMsMax: number
  /** Milliseconds of a thread that come back per second. */
  readonly msPerSecond: number
  readonly retryAfterSeconds: number
  /** The most expensive of the calls since the budget was last full. */
  readonly dearest: CallCost
}

interface Used {
  readonly tier: TierName
  /** Milliseconds of a thread per millisecond, lately and over a longer time. */
  soonRate: number
  lateRate: number
  debtMs: number
  atMs: number
  dearest: CallCost
  longMs: number
  /** Moving mean of its calls. */
  meanMs: number
  /** Used in the span of this number, and in the one before it. */
  span: number
  spanMs: number
  lastSpanMs: number
}

/** What a payer had of the threads in the last whole span. */
interface PayerShare {
  readonly budgetId: string
  /** Share of the time of all threads; 1 = all of it. */
  readonly share: number
}

/** In this time a rate fades to a third of it: soon, so that four payers that begin at once are known after a few calls, and late, so that one that waits for its turn is not taken for light. */
const SOON_MS = 1_000
const LATE_MS = 10_000
/** The share of a thread that all light payers together have at most. */
const LIGHT_SHARE = 0.3
/** More of a thread is never light, less always. */
const LIGHT_RATE_MAX = 0.2
const LIGHT_RATE_MIN = 0.03
/** Smaller rates add up to nothing that matters; a payer of a smaller one yet may be forgotten. */
const COUNTED_RATE_MIN = 0.01
const FORGOTTEN_RATE_MAX = 1e-3
/** Payers of this part of the first rate that is too much have as much as it has: it is chance which of them comes first. */
const ALIKE = 0.7
/** The greatest rate that is light is found again after so long. */
const LOOK_MS = 250
/** A debt of so many bursts of the tier is refused. */
const REFUSED_BURSTS = 2
/** Two calls of this length, one after the other, are no noticeable wait for a third one. */
const SHORT_CALL_MS = 33
/** Shorter calls, in the mean, cost more to hand over to a thread that stands back than others gain by it. */
const STANDS_BACK_MS = 3
const MEAN_WEIGHT = 0.2
/** In five minutes a payer's long calls may take a second beyond LONG_MS. The first file that a thread reads may take LONG_MS, before its code is compiled. */
const LONG_SHARE = 1 / 300
const LONG_MS = 250
const LONG_MS_MAX = LONG_MS + 1_000
/** Shares of payers are told of spans of this length. */
export const SPAN_MS = 60_000
/** Payers are swept when their number has doubled since the last sweep, or reached this. */
const SWEEP_MIN = 256

export class ThreadTime {
  readonly #threads: number
  readonly #now: () => number
  readonly #used = new Map<string, Used>()
  readonly #byTier = new Map<TierName, { usedMs: number; refusedCount: number }>()
  #sweepAt = SWEEP_MIN
  #lightRateMax = LIGHT_RATE_MAX
  #lookedMs = Number.NEGATIVE_INFINITY

  /** threads: of the service that is protected. now: milliseconds of a monotonic clock. */
  constructor(threads: number, now: () => number) {
    this.#threads = threads
    this.#now = now
  }

  /** Payers with time that has not come back yet. */
  get payerCount(): number {
    return this.#used.size
  }

  /** Milliseconds of a thread that come back to a payer per second. */
  msPerSecond(tier: TierName): number {
    return TIERS[tier].threadShare * this.#threads * 1_000
  }

  charge(payer: Payer, cost: CallCost): void {
    const { workMs } = cost
    const used = this.#at(payer) ?? this.#add(payer, cost)
    if (used.debtMs === 0 || workMs >= used.dearest.workMs) used.dearest = cost
    used.soonRate += workMs / SOON_MS
    used.lateRate += workMs / LATE_MS
    used.debtMs += workMs
    used.spanMs += workMs
    this.#ofTier(payer.tier).usedMs += workMs
    used.meanMs += MEAN_WEIGHT * (workMs - used.meanMs)
    if (workMs > SHORT_CALL_MS) used.longMs = Math.min(used.longMs + workMs, LONG_MS_MAX)
  }

  #add({ budgetId, tier }: Payer, dearest: CallCost): Used {
    if (this.#used.size >= this.#sweepAt) this.#sweep()
    const atMs = this.#now()
    const span = Math.floor(atMs / SPAN_MS)
    const used = {
      ...{ tier, soonRate: 0, lateRate: 0, debtMs: 0, atMs, dearest },
      ...{ longMs: 0, meanMs: dearest.workMs, span, spanMs: 0, lastSpanMs: 0 },
    }
    this.#used.set(budgetId, used)
    return used
  }

  #ofTier(tier: TierName) {
    let counts = this.#byTier.get(tier)
    if (counts === undefined) this.#byTier.set(tier, (counts = { usedMs: 0, refusedCount: 0 }))
    return counts
  }

  /** A call of the payer was refused because it is overdrawn. */
  noteRefusal({ tier }: Payer): void {
    this.#ofTier(tier).refusedCount++
  }

  /** By tier: milliseconds of threads, and calls that were refused because of them. */
  get totals(): ReadonlyMap<TierName, { readonly usedMs: number; readonly refusedCount: number }> {
    return this.#byTier
  }

  /** The payers with the largest shares in the last whole span, largest first, at most so many; then what all others had. O(payers). */
  largestShares(countMax: number): { readonly largest: readonly PayerShare[]; readonly others: number } {
    const span = Math.floor(this.#now() / SPAN_MS)
    const largest: PayerShare[] = []
    let others = 0
    for (const [budgetId, used] of this.#used) {
      turnSpan(used, span)
      const share = used.lastSpanMs / (SPAN_MS * this.#threads)
      if (share === 0) continue
      const at = largest.findIndex(each => each.share < share)
      largest.splice(at === -1 ? largest.length : at, 0, { budgetId, share })
      if (largest.length > countMax) others += largest.pop()!.share
    }
    return { largest, others }
  }

  standing(payer: Payer): Standing {
    const used = this.#at(payer)
    if (used === undefined) return 'long'
    if (isOver(used)) return 'over'
    if (used.longMs > LONG_MS) return 'long'
    return rateOf(used) > this.#lightRate() ? 'heavy' : 'light'
  }

  /** Whether its calls are to be done where they stand back from those of others. Of a payer that is not known yet nothing says so. */
  standsBack(payer: Payer): boolean {
    const used = this.#at(payer)
    return used !== undefined && used.meanMs > STANDS_BACK_MS && this.standing(payer) !== 'light'
  }

  /** The greatest rate that is light. O(payers) after LOOK_MS, as no more of them have a rate that matters than there are threads / COUNTED_RATE_MIN. */
  #lightRate(): number {
    const nowMs = this.#now()
    if (nowMs - this.#lookedMs < LOOK_MS) return this.#lightRateMax
    this.#lookedMs = nowMs
    const rates: number[] = []
    for (const used of this.#used.values()) {
      const rate = rateOf(used, nowMs - used.atMs)
      if (rate > COUNTED_RATE_MIN && !isApart(used)) rates.push(rate)
    }
    rates.sort((a, b) => a - b)
    let sum = 0
    const first = rates.find(rate => (sum += rate) > LIGHT_SHARE) ?? Number.POSITIVE_INFINITY
    this.#lightRateMax = Math.min(LIGHT_RATE_MAX, Math.max(LIGHT_RATE_MIN, ALIKE * first))
    return this.#lightRateMax
  }

  /** undefined: its calls are taken. */
  overdrawn(payer: Payer): Overdrawn | undefined {
    const used = this.#at(payer)
    const debtMsMax = REFUSED_BURSTS * TIERS[payer.tier].threadBurstMs
    if (used === undefined || used.debtMs <= debtMsMax) return undefined
    const { debtMs, dearest } = used
    const msPerSecond = this.msPerSecond(payer.tier)
    const retryAfterSeconds = Math.max(1, Math.ceil((debtMs - debtMsMax) / msPerSecond))
    return { debtMs, debtMsMax, msPerSecond, retryAfterSeconds, dearest }
  }

  /** Milliseconds of a thread that the payer may use before its calls wait behind all others; below 0: they do. */
  leftMs(payer: Payer): number {
    return TIERS[payer.tier].threadBurstMs - (this.#at(payer)?.debtMs ?? 0)
  }

  /** What has come back since is taken off. undefined: nothing is left of what the payer used. */
  #at(payer: Payer): Used | undefined {
    const used = this.#used.get(payer.budgetId)
    if (used === undefined) return undefined
    const nowMs = this.#now()
    const sinceMs = nowMs - used.atMs
    used.atMs = nowMs
    turnSpan(used, Math.floor(nowMs / SPAN_MS))
    used.soonRate *= Math.exp(-sinceMs / SOON_MS)
    used.lateRate *= Math.exp(-sinceMs / LATE_MS)
    used.longMs = Math.max(0, used.longMs - LONG_SHARE * sinceMs)
    used.debtMs = Math.max(0, used.debtMs - (this.msPerSecond(payer.tier) / 1_000) * sinceMs)
    return used
  }

  /** Forgets payers whose time has come back by the slowest rate. O(payers), each time their number has doubled. */
  #sweep(): void {
    const nowMs = this.#now()
    const slowest = Math.min(...Object.values(TIERS).map(({ name }) => this.msPerSecond(name))) / 1_000
    for (const [budgetId, used] of this.#used) {
      const { longMs, debtMs, atMs } = used
      const sinceMs = nowMs - atMs
      const isBack = rateOf(used, sinceMs) < FORGOTTEN_RATE_MAX && longMs <= LONG_SHARE * sinceMs
      if (isBack && debtMs <= slowest * sinceMs) this.#used.delete(budgetId)
    }
    this.#sweepAt = Math.max(SWEEP_MIN, 2 * this.#used.size)
  }
}

const isOver = ({ tier, debtMs }: Used): boolean => debtMs > TIERS[tier].threadBurstMs

/** Whatever its rate, it leaves a thread to the others, and so takes nothing of what is light. */
const isApart = (used: Used): boolean => used.longMs > LONG_MS || isOver(used)

/** The larger of both, after sinceMs without a call. */
const rateOf = ({ soonRate, lateRate }: Used, sinceMs = 0): number =>
  Math.max(soonRate * Math.exp(-sinceMs / SOON_MS), lateRate * Math.exp(-sinceMs / LATE_MS))

function turnSpan(used: Used, span: number): void {
  if (span === used.span) return
  used.lastSpanMs = span === used.span + 1 ? used.spanMs : 0
  used.span = span
  used.spanMs = 0
}
