/**
 * Where one resource has room for an activity: the search through its runs, and what makes it short where many activities wait for one resource. Notes of where it is full
 * stand beside the runs, so that nobody who asks for as much looks there again.
 */
import { type LevellingResource, UNLIMITED, type WorkTime } from './problem.ts'
import { RUNS_LOOKED_BACK, Runs } from './runs.ts'
import type { Stretches, StretchesOfPairs } from './stretches.ts'

/** What a look at shifts of several calendars costs beside one at a run. */
const SHIFT_STEPS = 4

export class Usage extends Runs {
  readonly #calendars: readonly WorkTime[]
  /** Those of two of its classes, once somebody asked. */
  readonly #ofPair: Stretches[] = []
  readonly #longFrom: number
  /** The last run that could not hold what was asked for: where it was found short, and by how much. */
  shortFrom = 0
  shortUntil = 0
  shortParts = 0
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
    super(resource, calendars, stretches)
    this.#longFrom = longFrom
    this.#calendars = calendars
    this.clear()
  }

  override clear(): void {
    super.clear()
    this.#full.clear()
    this.noRoom.clear()
  }

  /** It has so many runs that it pays to note where it has no room. */
  get isLong(): boolean {
    return this.count >= this.#longFrom
  }

  /**
   * Whether so many parts fit from `start` to `finish` in the working time of the class: NaN = they do; else the moment up to which they do not for so many minutes of the calendar
   * (0: up to which nothing is known), Infinity = never.
   */
  conflict(parts: number, ofClass: number, start: number, finish: number, minutes: number, calendar: number): number {
    const at = this.at
    const count = this.count
    const { classes } = this.resource
    const isOwn = this.#calendars[calendar] === this.times[ofClass]
    for (let n = this.runOf(start); n < count && at[n] < finish; n++) {
      this.steps++
      if (this.taken[n] + parts <= this.limit[n]) continue
      const from = Math.max(at[n], start)
      const until = n + 1 < count ? at[n + 1] : UNLIMITED
      const to = Math.min(until, finish)
      if (n === count - 1 && parts > this.limit[n]) {
        this.shortFrom = from
        this.shortParts = parts - this.limit[n]
        return (this.shortUntil = UNLIMITED)
      }
      if (this.classes > 1) {
        const found = this.#mixedConflict(n, parts, ofClass, from, to, isOwn ? minutes : 0)
        if (Number.isNaN(found)) continue
        return found
      }
      const time = this.times[0]
      if (time.workBetween(from, to) <= 0) continue
      this.shortFrom = from
      this.shortParts = this.taken[n] + parts - this.limit[n]
      // what follows is as full, as a rule: one question for all of it
      const last = this.#lastFull(n, parts)
      this.steps += last - n
      this.shortUntil = last + 1 < count ? at[last + 1] : UNLIMITED
      // work in another calendar may have room between two shifts of the resource
      if (!isOwn && minutes > 0) {
        const stretches = this.stretches.of(calendar, classes[ofClass])
        this.steps += SHIFT_STEPS
        this.shortUntil = stretches.next(time.shiftEnd(time.nextWork(from)), this.shortUntil, minutes)
      }
      return this.shortUntil
    }
    return Number.NaN
  }

  /** The last of the runs from n on, which is too full for so many parts, that are as full. */
  #lastFull(n: number, parts: number): number {
    const at = this.at
    const count = this.count
    const full = this.isLong ? this.#full.get(parts) : undefined
    let last = n
    while (last + 1 < count) {
      if (full !== undefined && at[last + 1] >= full.from && at[last + 1] < full.until) {
        const known = full.until === UNLIMITED ? count - 1 : this.runOf(full.until) - 1
        this.passedSteps += known - last
        last = known
      } else if (this.taken[last + 1] + parts > this.limit[last + 1]) last++
      else break
    }
    if (last > n) this.#noteFull(parts, n, last)
    return last
  }

  /** The first of the runs up to n, which is too full for so many parts, that are as full. */
  #firstFull(n: number, parts: number): number {
    const at = this.at
    const full = this.isLong ? this.#full.get(parts) : undefined
    let first = n
    while (first > 0) {
      if (full !== undefined && at[first] > full.from && at[first] <= full.until) {
        const known = this.runOf(full.from)
        this.passedSteps += first - known
        first = known
      } else if (this.taken[first - 1] + parts > this.limit[first - 1]) first--
      else break
    }
    if (first < n) this.#noteFull(parts, first, n)
    return first
  }

  /** The longest time that is known to be full for so many parts is kept, and what adjoins it added. */
  #noteFull(parts: number, first: number, last: number): void {
    if (!this.isLong) return
    const from = this.at[first]
    const until = last + 1 < this.count ? this.at[last + 1] : UNLIMITED
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
    const time = this.times[ofClass]
    const until = n + 1 < this.count ? this.at[n + 1] : UNLIMITED
    let moment = time.nextWork(from)
    while (moment < to) {
      this.steps += SHIFT_STEPS
      const sum = this.sumAt(n, parts, ofClass, moment, until)
      const piece = this.sumUntil
      if (sum > this.limit[n]) {
        this.shortFrom = moment
        this.shortParts = sum - this.limit[n]
        return (this.shortUntil = minutes > 0 ? this.#shortThrough(n, parts, ofClass, piece, minutes) : piece)
      }
      moment = time.nextWork(piece)
    }
    return Number.NaN
  }

  /** How far the lack goes on behind `from`, through all runs that are as full. */
  #shortThrough(n: number, parts: number, ofClass: number, from: number, minutes: number): number {
    for (let until = from, run = n; ; run++) {
      const end = run + 1 < this.count ? this.at[run + 1] : UNLIMITED
      this.steps += SHIFT_STEPS
      if (until < end) until = this.#shortUntil(run, parts, ofClass, until, end, minutes)
      if (until < end || run + 1 === this.count || this.taken[run + 1] + parts <= this.limit[run + 1]) return until
    }
  }

  /** How far the lack goes on behind `from`, up to the end of the run: where work of other classes leaves no room, up to where the class is long enough alone. */
  #shortUntil(n: number, parts: number, ofClass: number, from: number, end: number, minutes: number): number {
    const classes = this.classes
    const room = this.limit[n] - parts
    // those that work wherever the class does
    let always = 0
    for (let c = 0; c < classes; c++)
      if (this.byClass[n * classes + c] > 0 && this.#alone(ofClass, c, from, end, 1) >= end)
        always += this.byClass[n * classes + c]
    if (always > room) return end
    let until = from
    for (let c = 0; c < classes; c++) {
      const taken = this.byClass[n * classes + c]
      if (always + taken <= room || this.#alone(ofClass, c, from, end, 1) >= end) continue
      const alone = this.#alone(ofClass, c, from, end, minutes)
      if (alone > until) until = alone
    }
    return until
  }

  /** Where the class works alone for so long, without the other. */
  #alone(own: number, other: number, from: number, end: number, minutes: number): number {
    if (own === other) return end
    const { classes } = this.resource
    const pair = own * this.classes + other
    const stretches = (this.#ofPair[pair] ??= this.stretches.of(classes[own], classes[other]))
    return stretches.next(from, end, minutes)
  }

  /** The conflict seen from behind: NaN = they fit; else the moment at which they have to end to be before what does not hold them, -Infinity = never. */
  conflictBefore(parts: number, ofClass: number, start: number, finish: number): number {
    const at = this.at
    const count = this.count
    for (let n = this.runOf(start); n < count && at[n] < finish; n++) {
      this.steps++
      if (this.taken[n] + parts <= this.limit[n]) continue
      const until = n + 1 < count ? at[n + 1] : UNLIMITED
      const from = Math.max(at[n], start)
      if (this.times[ofClass].workBetween(from, Math.min(until, finish)) <= 0) continue
      const first = this.#firstFull(n, parts)
      this.steps += n - first
      return at[first]
    }
    return Number.NaN
  }

  /**
   * The last lack of so many parts between two moments: shortFrom, as far back as run after run is too full, and its end; `from`: there is none, in as many runs as are
   * looked at.
   */
  lackBefore(parts: number, ofClass: number, from: number, until: number): number {
    const at = this.at
    const { steps } = this
    let end = until
    let found = from
    let n = this.runOf(until - 1)
    for (let looked = 0; end > from && looked < RUNS_LOOKED_BACK; looked++) {
      if (this.taken[n] + parts > this.limit[n]) {
        found = this.lastShortIn(n, parts, ofClass, Math.max(at[n], from), end)
        if (found > from) break
        found = from
      }
      end = at[n--]
    }
    if (found > from) {
      for (
        let looked = 0;
        at[n] > from && this.taken[n - 1] + parts > this.limit[n - 1] && looked < RUNS_LOOKED_BACK;
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
}

/** Spans kept; past them the shortest is forgotten. */
const SPANS_MAX = 24
/** Numbers of what has no room there: parts of the resource, their class, and so many minutes of the calendar. */
const [PARTS, CLASS, CALENDAR, MINUTES] = [0, 1, 2, 3]
const SIZE = 4

const NONE = new Float64Array(0)

/**
 * Where one resource was found to have no room: spans in which nothing starts that asks for so much of it for so long. Within one schedule what is free never grows, so what was
 * found for one activity holds for all that ask for as much, in the same calendar, for as long or longer. Without it a queue of activities is walked from its head for each.
 */
class NoRoom {
  /** By span: where it begins, the moment that the last search went on from, and where the last lack begins that has room before it, though not enough; -Infinity: none is known. */
  #from = NONE
  #until = NONE
  #gapEnd = NONE
  /** What has no room there. Most questions are answered by where the spans lie. */
  #asked = NONE
  #count = 0
  /** No span lies outside these moments. */
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  clear(): void {
    this.#count = 0
    this.#first = Number.POSITIVE_INFINITY
    this.#last = Number.NEGATIVE_INFINITY
  }

  /** The span that a start at the moment lies in and that ends last; -1: none. */
  at(parts: number, ofClass: number, calendar: number, minutes: number, start: number): number {
    let found = -1
    if (start >= this.#last || start < this.#first) return found
    const from = this.#from
    const ends = this.#until
    const asked = this.#asked
    let until = start
    for (let span = 0; span < this.#count; span++) {
      if (ends[span] <= until || from[span] > start) continue
      const s = span * SIZE
      if (asked[s + MINUTES] > minutes || asked[s + PARTS] !== parts) continue
      if (asked[s + CLASS] !== ofClass || asked[s + CALENDAR] !== calendar) continue
      until = ends[span]
      found = span
    }
    return found
  }

  until(span: number): number {
    return this.#until[span]
  }

  gapEnd(span: number): number {
    return this.#gapEnd[span]
  }

  add(
    parts: number,
    ofClass: number,
    calendar: number,
    minutes: number,
    from: number,
    until: number,
    gapEnd: number,
  ): void {
    if (this.#from.length === 0) {
      this.#from = new Float64Array(SPANS_MAX)
      this.#until = new Float64Array(SPANS_MAX)
      this.#gapEnd = new Float64Array(SPANS_MAX)
      this.#asked = new Float64Array(SPANS_MAX * SIZE)
    }
    const begins = this.#from
    const ends = this.#until
    const asked = this.#asked
    if (from < this.#first) this.#first = from
    if (until > this.#last) this.#last = until
    let shortest = 0
    for (let span = 0; span < this.#count; span++) {
      if (ends[span] - begins[span] < ends[shortest] - begins[shortest]) shortest = span
      if (begins[span] > until || from > ends[span]) continue
      const s = span * SIZE
      if (asked[s + MINUTES] !== minutes || asked[s + PARTS] !== parts) continue
      if (asked[s + CLASS] !== ofClass || asked[s + CALENDAR] !== calendar) continue
      begins[span] = Math.min(begins[span], from)
      ends[span] = Math.max(ends[span], until)
      this.#gapEnd[span] = Math.max(this.#gapEnd[span], gapEnd)
      return
    }
    const span = this.#count < SPANS_MAX ? this.#count++ : shortest
    asked[span * SIZE + PARTS] = parts
    asked[span * SIZE + CLASS] = ofClass
    asked[span * SIZE + CALENDAR] = calendar
    asked[span * SIZE + MINUTES] = minutes
    begins[span] = from
    ends[span] = until
    this.#gapEnd[span] = gapEnd
  }
}
