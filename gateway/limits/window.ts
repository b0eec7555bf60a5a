/** The arithmetic of a fixed window, and windows kept in this process. No Redis here; the clock is passed in. */
import { WINDOW_SECONDS } from '../../shared/contract/tiers.ts'
import { BoundedMap } from './bounded-map.ts'

export interface WindowState {
  /** Calls allowed per window. UNLIMITED_CALLS when there is no limit, because headers need a number. */
  readonly limit: number
  /** Never negative. */
  readonly remaining: number
  /** Unix time in whole seconds, rounded up, at which the next window starts. */
  readonly resetSeconds: number
  /** Whole seconds until the next window, at least 1. Used as Retry-After. */
  readonly retryAfterSeconds: number
  /** This call is beyond the limit. */
  readonly exceeded: boolean
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
