/**
 * What resources leave free while a schedule is generated: where all that an activity asks for has room, from a moment on or before one, and what it is short of where it has none.
 */
import { inWork, type LevellingProblem, needBegin, needEnd, timeOfNeed, UNLIMITED } from './problem.ts'
import { StretchesOfPairs } from './stretches.ts'
import { Usage } from './usage.ts'

/** Who is told what activities wait for while they are placed. */
export interface Waits {
  /** An activity has to wait: for which of its needs, from when to when the resource was short, by how many parts of a unit, and before which part of its work. */
  take(
    activity: number,
    need: number,
    from: number,
    until: number,
    parts: number,
    part: number,
    /** False: it is no reason of its own, but one that is known goes on until then. */
    isReason?: boolean,
  ): void
  /** All that it waits for, from a moment on, was told, and what was placed before it still stands alone. */
  settle(activity: number, from: number): void
}

/** Runs of usage looked at in one schedule, per activity, before activities are put behind all others instead of into gaps. */
const STEPS_PER_ACTIVITY = 20_000
const STEPS_MIN = 4_000_000
/** Runs of a resource from which on it pays to note where it has no room. */
const LONG = 64

export class Room {
  readonly #problem: LevellingProblem
  readonly #usages: readonly Usage[]
  #stepsLeft = 0
  /** Needs of more than there is at the end: wherever it stands, the activity is above that limit, and the others of its needs say where. */
  readonly #never: Uint8Array
  #isOfRest = false
  /** Needs of an activity on its way towards the end that find no room before it. */
  readonly #isAbove: Uint8Array
  /** Where the last work ends by now. */
  latest = Number.NEGATIVE_INFINITY
  /** Some activity was put behind all others for want of steps. */
  isCut = false
  /** Some work stands above a limit. */
  isExceeded = false
  easedParts = 0

  constructor(problem: LevellingProblem, longFrom = LONG) {
    this.#problem = problem
    const first = problem.baseStart.reduce((least, moment) => Math.min(least, moment), Number.POSITIVE_INFINITY)
    const stretches = new StretchesOfPairs(problem.calendars, first)
    this.#usages = problem.resources.map(resource => new Usage(resource, problem.calendars, stretches, longFrom))
    this.#isAbove = new Uint8Array(problem.needResource.length)
    this.#never = new Uint8Array(problem.needResource.length)
    for (let k = 0; k < this.#never.length; k++)
      if (problem.needParts[k] > problem.resources[problem.needResource[k]].value.at(-1)!) this.#never[k] = 1
  }

  /** Runs of usage that the last schedule looked at. */
  get steps(): number {
    return this.#usages.reduce((sum, usage) => sum + usage.steps, 0)
  }

  /** Those of them that were passed over, as known to be full. */
  get passedSteps(): number {
    return this.#usages.reduce((sum, usage) => sum + usage.passedSteps, 0)
  }

  /** Nothing is taken. */
  clear(): void {
    this.latest = Number.NEGATIVE_INFINITY
    this.isExceeded = false
    this.#stepsLeft = Math.max(STEPS_MIN, STEPS_PER_ACTIVITY * this.#problem.count)
    for (const usage of this.#usages) {
      usage.clear()
      usage.steps = 0
      usage.passedSteps = 0
    }
  }

  /** What a asks for, which works from `start` to `end`, or in those parts. */
  take(a: number, start: number, end: number, parts?: readonly number[]): void {
    const problem = this.#problem
    const { needStart, needResource, needParts, needClass } = problem
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      const usage = this.#usages[needResource[k]]
      if (parts === undefined) {
        const begin = needBegin(problem, a, k, start)
        usage.take(needParts[k], needClass[k], begin, needEnd(problem, a, k, start, begin, end))
      } else for (let n = 0; n < parts.length; n += 2) usage.take(needParts[k], needClass[k], parts[n], parts[n + 1])
    }
  }

  fits(a: number, start: number, end: number, waits?: Waits): boolean {
    const problem = this.#problem
    const { needStart, needResource, needParts, needClass } = problem
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      const usage = this.#usages[needResource[k]]
      const begin = needBegin(problem, a, k, start)
      const until = needEnd(problem, a, k, start, begin, end)
      if (Number.isNaN(usage.conflict(needParts[k], needClass[k], begin, until, 0, 0))) continue
      waits?.take(a, k, usage.shortFrom, Math.min(usage.shortUntil, until), usage.shortParts, 0)
      return false
    }
    return true
  }

  /** The earliest start from `from` on at which all of its resources have room for so many minutes, of all its work where none are given. Infinity: never. */
  earliest(a: number, from: number, waits?: Waits, minutes?: number, part = 0): number {
    const problem = this.#problem
    const { needStart, needResource, needParts, needClass, calendars, calendar, windows } = problem
    const [first, end] = [needStart[a], needStart[a + 1]]
    let start = from
    if (first === end || problem.follows[a] === 1) return start
    const time = calendars[calendar[a]]
    const whole = minutes ?? problem.minutes[a]
    let finish = time.finishAfter(start, whole)
    let k = first
    let held = 0
    // begins that the resource had no room for, one after the other, and where the last lack begins that has room before it
    let refused = UNLIMITED
    let refusedUntil = 0
    let gapEnd = -UNLIMITED
    // no span of the resource holds this start: it was asked for the last one
    let isPastNotes = false
    // until each of them has said yes to one and the same start
    while (held < end - first) {
      if (this.#isOfRest && this.#never[k] === 1) {
        held++
        if (++k === end) k = first
        continue
      }
      const usage = this.#usages[needResource[k]]
      const parts = needParts[k]
      const ofClass = needClass[k]
      const isOwnTime = timeOfNeed(problem, k) === time
      const isPart = windows !== undefined && windows.isPart[k] === 1
      const begin = isPart ? needBegin(problem, a, k, start) : start
      const until = isPart ? needEnd(problem, a, k, start, begin, finish) : finish
      const work = isPart ? this.#leastOf(k) : whole
      // what ends with its own work lasts longer than what is asked about: nothing holds for others
      const mayNote = usage.isLong && !(isPart && windows.work[k] < UNLIMITED)
      // whoever wants to know why starts with what the first search met
      const known =
        waits === undefined && mayNote && !isPastNotes ? usage.noRoom.at(parts, ofClass, calendar[a], work, begin) : -1
      isPastNotes = false
      let free = Number.NaN
      if (known >= 0) {
        free = usage.noRoom.until(known)
        gapEnd = Math.max(gapEnd, usage.noRoom.gapEnd(known))
      } else {
        const before = usage.steps
        free = usage.conflict(parts, ofClass, begin, until, work, calendar[a])
        this.#stepsLeft -= usage.steps - before
        if (Number.isNaN(free)) {
          if (refused < refusedUntil) usage.noRoom.add(parts, ofClass, calendar[a], work, refused, refusedUntil, gapEnd)
          refused = UNLIMITED
          gapEnd = -UNLIMITED
          held++
          if (++k === end) k = first
          continue
        }
        const { shortFrom } = usage
        const short = isOwnTime || waits === undefined ? free : this.#shortUntil(a, k, shortFrom, free)
        waits?.take(a, k, shortFrom, short, usage.shortParts, part)
        if (free === UNLIMITED) return free
        const isGap = refused < UNLIMITED && usage.shortFrom > refusedUntil
        if (isGap && time.workBetween(refusedUntil, usage.shortFrom) > 0) gapEnd = usage.shortFrom
      }
      let next = inWork(problem, a, free)
      if (mayNote) {
        refused = Math.min(refused, next)
        for (;;) {
          const span = usage.noRoom.at(parts, ofClass, calendar[a], work, next)
          if (span < 0) break
          const gap = usage.noRoom.gapEnd(span)
          free = usage.noRoom.until(span)
          gapEnd = Math.max(gapEnd, gap)
          const short = isOwnTime || waits === undefined ? free : this.#shortUntil(a, k, next, free)
          waits?.take(a, k, Math.max(next, gap), short, 0, part)
          next = inWork(problem, a, free)
        }
        refusedUntil = free
        isPastNotes = true
      }
      start = isPart && windows.from[k] > 0 ? time.startBefore(next, windows.from[k]) : next
      if (this.#stepsLeft < 0 && free < this.latest) {
        this.isCut = true
        refused = UNLIMITED
        isPastNotes = false
        start = inWork(problem, a, this.latest)
      }
      finish = time.finishAfter(start, whole)
      held = 0
    }
    if (waits !== undefined && end - first > 1 && start > from) this.#noteOthers(a, from, start, waits, part)
    return start
  }

  /** The earliest start by the needs of which there is enough at some time: what is above one limit anyway is to be above no other. */
  earliestOfRest(a: number, from: number, waits?: Waits): number {
    this.#isOfRest = true
    const start = this.earliest(a, from, waits)
    this.#isOfRest = false
    return start
  }

  /** Minutes of the calendar of its activity that need k, which is for a part of it, lasts wherever it stands. */
  #leastOf(k: number): number {
    const { from, until, work } = this.#problem.windows!
    return work[k] === UNLIMITED ? until[k] - from[k] : 1
  }

  /**
   * A search goes on where one resource has room, so it need not meet what holds the work there, too. Of each resource the last lack before the start: one that the search met
   * lasts to its end, and one that it did not meet is a reason where it holds up to the start.
   */
  #noteOthers(a: number, from: number, start: number, waits: Waits, part: number): void {
    const problem = this.#problem
    const { needStart, needResource, needParts, needClass, calendars, calendar } = problem
    const time = calendars[calendar[a]]
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      if (this.#isOfRest && this.#never[k] === 1) continue
      const usage = this.#usages[needResource[k]]
      const earliest = needBegin(problem, a, k, from)
      const begin = needBegin(problem, a, k, start)
      const until = usage.lackBefore(needParts[k], needClass[k], earliest, begin)
      if (until > earliest) waits.take(a, k, usage.shortFrom, until, 0, part, until > time.startBefore(begin, 1))
    }
  }

  /**
   * Where the last lack for need k ends, of those from `from` on that a start behind `until` leaves behind. A resource in shifts of its own may be short at moments in which a
   * does not work: that a search leaves them out, or meets them, decides no reason.
   */
  #shortUntil(a: number, k: number, from: number, until: number): number {
    const { needResource, needParts, needClass } = this.#problem
    if (until === UNLIMITED) return until
    const start = inWork(this.#problem, a, until)
    return this.#usages[needResource[k]].shortBefore(needParts[k], needClass[k], from, start)
  }

  /** Up to when the first resource that a asks for has no room for as much for so many minutes. */
  noneBefore(a: number, moment: number, minutes: number): number {
    const { needStart, needResource, needParts, needClass, calendars, calendar } = this.#problem
    const k = needStart[a]
    const usage = this.#usages[needResource[k]]
    const time = calendars[calendar[a]]
    const parts = needParts[k]
    const ofClass = needClass[k]
    let start = moment
    for (;;) {
      const known = usage.isLong ? usage.noRoom.at(parts, ofClass, calendar[a], minutes, start) : -1
      const until =
        known >= 0
          ? usage.noRoom.until(known)
          : usage.conflict(parts, ofClass, start, time.finishAfter(start, minutes), minutes, calendar[a])
      if (!(until < UNLIMITED)) break
      start = time.nextWork(until)
    }
    if (start > moment && usage.isLong)
      usage.noRoom.add(parts, ofClass, calendar[a], minutes, moment, start, -UNLIMITED)
    return start
  }

  /** Up to which moment all of its resources have room that had some from `start` on. */
  roomUntil(a: number, start: number, finish: number): number {
    const { needStart, needResource, needParts, needClass } = this.#problem
    let until = finish
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      const usage = this.#usages[needResource[k]]
      if (Number.isNaN(usage.conflict(needParts[k], needClass[k], start, until, 0, 0))) continue
      // a resource of another shift is short from where that shift begins
      until = Math.min(until, timeOfNeed(this.#problem, k).nextWork(usage.shortFrom))
    }
    return until
  }

  /** The latest finish up to `last` by which all of its resources have room, or from which its start would be `floor` at most. */
  latestBefore(a: number, last: number, floor: number): number {
    const problem = this.#problem
    const { needStart, needResource, needParts, needClass, calendars, calendar, minutes, windows } = problem
    const [firstNeed, endOfNeeds] = [needStart[a], needStart[a + 1]]
    const needCount = problem.follows[a] === 1 ? 0 : endOfNeeds - firstNeed
    const time = calendars[calendar[a]]
    const work = minutes[a]
    let finish = last
    let start = time.startBefore(finish, work)
    let k = firstNeed
    // ends that the resource had no room for, one before the other: spans of a time that runs backward
    let refused = UNLIMITED
    // where the others let it end
    let byOthers = finish
    this.#isAbove.fill(0, firstNeed, endOfNeeds)
    for (let held = 0; held < needCount && start > floor; ) {
      if (this.#isAbove[k] === 1) {
        held++
        if (++k === endOfNeeds) k = firstNeed
        continue
      }
      const usage = this.#usages[needResource[k]]
      const parts = needParts[k]
      const ofClass = needClass[k]
      const isPart = windows !== undefined && windows.isPart[k] === 1
      const rest = isPart ? work - windows.until[k] : 0
      const begin = isPart ? needBegin(problem, a, k, start) : start
      const until = isPart ? needEnd(problem, a, k, start, begin, finish) : finish
      const before = usage.conflictBefore(parts, ofClass, begin, until)
      if (Number.isNaN(before) || before === Number.NEGATIVE_INFINITY) {
        if (before === Number.NEGATIVE_INFINITY) {
          // never: above this limit it is anyway, and the search for room, which notes shorten, moves it nowhere
          finish = byOthers
          start = time.startBefore(finish, work)
          // two such needs would send it back and forth for ever
          this.#isAbove[k] = 1
        } else if (refused < -finish) usage.noRoom.add(parts, ofClass, calendar[a], work, refused, -finish, 0)
        refused = UNLIMITED
        byOthers = finish
        held++
        if (++k === endOfNeeds) k = firstNeed
        continue
      }
      if (isPart) {
        // in another calendar than its own there may be no work of it between the two
        const moved = rest > 0 ? time.finishAfter(before, rest) : before
        finish = moved < finish ? moved : before
      } else {
        finish = before
        if (usage.isLong) {
          if (refused === UNLIMITED) refused = -finish
          for (;;) {
            const span = usage.noRoom.at(parts, ofClass, calendar[a], work, -finish)
            if (span < 0) break
            finish = -usage.noRoom.until(span)
          }
        }
      }
      start = time.startBefore(finish, work)
      held = 0
    }
    return finish
  }

  /** The most that is short for need k from a moment to another, beside all that is placed by now; what is known to be short at least. */
  mostShort(k: number, from: number, until: number, known: number): number {
    const { needResource, needParts, needClass } = this.#problem
    // where nothing stands above a limit, all that it needs is the most that can be short
    const ceiling = this.isExceeded ? Number.POSITIVE_INFINITY : needParts[k]
    return this.#usages[needResource[k]].mostShort(needParts[k], needClass[k], from, until, ceiling, known)
  }

  /** From when on, up to a moment before which there is too little for need k, it is never short by more than `most`, and by how much it is at most: `easedParts`. */
  easedFrom(k: number, from: number, until: number, most: number): number {
    const { needResource, needParts, needClass } = this.#problem
    const usage = this.#usages[needResource[k]]
    const eased = usage.easedFrom(needParts[k], needClass[k], from, until, most)
    this.easedParts = usage.easedParts
    return Math.max(from, eased)
  }

  /** From when on some resource is short for what a asks of it, which are not before `from` and are at `until` at the latest. isAbove: it stands above some limit for ever. */
  freeUntil(a: number, from: number, until: number, isAbove: boolean): number {
    const { needStart, needResource, needParts, needClass } = this.#problem
    let first = until
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      if (isAbove && this.#never[k] === 1) continue
      const usage = this.#usages[needResource[k]]
      const { steps } = usage
      // a resource of another shift is short from where that shift begins
      if (!Number.isNaN(usage.conflict(needParts[k], needClass[k], from, first, 0, 0)))
        first = timeOfNeed(this.#problem, k).nextWork(usage.shortFrom)
      // what is asked for reasons alone changes no schedule
      usage.steps = steps
    }
    return first
  }
}
