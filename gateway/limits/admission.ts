/**
 * Sends the admission requests of many calls to Redis in one script: those of one turn of the event loop, and those that arrive while an earlier
 * script has no reply yet. Batches therefore grow with the load. In a cluster each account has its own script, since its keys share a slot, and
 * a slow master delays only its own accounts. The size of a script is bounded, since Redis serves nobody else while it runs.
 */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { writeAtOnce } from '../../shared/platform/redis/lean-scripts.ts'
import { type AdmissionRequest, decideAdmissions, type Verdict } from './admission-script.ts'

/** Cost of an account in units of one call (about 5 us), and the bound of a script in the same units: half a millisecond. */
const ACCOUNT_COST = 4
const SCRIPT_COST_MAX = 100
/** Longest wait for the reply to an earlier script. A slow Redis then gets the next script all the same. */
export const WAIT_MS_MAX = 5

interface PendingRequest extends AdmissionRequest {
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

// A queue for calls that found the month used up by calls still in progress (outcome "pending"). Calls in progress may return
// their units, and a quota of 100 must admit exactly 100 calls. So the new calls wait here for a short time, in order. Each account
// has at most one request to Redis at a time, however many of its calls wait.

/** Requests admission again. null: still pending. */
type Retry<T> = () => Promise<T | null>

interface Waiter<T> {
  readonly retry: Retry<T>
  readonly untilMs: number
  readonly settle: (answer: Promise<T | null>) => void
}

interface AccountQueue<T> {
  readonly waiters: Waiter<T>[]
  /** Ends the pause between two retries. */
  wake: () => void
}

const PENDING_MS_MAX = 5_000
const RETRY_EVERY_MS = 10
/** Per account. Further calls are refused at once. */
const WAITERS_MAX = 2_000

export class AdmissionQueue<T> {
  readonly #queues = new Map<string, AccountQueue<T>>()

  /** The answer once it is no longer pending. null: still pending after PENDING_MS_MAX. Rejects when `retry` does. */
  wait(accountId: string, retry: Retry<T>): Promise<T | null> {
    let queue = this.#queues.get(accountId)
    if (!queue) {
      queue = { waiters: [], wake: () => {} }
      this.#queues.set(accountId, queue)
      // runs after the first waiter has been added
      queueMicrotask(() => void this.#serve(accountId, queue!))
    }
    if (queue.waiters.length >= WAITERS_MAX) return Promise.resolve(null)
    const { promise, resolve } = Promise.withResolvers<T | null>()
    queue.waiters.push({ retry, untilMs: performance.now() + PENDING_MS_MAX, settle: resolve })
    return promise
  }

  /** A unit of this account may have been returned. */
  wake(accountId: string): void {
    this.#queues.get(accountId)?.wake()
  }

  async #serve(accountId: string, queue: AccountQueue<T>): Promise<void> {
    for (let first = queue.waiters[0]; first; first = queue.waiters[0]) {
      const woken = Promise.withResolvers<void>()
      queue.wake = woken.resolve
      const answer = first.retry()
      const isPending = await answer.then(
        reply => reply === null,
        () => false,
      )
      if (!isPending || performance.now() >= first.untilMs) {
        queue.waiters.shift()
        first.settle(answer)
        continue
      }
      const timer = setTimeout(woken.resolve, RETRY_EVERY_MS)
      await woken.promise
      clearTimeout(timer)
    }
    this.#queues.delete(accountId)
  }
}
