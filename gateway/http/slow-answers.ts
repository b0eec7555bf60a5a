/**
 * How long a client may take for an answer, and how much of the memory such answers may hold. What counts is progress, not the end: an answer goes on
 * as long as its socket takes more every STALL_MS, and on the whole BYTES_PER_SECOND_MIN. The kernel holds up to four megabytes of a connection and asks for
 * more when a third of that is read, which takes a client of 16 KB/s 87 seconds. So nothing shorter can tell a slow client from one that is away.
 *
 * Whoever reads slowly holds memory for hours. So an answer that is not written after SLOW_MS needs a place: those of one account may hold a sixteenth of the
 * memory for bodies in progress together, all of them a quarter. An answer that finds no place is cut.
 */

export const STALL_MS = 100_000
export const BYTES_PER_SECOND_MIN = 16 * 1024
export const SLOW_MS = 30_000
const ACCOUNT_SHARE = 1 / 16
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
    const ownMax = (this.#bytesMax / SHARE) * ACCOUNT_SHARE
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

/** Of one answer that its socket did not take at once. */
export class Place {
  readonly #all: SlowAnswers
  readonly #holder: string
  readonly #bytes: number
  #isTaken = false
  #sinceMs = 0
  #progressMs = 0
  /** Of the body, as far as the socket has taken it. */
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
