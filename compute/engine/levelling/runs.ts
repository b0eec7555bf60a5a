/**
 * What is taken of one resource over time: runs between the moments at which an activity begins or ends or the limit changes, each with the parts taken by class of
 * working time, and what is short in them. Two activities share a minute only where both work: crews of a day shift and a night shift never do, though their spans overlap.
 */
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { type LevellingResource, UNLIMITED, type WorkTime } from './problem.ts'
import type { SharedByClasses, StretchesOfPairs } from './stretches.ts'

/** Runs that there is room for at first. */
const ROOM = 64
/** Runs that are looked at, back from a start, for what held it besides. */
export const RUNS_LOOKED_BACK = 1_000
/** Shifts of one run that are looked at for the most that is short. */
const SHIFTS_MEASURED = 100

export class Runs {
  protected readonly resource: LevellingResource
  /** Of its classes. */
  protected readonly times: readonly WorkTime[]
  protected readonly classes: number
  protected readonly stretches: StretchesOfPairs
  /** Its calendars on one line, once somebody asked. */
  #shared: SharedByClasses | undefined
  /** Runs: from at[n] up to at[n + 1], the limit, what is taken in all, and by class. */
  protected at: Float64Array
  protected limit: Float64Array
  protected taken: Float64Array
  protected byClass: Float64Array
  protected count = 0
  /** Run found last, where the next question is likely to fall. */
  #near = 0
  protected sumUntil = 0
  easedParts = 0

  constructor(resource: LevellingResource, calendars: readonly WorkTime[], stretches: StretchesOfPairs) {
    this.resource = resource
    this.stretches = stretches
    this.times = resource.classes.map(c => calendars[c])
    this.classes = Math.max(1, resource.classes.length)
    const room = Math.max(ROOM, 2 * resource.at.length)
    this.at = new Float64Array(room)
    this.limit = new Float64Array(room)
    this.taken = new Float64Array(room)
    this.byClass = new Float64Array(this.classes > 1 ? room * this.classes : 0)
  }

  /** Nothing is taken. */
  clear(): void {
    const { at, value } = this.resource
    this.count = at.length
    this.at.set(at)
    this.limit.set(value)
    this.taken.fill(0, 0, this.count)
    this.byClass.fill(0, 0, this.count * this.classes)
    this.#near = 0
  }

  /** The run that the moment lies in. */
  protected runOf(moment: number): number {
    const at = this.at
    let n = this.#near
    const count = this.count
    if (n < count && at[n] <= moment) {
      for (let ahead = 0; ahead < 8; ahead++) {
        if (n + 1 === count || at[n + 1] > moment) return (this.#near = n)
        n++
      }
    }
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (at[middle] <= moment) low = middle + 1
      else high = middle
    }
    return (this.#near = low - 1)
  }

  /** So many parts of the class and what is taken beside them at a moment in which it works; #sumUntil: up to when, `until` at most. */
  protected sumAt(n: number, parts: number, ofClass: number, moment: number, until: number): number {
    const classes = this.classes
    if (classes === 1) {
      this.sumUntil = Math.min(this.times[ofClass].shiftEnd(moment), until)
      return parts + this.taken[n]
    }
    const { shifts, bits } = (this.#shared ??= this.stretches.sharedBy(this.resource.classes))
    if (!shifts.has(moment)) return this.#sumByCalendars(n, parts, ofClass, moment, until)
    const byClass = this.byClass
    const first = n * classes
    let taking = bits[ofClass]
    for (let c = 0; c < classes; c++) if (byClass[first + c] !== 0) taking |= bits[c]
    this.sumUntil = shifts.steadyUntil(moment, taking, until)
    const { works } = shifts
    let sum = parts
    for (let c = 0; c < classes; c++) if ((works & bits[c]) !== 0) sum += byClass[first + c]
    return sum
  }

  /** The same beyond what is known of the shifts together. */
  #sumByCalendars(n: number, parts: number, ofClass: number, moment: number, until: number): number {
    const classes = this.classes
    let end = Math.min(this.times[ofClass].shiftEnd(moment), until)
    let sum = parts
    for (let c = 0; c < classes; c++) {
      const taken = this.byClass[n * classes + c]
      if (taken === 0) continue
      const other = this.times[c]
      const next = c === ofClass ? moment : other.nextWork(moment)
      if (next === moment) sum += taken
      end = Math.min(end, next > moment ? next : other.shiftEnd(moment))
    }
    this.sumUntil = end
    return sum
  }

  /** The most that is short of so many parts at any moment from `from` to `until` in which the class works, `least` at least. It is looked for up to `ceiling`. */
  mostShort(parts: number, ofClass: number, from: number, until: number, ceiling: number, least: number): number {
    const at = this.at
    let most = least
    if (most >= ceiling) return most
    for (let n = this.runOf(from); n < this.count && at[n] < until && most < ceiling; n++) {
      const short = this.taken[n] + parts - this.limit[n]
      if (short <= most) continue
      const start = Math.max(at[n], from)
      const end = Math.min(n + 1 < this.count ? at[n + 1] : UNLIMITED, until)
      if (this.classes > 1) most = Math.max(most, this.#mostShortIn(n, parts, ofClass, start, end, ceiling))
      else if (end === UNLIMITED || this.times[0].workBetween(start, end) > 0) most = short
    }
    return most
  }

  /** The same within one run of several calendars, shift by shift: what is repeated each week is found in the first ones. */
  #mostShortIn(n: number, parts: number, ofClass: number, from: number, until: number, ceiling: number): number {
    const time = this.times[ofClass]
    let most = 0
    let moment = time.nextWork(from)
    for (let shifts = 0; moment < until && most < ceiling && shifts < SHIFTS_MEASURED; shifts++) {
      const sum = this.sumAt(n, parts, ofClass, moment, UNLIMITED)
      most = Math.max(most, sum - this.limit[n])
      moment = time.nextWork(this.sumUntil)
    }
    return most
  }

  /** From when on, up to a moment before which so many parts are short, never more than `most` are, and how many at most: `easedParts`. */
  easedFrom(parts: number, ofClass: number, from: number, until: number, most: number): number {
    const at = this.at
    this.easedParts = 0
    let end = until
    for (let n = this.runOf(until - 1), looked = 0; end > from && looked < RUNS_LOOKED_BACK; n--, looked++) {
      const begin = Math.max(at[n], from)
      let short = this.taken[n] + parts - this.limit[n]
      if (short > this.easedParts) {
        if (this.classes > 1) short = this.#mostShortIn(n, parts, ofClass, begin, end, UNLIMITED)
        else if (short > most && this.times[0].workBetween(begin, end) <= 0) short = 0
        if (short > most) break
        if (short > this.easedParts) this.easedParts = short
      }
      end = begin
    }
    return end
  }

  /** Where the last lack of so many parts ends that lies between two moments; `from`: there is none. */
  shortBefore(parts: number, ofClass: number, from: number, until: number): number {
    const at = this.at
    let end = until
    for (let n = this.runOf(until - 1); end > from; n--) {
      if (this.taken[n] + parts > this.limit[n]) {
        const found = this.lastShortIn(n, parts, ofClass, Math.max(at[n], from), end)
        if (found > from) return found
      }
      end = at[n]
    }
    return from
  }

  /** The same within one run, in ever longer spans before its end; -Infinity: there is none. */
  protected lastShortIn(n: number, parts: number, ofClass: number, from: number, until: number): number {
    const time = this.times[ofClass]
    for (let span = MINUTES_PER_DAY; ; span *= 2) {
      const begin = Math.max(from, until - span)
      let found = -UNLIMITED
      for (let moment = time.nextWork(begin); moment < until; moment = time.nextWork(this.sumUntil))
        if (this.sumAt(n, parts, ofClass, moment, until) > this.limit[n]) found = this.sumUntil
      if (found > begin || begin === from) return found
    }
  }

  take(parts: number, ofClass: number, start: number, finish: number): void {
    if (!(finish > start)) return
    const first = this.#cut(start)
    const end = this.#cut(finish)
    for (let n = first; n < end; n++) this.taken[n] += parts
    if (this.classes > 1) for (let n = first; n < end; n++) this.byClass[n * this.classes + ofClass] += parts
  }

  /** The run that begins at the moment, cut off where none does. */
  #cut(moment: number): number {
    const n = this.runOf(moment)
    if (this.at[n] === moment) return n
    if (this.count === this.at.length) this.#grow()
    const at = this.at
    const classes = this.classes
    const count = this.count
    const limit = this.limit
    const taken = this.taken
    if (count - n > 32) {
      at.copyWithin(n + 2, n + 1, count)
      limit.copyWithin(n + 1, n, count)
      taken.copyWithin(n + 1, n, count)
    } else {
      for (let m = count; m > n + 1; m--) at[m] = at[m - 1]
      for (let m = count; m > n; m--) {
        limit[m] = limit[m - 1]
        taken[m] = taken[m - 1]
      }
    }
    at[n + 1] = moment
    if (classes > 1) this.byClass.copyWithin((n + 1) * classes, n * classes, count * classes)
    this.count++
    return n + 1
  }

  #grow(): void {
    const more = (values: Float64Array): Float64Array => {
      const grown = new Float64Array(2 * values.length)
      grown.set(values)
      return grown
    }
    this.at = more(this.at)
    this.limit = more(this.limit)
    this.taken = more(this.taken)
    if (this.classes > 1) this.byClass = more(this.byClass)
  }
}
