/**
 * Calls that ask for admission go to Redis together: those of one turn of the event loop, and those that come while it has not answered the
 * ones before, so that there are the more in one script the more there is to do. In a cluster there is a script for each account, whose keys
 * share a slot, and a master that is slow holds up nobody else's. A script is given no more than it decides within a part of a millisecond,
 * since Redis answers nobody meanwhile.
 */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { askTogether, type Question, type Verdict } from './admission-script.ts'
import type { AdmissionCall } from './limiter.ts'

/** What an account costs, counted in calls, and how many calls' worth a script may be given: 5 us each, half a millisecond in all. */
const ACCOUNT_COST = 4
const SCRIPT_COST_MAX = 100
/** Longest wait for the reply to those before: a Redis that is slow is asked on and on. */
const WAIT_MS_MAX = 5

interface Asked extends Question {
  readonly settle: (verdict: Verdict) => void
  readonly fail: (error: unknown) => void
}

export class Admissions {
  readonly #client: RedisClient
  #asked: Asked[] = []
  /** When the first of them asked. */
  #sinceMs = 0
  /** Scripts without a reply. */
  #underWay = 0
  #isTimed = false

  constructor(client: RedisClient) {
    this.#client = client
  }

  /** Rejects when Redis gave no reply; the script may have run. */
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

  /** One timer for all: it finds most of what it was set for sent. */
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
      for (const [i, asked] of accounts.entries()) for (const [k, { settle }] of asked.entries()) settle(verdicts[i]![k]!)
    } catch (error) {
      for (const asked of accounts) for (const { fail } of asked) fail(error)
    }
    if (--this.#underWay === 0) this.#send()
  }
}

/** By account, each of them in order; what one script should not be given at once is in several parts. */
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
