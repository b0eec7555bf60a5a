/**
 * Runs settle-7.lua for finished calls, in batches, so that one fsync in Redis serves many settlements. Callers do not wait for an
 * unavailable store: settlements that could not be run stay in a bounded queue here and are retried. Retries are safe: settlements
 * are numbered, Redis keeps the last number of this process for each account, and it refuses a settlement whose predecessor is
 * missing.
 */
import { randomUUID } from 'node:crypto'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { isLasting } from '../../shared/redis/failure.ts'
import { keys } from '../../shared/redis/keys.ts'
import { UNLIMITED } from '../../shared/redis/prelude.ts'
import { run, script } from '../../shared/redis/script.ts'
import { USAGE_KEEP_DAYS, usageLabel } from '../store/usage.ts'
import type { MonthState, Settlement } from './limiter.ts'

export interface LimiterLog {
  warn(facts: object, sentence: string): void
  error(facts: object, sentence: string): void
}

/** A reservation and the outcome of its call. */
export interface Ended {
  readonly accountId: string
  /** The key that the usage is counted for. */
  readonly keyId: string
  readonly operationId: string
  /** Time of the admission. The usage is counted on this day. */
  readonly atMs: number
  readonly month: Pick<MonthState, 'month' | 'limit'>
  readonly settlement: Settlement
}

interface Item extends Ended {
  readonly number: number
  readonly done: () => void
}

const SETTLE = script('settle-7')
/** Outcome of a call that requested no analysis. */
const FREE = -1
/** Output of settle-7.lua. */
const OUT_OF_ORDER = -1
const DAY_SECONDS = 86_400
/** Daily usage is kept for billing and statistics. Usage of a playground key is kept only until its lifetime is certainly over. */
const USAGE_KEEP_SECONDS = USAGE_KEEP_DAYS * DAY_SECONDS
const USAGE_KEEP_PLAYGROUND_SECONDS = 3 * DAY_SECONDS
/** Interval between the starts of two batches. Redis blocks during an fsync, so batches should be few. */
const BATCH_EVERY_MS = 100
const BATCH_MAX = 1_000
const RETRY_MS = 500
/** Settlements kept while Redis is unavailable, about 500 bytes each. */
const WAITING_MAX = 20_000
const CLOSE_POLL_MS = 5

export class Settlements {
  readonly #client: RedisClient
  readonly #log: LimiterLog
  readonly #overageUsdPerCall: number
  readonly #process = randomUUID()
  #number = 0
  /** In the order of their numbers. */
  #waiting: Item[] = []
  #timer: NodeJS.Timeout | null = null
  #isRunning = false
  #lastBatchAtMs = Number.NEGATIVE_INFINITY

  constructor(client: RedisClient, log: LimiterLog, overageUsdPerCall: number) {
    this.#client = client
    this.#log = log
    this.#overageUsdPerCall = overageUsdPerCall
  }

  /** Resolves when the settlement is recorded, or dropped because too many are waiting. Never rejects. */
  settle(ended: Ended): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) {
      // its reservation expires, see admission-5.lua
      this.#log.error({ operationId: ended.operationId }, 'too many settlements are waiting for Redis; one was dropped')
      return Promise.resolve()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ ...ended, number: ++this.#number, done: resolve })
    this.#schedule(this.#lastBatchAtMs + BATCH_EVERY_MS - performance.now())
    return promise
  }

  /** Runs pending settlements for at most `waitMsMax`, then stops; returns how many are left. */
  async close(waitMsMax: number): Promise<number> {
    const deadlineMs = performance.now() + waitMsMax
    while (this.#waiting.length > 0 && performance.now() < deadlineMs) {
      void this.#runBatch()
      await new Promise(resolve => setTimeout(resolve, CLOSE_POLL_MS))
    }
    if (this.#timer) clearTimeout(this.#timer)
    return this.#waiting.length
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
    const batch = this.#waiting.slice(0, BATCH_MAX)
    // account id to the number of its previous item
    const before = new Map<string, number>()
    const failures = await Promise.all(
      batch.map(item => {
        const predecessor = before.get(item.accountId) ?? 0
        before.set(item.accountId, item.number)
        return this.#run(item, predecessor)
      }),
    )
    const left = batch.filter((item, i) => {
      if (failures[i] === null) item.done()
      return failures[i] !== null
    })
    this.#waiting = [...left, ...this.#waiting.slice(batch.length)]
    this.#isRunning = false
    if (left.length > 0) {
      const reason = failures.find(failure => failure !== null)
      this.#log.warn({ reason, count: this.#waiting.length }, 'settlements are waiting for Redis')
    }
    if (this.#waiting.length > 0) this.#schedule(left.length > 0 ? RETRY_MS : BATCH_EVERY_MS)
  }

  /** The reason for a retry; null: recorded or dropped. */
  async #run(item: Item, predecessor: number): Promise<string | null> {
    const { accountId, keyId, operationId, atMs, month, settlement } = item
    const { isCharged, isFree, endpoint, taskCount, durationMs, costUsd } = settlement
    const day = new Date(atMs).toISOString().slice(0, 10)
    const names = [
      keys.month(accountId),
      keys.reservations(accountId),
      keys.usage(accountId, day),
      keys.settled(accountId),
      keys.overage(accountId),
      keys.billing(accountId),
      keys.account(accountId),
    ]
    const args = [
      this.#process,
      item.number,
      predecessor,
      operationId,
      isFree ? FREE : isCharged ? 1 : 0,
      month.month,
      month.limit ?? UNLIMITED,
      usageLabel(keyId, endpoint),
      taskCount,
      durationMs,
      costUsd,
      month.month === 'life' ? USAGE_KEEP_PLAYGROUND_SECONDS : USAGE_KEEP_SECONDS,
      this.#overageUsdPerCall,
    ]
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
