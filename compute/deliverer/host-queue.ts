/**
 * Callbacks in this deliverer that wait for a slot of their host (slots are counted in Redis over all deliverers). A few wait here and
 * try again. For others it estimates when their turn comes, so that they can be returned until then. Pure: time is passed in.
 */

const WAITING_MAX = 16
const DEFER_MS_MIN = 250
const DEFER_MS_MAX = 60_000
/** Assumed duration of a callback to a host that has not finished one yet. */
const FIRST_GUESS_MS = 250
/** Weight of the newest duration in the mean. */
const NEWEST_SHARE = 0.25

interface Waiting<Item> {
  readonly item: Item
  readonly accountId: string
  readonly sinceMs: number
}

interface Host<Item> {
  meanMs: number
  /** Time until which turns are already assigned, ms. */
  turnsUntilMs: number
  readonly waiting: Waiting<Item>[]
}

interface Expired<Item> {
  readonly item: Item
  readonly delayMs: number
}

export class HostQueue<Item> {
  /** Hosts with waiting callbacks. */
  readonly #hosts = new Map<string, Host<Item>>()
  readonly #placeCount: number

  constructor(placeCount: number) {
    this.#placeCount = placeCount
  }

  get hosts(): readonly string[] {
    return [...this.#hosts.keys()]
  }

  /** undefined: the item waits here. Otherwise it should come back after this many ms. */
  wait(hostName: string, item: Item, accountId: string, nowMs: number): number | undefined {
    const host = this.#hosts.get(hostName) ?? this.#add(hostName)
    if (host.waiting.length >= WAITING_MAX) return this.#delay(host, nowMs)
    host.waiting.push({ item, accountId, sinceMs: nowMs })
    return undefined
  }

  /** The items whose turn it is to request a slot: the first one of each account. */
  next(hostName: string): readonly Item[] {
    const first = new Map<string, Item>()
    for (const { item, accountId } of this.#hosts.get(hostName)?.waiting ?? [])
      if (!first.has(accountId)) first.set(accountId, item)
    return [...first.values()]
  }

  /** false: it is no longer waiting. */
  leave(hostName: string, item: Item): boolean {
    const host = this.#hosts.get(hostName)
    const i = host?.waiting.findIndex(one => one.item === item) ?? -1
    if (i < 0) return false
    host!.waiting.splice(i, 1)
    if (host!.waiting.length === 0) this.#hosts.delete(hostName)
    return true
  }

  /** Records the duration of a callback to the host. */
  ended(hostName: string, durationMs: number): void {
    const host = this.#hosts.get(hostName)
    if (host !== undefined) host.meanMs += (durationMs - host.meanMs) * NEWEST_SHARE
  }

  /** Removes items that have waited since before `sinceMs`, with the delay until their next turn. */
  expire(sinceMs: number, nowMs: number): readonly Expired<Item>[] {
    const expired: Expired<Item>[] = []
    for (const [hostName, host] of this.#hosts) {
      while (host.waiting.length > 0 && host.waiting[0]!.sinceMs <= sinceMs)
        expired.push({ item: host.waiting.shift()!.item, delayMs: this.#delay(host, nowMs) })
      if (host.waiting.length === 0) this.#hosts.delete(hostName)
    }
    return expired
  }

  #add(hostName: string): Host<Item> {
    const host: Host<Item> = { meanMs: FIRST_GUESS_MS, turnsUntilMs: 0, waiting: [] }
    this.#hosts.set(hostName, host)
    return host
  }

  /**
   * Turns are spaced by the rate at which slots become free. None is further away than the horizon, so that a host that recovers does not
   * stay idle.
   */
  #delay(host: Host<Item>, nowMs: number): number {
    const earliest = Math.max(host.turnsUntilMs, nowMs + DEFER_MS_MIN)
    const turnMs = earliest + host.meanMs / this.#placeCount
    // beyond the horizon turns restart from its middle, so that they do not all come back at once
    host.turnsUntilMs = turnMs <= nowMs + DEFER_MS_MAX ? turnMs : nowMs + DEFER_MS_MAX / 2
    return Math.round(Math.min(turnMs, nowMs + DEFER_MS_MAX) - nowMs)
  }
}

/**
 * The slots of one deliverer, assigned in the order of requests. No account may have more slots than are free (dynamic thresholds:
 * Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998). A single account gets half of them,
 * two get a third each, and a new account finds a slot at once.
 */
export class Slots {
  readonly #waiting: ((isGiven: boolean) => void)[] = []
  readonly #held = new Map<string, number>()
  #free: number
  #isClosed = false

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves with true when a slot is assigned, with false when closed. */
  take(): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(true)
    }
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  /** false: no slot is free, or closed. */
  takeNow(): boolean {
    if (this.#isClosed || this.#free === 0) return false
    this.#free--
    return true
  }

  /** Assigns a taken slot to this account. */
  assign(accountId: string): void {
    this.#held.set(accountId, (this.#held.get(accountId) ?? 0) + 1)
  }

  /** Releases a slot to the next request. accountId: the account it was assigned to. */
  release(accountId?: string): void {
    if (accountId !== undefined) {
      const rest = this.#held.get(accountId)! - 1
      if (rest === 0) this.#held.delete(accountId)
      else this.#held.set(accountId, rest)
    }
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next(true)
  }

  /** Accounts that have reached their share. */
  get heldBack(): readonly string[] {
    return [...this.#held].filter(([, count]) => count > this.#free).map(([accountId]) => accountId)
  }

  close(): void {
    this.#isClosed = true
    for (const refuse of this.#waiting.splice(0)) refuse(false)
  }
}
