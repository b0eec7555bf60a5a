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

  /** Of a claim that holds so much already; a negative cost gives room back. */
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
