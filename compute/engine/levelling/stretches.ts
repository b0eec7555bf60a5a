/**
 * Where one calendar works alone: the stretches in which no minute of it is one of another's. Shifts of the two meet at a resource only outside them, so where work in the
 * other leaves no room, work in the one fits into such a stretch or not at all.
 */
import type { WorkTime } from './problem.ts'

/** The stretches are found as far as anybody asks, by so many minutes: a year. */
const AHEAD = 366 * 1_440

export class Stretches {
  readonly #own: WorkTime
  readonly #other: WorkTime
  /** Ascending; the minutes of the one in each. A stretch ends where both work. */
  readonly #start: number[] = []
  readonly #end: number[] = []
  readonly #minutes: number[] = []
  #known: number
  /** Where the last question was answered. */
  #near = 0

  /** first: nobody asks about a moment before it. */
  constructor(own: WorkTime, other: WorkTime, first: number) {
    this.#own = own
    this.#other = other
    this.#known = first
  }

  #find(until: number): void {
    const own = this.#own
    const other = this.#other
    let from = this.#known
    while (from < until) {
      let both = from
      for (;;) {
        const begin = own.nextWork(both)
        both = other.nextWork(begin)
        if (both === begin || both >= until) break
      }
      const minutes = own.workBetween(from, both)
      const last = this.#end.length - 1
      if (last >= 0 && this.#end[last] === from) {
        // without work of its own, too: the stretch ends where both work, not where a question did
        this.#end[last] = both
        this.#minutes[last] += minutes
      } else if (minutes > 0) {
        this.#start.push(from)
        this.#end.push(both)
        this.#minutes.push(minutes)
      }
      from = both >= until ? both : Math.min(own.shiftEnd(both), other.shiftEnd(both))
    }
    this.#known = from
  }

  /** The first moment from `moment` on, up to `until`, from which the one has so many minutes alone, or is alone up to `until`; `until`, or what is known, where there is none. */
  next(moment: number, until: number, minutes: number): number {
    // a shift without an end, as of a resource round the clock, leaves nothing behind it
    if (!(moment < until)) return until
    if (this.#known < until && this.#known < moment + AHEAD) this.#find(Math.min(until, moment + AHEAD))
    const end = this.#end
    const count = end.length
    let n = this.#near
    if (n > count || (n > 0 && end[n - 1] > moment)) n = 0
    if (n + 8 < count && end[n + 8] <= moment) {
      let high = count
      while (n < high) {
        const middle = (n + high) >>> 1
        if (end[middle] <= moment) n = middle + 1
        else high = middle
      }
    }
    while (n < count && end[n] <= moment) n++
    this.#near = n
    const last = Math.min(until, this.#known)
    for (; n < count && this.#start[n] < last; n++)
      if (this.#minutes[n] >= minutes || end[n] >= last) return Math.max(moment, this.#start[n])
    return Math.max(moment, last)
  }
}

/** The stretches of all pairs of calendars that meet at a resource: found once, for all resources. */
export class StretchesOfPairs {
  readonly #calendars: readonly WorkTime[]
  readonly #first: number
  readonly #pairs = new Map<number, Stretches>()

  /** first: nobody asks about a moment before it. */
  constructor(calendars: readonly WorkTime[], first: number) {
    this.#calendars = calendars
    this.#first = first
  }

  /** Of two calendars, by their index. */
  of(own: number, other: number): Stretches {
    const pair = own * this.#calendars.length + other
    let found = this.#pairs.get(pair)
    if (found === undefined) {
      found = new Stretches(this.#calendars[own], this.#calendars[other], this.#first)
      this.#pairs.set(pair, found)
    }
    return found
  }
}
