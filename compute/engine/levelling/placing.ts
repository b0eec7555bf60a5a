/**
 * Schedule generation: activities of a list are placed one after the other at the earliest moment that links, calendars and limits leave them (serial), or the one that
 * can start first is placed next (parallel), or all are moved towards the end (the first half of a justification). Kolisch & Hartmann 1999 describe the schemes.
 */
import { ActivityOrder } from './activity-order.ts'
import { finishFrom, heldFinish, inWork, type LevellingProblem, startByLogic, UNLIMITED, workEnd } from './problem.ts'
import { Room, type Waits } from './room.ts'
import { type Queues, queuesOf, Waiting } from './waiting.ts'

/** Why an activity stands where a limit is exceeded. */
export const PLACED = 0
/** It asks for more than there ever is, or than there is for as long as it takes. */
export const NEVER_ENOUGH = 1
/** Its float ends before there is room. */
export const OUT_OF_FLOAT = 2
/** It stays where it is: work in progress, a mandatory date, a priority. */
export const STAYS = 3

/** Parts of one activity; what would need more is done in one piece. */
const PARTS_MAX = 1_000

export class Placing {
  readonly problem: LevellingProblem
  readonly start: Float64Array
  readonly finish: Float64Array
  readonly fate: Uint8Array
  /** Those whose work pauses. */
  readonly parts = new Map<number, readonly number[]>()
  /** Activities in the order in which they were placed last. */
  readonly sequence: Uint32Array
  /** What resources leave free beside all that is placed. */
  readonly room: Room
  readonly #open: Uint32Array
  readonly #keys: Float64Array
  readonly #order: ActivityOrder
  #queues: Queues | undefined
  /** Schedules generated so far. */
  schedules = 0
  /** 1 = what follows its links alone, or what comes before it: placed before all others, which have to leave it its resources. Undefined: there is none. */
  readonly #isFirst: Uint8Array | undefined

  /** longFrom: runs of a resource from which on it pays to note where it has no room. */
  constructor(problem: LevellingProblem, longFrom?: number) {
    this.problem = problem
    const { count } = problem
    this.start = new Float64Array(count)
    this.finish = new Float64Array(count)
    this.fate = new Uint8Array(count)
    this.sequence = new Uint32Array(count)
    this.#open = new Uint32Array(count)
    this.#keys = new Float64Array(count)
    this.#order = new ActivityOrder(problem)
    this.room = new Room(problem, longFrom)
    this.#isFirst = beforeFollowers(problem)
  }

  /** Activities that stay are there before all others. */
  #begin(waits?: Waits): void {
    const { problem } = this
    this.schedules++
    this.room.clear()
    this.fate.fill(PLACED)
    this.parts.clear()
    for (let a = 0; a < problem.count; a++) {
      if (problem.fixed[a] === 0) continue
      if (!this.room.fits(a, problem.baseStart[a], workEnd(problem, a, problem.baseFinish[a]), waits)) {
        this.fate[a] = STAYS
        this.room.isExceeded = true
      }
      this.#put(a, problem.baseStart[a], problem.baseFinish[a])
    }
  }

  #put(a: number, start: number, finish: number, parts?: readonly number[]): void {
    this.start[a] = start
    this.finish[a] = finish
    if (finish > this.room.latest) this.room.latest = finish
    if (parts !== undefined) this.parts.set(a, parts)
    this.room.take(a, start, workEnd(this.problem, a, finish), parts)
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
      const start = this.room.earliest(a, moment, waits, isLast ? rest : least, parts.length / 2)
      if (start === Number.POSITIVE_INFINITY || parts.length === 2 * PARTS_MAX) return undefined
      const whole = time.finishAfter(start, rest)
      const until = isLast ? whole : this.room.roomUntil(a, start, whole)
      const room = until === whole ? rest : time.workBetween(start, until)
      const work = room < rest ? Math.min(room, rest - least) : rest
      if (!(work > 0)) return undefined
      moment = work === rest ? whole : time.finishAfter(start, work)
      // what follows after a night without a pause is the same part, if resources that work at night have room, too
      const before = parts.at(-1) ?? start
      if (parts.length > 0 && time.workBetween(before, start) === 0 && this.room.fits(a, before, start))
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
    const whole = this.room.earliest(a, byLogic, mayPause ? undefined : waits)
    const parts = this.#earlierInParts(a, byLogic, whole)
    if (waits !== undefined && mayPause) {
      if (parts === undefined) this.room.earliest(a, byLogic, waits)
      else this.#inParts(a, byLogic, waits)
    }
    const found = parts === undefined ? whole : parts[0]
    const isNever = found === UNLIMITED
    const start = isNever ? this.room.earliestOfRest(a, byLogic, waits) : found
    const last = parts === undefined ? start : this.#startBefore(a, parts[parts.length - 1])
    const hasRoom = start < UNLIMITED && (last <= byLogic || last <= problem.latestStart[a])
    if (isNever || !hasRoom) {
      this.fate[a] = isNever ? NEVER_ENOUGH : OUT_OF_FLOAT
      this.room.isExceeded = true
    }
    waits?.settle(a, byLogic)
    if (hasRoom) this.#putFrom(a, start, parts, waits)
    else this.#putFrom(a, byLogic)
  }

  #putFrom(a: number, start: number, parts?: readonly number[], waits?: Waits): void {
    const { problem } = this
    const worked = parts === undefined ? finishFrom(problem, a, start) : this.#finishOfParts(a, parts)
    const finish = heldFinish(problem, this, a, worked)
    if (problem.follows[a] === 1 && !this.room.fits(a, start, workEnd(problem, a, finish), waits)) {
      this.fate[a] = STAYS
      this.room.isExceeded = true
    }
    this.#put(a, start, finish, parts)
  }

  /** Work that ends where it ends without levelling has the finish that it has there: an expected one may lie behind it. */
  #finishOfParts(a: number, parts: readonly number[]): number {
    const finish = this.problem.baseFinish[a]
    const end = parts[parts.length - 1]
    return end === workEnd(this.problem, a, finish) ? finish : end
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
    return this.room.latest
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
        const whole = this.room.earliest(a, at)
        const inTime = this.#earlierInParts(a, at, whole)?.[0] ?? whole
        const found = inTime < UNLIMITED ? inTime : this.room.earliestOfRest(a, at)
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
    return this.room.latest
  }

  /** Those who ask for as much as a, which finds no room before `found`: they wait for what the shortest work of them waits for, and those as long as a for longer. */
  #holdBack(waiting: Waiting, a: number, moment: number, found: number): void {
    const { needStart, minutes } = this.problem
    const { queue, least } = this.#queues!
    const own = queue[a]
    const isAlone = needStart[a + 1] === needStart[a] + 1 && least[own] === minutes[a]
    waiting.holdBack(own, moment, isAlone ? found : this.room.noneBefore(a, moment, least[own]))
    const shortest = waiting.shortestBeside(a)
    if (shortest < own) waiting.holdBack(shortest, moment, this.room.noneBefore(a, moment, least[shortest]))
  }

  /** All activities as late as the last finish allows, the one that ends last first; start and finish are overwritten, no start becomes earlier. */
  towardsEnd(): number {
    return this.backward(this.#order.sorted(this.finish), this.room.latest, true)
  }

  /**
   * Backward: from the last of a list to the first, each as late as its successors, its resources and the end allow. Returns the first start. isFloored: none
   * starts earlier than it stands; else starts before the dates without levelling are possible, and the schedule is one for its order alone.
   */
  backward(list: Uint32Array, end: number, isFloored = false): number {
    const { problem } = this
    const { count, fixed, calendars, calendar, minutes } = problem
    const { start, finish } = this
    this.#begin()
    let earliest = end
    for (let n = count - 1; n >= 0; n--) {
      const a = list[n]
      if (fixed[a] === 1) continue
      const floor = isFloored ? start[a] : Number.NEGATIVE_INFINITY
      const last = this.room.latestBefore(a, this.#latestFinish(a, end), floor)
      const first = calendars[calendar[a]].startBefore(last, minutes[a])
      if (isFloored && !(first > floor)) this.#put(a, start[a], finish[a])
      else this.#put(a, first, last)
      if (start[a] < earliest) earliest = start[a]
    }
    this.room.latest = end
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
