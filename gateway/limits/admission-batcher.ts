/**
 * Sends the admission requests of many calls to Redis in one script: those of one turn of the event loop, and those that arrive while an earlier
 * script has no reply yet. Batches therefore grow with the load. In a cluster each account has its own script, since its keys share a slot, and
 * a slow master delays only its own accounts. The size of a script is bounded, since Redis serves nobody else while it runs.
 */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { askTogether, type Question, type Verdict } from './admission-script.ts'
import type { AdmissionCall } from './limiter.ts'

/** Cost of an account in units of one call (about 5 us), and the bound of a script in the same units: half a millisecond. */
const ACCOUNT_COST = 4
const SCRIPT_COST_MAX = 100
/** Longest wait for the reply to an earlier script. A slow Redis then gets the next script all the same. */
const WAIT_MS_MAX = 5

interface Asked extends Question {
  readonly settle: (verdict: Verdict) => void
  readonly fail: (error: unknown) => void
}

export class AdmissionBatcher {
  readonly #client: RedisClient
  #asked: Asked[] = []
  /** Time of the first of them. */
  #sinceMs = 0
  /** Scripts without a reply. */
  #underWay = 0
  #isTimed = false

  constructor(client: RedisClient) {
    this.#client = client
  }

  /** wasCounted: a retry, already counted against its window. Rejects when Redis gave no reply; the script may have run. */
  ask(call: AdmissionCall, operationId: string, wasCounted: boolean): Promise<Verdict> {
    if (this.#asked.length === 0) {
      this.#sinceMs = performance.now()
      if (this.#underWay === 0 || this.#client.isCluster) setImmediate(() => this.#send())
      else this.#sendInTime(WAIT_MS_MAX)
    }
    return new Promise((settle, fail) => {
      this.#asked.push({ call, operationId, wasCounted, settle, fail })
    })
  }

  /** One timer for all batches, never cleared: most of them have been sent when it fires. */
  #sendInTime(delayMs: number): void {
    if (this.#isTimed) return
    this.#isTimed = true
    const look = (): void => {
      this.#isTimed = false
      if (this.#asked.length === 0) return
      const leftMs = this.#sinceMs + WAIT_MS_MAX - performance.now()
      if (leftMs > 0) this.#sendInTime(leftMs)
      else this.#send()
    }
    setTimeout(look, delayMs).unref()
  }

  #send(): void {
    const asked = this.#asked
    if (asked.length === 0) return
    this.#asked = []
    const costMax = this.#client.isCluster ? 0 : SCRIPT_COST_MAX
    let together: Asked[][] = []
    let cost = 0
    for (const part of partsOf(asked)) {
      const more = ACCOUNT_COST + part.length
      if (together.length > 0 && cost + more > costMax) {
        void this.#run(together)
        together = []
        cost = 0
      }
      together.push(part)
      cost += more
    }
    void this.#run(together)
  }

  async #run(accounts: readonly (readonly Asked[])[]): Promise<void> {
    this.#underWay++
    try {
      const verdicts = await askTogether(this.#client, accounts)
      for (const [i, asked] of accounts.entries())
        for (const [k, { settle }] of asked.entries()) settle(verdicts[i]![k]!)
    } catch (error) {
      for (const asked of accounts) for (const { fail } of asked) fail(error)
    }
    if (--this.#underWay === 0) this.#send()
  }
}

/** Grouped by account, in order. An account with more calls than one script may have gets several parts. */
function partsOf(asked: readonly Asked[]): readonly Asked[][] {
  const open = new Map<string, Asked[]>()
  const parts: Asked[][] = []
  for (const one of asked) {
    const { accountId } = one.call.identity
    let part = open.get(accountId)
    if (part === undefined || part.length + ACCOUNT_COST >= SCRIPT_COST_MAX) {
      part = []
      open.set(accountId, part)
      parts.push(part)
    }
    part.push(one)
  }
  return parts
}
