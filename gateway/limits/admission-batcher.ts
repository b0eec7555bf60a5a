/**
 * All calls that ask for admission in one turn of the event loop go to Redis as one script; in a cluster as one for each account, whose keys
 * share a slot. Nobody waits for another turn's reply. A script is given no more than it decides within a part of a millisecond, since Redis
 * answers nobody meanwhile.
 */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { askTogether, type Question, type Verdict } from './admission-script.ts'
import type { AdmissionCall } from './limiter.ts'

/** What an account costs, counted in calls, and how many calls' worth a script may be given: 5 us each, half a millisecond in all. */
const ACCOUNT_COST = 4
const SCRIPT_COST_MAX = 100

interface Asked extends Question {
  readonly settle: (verdict: Verdict) => void
  readonly fail: (error: unknown) => void
}

export class Admissions {
  readonly #client: RedisClient
  #asked: Asked[] = []

  constructor(client: RedisClient) {
    this.#client = client
  }

  /** Rejects when Redis gave no reply; the script may have run. */
  ask(call: AdmissionCall, operationId: string, wasCounted: boolean): Promise<Verdict> {
    if (this.#asked.length === 0) setImmediate(() => this.#send())
    return new Promise((settle, fail) => {
      this.#asked.push({ call, operationId, wasCounted, settle, fail })
    })
  }

  #send(): void {
    const asked = this.#asked
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
    try {
      const verdicts = await askTogether(this.#client, accounts)
      for (const [i, asked] of accounts.entries()) for (const [k, { settle }] of asked.entries()) settle(verdicts[i]![k]!)
    } catch (error) {
      for (const asked of accounts) for (const { fail } of asked) fail(error)
    }
  }
}

/** By account, each of them in order; what one script should not be given at once is in several parts. */
function partsOf(asked: readonly Asked[]): Iterable<Asked[]> {
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
