/**
 * Schedule generation: activities of a list are placed one after the other at the earliest moment that links, calendars and limits leave them (serial), or the one that
 * can start first is placed next (parallel), or all are moved towards the end (the first half of a justification). Kolisch & Hartmann 1999 describe the schemes.
 */
import { ActivityOrder } from './activity-order.ts'
import { finishFrom, heldFinish, inWork, type LevellingProblem, startByLogic, UNLIMITED, workEnd } from './problem.ts'
import { StretchesOfPairs } from './stretches.ts'
import { Usage } from './usage.ts'
import { type Queues, queuesOf, Waiting } from './waiting.ts'

/** Why an activity stands where a limit is exceeded. */
export const PLACED = 0
/** It asks for more than there ever is, or than there is for as long as it takes. */
export const NEVER_ENOUGH = 1
/** Its float ends before there is room. */
export const OUT_OF_FLOAT = 2
/** It stays where it is: work in progress, a mandatory date, a priority. */
export const STAYS = 3

/** Who is told what activities wait for while they are placed. */
export interface Waits {
  /** An activity has to wait: for which resource, from when to when it was short, by how many parts of a unit, and before which part of its work. */
  take(
    activity: number,
    resource: number,
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
/** Parts of one activity; what would need more is done in one piece. */
const PARTS_MAX = 1_000
const LONG = 64

export class Placing {
  readonly problem: LevellingProblem
  readonly start: Float64Array
  readonly finish: Float64Array
  readonly fate: Uint8Array
  /** Those whose work pauses. */
  readonly parts = new Map<number, readonly number[]>()
  /** Activities in the order in which they were placed last. */
  readonly sequence: Uint32Array
  readonly #usages: readonly Usage[]
  readonly #open: Uint32Array
  readonly #keys: Float64Array
  readonly #order: ActivityOrder
  #queues: Queues | undefined
  /** Schedules generated so far. */
  schedules = 0
  #latest = 0
  #stepsLeft = 0
  /** Some work that was placed stands above a limit. */
  #isExceeded = false
  /** Needs, as in needStart, of more than there is at the end: wherever it stands, the activity is above that limit, and the others of its needs say where. */
  readonly #never: Uint8Array
  #isOfRest = false
  /** Needs, as in needStart, of an activity on its way towards the end, that find no room before it. */
  readonly #isAbove: Uint8Array
  /** 1 = what follows its links alone, or what comes before it: placed before all others, which have to leave it its resources. Undefined: there is none. */
  readonly #isFirst: Uint8Array | undefined
  easedParts = 0
  /** Some activity was put behind all others for want of steps. */
  isCut = false

  /** longFrom: runs of a resource from which on it pays to note where it has no room. */
  constructor(problem: LevellingProblem, longFrom = LONG) {
    this.problem = problem
    const { count } = problem
    this.start = new Float64Array(count)
    this.finish = new Float64Array(count)
    this.fate = new Uint8Array(count)
    this.sequence = new Uint32Array(count)
    this.#open = new Uint32Array(count)
    this.#keys = new Float64Array(count)
    this.#order = new ActivityOrder(problem)
    const first = problem.baseStart.reduce((least, moment) => Math.min(least, moment), Number.POSITIVE_INFINITY)
    const stretches = new StretchesOfPairs(problem.calendars, first)
    this.#usages = problem.resources.map(resource => new Usage(resource, problem.calendars, stretches, longFrom))
    this.#isFirst = beforeFollowers(problem)
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

  /** Activities that stay are there before all others. */
  #begin(waits?: Waits): void {
    const { problem } = this
    this.schedules++
    this.#latest = Number.NEGATIVE_INFINITY
    this.#isExceeded = false
    this.#stepsLeft = Math.max(STEPS_MIN, STEPS_PER_ACTIVITY * problem.count)
    for (const usage of this.#usages) {
      usage.clear()
      usage.steps = 0
      usage.passedSteps = 0
    }
    this.fate.fill(PLACED)
    this.parts.clear()
    for (let a = 0; a < problem.count; a++) {
      if (problem.fixed[a] === 0) continue
      if (!this.#fits(a, problem.baseStart[a], workEnd(problem, a, problem.baseFinish[a]), waits)) {
        this.fate[a] = STAYS
        this.#isExceeded = true
      }
      this.#put(a, problem.baseStart[a], problem.baseFinish[a])
    }
  }

  #put(a: number, start: number, finish: number, parts?: readonly number[]): void {
    const { needStart, needResource, needParts, needClass } = this.problem
    this.start[a] = start
    this.finish[a] = finish
    if (finish > this.#latest) this.#latest = finish
    if (parts !== undefined) this.parts.set(a, parts)
    const end = workEnd(this.problem, a, finish)
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      const usage = this.#usages[needResource[k]]
      if (parts === undefined) usage.take(needParts[k], needClass[k], start, end)
      else for (let n = 0; n < parts.length; n += 2) usage.take(needParts[k], needClass[k], parts[n], parts[n + 1])
    }
  }

  #fits(a: number, start: number, finish: number, waits?: Waits): boolean {
    const { needStart, needResource, needParts, needClass } = this.problem
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      const usage = this.#usages[needResource[k]]
      if (Number.isNaN(usage.conflict(needParts[k], needClass[k], start, finish, 0, 0))) continue
      waits?.take(a, needResource[k], usage.shortFrom, Math.min(usage.shortUntil, finish), usage.shortParts, 0)
      return false
    }
    return true
  }

  /** The earliest start from `from` on at which all of its resources have room for so many minutes, of all its work where none are given. Infinity: never. */
  #earliest(a: number, from: number, waits?: Waits, minutes?: number, part = 0): number {
    const { problem } = this
    const { needStart, needResource, needParts, needClass, calendars, calendar } = problem
    const [first, end] = [needStart[a], needStart[a + 1]]
    let start = from
    if (first === end || problem.follows[a] === 1) return start
    const time = calendars[calendar[a]]
    const work = minutes ?? problem.minutes[a]
    let finish = time.finishAfter(start, work)
    let k = first
    let held = 0
    // starts that the resource had no room for, one after the other, and where the last lack begins that has room before it
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
      const resource = needResource[k]
      const usage = this.#usages[resource]
      const parts = needParts[k]
      const ofClass = needClass[k]
      const isOwnTime = calendars[problem.resources[resource].classes[ofClass]] === time
      // whoever wants to know why starts with what the first search met
      const known =
        waits === undefined && usage.isLong && !isPastNotes
          ? usage.noRoom.at(parts, ofClass, calendar[a], work, start)
          : -1
      isPastNotes = false
      let until = Number.NaN
      if (known >= 0) {
        until = usage.noRoom.until(known)
        gapEnd = Math.max(gapEnd, usage.noRoom.gapEnd(known))
      } else {
        const before = usage.steps
        until = usage.conflict(parts, ofClass, start, finish, work, calendar[a])
        this.#stepsLeft -= usage.steps - before
        if (Number.isNaN(until)) {
          if (refused < refusedUntil) usage.noRoom.add(parts, ofClass, calendar[a], work, refused, refusedUntil, gapEnd)
          refused = UNLIMITED
          gapEnd = -UNLIMITED
          held++
          if (++k === end) k = first
          continue
        }
        const { shortFrom } = usage
        const short = isOwnTime || waits === undefined ? until : this.#shortUntil(a, k, shortFrom, until)
        waits?.take(a, resource, shortFrom, short, usage.shortParts, part)
        if (until === UNLIMITED) return until
        const isGap = refused < UNLIMITED && usage.shortFrom > refusedUntil
        if (isGap && time.workBetween(refusedUntil, usage.shortFrom) > 0) gapEnd = usage.shortFrom
      }
      start = inWork(problem, a, until)
      if (usage.isLong) {
        refused = Math.min(refused, start)
        for (;;) {
          const span = usage.noRoom.at(parts, ofClass, calendar[a], work, start)
          if (span < 0) break
          const gap = usage.noRoom.gapEnd(span)
          until = usage.noRoom.until(span)
          gapEnd = Math.max(gapEnd, gap)
          const short = isOwnTime || waits === undefined ? until : this.#shortUntil(a, k, start, until)
          waits?.take(a, resource, Math.max(start, gap), short, 0, part)
          start = inWork(problem, a, until)
        }
        refusedUntil = until
        isPastNotes = true
      }
      if (this.#stepsLeft < 0 && until < this.#latest) {
        this.isCut = true
        refused = UNLIMITED
        isPastNotes = false
        start = inWork(problem, a, this.#latest)
      }
      finish = time.finishAfter(start, work)
      held = 0
    }
    if (waits !== undefined && end - first > 1 && start > from) this.#noteOthers(a, from, start, waits, part)
    return start
  }

  /**
   * A search goes on where one resource has room, so it need not meet what holds the work there, too. Of each resource the last lack before the start: one that the search met
   * lasts to its end, and one that it did not meet is a reason where it holds up to the start.
   */
  #noteOthers(a: number, from: number, start: number, waits: Waits, part: number): void {
    const { needStart, needResource, needParts, needClass, calendars, calendar } = this.problem
    const lastMoment = calendars[calendar[a]].startBefore(start, 1)
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      if (this.#isOfRest && this.#never[k] === 1) continue
      const usage = this.#usages[needResource[k]]
      const until = usage.lackBefore(needParts[k], needClass[k], from, start)
      if (until > from) waits.take(a, needResource[k], usage.shortFrom, until, 0, part, until > lastMoment)
    }
  }

  /**
   * Where the last lack for need k ends, of those from `from` on that a start behind `until` leaves behind. A resource in shifts of its own may be short at moments in which a
   * does not work: that a search leaves them out, or meets them, decides no reason.
   */
  #shortUntil(a: number, k: number, from: number, until: number): number {
    const { needResource, needParts, needClass } = this.problem
    if (until === UNLIMITED) return until
    const start = inWork(this.problem, a, until)
    return this.#usages[needResource[k]].shortBefore(needParts[k], needClass[k], from, start)
  }

  /** The most that is short of a resource for what a asks of it, from a moment to another, beside all that is placed by now; what is known to be short at least. */
  mostShort(a: number, resource: number, from: number, until: number, known: number): number {
    const { needStart, needResource, needParts, needClass } = this.problem
    let most = known
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      if (needResource[k] !== resource) continue
      // where nothing stands above a limit, all that it needs is the most that can be short
      const ceiling = this.#isExceeded ? Number.POSITIVE_INFINITY : needParts[k]
      most = this.#usages[resource].mostShort(needParts[k], needClass[k], from, until, ceiling, most)
    }
    return most
  }

  /** From when on, up to a moment before which a resource is short for what a asks of it, it is never short by more than `most`, and by how much it is at most: `easedParts`. */
  easedFrom(a: number, resource: number, from: number, until: number, most: number): number {
    const { needStart, needResource, needParts, needClass } = this.problem
    let eased = from
    this.easedParts = 0
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      if (needResource[k] !== resource) continue
      const usage = this.#usages[resource]
      eased = Math.max(eased, usage.easedFrom(needParts[k], needClass[k], from, until, most))
      this.easedParts = Math.max(this.easedParts, usage.easedParts)
    }
    return eased
  }

  /** From when on some resource is short for what a asks of it, which are not before `from` and are at `until` at the latest. */
  freeUntil(a: number, from: number, until: number): number {
    const { needStart, needResource, needParts, needClass, resources, calendars } = this.problem
    let first = until
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      if (this.fate[a] === NEVER_ENOUGH && this.#never[k] === 1) continue
      const usage = this.#usages[needResource[k]]
      const { steps } = usage
      // a resource of another shift is short from where that shift begins
      if (!Number.isNaN(usage.conflict(needParts[k], needClass[k], from, first, 0, 0)))
        first = calendars[resources[needResource[k]].classes[needClass[k]]].nextWork(usage.shortFrom)
      // what is asked for reasons alone changes no schedule
      usage.steps = steps
    }
    return first
  }

  /** Up to which moment all of its resources have room that had some from `start` on. */
  #roomUntil(a: number, start: number, finish: number): number {
    const { needStart, needResource, needParts, needClass, resources, calendars } = this.problem
    let until = finish
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      const usage = this.#usages[needResource[k]]
      if (Number.isNaN(usage.conflict(needParts[k], needClass[k], start, until, 0, 0))) continue
      // a resource of another shift is short from where that shift begins
      const time = calendars[resources[needResource[k]].classes[needClass[k]]]
      until = Math.min(until, time.nextWork(usage.shortFrom))
    }
    return until
  }

  /**
   * The work of a in parts, each as early and as long as there is room and none shorter than it may be; undefined: it has no more than one, or no end. In parts it ends no
   * later than in one piece.
   */
  #inParts(a: number, from: number, waits?: Waits): number[] | undefined {
    const { leastPart, minutes, calendars, calendar } = this.problem
    const time = calendars[calendar[a]]
    const least = leastPart[a]
    const parts: number[] = []
    let rest = minutes[a]
    let moment = from
    while (rest > 0) {
      // what would leave less than a part is done in one piece
      const isLast = rest < 2 * least
      const start = this.#earliest(a, moment, waits, isLast ? rest : least, parts.length / 2)
      if (start === Number.POSITIVE_INFINITY || parts.length === 2 * PARTS_MAX) return undefined
      const whole = time.finishAfter(start, rest)
      const until = isLast ? whole : this.#roomUntil(a, start, whole)
      const room = until === whole ? rest : time.workBetween(start, until)
      const work = room < rest ? Math.min(room, rest - least) : rest
      if (!(work > 0)) return undefined
      moment = work === rest ? whole : time.finishAfter(start, work)
      // what follows after a night without a pause is the same part, if resources that work at night have room, too
      const before = parts.at(-1) ?? start
      if (parts.length > 0 && time.workBetween(before, start) === 0 && this.#fits(a, before, start))
        parts[parts.length - 1] = moment
      else parts.push(start, moment)
      rest -= work
      moment = inWork(this.problem, a, moment)
    }
    return parts.length > 2 ? parts : undefined
  }

  /** Parts that end earlier than the work would in one piece, which could start at `found`. */
  #earlierInParts(a: number, byLogic: number, found: number): number[] | undefined {
    const { leastPart, minutes } = this.problem
    if (found === byLogic || minutes[a] < 2 * leastPart[a]) return undefined
    const parts = this.#inParts(a, byLogic)
    if (parts === undefined || found === Number.POSITIVE_INFINITY) return parts
    return parts[parts.length - 1] < finishFrom(this.problem, a, found) ? parts : undefined
  }

  #place(a: number, waits?: Waits): void {
    const { problem } = this
    const byLogic = startByLogic(problem, this, a)
    const mayPause = problem.minutes[a] >= 2 * problem.leastPart[a]
    const whole = this.#earliest(a, byLogic, mayPause ? undefined : waits)
    const parts = this.#earlierInParts(a, byLogic, whole)
    if (waits !== undefined && mayPause) {
      if (parts === undefined) this.#earliest(a, byLogic, waits)
      else this.#inParts(a, byLogic, waits)
    }
    const found = parts === undefined ? whole : parts[0]
    const isNever = found === UNLIMITED
    const start = isNever ? this.#earliestOfRest(a, byLogic, waits) : found
    const last = parts === undefined ? start : this.#startBefore(a, parts[parts.length - 1])
    const hasRoom = start < UNLIMITED && (last <= byLogic || last <= problem.latestStart[a])
    if (isNever || !hasRoom) {
      this.fate[a] = isNever ? NEVER_ENOUGH : OUT_OF_FLOAT
      this.#isExceeded = true
    }
    waits?.settle(a, byLogic)
    if (hasRoom) this.#putFrom(a, start, parts, waits)
    else this.#putFrom(a, byLogic)
  }

  #putFrom(a: number, start: number, parts?: readonly number[], waits?: Waits): void {
    const { problem } = this
    const worked = parts === undefined ? finishFrom(problem, a, start) : this.#finishOfParts(a, parts)
    const finish = heldFinish(problem, this, a, worked)
    if (problem.follows[a] === 1 && !this.#fits(a, start, workEnd(problem, a, finish), waits)) {
      this.fate[a] = STAYS
      this.#isExceeded = true
    }
    this.#put(a, start, finish, parts)
  }

  /** Work that ends where it ends without levelling has the finish that it has there: an expected one may lie behind it. */
  #finishOfParts(a: number, parts: readonly number[]): number {
    const finish = this.problem.baseFinish[a]
    const end = parts[parts.length - 1]
    return end === workEnd(this.problem, a, finish) ? finish : end
  }

  /** The earliest start by the needs of which there is enough at some time: what is above one limit anyway is to be above no other. */
  #earliestOfRest(a: number, from: number, waits?: Waits): number {
    this.#isOfRest = true
    const start = this.#earliest(a, from, waits)
    this.#isOfRest = false
    return start
  }

  /** Where work starts that is done in one piece and ends at the finish. */
  #startBefore(a: number, finish: number): number {
    const { calendars, calendar, minutes } = this.problem
    return calendars[calendar[a]].startBefore(finish, minutes[a])
  }

  #turnOf(list: Uint32Array): Uint32Array {
    const isFirst = this.#isFirst
    if (isFirst === undefined) return list
    const turn = new Uint32Array(list.length)
    let n = 0
    for (const which of [1, 0]) for (const a of list) if (isFirst[a] === which) turn[n++] = a
    return turn
  }

  /** Serial: in the order of a list in which each activity stands after its predecessors. Returns the last finish. */
  serial(list: Uint32Array, waits?: Waits): number {
    const { fixed, count } = this.problem
    const turn = this.#turnOf(list)
    this.#begin(waits)
    for (let n = 0; n < count; n++) {
      const a = turn[n]
      if (fixed[a] === 0) this.#place(a, waits)
    }
    if (this.sequence !== turn) this.sequence.set(turn)
    return this.#latest
  }

  /** Parallel: of the activities whose predecessors are placed, the one that can start first, of equal ones that of the smaller rank. */
  parallel(rank: Float64Array): number {
    const { problem } = this
    const { count, linkStart, followStart, successor, fixed } = problem
    this.#begin()
    const open = this.#open
    const earliest = this.#keys
    this.#queues ??= queuesOf(problem)
    const waiting = new Waiting(this.#queues, rank, earliest)
    let isFirst = this.#isFirst
    const later: number[] = []
    const push = (a: number): void => {
      if (isFirst?.[a] === 0) later.push(a)
      else waiting.push(a)
    }
    for (let a = 0; a < count; a++) {
      open[a] = linkStart[a + 1] - linkStart[a]
      if (open[a] > 0) continue
      earliest[a] = fixed[a] === 1 ? Number.NEGATIVE_INFINITY : problem.baseStart[a]
      push(a)
    }
    let n = 0
    while (!waiting.isEmpty || later.length > 0) {
      if (waiting.isEmpty) {
        isFirst = undefined
        for (const a of later.splice(0)) waiting.push(a)
      }
      const a = waiting.pop()
      if (fixed[a] === 0) {
        const at = earliest[a]
        const whole = this.#earliest(a, at)
        const inTime = this.#earlierInParts(a, at, whole)?.[0] ?? whole
        const found = inTime < UNLIMITED ? inTime : this.#earliestOfRest(a, at)
        if (found > at && found <= problem.latestStart[a] && found < UNLIMITED) {
          earliest[a] = found
          waiting.push(a)
          // float ends at a time of its own
          if (inTime < UNLIMITED && waiting.isHeldBack(a) && problem.latestStart[a] === UNLIMITED)
            this.#holdBack(waiting, a, at, found)
          continue
        }
        // before it there is no room, as all searches up to here have found
        if (whole === at && at <= problem.latestStart[a] && problem.leastPart[a] === UNLIMITED) this.#putFrom(a, at)
        else this.#place(a)
      }
      this.sequence[n++] = a
      for (let k = followStart[a]; k < followStart[a + 1]; k++) {
        const s = successor[k]
        if (--open[s] > 0) continue
        earliest[s] = fixed[s] === 1 ? Number.NEGATIVE_INFINITY : startByLogic(problem, this, s)
        push(s)
      }
    }
    return this.#latest
  }

  /** Those who ask for as much as a, which finds no room before `found`: they wait for what the shortest work of them waits for, and those as long as a for longer. */
  #holdBack(waiting: Waiting, a: number, moment: number, found: number): void {
    const { needStart, minutes } = this.problem
    const { queue, least } = this.#queues!
    const own = queue[a]
    const isAlone = needStart[a + 1] === needStart[a] + 1 && least[own] === minutes[a]
    waiting.holdBack(own, moment, isAlone ? found : this.#noneBefore(a, moment, least[own]))
    const shortest = waiting.shortestBeside(a)
    if (shortest < own) waiting.holdBack(shortest, moment, this.#noneBefore(a, moment, least[shortest]))
  }

  /** Up to when the first resource that a asks for has no room for as much for so many minutes. */
  #noneBefore(a: number, moment: number, minutes: number): number {
    const { needStart, needResource, needParts, needClass, calendars, calendar } = this.problem
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

  /** All activities as late as the last finish allows, the one that ends last first; start and finish are overwritten, no start becomes earlier. */
  towardsEnd(): number {
    return this.backward(this.#order.sorted(this.finish), this.#latest, true)
  }

  /**
   * Backward: from the last of a list to the first, each as late as its successors, its resources and the end allow. Returns the first start. isFloored: none
   * starts earlier than it stands; else starts before the dates without levelling are possible, and the schedule is one for its order alone.
   */
  backward(list: Uint32Array, end: number, isFloored = false): number {
    const { problem } = this
    const { count, fixed, needStart, needResource, needParts, needClass, calendars, calendar, minutes } = problem
    const { start, finish } = this
    this.#begin()
    let earliest = end
    for (let n = count - 1; n >= 0; n--) {
      const a = list[n]
      if (fixed[a] === 1) continue
      const time = calendars[calendar[a]]
      const work = minutes[a]
      const floor = isFloored ? start[a] : Number.NEGATIVE_INFINITY
      let last = this.#latestFinish(a, end)
      let first = time.startBefore(last, work)
      let k = needStart[a]
      const endOfNeeds = needStart[a + 1]
      // ends that the resource had no room for, one before the other: spans of a time that runs backward
      let refused = UNLIMITED
      // where the others let it end
      let byOthers = last
      const needCount = problem.follows[a] === 1 ? 0 : endOfNeeds - needStart[a]
      this.#isAbove.fill(0, k, endOfNeeds)
      for (let held = 0; held < needCount && first > floor; ) {
        if (this.#isAbove[k] === 1) {
          held++
          if (++k === endOfNeeds) k = needStart[a]
          continue
        }
        const usage = this.#usages[needResource[k]]
        const parts = needParts[k]
        const ofClass = needClass[k]
        const before = usage.conflictBefore(parts, ofClass, first, last)
        if (Number.isNaN(before) || before === Number.NEGATIVE_INFINITY) {
          if (before === Number.NEGATIVE_INFINITY) {
            // never: above this limit it is anyway, and the search for room, which notes shorten, moves it nowhere
            last = byOthers
            first = time.startBefore(last, work)
            // two such needs would send it back and forth for ever
            this.#isAbove[k] = 1
          } else if (refused < -last) usage.noRoom.add(parts, ofClass, calendar[a], work, refused, -last, 0)
          refused = UNLIMITED
          byOthers = last
          held++
          if (++k === endOfNeeds) k = needStart[a]
          continue
        }
        last = before
        if (usage.isLong) {
          if (refused === UNLIMITED) refused = -last
          for (;;) {
            const span = usage.noRoom.at(parts, ofClass, calendar[a], work, -last)
            if (span < 0) break
            last = -usage.noRoom.until(span)
          }
        }
        first = time.startBefore(last, work)
        held = 0
      }
      if (isFloored && !(first > floor)) this.#put(a, start[a], finish[a])
      else this.#put(a, first, last)
      if (start[a] < earliest) earliest = start[a]
    }
    this.#latest = end
    return earliest
  }

  #latestFinish(a: number, end: number): number {
    const { problem } = this
    const { followStart, followLink, successor, linkType, lag, lagCalendar, calendars, calendar, minutes } = problem
    let last = end
    for (let f = followStart[a]; f < followStart[a + 1]; f++) {
      const k = followLink[f]
      const s = successor[f]
      const type = linkType[k]
      const needed = type === 0 || type === 1 ? this.start[s] : this.finish[s]
      const bound = lag[k] === 0 ? needed : calendars[lagCalendar[k]].moved(needed, -lag[k])
      const by = type === 0 || type === 2 ? bound : calendars[calendar[a]].finishAfter(bound, minutes[a])
      if (by < last) last = by
    }
    return last
  }

  /** Both halves of a justification: towards the end, then back in the order of the starts. Never later than before, but where calendars differ. */
  justify(): number {
    this.towardsEnd()
    return this.serial(this.listBy(this.start))
  }

  /** Activities in the order of a key, each after its predecessors. The list is valid until the next one. */
  listBy(key: Float64Array): Uint32Array {
    return this.#order.by(key)
  }
}

function beforeFollowers({ count, follows, linkStart, predecessor }: LevellingProblem): Uint8Array | undefined {
  if (!follows.includes(1)) return undefined
  const isFirst = follows.slice()
  // activities are their own order
  for (let a = count - 1; a >= 0; a--)
    if (isFirst[a] === 1) for (let k = linkStart[a]; k < linkStart[a + 1]; k++) isFirst[predecessor[k]] = 1
  return isFirst
}
