/**
 * Where one calendar works alone: the stretches in which no minute of it is one of another's. Shifts of the two meet at a resource only outside them, so where work in the
 * other leaves no room, work in the one fits into such a stretch or not at all.
 */
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { UNLIMITED, type WorkTime } from './problem.ts'
import { grown } from './shift-table.ts'

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

/** Calendars that one number has a bit for. */
const MASKED_MAX = 31
/** Minutes from the first moment on that the table of shared shifts has at most: 44 years. */
const TABLE_MAX = 16_384 * MINUTES_PER_DAY
const NO_NUMBERS = new Float64Array(0)
const NO_MASKS = new Int32Array(0)

/**
 * The calendars that meet at a resource on one line: pieces of time in each of which the same ones work, as a table that is looked up in the place of each calendar. It goes as
 * far as anybody asks.
 */
export class SharedShifts {
  readonly #times: readonly WorkTime[]
  readonly #first: number
  /** Pieces: where each ends, who works in it, and whose shift begins or ends at its end; by day the first that ends after its midnight. */
  #end = NO_NUMBERS
  #works = NO_MASKS
  #turns = NO_MASKS
  #count = 0
  #ofDay = NO_MASKS
  #daysKnown = 0
  #known: number
  #near = 0
  /** Of the piece found last: bits of those who work in it. */
  works = 0

  /** first: nobody asks about a moment before it. */
  constructor(times: readonly WorkTime[], first: number) {
    this.#times = times
    this.#first = Math.floor(first / MINUTES_PER_DAY) * MINUTES_PER_DAY
    this.#known = this.#first
  }

  /** Whether it knows who works at the moment. */
  has(moment: number): boolean {
    if (moment < this.#known) return moment >= this.#first
    if (this.#times.length > MASKED_MAX || !(moment < this.#first + TABLE_MAX)) return false
    this.#find(moment + AHEAD)
    return moment < this.#known
  }

  #find(until: number): void {
    const times = this.#times
    // up to when each works, or does not
    const ends = new Float64Array(times.length)
    const begins = new Float64Array(times.length)
    let from = this.#known
    for (let c = 0; c < times.length; c++) {
      begins[c] = times[c].nextWork(from)
      ends[c] = begins[c] > from ? begins[c] : times[c].shiftEnd(from)
    }
    while (from < until) {
      const end = ends.reduce((least, each) => Math.min(least, each), UNLIMITED)
      let [works, turns] = [0, 0]
      for (let c = 0; c < times.length; c++) {
        if (begins[c] <= from) works |= 1 << c
        if (ends[c] > end) continue
        turns |= 1 << c
        begins[c] = times[c].nextWork(end)
        ends[c] = begins[c] > end ? begins[c] : times[c].shiftEnd(end)
      }
      const n = this.#count++
      this.#end = grown(this.#end, n + 1)
      this.#works = grown(this.#works, n + 1)
      this.#turns = grown(this.#turns, n + 1)
      this.#end[n] = end
      this.#works[n] = works
      this.#turns[n] = turns
      for (
        ;
        this.#first + this.#daysKnown * MINUTES_PER_DAY < Math.min(end, this.#first + 2 * TABLE_MAX);
        this.#daysKnown++
      ) {
        this.#ofDay = grown(this.#ofDay, this.#daysKnown + 1)
        this.#ofDay[this.#daysKnown] = n
      }
      from = end
    }
    this.#known = from
  }

  /** Finds the piece of a moment that it has, and returns up to when none of `of` begins or ends a shift: `until`, or what is known, at most. */
  steadyUntil(moment: number, of: number, until: number): number {
    const end = this.#end
    let n = this.#near
    if (!(end[n] > moment) || (n > 0 && end[n - 1] > moment)) {
      n = this.#ofDay[Math.floor((moment - this.#first) / MINUTES_PER_DAY)]
      while (end[n] <= moment) n++
    }
    this.#near = n
    this.works = this.#works[n]
    while (end[n] < until && (this.#turns[n] & of) === 0 && n + 1 < this.#count) n++
    return Math.min(end[n], until)
  }
}

/** The shifts of the calendars of a resource, and the bit of each of its classes there. */
export interface SharedByClasses {
  readonly shifts: SharedShifts
  readonly bits: Int32Array
}

/** The stretches of all pairs of calendars that meet at a resource, and all that meet there on one line: found once, for all resources. */
export class StretchesOfPairs {
  readonly #calendars: readonly WorkTime[]
  readonly #first: number
  readonly #pairs = new Map<number, Stretches>()
  readonly #shared = new Map<string, SharedShifts>()

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

  /** All that meet at a resource. Those with the same calendars share what is known of them, in whatever order they came there. */
  sharedBy(classes: readonly number[]): SharedByClasses {
    const calendars = [...classes].sort((a, b) => a - b)
    const name = calendars.join()
    let shifts = this.#shared.get(name)
    if (shifts === undefined) {
      const times = calendars.map(c => this.#calendars[c])
      this.#shared.set(name, (shifts = new SharedShifts(times, this.#first)))
    }
    return { shifts, bits: Int32Array.from(classes, c => 1 << calendars.indexOf(c)) }
  }
}
