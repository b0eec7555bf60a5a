/**
 * Runs settle-7.lua for finished calls, summed by account, in batches, so that one fsync in Redis serves many settlements. Callers do not
 * wait for an unavailable store: sums that could not be run stay in a bounded queue here and are retried unchanged. Retries are safe: sums
 * are numbered, Redis keeps the last number of this process for each account, and it refuses a sum whose predecessor is missing.
 */
import { randomUUID } from 'node:crypto'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { isLasting } from '../../shared/platform/redis/failure.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { USAGE_KEEP_DAYS } from '../store/usage.ts'
import { type Ended, SettlementSum, sumName } from './settlement-sum.ts'

export interface LimiterLog {
  warn(facts: object, sentence: string): void
  error(facts: object, sentence: string): void
}

/** A sum that no settlement is added to any more, so that each retry sends the same. */
interface Closed {
  readonly sum: SettlementSum
  readonly number: number
}

const SETTLE = script('settle-7')
/** Output of settle-7.lua. */
const OUT_OF_ORDER = -1
const DAY_SECONDS = 86_400
/** Daily usage is kept for billing and statistics. Usage of a playground key is kept only until its lifetime is certainly over. */
const USAGE_KEEP_SECONDS = USAGE_KEEP_DAYS * DAY_SECONDS
const USAGE_KEEP_PLAYGROUND_SECONDS = 3 * DAY_SECONDS
/** Interval between the starts of two batches. Redis blocks during an fsync, so batches should be few. */
const BATCH_EVERY_MS = 100
/** Settlements per batch. The sum that reaches this number is still part of it. */
const BATCH_MAX = 1_000
const RETRY_MS = 500
/** Settlements kept while Redis is unavailable, about 500 bytes each. */
const WAITING_MAX = 20_000
const CLOSE_POLL_MS = 5

export class Settlements {
  readonly #client: RedisClient
  readonly #log: LimiterLog
  readonly #overageUsdPerCall: number
  readonly #whenRecorded: (accountId: string) => void
  readonly #process = randomUUID()
  #number = 0
  /** Settlements that are waiting. */
  #count = 0
  /** Sums that still take settlements, by name. */
  readonly #open = new Map<string, SettlementSum>()
  /** In the order of their numbers. */
  #closed: Closed[] = []
  #timer: NodeJS.Timeout | null = null
  #isRunning = false
  #lastBatchAtMs = Number.NEGATIVE_INFINITY

  /** whenRecorded: called once for each sum of an account, so that no call is kept in memory until then. */
  constructor(
    client: RedisClient,
    log: LimiterLog,
    overageUsdPerCall: number,
    whenRecorded: (accountId: string) => void,
  ) {
    this.#client = client
    this.#log = log
    this.#overageUsdPerCall = overageUsdPerCall
    this.#whenRecorded = whenRecorded
  }

  /** Resolves when the settlement is recorded, or dropped because too many are waiting. Never rejects. */
  settle(ended: Ended): Promise<void> {
    if (this.#count >= WAITING_MAX) {
      // its reservation expires, see admission-n.lua
      this.#log.error({ operationId: ended.operationId }, 'too many settlements are waiting for Redis; one was dropped')
      return Promise.resolve()
    }
    this.#count++
    this.#schedule(this.#lastBatchAtMs + BATCH_EVERY_MS - performance.now())
    const name = sumName(ended)
    let sum = this.#open.get(name)
    if (sum === undefined) this.#open.set(name, (sum = new SettlementSum(ended)))
    sum.add(ended)
    if (sum.isFull) this.#close(name, sum)
    return sum.done
  }

  #close(name: string, sum: SettlementSum): void {
    this.#open.delete(name)
    this.#closed.push({ sum, number: ++this.#number })
  }

  /** Runs pending settlements for at most `waitMsMax`, then stops; returns how many are left. */
  async close(waitMsMax: number): Promise<number> {
    const deadlineMs = performance.now() + waitMsMax
    while (this.#count > 0 && performance.now() < deadlineMs) {
      void this.#runBatch()
      await new Promise(resolve => setTimeout(resolve, CLOSE_POLL_MS))
    }
    if (this.#timer) clearTimeout(this.#timer)
    return this.#count
  }

  #schedule(delayMs: number): void {
    if (this.#timer || this.#isRunning) return
    this.#timer = setTimeout(() => void this.#runBatch(), Math.max(0, delayMs))
    this.#timer.unref()
  }

  async #runBatch(): Promise<void> {
    if (this.#isRunning) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#isRunning = true
    this.#lastBatchAtMs = performance.now()
    const batch = this.#nextBatch()
    // account id to the number of its previous sum
    const before = new Map<string, number>()
    const failures = await Promise.all(
      batch.map(closed => {
        const { accountId } = closed.sum
        const predecessor = before.get(accountId) ?? 0
        before.set(accountId, closed.number)
        return this.#run(closed, predecessor)
      }),
    )
    const left = batch.filter(({ sum }, i) => {
      if (failures[i] !== null) return true
      this.#count -= sum.size
      sum.settle()
      this.#whenRecorded(sum.accountId)
      return false
    })
    this.#closed = [...left, ...this.#closed.slice(batch.length)]
    this.#isRunning = false
    if (left.length > 0) {
      const reason = failures.find(failure => failure !== null)
      this.#log.warn({ reason, count: this.#count }, 'settlements are waiting for Redis')
    }
    if (this.#count > 0) this.#schedule(left.length > 0 ? RETRY_MS : BATCH_EVERY_MS)
  }

  /** Closes all open sums and takes the first of them. */
  #nextBatch(): Closed[] {
    for (const [name, sum] of this.#open) this.#close(name, sum)
    let size = 0
    const end = this.#closed.findIndex(({ sum }) => (size += sum.size) >= BATCH_MAX)
    return this.#closed.slice(0, end === -1 ? undefined : end + 1)
  }

  /** The reason for a retry; null: recorded or dropped. */
  async #run({ sum, number }: Closed, predecessor: number): Promise<string | null> {
    const { accountId, month, day } = sum
    const names = [
      keys.month(accountId),
      keys.reservations(accountId),
      keys.usage(accountId, day),
      keys.settled(accountId),
      keys.overage(accountId),
      keys.billing(accountId),
      keys.account(accountId),
    ]
    const keepSeconds = month.month === 'life' ? USAGE_KEEP_PLAYGROUND_SECONDS : USAGE_KEEP_SECONDS
    const args = [this.#process, number, predecessor, ...sum.args(keepSeconds, this.#overageUsdPerCall)]
    try {
      return (await run(this.#client, SETTLE, names, args)) === OUT_OF_ORDER ? 'its predecessor has not been run' : null
    } catch (error) {
      const { message } = error as Error
      if (!isLasting(error)) return message
      this.#log.error({ reason: message }, 'a settlement was refused by Redis and dropped')
      return null
    }
  }
}
