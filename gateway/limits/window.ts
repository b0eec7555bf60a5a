/** The arithmetic of a fixed window, and windows that live in this process. No Redis here, and the clock is given. */
import { WINDOW_SECONDS } from '../../shared/tiers.ts'
import { BoundedMap } from './bounded-map.ts'

export interface WindowState {
  /** Calls allowed per window; UNLIMITED_CALLS when there is no limit, for headers must carry a number. */
  readonly limit: number
  /** Never negative. */
  readonly remaining: number
  /** Unix time in whole seconds at which the window starts anew; never before it does. */
  readonly resetSeconds: number
  /** Whole seconds until then, at least 1: the Retry-After of a refusal. */
  readonly retryAfterSeconds: number
  /** This call is past the limit. */
  readonly exceeded: boolean
}

export const UNLIMITED_CALLS = 1_000_000_000

/** Calls per window of an address without valid credentials. */
export const ADDRESS_CALLS_PER_WINDOW = 60

/** `count` calls of `limit` with the last one counted, in a window that ends in `leftMs`. */
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

/** Windows of this process by name. A name that was not seen for long is forgotten first when there are too many. */
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

  /** Takes over what a store that all processes share has counted, where it is more. */
  learn(name: string, limit: number, count: number, leftMs: number): WindowState {
    const nowMs = this.#now()
    const entry = this.#entries.get(name)
    if (entry && entry.count >= count) return windowState(limit, entry.count, entry.endsAtMs - nowMs, nowMs)
    this.#entries.set(name, { count, endsAtMs: nowMs + leftMs })
    return windowState(limit, count, leftMs, nowMs)
  }
}
