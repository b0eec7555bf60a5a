/**
 * Runs settle-7.lua for calls that are over, in batches: everything that ended in the last moments goes to Redis at once, and one
 * fsync there serves it all. The caller is not kept waiting by a store that is away: what could not be run stays here,
 * bounded, and is run again later. A second run is harmless: settlements are numbered, Redis knows the last number of this
 * process for each account, and refuses one whose predecessor it has not seen.
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

/** A reservation and what came of its call. */
export interface Ended {
  readonly accountId: string
  /** The usage is that of its key. */
  readonly keyId: string
  readonly operationId: string
  /** Time of the admission; the usage is that of its day. */
  readonly atMs: number
  readonly month: Pick<MonthState, 'month' | 'limit'>
  readonly settlement: Settlement
}

interface Item extends Ended {
  readonly number: number
  readonly done: () => void
}

const SETTLE = script('settle-7')
/** Outcome of a call that asked for no analysis. */
const FREE = -1
/** Output of settle-7.lua. */
const OUT_OF_ORDER = -1
const DAY_SECONDS = 86_400
/** Usage of a day is kept for billing and statistics; that of a playground key only as long as somebody may ask. */
const USAGE_KEEP_SECONDS = USAGE_KEEP_DAYS * DAY_SECONDS
const USAGE_KEEP_PLAYGROUND_SECONDS = 3 * DAY_SECONDS
/** From the start of one batch to the next: Redis answers nobody while it waits for the disk, and need not do so often for them. */
const BATCH_EVERY_MS = 100
const BATCH_MAX = 1_000
const RETRY_MS = 500
/** Settlements kept while Redis is away, some 500 bytes each. */
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

  /** Resolves when it is recorded, or had to be given up because too many wait. Never rejects. */
  settle(ended: Ended): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) {
      // its reservation ends by itself, see admission-5.lua
      this.#log.error({ operationId: ended.operationId }, 'too many settlements wait for Redis; one was dropped')
      return Promise.resolve()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ ...ended, number: ++this.#number, done: resolve })
    this.#schedule(this.#lastBatchAtMs + BATCH_EVERY_MS - performance.now())
    return promise
  }

  /** Waits until nothing is open, for `waitMsMax` at most; returns how many are left and stops trying. */
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
    // by account, the number of the item before
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
      this.#log.warn({ reason, count: this.#waiting.length }, 'settlements wait for Redis')
    }
    if (this.#waiting.length > 0) this.#schedule(left.length > 0 ? RETRY_MS : BATCH_EVERY_MS)
  }

  /** The reason why it must be run again, or null. */
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
