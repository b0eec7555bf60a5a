/**
 * At most so many callbacks in flight per host (DECISIONS 15), so that a receiver that hangs takes its own slots and nobody
 * else's. A few wait here for a slot of their host; of the others it is told when their turn may be, so that they can
 * be given back until then. Pure: time is passed in.
 */

/** Of one host, that is of one name and port. */
const IN_FLIGHT_MAX = 4
const WAITING_MAX = 16
const DEFER_MS_MIN = 250
const DEFER_MS_MAX = 60_000
/** Taken as the time of a callback of a host that has ended none yet. */
const FIRST_GUESS_MS = 250
/** Weight of the newest duration in the mean. */
const NEWEST_SHARE = 0.25

interface Host<Item> {
  inFlight: number
  meanMs: number
  /** Turns up to here are given away; ms. */
  turnsUntilMs: number
  readonly waiting: { readonly item: Item; readonly sinceMs: number }[]
}

export type Admission =
  | { readonly state: 'go' }
  | { readonly state: 'wait' }
  | { readonly state: 'defer'; readonly untilMs: number }

export class HostGate<Item> {
  readonly #hosts = new Map<string, Host<Item>>()

  /** 'go' takes a slot, which leave() gives back; 'wait' keeps the item until leave() or expire() returns it. */
  enter(hostName: string, item: Item, nowMs: number): Admission {
    const host = this.#hosts.get(hostName) ?? this.#add(hostName)
    if (host.inFlight < IN_FLIGHT_MAX) {
      host.inFlight++
      return { state: 'go' }
    }
    if (host.waiting.length < WAITING_MAX) {
      host.waiting.push({ item, sinceMs: nowMs })
      return { state: 'wait' }
    }
    return { state: 'defer', untilMs: this.#turn(host, nowMs) }
  }

  /** Gives a slot back; the item that gets it, if one waits. */
  leave(hostName: string, durationMs: number): Item | undefined {
    const host = this.#hosts.get(hostName)!
    host.meanMs += (durationMs - host.meanMs) * NEWEST_SHARE
    const next = host.waiting.shift()
    if (next !== undefined) return next.item
    host.inFlight--
    if (host.inFlight === 0) this.#hosts.delete(hostName)
    return undefined
  }

  /** Takes out what waits since before `sinceMs`, with the time of its next turn. */
  expire(sinceMs: number, nowMs: number): { readonly item: Item; readonly untilMs: number }[] {
    const expired: { item: Item; untilMs: number }[] = []
    for (const host of this.#hosts.values()) {
      while (host.waiting.length > 0 && host.waiting[0]!.sinceMs <= sinceMs)
        expired.push({ item: host.waiting.shift()!.item, untilMs: this.#turn(host, nowMs) })
    }
    return expired
  }

  #add(hostName: string): Host<Item> {
    const host: Host<Item> = { inFlight: 0, meanMs: FIRST_GUESS_MS, turnsUntilMs: 0, waiting: [] }
    this.#hosts.set(hostName, host)
    return host
  }

  /** Turns follow each other as the slots come free, but none is so far off that a host that recovers stands idle. */
  #turn(host: Host<Item>, nowMs: number): number {
    const earliest = Math.max(host.turnsUntilMs, nowMs + DEFER_MS_MIN)
    const turnMs = earliest + host.meanMs / IN_FLIGHT_MAX
    // beyond the horizon they start anew from its middle, so that they do not come back all at once
    host.turnsUntilMs = turnMs <= nowMs + DEFER_MS_MAX ? turnMs : nowMs + DEFER_MS_MAX / 2
    return Math.round(Math.min(turnMs, nowMs + DEFER_MS_MAX))
  }
}
