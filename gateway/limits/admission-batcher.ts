/**
 * Sends the admission requests of many calls to Redis in one script: those of one turn of the event loop, and those that arrive while an earlier
 * script has no reply yet. Batches therefore grow with the load. In a cluster each account has its own script, since its keys share a slot, and
 * a slow master delays only its own accounts. The size of a script is bounded, since Redis serves nobody else while it runs.
 */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { writeAtOnce } from '../../shared/platform/redis/one-write.ts'
import { type AdmissionRequest, decideAdmissions, type Verdict } from './admission-script.ts'

/** Cost of an account in units of one call (about 5 us), and the bound of a script in the same units: half a millisecond. */
const ACCOUNT_COST = 4
const SCRIPT_COST_MAX = 100
/** Longest wait for the reply to an earlier script. A slow Redis then gets the next script all the same. */
export const WAIT_MS_MAX = 5

export interface PendingRequest extends AdmissionRequest {
  readonly settle: (verdict: Verdict) => void
  /** Redis gave no reply; the script may have run. */
  readonly fail: (error: unknown) => void
}

export class AdmissionBatcher {
  readonly #client: RedisClient
  #pending: PendingRequest[] = []
  /** When the first pending request arrived. */
  #sinceMs = 0
  /** Scripts without a reply. */
  #repliesPending = 0
  #hasTimer = false

  constructor(client: RedisClient) {
    this.#client = client
  }

  add(request: PendingRequest): void {
    if (this.#pending.length === 0) {
      this.#sinceMs = performance.now()
      if (this.#repliesPending === 0 || this.#client.isCluster) setImmediate(() => this.#send())
      else this.#sendInTime(WAIT_MS_MAX)
    }
    this.#pending.push(request)
  }

  /** One timer for all batches, never cleared: most of them have been sent when it fires. */
  #sendInTime(delayMs: number): void {
    if (this.#hasTimer) return
    this.#hasTimer = true
    const sendIfDue = (): void => {
      this.#hasTimer = false
      if (this.#pending.length === 0) return
      const leftMs = this.#sinceMs + WAIT_MS_MAX - performance.now()
      if (leftMs > 0) this.#sendInTime(leftMs)
      else this.#send()
    }
    setTimeout(sendIfDue, delayMs).unref()
  }

  #send(): void {
    const requests = this.#pending
    if (requests.length === 0) return
    this.#pending = []
    writeAtOnce(() => this.#sendScripts(requests))
  }

  #sendScripts(requests: readonly PendingRequest[]): void {
    const costMax = this.#client.isCluster ? 0 : SCRIPT_COST_MAX
    let batch: PendingRequest[][] = []
    let cost = 0
    for (const part of partsOf(requests)) {
      const more = ACCOUNT_COST + part.length
      if (batch.length > 0 && cost + more > costMax) {
        void this.#run(batch)
        batch = []
        cost = 0
      }
      batch.push(part)
      cost += more
    }
    void this.#run(batch)
  }

  async #run(accounts: readonly (readonly PendingRequest[])[]): Promise<void> {
    this.#repliesPending++
    try {
      const verdicts = await decideAdmissions(this.#client, accounts)
      for (const [i, requests] of accounts.entries())
        for (const [k, { settle }] of requests.entries()) settle(verdicts[i]![k]!)
    } catch (error) {
      for (const requests of accounts) for (const { fail } of requests) fail(error)
    }
    if (--this.#repliesPending === 0) this.#send()
  }
}

/** Grouped by account, in order. An account with more calls than one script may have gets several parts. */
function partsOf(requests: readonly PendingRequest[]): readonly PendingRequest[][] {
  const open = new Map<string, PendingRequest[]>()
  const parts: PendingRequest[][] = []
  for (const request of requests) {
    const { accountId } = request.call.identity
    let part = open.get(accountId)
    if (part === undefined || part.length + ACCOUNT_COST >= SCRIPT_COST_MAX) {
      part = []
      open.set(accountId, part)
      parts.push(part)
    }
    part.push(request)
  }
  return parts
}
