/**
 * What is taken of one resource over time: runs between the moments at which an activity begins or ends or the limit changes, each with the parts taken by class of
 * working time. Two activities share a minute only where both work: crews of a day shift and a night shift never do, though their spans overlap.
 */
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { NoRoom } from './no-room.ts'
import { type LevellingResource, UNLIMITED, type WorkTime } from './problem.ts'
import type { SharedByClasses, Stretches, StretchesOfPairs } from './stretches.ts'

/** Runs that there is room for at first. */
const ROOM = 64
/** What a look at shifts of several calendars costs beside one at a run. */
const SHIFT_STEPS = 4
/** Runs that are looked at, back from a start, for what held it besides. */
const RUNS_LOOKED_BACK = 1_000
/** Shifts of one run that are looked at for the most that is short. */
const SHIFTS_MEASURED = 100

export class Usage {
  readonly #resource: LevellingResource
  readonly #calendars: readonly WorkTime[]
  /** Of its classes. */
  readonly #times: readonly WorkTime[]
  readonly #classes: number
  readonly #stretches: StretchesOfPairs
  /** Those of two of its classes, once somebody asked. */
  readonly #ofPair: Stretches[] = []
  /** Its calendars on one line, once somebody asked. */
  #shared: SharedByClasses | undefined
  readonly #longFrom: number
  /** Runs: from at[n] up to at[n + 1], the limit, what is taken in all, and by class. */
  #at: Float64Array
  #limit: Float64Array
  #taken: Float64Array
  #byClass: Float64Array
  #count = 0
  /** Run found last, where the next question is likely to fall. */
  #near = 0
  #sumUntil = 0
  /** The last run that could not hold what was asked for: where it was found short, and by how much. */
  shortFrom = 0
  shortUntil = 0
  shortParts = 0
  easedParts = 0
  /** Where it was found to have no room, once it is long. */
  readonly noRoom = new NoRoom()
  /** Runs looked at so far: what the work is bounded by. */
  steps = 0
  /** Those of them that were known to be full, and passed over. */
  passedSteps = 0
  /** By parts: from which moment to which one every run is too full for so many. What is taken is never given back before all is. */
  readonly #full = new Map<number, { from: number; until: number }>()

  constructor(
    resource: LevellingResource,
    calendars: readonly WorkTime[],
    stretches: StretchesOfPairs,
    longFrom: number,
  ) {
    this.#resource = resource
    this.#longFrom = longFrom
    this.#stretches = stretches
    this.#calendars = calendars
    this.#times = resource.classes.map(c => calendars[c])
    this.#classes = Math.max(1, resource.classes.length)
    const room = Math.max(ROOM, 2 * resource.at.length)
    this.#at = new Float64Array(room)
    this.#limit = new Float64Array(room)
    this.#taken = new Float64Array(room)
    this.#byClass = new Float64Array(this.#classes > 1 ? room * this.#classes : 0)
    this.clear()
  }

  /** Nothing is taken. */
  clear(): void {
    const { at, value } = this.#resource
    this.#count = at.length
    this.#at.set(at)
    this.#limit.set(value)
    this.#taken.fill(0, 0, this.#count)
    this.#byClass.fill(0, 0, this.#count * this.#classes)
    this.#near = 0
    this.#full.clear()
    this.noRoom.clear()
  }

  /** It has so many runs that it pays to note where it has no room. */
  get isLong(): boolean {
    return this.#count >= this.#longFrom
  }

  /** The run that the moment lies in. */
  #runOf(moment: number): number {
    const at = this.#at
    let n = this.#near
    const count = this.#count
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

  /**
   * Whether so many parts fit from `start` to `finish` in the working time of the class: NaN = they do; else the moment up to which they do not for so many minutes of the calendar
   * (0: up to which nothing is known), Infinity = never.
   */
  conflict(parts: number, ofClass: number, start: number, finish: number, minutes: number, calendar: number): number {
    const at = this.#at
    const count = this.#count
    const { classes } = this.#resource
    const isOwn = this.#calendars[calendar] === this.#times[ofClass]
    for (let n = this.#runOf(start); n < count && at[n] < finish; n++) {
      this.steps++
      if (this.#taken[n] + parts <= this.#limit[n]) continue
      const from = Math.max(at[n], start)
      const until = n + 1 < count ? at[n + 1] : UNLIMITED
      const to = Math.min(until, finish)
      if (n === count - 1 && parts > this.#limit[n]) {
        this.shortFrom = from
        this.shortParts = parts - this.#limit[n]
        return (this.shortUntil = UNLIMITED)
      }
      if (this.#classes > 1) {
        const found = this.#mixedConflict(n, parts, ofClass, from, to, isOwn ? minutes : 0)
        if (Number.isNaN(found)) continue
        return found
      }
      const time = this.#times[0]
      if (time.workBetween(from, to) <= 0) continue
      this.shortFrom = from
      this.shortParts = this.#taken[n] + parts - this.#limit[n]
      // what follows is as full, as a rule: one question for all of it
      const last = this.#lastFull(n, parts)
      this.steps += last - n
      this.shortUntil = last + 1 < count ? at[last + 1] : UNLIMITED
      // work in another calendar may have room between two shifts of the resource
      if (!isOwn && minutes > 0) {
        const stretches = this.#stretches.of(calendar, classes[ofClass])
        this.steps += SHIFT_STEPS
        this.shortUntil = stretches.next(time.shiftEnd(time.nextWork(from)), this.shortUntil, minutes)
      }
      return this.shortUntil
    }
    return Number.NaN
  }

  /** The last of the runs from n on, which is too full for so many parts, that are as full. */
  #lastFull(n: number, parts: number): number {
    const at = this.#at
    const count = this.#count
    const full = this.isLong ? this.#full.get(parts) : undefined
    let last = n
    while (last + 1 < count) {
      if (full !== undefined && at[last + 1] >= full.from && at[last + 1] < full.until) {
        const known = full.until === UNLIMITED ? count - 1 : this.#runOf(full.until) - 1
        this.passedSteps += known - last
        last = known
      } else if (this.#taken[last + 1] + parts > this.#limit[last + 1]) last++
      else break
    }
    if (last > n) this.#noteFull(parts, n, last)
    return last
  }

  /** The first of the runs up to n, which is too full for so many parts, that are as full. */
  #firstFull(n: number, parts: number): number {
    const at = this.#at
    const full = this.isLong ? this.#full.get(parts) : undefined
    let first = n
    while (first > 0) {
      if (full !== undefined && at[first] > full.from && at[first] <= full.until) {
        const known = this.#runOf(full.from)
        this.passedSteps += first - known
        first = known
      } else if (this.#taken[first - 1] + parts > this.#limit[first - 1]) first--
      else break
    }
    if (first < n) this.#noteFull(parts, first, n)
    return first
  }

  /** The longest time that is known to be full for so many parts is kept, and what adjoins it added. */
  #noteFull(parts: number, first: number, last: number): void {
    if (!this.isLong) return
    const from = this.#at[first]
    const until = last + 1 < this.#count ? this.#at[last + 1] : UNLIMITED
    const full = this.#full.get(parts)
    if (full === undefined) this.#full.set(parts, { from, until })
    else if (from <= full.until && until >= full.from) {
      full.from = Math.min(from, full.from)
      full.until = Math.max(until, full.until)
    } else if (until - from > full.until - full.from) {
      full.from = from
      full.until = until
    }
  }

  /** The conflict within one run in which classes of several calendars take parts: by shifts. */
  #mixedConflict(n: number, parts: number, ofClass: number, from: number, to: number, minutes: number): number {
    const time = this.#times[ofClass]
    const until = n + 1 < this.#count ? this.#at[n + 1] : UNLIMITED
    let moment = time.nextWork(from)
    while (moment < to) {
      this.steps += SHIFT_STEPS
      const sum = this.#sumAt(n, parts, ofClass, moment, until)
      const piece = this.#sumUntil
      if (sum > this.#limit[n]) {
        this.shortFrom = moment
        this.shortParts = sum - this.#limit[n]
        return (this.shortUntil = minutes > 0 ? this.#shortThrough(n, parts, ofClass, piece, minutes) : piece)
      }
      moment = time.nextWork(piece)
    }
    return Number.NaN
  }

  /** So many parts of the class and what is taken beside them at a moment in which it works; #sumUntil: up to when, `until` at most. */
  #sumAt(n: number, parts: number, ofClass: number, moment: number, until: number): number {
    const classes = this.#classes
    if (classes === 1) {
      this.#sumUntil = Math.min(this.#times[ofClass].shiftEnd(moment), until)
      return parts + this.#taken[n]
    }
    const { shifts, bits } = (this.#shared ??= this.#stretches.sharedBy(this.#resource.classes))
    if (!shifts.has(moment)) return this.#sumByCalendars(n, parts, ofClass, moment, until)
    const byClass = this.#byClass
    const first = n * classes
    let taking = bits[ofClass]
    for (let c = 0; c < classes; c++) if (byClass[first + c] !== 0) taking |= bits[c]
    this.#sumUntil = shifts.steadyUntil(moment, taking, until)
    const { works } = shifts
    let sum = parts
    for (let c = 0; c < classes; c++) if ((works & bits[c]) !== 0) sum += byClass[first + c]
    return sum
  }

  /** The same beyond what is known of the shifts together. */
  #sumByCalendars(n: number, parts: number, ofClass: number, moment: number, until: number): number {
    const classes = this.#classes
    let end = Math.min(this.#times[ofClass].shiftEnd(moment), until)
    let sum = parts
    for (let c = 0; c < classes; c++) {
      const taken = this.#byClass[n * classes + c]
      if (taken === 0) continue
      const other = this.#times[c]
      const next = c === ofClass ? moment : other.nextWork(moment)
      if (next === moment) sum += taken
      end = Math.min(end, next > moment ? next : other.shiftEnd(moment))
    }
    this.#sumUntil = end
    return sum
  }

  /** How far the lack goes on behind `from`, through all runs that are as full. */
  #shortThrough(n: number, parts: number, ofClass: number, from: number, minutes: number): number {
    for (let until = from, run = n; ; run++) {
      const end = run + 1 < this.#count ? this.#at[run + 1] : UNLIMITED
      this.steps += SHIFT_STEPS
      if (until < end) until = this.#shortUntil(run, parts, ofClass, until, end, minutes)
      if (until < end || run + 1 === this.#count || this.#taken[run + 1] + parts <= this.#limit[run + 1]) return until
    }
  }

  /** How far the lack goes on behind `from`, up to the end of the run: where work of other classes leaves no room, up to where the class is long enough alone. */
  #shortUntil(n: number, parts: number, ofClass: number, from: number, end: number, minutes: number): number {
    const classes = this.#classes
    const room = this.#limit[n] - parts
    // those that work wherever the class does
    let always = 0
    for (let c = 0; c < classes; c++)
      if (this.#byClass[n * classes + c] > 0 && this.#alone(ofClass, c, from, end, 1) >= end)
        always += this.#byClass[n * classes + c]
    if (always > room) return end
    let until = from
    for (let c = 0; c < classes; c++) {
      const taken = this.#byClass[n * classes + c]
      if (always + taken <= room || this.#alone(ofClass, c, from, end, 1) >= end) continue
      const alone = this.#alone(ofClass, c, from, end, minutes)
      if (alone > until) until = alone
    }
    return until
  }

  /** Where the class works alone for so long, without the other. */
  #alone(own: number, other: number, from: number, end: number, minutes: number): number {
    if (own === other) return end
    const { classes } = this.#resource
    const pair = own * this.#classes + other
    const stretches = (this.#ofPair[pair] ??= this.#stretches.of(classes[own], classes[other]))
    return stretches.next(from, end, minutes)
  }

  /** The conflict seen from behind: NaN = they fit; else the moment at which they have to end to be before what does not hold them, -Infinity = never. */
  conflictBefore(parts: number, ofClass: number, start: number, finish: number): number {
    const at = this.#at
    const count = this.#count
    for (let n = this.#runOf(start); n < count && at[n] < finish; n++) {
      this.steps++
      if (this.#taken[n] + parts <= this.#limit[n]) continue
      const until = n + 1 < count ? at[n + 1] : UNLIMITED
      const from = Math.max(at[n], start)
      if (this.#times[ofClass].workBetween(from, Math.min(until, finish)) <= 0) continue
      const first = this.#firstFull(n, parts)
      this.steps += n - first
      return at[first]
    }
    return Number.NaN
  }

  /** The most that is short of so many parts at any moment from `from` to `until` in which the class works, `least` at least. It is looked for up to `ceiling`. */
  mostShort(parts: number, ofClass: number, from: number, until: number, ceiling: number, least: number): number {
    const at = this.#at
    let most = least
    if (most >= ceiling) return most
    for (let n = this.#runOf(from); n < this.#count && at[n] < until && most < ceiling; n++) {
      const short = this.#taken[n] + parts - this.#limit[n]
      if (short <= most) continue
      const start = Math.max(at[n], from)
      const end = Math.min(n + 1 < this.#count ? at[n + 1] : UNLIMITED, until)
      if (this.#classes > 1) most = Math.max(most, this.#mostShortIn(n, parts, ofClass, start, end, ceiling))
      else if (end === UNLIMITED || this.#times[0].workBetween(start, end) > 0) most = short
    }
    return most
  }

  /** The same within one run of several calendars, shift by shift: what is repeated each week is found in the first ones. */
  #mostShortIn(n: number, parts: number, ofClass: number, from: number, until: number, ceiling: number): number {
    const time = this.#times[ofClass]
    let most = 0
    let moment = time.nextWork(from)
    for (let shifts = 0; moment < until && most < ceiling && shifts < SHIFTS_MEASURED; shifts++) {
      const sum = this.#sumAt(n, parts, ofClass, moment, UNLIMITED)
      most = Math.max(most, sum - this.#limit[n])
      moment = time.nextWork(this.#sumUntil)
    }
    return most
  }

  /** From when on, up to a moment before which so many parts are short, never more than `most` are, and how many at most: `easedParts`. */
  easedFrom(parts: number, ofClass: number, from: number, until: number, most: number): number {
    const at = this.#at
    this.easedParts = 0
    let end = until
    for (let n = this.#runOf(until - 1), looked = 0; end > from && looked < RUNS_LOOKED_BACK; n--, looked++) {
      const begin = Math.max(at[n], from)
      let short = this.#taken[n] + parts - this.#limit[n]
      if (short > this.easedParts) {
        if (this.#classes > 1) short = this.#mostShortIn(n, parts, ofClass, begin, end, UNLIMITED)
        else if (short > most && this.#times[0].workBetween(begin, end) <= 0) short = 0
        if (short > most) break
        if (short > this.easedParts) this.easedParts = short
      }
      end = begin
    }
    return end
  }

  /** Where the last lack of so many parts ends that lies between two moments; `from`: there is none. */
  shortBefore(parts: number, ofClass: number, from: number, until: number): number {
    const at = this.#at
    let end = until
    for (let n = this.#runOf(until - 1); end > from; n--) {
      if (this.#taken[n] + parts > this.#limit[n]) {
        const found = this.#lastShortIn(n, parts, ofClass, Math.max(at[n], from), end)
        if (found > from) return found
      }
      end = at[n]
    }
    return from
  }

  /**
   * The last lack of so many parts between two moments: shortFrom, as far back as run after run is too full, and its end; `from`: there is none, in as many runs as are
   * looked at.
   */
  lackBefore(parts: number, ofClass: number, from: number, until: number): number {
    const at = this.#at
    const { steps } = this
    let end = until
    let found = from
    let n = this.#runOf(until - 1)
    for (let looked = 0; end > from && looked < RUNS_LOOKED_BACK; looked++) {
      if (this.#taken[n] + parts > this.#limit[n]) {
        found = this.#lastShortIn(n, parts, ofClass, Math.max(at[n], from), end)
        if (found > from) break
        found = from
      }
      end = at[n--]
    }
    if (found > from) {
      for (
        let looked = 0;
        at[n] > from && this.#taken[n - 1] + parts > this.#limit[n - 1] && looked < RUNS_LOOKED_BACK;
        looked++
      )
        n--
      // shifts may begin later than the run
      this.conflict(parts, ofClass, Math.max(at[n], from), found, 0, 0)
    }
    // what is asked for reasons alone changes no schedule
    this.steps = steps
    return found
  }

  /** The same within one run, in ever longer spans before its end; -Infinity: there is none. */
  #lastShortIn(n: number, parts: number, ofClass: number, from: number, until: number): number {
    const time = this.#times[ofClass]
    for (let span = MINUTES_PER_DAY; ; span *= 2) {
      const begin = Math.max(from, until - span)
      let found = -UNLIMITED
      for (let moment = time.nextWork(begin); moment < until; moment = time.nextWork(this.#sumUntil))
        if (this.#sumAt(n, parts, ofClass, moment, until) > this.#limit[n]) found = this.#sumUntil
      if (found > begin || begin === from) return found
    }
  }

  take(parts: number, ofClass: number, start: number, finish: number): void {
    if (!(finish > start)) return
    const first = this.#cut(start)
    const end = this.#cut(finish)
    for (let n = first; n < end; n++) this.#taken[n] += parts
    if (this.#classes > 1) for (let n = first; n < end; n++) this.#byClass[n * this.#classes + ofClass] += parts
  }

  /** The run that begins at the moment, cut off where none does. */
  #cut(moment: number): number {
    const n = this.#runOf(moment)
    if (this.#at[n] === moment) return n
    if (this.#count === this.#at.length) this.#grow()
    const at = this.#at
    const classes = this.#classes
    const count = this.#count
    const limit = this.#limit
    const taken = this.#taken
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
    if (classes > 1) this.#byClass.copyWithin((n + 1) * classes, n * classes, count * classes)
    this.#count++
    return n + 1
  }

  #grow(): void {
    const more = (values: Float64Array): Float64Array => {
      const grown = new Float64Array(2 * values.length)
      grown.set(values)
      return grown
    }
    this.#at = more(this.#at)
    this.#limit = more(this.#limit)
    this.#taken = more(this.#taken)
    if (this.#classes > 1) this.#byClass = more(this.#byClass)
  }
}
