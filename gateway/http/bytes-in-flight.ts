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

  /** Opens a claim that grows, is brought to what it comes to in truth, and is released as a whole. */
  claim(accountId: string): Claim {
    let held = 0
    const add = (cost: number): boolean => {
      const alone = this.#bytes === held
      const own = this.#byAccount.get(accountId) ?? 0
      const isMore = cost > 0
      if (isMore && !alone && (this.#bytes + cost > this.#bytesMax || own + cost > this.#bytesMax * ACCOUNT_SHARE))
        return false
      held += cost
      this.#bytes += cost
      this.#byAccount.set(accountId, own + cost)
      return true
    }
    return {
      grow: inflatedBytes => add(inflatedBytes * BYTES_FACTOR),
      settle: inflatedBytes => add(inflatedBytes * BYTES_FACTOR - held),
      hold: bytes => add(bytes - held),
      release: () => {
        this.#bytes -= held
        const left = (this.#byAccount.get(accountId) ?? 0) - held
        if (left > 0) this.#byAccount.set(accountId, left)
        else this.#byAccount.delete(accountId)
        held = 0
      },
    }
  }
}

/** Takes room for an encoded body as its bytes come: for the size that it is assumed to inflate to, which never exceeds the limit. */
export function assumedGrowth(claim: Claim, isEncoded: boolean, bytesMax: number): (moreBytes: number) => boolean {
  const inflation = isEncoded ? ASSUMED_INFLATION : 1
  let inflatedBytes = 0
  return moreBytes => {
    const before = inflatedBytes
    inflatedBytes = Math.min(before + moreBytes * inflation, bytesMax)
    return claim.grow(inflatedBytes - before)
  }
}

export interface Claim {
  /** false = there is no room; the claim stays as it was. */
  grow(inflatedBytes: number): boolean
  /** The body is this large, and was assumed to be smaller or larger. false = there is no room; the claim stays as it was. */
  settle(inflatedBytes: number): boolean
  /** Work is over, and what it has made is this large, as it lies in memory. false = there is no room; the claim stays as it was. */
  hold(bytes: number): boolean
  release(): void
}
