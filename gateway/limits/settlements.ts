/**
 * Runs settle-3.lua for calls that are over. The caller is not kept waiting by a store that is away: what could not be
 * run waits here, bounded, and is tried again in order until it is done. Running one twice is harmless: the reservation it
 * ends is gone after the first time.
 */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { isLasting } from '../../shared/redis/failure.ts'
import { keys } from '../../shared/redis/keys.ts'
import { run, script } from '../../shared/redis/script.ts'
import type { Settlement } from './limiter.ts'

export interface LimiterLog {
  warn(facts: object, sentence: string): void
  error(facts: object, sentence: string): void
}

const SETTLE = script('settle-3')
const DAY_SECONDS = 86_400
/** Usage of a day is kept for billing and statistics; that of a playground key only as long as somebody may ask. */
const USAGE_KEEP_SECONDS = 400 * DAY_SECONDS
const USAGE_KEEP_PLAYGROUND_SECONDS = 3 * DAY_SECONDS
const RETRY_MS = 500
const CLOSE_POLL_MS = 5
/** Settlements waiting for Redis, some 300 bytes each. */
const WAITING_MAX = 20_000

type Arguments = [keys: string[], args: (string | number)[]]

export class Settlements {
  readonly #client: RedisClient
  readonly #log: LimiterLog
  readonly #waiting: Arguments[] = []
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #draining = false

  constructor(client: RedisClient, log: LimiterLog) {
    this.#client = client
    this.#log = log
  }

  /** Done, or waiting to be done, when the promise resolves. It never rejects. */
  settle(
    accountId: string,
    operationId: string,
    atMs: number,
    playground: boolean,
    settlement: Settlement,
  ): Promise<void> {
    const { accepted, endpoint, taskCount, durationMs, costUsd } = settlement
    const day = new Date(atMs).toISOString().slice(0, 10)
    const running = this.#try([
      [keys.month(accountId), keys.reservations(accountId), keys.usage(accountId, day)],
      [
        operationId,
        accepted ? 1 : 0,
        endpoint,
        taskCount,
        durationMs,
        costUsd,
        playground ? USAGE_KEEP_PLAYGROUND_SECONDS : USAGE_KEEP_SECONDS,
      ],
    ]).finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Waits until nothing is open, for `waitMsMax` at most; returns how many are left and stops trying. */
  async close(waitMsMax: number): Promise<number> {
    const deadlineMs = Date.now() + waitMsMax
    const open = () => this.#running.size + this.#waiting.length
    while (open() > 0 && Date.now() < deadlineMs) {
      if (this.#waiting.length > 0) void this.#runWaiting()
      await new Promise(resolve => setTimeout(resolve, CLOSE_POLL_MS))
    }
    if (this.#timer) clearTimeout(this.#timer)
    if (open() > 0) this.#log.error({ count: open() }, 'settlements were not recorded')
    return open()
  }

  async #try(settlement: Arguments): Promise<void> {
    const failure = await this.#run(settlement)
    if (failure === null) return
    if (this.#waiting.length === 0) this.#log.warn({ reason: failure }, 'settlements wait for Redis')
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(settlement)
    // its unit comes back an hour after the call, by admission-5.lua
    else this.#log.error({ reason: failure }, 'too many settlements wait for Redis; one was dropped')
    this.#tryLater()
  }

  /** The reason why it must be tried again, or null. */
  async #run(settlement: Arguments): Promise<string | null> {
    try {
      await run(this.#client, SETTLE, ...settlement)
      return null
    } catch (error) {
      const { message } = error as Error
      if (!isLasting(error)) return message
      this.#log.error({ reason: message }, 'a settlement was refused by Redis and dropped')
      return null
    }
  }

  #tryLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#runWaiting()
    }, RETRY_MS).unref()
  }

  /** Runs what waits, oldest first, until one must wait on. One at a time. */
  async #runWaiting(): Promise<void> {
    if (this.#draining) return
    this.#draining = true
    while (this.#waiting.length > 0 && (await this.#run(this.#waiting[0]!)) === null) this.#waiting.shift()
    this.#draining = false
    if (this.#waiting.length > 0) this.#tryLater()
    else this.#log.warn({}, 'settlements wait no more')
  }
}
