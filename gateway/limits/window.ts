/** The arithmetic of a fixed window, and windows kept in this process. No Redis here; the clock is passed in. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Refusal } from '../../shared/contract/errors.ts'
import { WINDOW_SECONDS } from '../../shared/contract/tiers.ts'
import { BoundedMap } from '../call/bounded-map.ts'
import type { Call } from '../call/call.ts'
import type { Gateway } from '../call/gateway.ts'
import { type WindowState, windowRefusal } from '../call/limiter.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    /** For answers that are long to make. */
    readonly accountMutex: AccountMutex
  }
}

export const UNLIMITED_CALLS = 1_000_000_000

/** Calls per window of an address without valid credentials. */
export const ADDRESS_CALLS_PER_WINDOW = 60

/** State of a window with `count` of `limit` calls, this call included, that ends in `leftMs`. */
export function windowState(limit: number, count: number, leftMs: number, nowMs: number): WindowState {
  return {
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.ceil((nowMs + leftMs) / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    exceeded: count > limit,
  }
}

interface Entry {
  count: number
  endsAtMs: number
}

/** Windows of this process by name. When there are too many, the least recently used is evicted. */
export class ProcessWindows {
  readonly #entries: BoundedMap<string, Entry>
  readonly #now: () => number

  constructor(nameCountMax: number, now: () => number = Date.now) {
    this.#entries = new BoundedMap(nameCountMax)
    this.#now = now
  }

  /** Counts one call. */
  count(name: string, limit: number): WindowState {
    const nowMs = this.#now()
    let entry = this.#entries.get(name)
    if (!entry || entry.endsAtMs <= nowMs) {
      entry = { count: 0, endsAtMs: nowMs + WINDOW_SECONDS * 1000 }
      this.#entries.set(name, entry)
    }
    entry.count++
    return windowState(limit, entry.count, entry.endsAtMs - nowMs, nowMs)
  }

  /** Raises the count to that of the shared store, if the store has counted more. */
  raiseTo(name: string, limit: number, count: number, leftMs: number): WindowState {
    const nowMs = this.#now()
    const entry = this.#entries.get(name)
    if (entry && entry.count >= count) return windowState(limit, entry.count, entry.endsAtMs - nowMs, nowMs)
    this.#entries.set(name, { count, endsAtMs: nowMs + leftMs })
    return windowState(limit, count, leftMs, nowMs)
  }
}

/** Refusal of a caller whose credentials are missing or invalid. Beyond the window of its address the refusal is 429 instead of the given one. */
interface Refused {
  readonly refusal: Refusal
}

/** Counts the address of the caller. */
export const refuseUnidentified = async (call: Call, gateway: Gateway, refusal: Refusal): Promise<Refused> =>
  within(call, await gateway.limiter.address(call.address), refusal)

/** Refuses without Redis: for credentials that have no right form there is nothing to look up, so there should be nothing to count there. */
export const refuseMalformed = (call: Call, gateway: Gateway, refusal: Refusal): Refused =>
  within(call, gateway.limiter.addressHere(call.address), refusal)

function within(call: Call, window: WindowState, refusal: Refusal): Refused {
  call.window = window
  return { refusal: window.exceeded ? windowRefusal(window.limit, window.retryAfterSeconds) : refusal }
}

// Runs expensive requests of an account one at a time. After each request the account pauses for as long as the request took, so a burst
// from one account uses at most half of the processor. The mutex covers one process. It refuses nothing, because the rate window
// already bounds the number of requests.

/** The measured time includes waiting for the store. This cap keeps a slow store from causing long pauses. */
const REST_MS_MAX = 50

export class AccountMutex {
  /** Account id to the promise that the account's next request waits for. Idle accounts have no entry. */
  readonly #free = new Map<string, Promise<void>>()

  run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#free.get(accountId)
    let startMs = performance.now()
    const begin = (): Promise<T> => {
      startMs = performance.now()
      return work()
    }
    const turn = before === undefined ? begin() : before.then(begin)
    const rest = (): Promise<void> => pause(Math.min(REST_MS_MAX, performance.now() - startMs))
    const free = turn.then(rest, rest).then(() => {
      if (this.#free.get(accountId) === free) this.#free.delete(accountId)
    })
    this.#free.set(accountId, free)
    return turn
  }
}
