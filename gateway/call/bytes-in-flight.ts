import type { BodyEncoding } from '../../compute/worker/pool.ts'

/**
 * Budget for bodies in work. A body costs BYTES_FACTOR times its inflated size, because its bytes, columns and answer are in memory at the
 * same time. One account gets at most half, so it cannot shut the others out.
 */
const BYTES_FACTOR = 4
const ACCOUNT_SHARE = 0.5
/** Inflated size assumed of an encoded body until it is known; schedules compress about so well. */
export const ASSUMED_INFLATION = 12

export class BytesInFlight {
  readonly #bytesMax: number
  #bytes = 0
  readonly #byAccount = new Map<string, number>()

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Whether a body of this inflated size would be let in now. An idle service takes any single body. */
  fits(accountId: string, inflatedBytes: number): boolean {
    const cost = inflatedBytes * BYTES_FACTOR
    const own = this.#byAccount.get(accountId) ?? 0
    if (this.#bytes === 0) return true
    return this.#bytes + cost <= this.#bytesMax && own + cost <= this.#bytesMax * ACCOUNT_SHARE
  }

  /** Opens a claim that grows, is corrected to the actual size, and is released as a whole. */
  claim(accountId: string): Claim {
    return new Claim(this, accountId)
  }

  /** Adds to a claim that holds so much already; a negative cost gives room back. */
  add(accountId: string, held: number, cost: number): boolean {
    const own = this.#byAccount.get(accountId) ?? 0
    const isAlone = this.#bytes === held
    if (cost > 0 && !isAlone && (this.#bytes + cost > this.#bytesMax || own + cost > this.#bytesMax * ACCOUNT_SHARE))
      return false
    this.#bytes += cost
    if (own + cost > 0) this.#byAccount.set(accountId, own + cost)
    else this.#byAccount.delete(accountId)
    return true
  }
}

export class Claim {
  readonly #budget: BytesInFlight
  readonly #accountId: string
  #held = 0

  constructor(budget: BytesInFlight, accountId: string) {
    this.#budget = budget
    this.#accountId = accountId
  }

  #add(cost: number): boolean {
    if (!this.#budget.add(this.#accountId, this.#held, cost)) return false
    this.#held += cost
    return true
  }

  /** false = there is no room; the claim stays as it was. */
  grow(inflatedBytes: number): boolean {
    return this.#add(inflatedBytes * BYTES_FACTOR)
  }

  /** The body is this large, and was assumed to be smaller or larger. false = there is no room; the claim stays as it was. */
  settle(inflatedBytes: number): boolean {
    return this.#add(inflatedBytes * BYTES_FACTOR - this.#held)
  }

  /** The work is done, and its result has this size in memory. false = there is no room; the claim stays as it was. */
  hold(bytes: number): boolean {
    return this.#add(bytes - this.#held)
  }

  release(): void {
    this.#add(-this.#held)
  }
}

/** Takes room for a body as its bytes come: for the size that it is assumed to inflate to, which never exceeds the limit. */
export function assumedGrowth(
  claim: Claim,
  encoding: BodyEncoding | null,
  bytesMax: number,
): (moreBytes: number) => boolean {
  const inflation = encoding === null ? 1 : ASSUMED_INFLATION
  let inflatedBytes = 0
  return moreBytes => {
    const before = inflatedBytes
    inflatedBytes = Math.min(before + moreBytes * inflation, bytesMax)
    return claim.grow(inflatedBytes - before)
  }
}

// How long a client may take for an answer, and how much of the memory such answers may hold. What counts is progress, not the end: an answer goes on
// as long as its socket takes more every STALL_MS, and on the whole BYTES_PER_SECOND_MIN. The kernel holds up to four megabytes of a connection and asks for
// more when a third of that is read, which takes a client of 16 KB/s 87 seconds. So nothing shorter can tell a slow client from one that is away.
//
// Whoever reads slowly holds memory for hours. So an answer that is not written after SLOW_MS needs a place: those of one account may hold a sixteenth of the
// memory for bodies in progress together, all of them a quarter. An answer that finds no place is cut.

const STALL_MS = 100_000
const BYTES_PER_SECOND_MIN = 16 * 1024
const SLOW_MS = 30_000
const SLOW_ACCOUNT_SHARE = 1 / 16
const SHARE = 1 / 4
/** Progress is looked at so often: within the ten seconds that uWebSockets waits for a socket. */
const LOOK_MS = 4_000

export interface Patience {
  readonly stallMs: number
  readonly slowMs: number
  readonly bytesPerSecondMin: number
  readonly lookMs: number
}

const PATIENCE: Patience = {
  stallMs: STALL_MS,
  slowMs: SLOW_MS,
  bytesPerSecondMin: BYTES_PER_SECOND_MIN,
  lookMs: LOOK_MS,
}

export class SlowAnswers {
  readonly patience: Patience
  readonly #bytesMax: number
  #bytes = 0
  readonly #byHolder = new Map<string, number>()

  /** budgetBytes: the memory for bodies in progress. */
  constructor(budgetBytes: number, patience: Patience = PATIENCE) {
    this.#bytesMax = budgetBytes * SHARE
    this.patience = patience
  }

  /** Held by answers that have a place. */
  get bytes(): number {
    return this.#bytes
  }

  /** holder: an account, or the address of a caller without one. bytes: that the answer holds until it is written. */
  placeOf(holder: string, bytes: number): Place {
    return new Place(this, holder, bytes)
  }

  /** False: there is no room. The first of a holder may be larger than its share. */
  take(holder: string, bytes: number): boolean {
    const own = this.#byHolder.get(holder) ?? 0
    const ownMax = (this.#bytesMax / SHARE) * SLOW_ACCOUNT_SHARE
    if (own > 0 && own + bytes > ownMax) return false
    if (this.#bytes > 0 && this.#bytes + bytes > this.#bytesMax) return false
    this.#bytes += bytes
    this.#byHolder.set(holder, own + bytes)
    return true
  }

  giveBack(holder: string, bytes: number): void {
    this.#bytes -= bytes
    const left = this.#byHolder.get(holder)! - bytes
    if (left > 0) this.#byHolder.set(holder, left)
    else this.#byHolder.delete(holder)
  }
}

/** The place of one answer that its socket did not take at once. */
export class Place {
  readonly #all: SlowAnswers
  readonly #holder: string
  readonly #bytes: number
  #isTaken = false
  #sinceMs = 0
  #progressMs = 0
  /** How much of the body the socket has taken. */
  #offset = 0
  #look: NodeJS.Timeout | undefined

  constructor(all: SlowAnswers, holder: string, bytes: number) {
    this.#all = all
    this.#holder = holder
    this.#bytes = bytes
  }

  /** Called once, when the socket has not taken all. keep: called as long as the client is not too slow, then cut. */
  enter(keep: () => void, cut: () => void): void {
    this.#sinceMs = this.#progressMs = performance.now()
    this.#look = setInterval(() => {
      if (this.#mayGoOn()) return keep()
      this.leave()
      cut()
    }, this.#all.patience.lookMs)
    this.#look.unref()
  }

  progress(offset: number): void {
    if (offset > this.#offset) this.#progressMs = performance.now()
    this.#offset = offset
  }

  /** The answer is written, or will not be. */
  leave(): void {
    clearInterval(this.#look)
    if (this.#isTaken) this.#all.giveBack(this.#holder, this.#bytes)
    this.#isTaken = false
  }

  #mayGoOn(): boolean {
    const { stallMs, slowMs, bytesPerSecondMin } = this.#all.patience
    const nowMs = performance.now()
    if (nowMs - this.#progressMs > stallMs) return false
    const owedBytes = ((nowMs - this.#sinceMs - stallMs) / 1000) * bytesPerSecondMin
    if (this.#offset < owedBytes) return false
    if (!this.#isTaken && nowMs - this.#sinceMs > slowMs) this.#isTaken = this.#all.take(this.#holder, this.#bytes)
    return this.#isTaken || nowMs - this.#sinceMs <= slowMs
  }
}
