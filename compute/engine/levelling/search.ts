/**
 * A search for a better schedule: other rules in both schemes, then two populations in turn, one of schedules towards the beginning and one towards the end, each
 * made of the orders of the other by a crossover in a window of time (Debels & Vanhoucke, Operations Research 55, 2007). The generator has a fixed seed and the
 * number of schedules bounds the work, so the same problem has the same result everywhere.
 */
import type { LevellingObjective, SearchEnd } from '../../../shared/contract/analysis/levelling/words.ts'
import { lateStarts } from './bounds.ts'
import { PLACED, type Placing } from './placing.ts'
import { type LevellingProblem, UNLIMITED } from './problem.ts'
import { sumOfSquares } from './use.ts'

export interface SearchOptions {
  readonly rank: Float64Array
  readonly objective: LevellingObjective
  readonly schedulesMax: number
  /** No schedule ends before it: a search for the earliest finish is over there. */
  readonly lowerBound?: number
  /** Whether none ends before a finish that was found: the bound of a large schedule is known to the day. */
  readonly isLeast?: (finish: number) => boolean
  readonly checkpoint: () => void
  readonly isTimeUp?: (() => boolean) | undefined
  readonly progress?: (read: () => SearchProgress) => void
}

export interface SearchProgress {
  readonly schedules: number
  readonly schedulesMax: number
  /** The last finish of the best schedule so far. */
  readonly finish: number
}

/** One schedule: its starts and finishes, which are its order, and how good it is: the less the better. */
interface Member {
  readonly start: Float64Array
  readonly finish: Float64Array
  value: number
  /** Generations in which nothing better came of it. */
  stale: number
}

/**
 * Members of each population: 20 where 1,000 schedules are made, half as many again for 5,000, up to 60; of a long search one for each SCHEDULES_PER_MEMBER, but no
 * more than there are activities.
 */
const sizeOf = (schedulesMax: number, activities: number): number => {
  const usual = Math.min(60, Math.round(20 * (schedulesMax / 1_000) ** 0.25))
  return Math.max(4, usual, Math.min(activities, Math.floor(schedulesMax / SCHEDULES_PER_MEMBER)))
}
const SCHEDULES_PER_MEMBER = 800

/** The window of a crossover, as a share of the schedule. */
const WINDOW_MIN = 0.25
const WINDOW_MAX = 0.75
/** Of so many windows the one is taken in which the mother's schedule does most more work than the father's: what is worth to be had from her. */
const WINDOWS = 2
/** Every other child has one key in twenty moved by up to an eighth of the schedule either way or so. */
const MUTATED = 0.5
const MUTATION = 0.05
const MUTATION_SPAN = 0.3
/** A child whose order was tried before is moved so often, one key in ten at a time, before it is tried all the same. */
const KNOWN_MOVES = 2
const KNOWN_MUTATION = 0.1
/** Generations without anything better, by member and by population, after which something worse, or a new population, takes the place. */
const STALE_MEMBER = 3
const STALE_WORSE = 0.25
const STALE_POPULATION = 12
/** Orders are drawn around the late dates by so many lengths of the schedule. */
const SPREAD = 1.2

/** Activities from which on a call is asked after each schedule whether it may go on. */
const LARGE = 1_000

/** What no room was found for weighs more than any finish. */
const UNRESOLVED = 1e12

const SEED = 0x9e3779b9

/** The best schedule stands in `placing` then. */
export function search(placing: Placing, options: SearchOptions): SearchEnd {
  return new Search(placing, options).run()
}

class Search {
  readonly #placing: Placing
  readonly #problem: LevellingProblem
  readonly #options: SearchOptions
  readonly #size: number
  readonly #key: Float64Array
  readonly #best: Member
  /** The order in which the best was made. */
  readonly #sequence: Uint32Array
  /** The first start without levelling: from there on a finish counts. */
  readonly #first: number
  /** No value is below it. */
  #least: number
  #state = SEED
  #isTimeUp = false
  /** Orders that were tried, by two hashes of 53 bits together: a schedule for each is enough. */
  readonly #tried = new Set<number>()
  /** Work of each activity, as the sum of its shares of what there is of its resources. */
  readonly #load: Float64Array

  constructor(placing: Placing, options: SearchOptions) {
    this.#placing = placing
    this.#problem = placing.problem
    this.#options = options
    this.#size = sizeOf(options.schedulesMax, placing.problem.count)
    this.#key = new Float64Array(placing.problem.count)
    const { objective, lowerBound = -UNLIMITED } = options
    this.#first = placing.problem.baseStart.reduce((least, moment) => Math.min(least, moment), UNLIMITED)
    this.#least = objective === 'earliest_finish' ? lowerBound - this.#first : 0
    this.#load = loadsOf(placing.problem)
    this.#best = this.#copy(this.#value())
    this.#sequence = placing.sequence.slice()
    options.progress?.(() => ({
      schedules: placing.schedules,
      schedulesMax: options.schedulesMax,
      finish: this.#best.finish.reduce((last, moment) => Math.max(last, moment), -UNLIMITED),
    }))
  }

  /** 0 <= value < 1: mulberry32. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let z = this.#state
    z = Math.imul(z ^ (z >>> 15), z | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296
  }

  #copy(value: number): Member {
    return { start: this.#placing.start.slice(), finish: this.#placing.finish.slice(), value, stale: 0 }
  }

  #isOver(): boolean {
    return this.#isTimeUp || this.#placing.schedules >= this.#options.schedulesMax || this.#best.value <= this.#least
  }

  #checkpoint(): void {
    const { checkpoint, isTimeUp } = this.#options
    checkpoint()
    this.#isTimeUp ||= isTimeUp?.() === true
  }

  /** The value of the schedule that stands, which is kept where it is the best so far. */
  #value(): number {
    const { fixed, count } = this.#problem
    const { fate } = this.#placing
    let unresolved = 0
    for (let a = 0; a < count; a++) if (fate[a] !== PLACED && fixed[a] === 0) unresolved++
    return unresolved * UNRESOLVED + objectiveOf(this.#problem, this.#placing, this.#options.objective)
  }

  #note(): number {
    const value = this.#value()
    if (value < this.#best.value) {
      this.#best.start.set(this.#placing.start)
      this.#best.finish.set(this.#placing.finish)
      this.#best.value = value
      this.#sequence.set(this.#placing.sequence)
      const { objective, isLeast } = this.#options
      if (objective === 'earliest_finish' && value < UNRESOLVED && isLeast?.(this.#first + value)) this.#least = value
    }
    return value
  }

  run(): SearchEnd {
    const placing = this.#placing
    let left = this.#firstMembers()
    let right: Member[] = []
    let unchanged = 0
    const isByFinish = this.#options.objective === 'earliest_finish'
    let least = this.#leastOf(left)
    while (!this.#isOver() && left.length > 1) {
      this.#checkpoint()
      if (unchanged >= STALE_POPULATION) {
        left = this.#firstMembers(true)
        right = []
        unchanged = 0
        least = this.#leastOf(left)
        continue
      }
      if (isByFinish) {
        this.#generation(left, right, false)
        if (this.#isOver()) break
        this.#generation(right, left, true)
      } else this.#generation(left, left, true)
      const now = this.#leastOf(left)
      unchanged = now < least ? 0 : unchanged + 1
      least = now
    }
    placing.start.set(this.#best.start)
    placing.finish.set(this.#best.finish)
    placing.sequence.set(this.#sequence)
    if (this.#best.value <= this.#least) return 'lower_bound'
    return this.#isTimeUp ? 'time' : 'schedules'
  }

  #leastOf(members: readonly Member[]): number {
    return members.reduce((least, { value }) => Math.min(least, value), UNLIMITED)
  }

  /** The rule, other rules in both schemes, and orders drawn around the late dates. */
  #firstMembers(isAnew = false): Member[] {
    const size = this.#size
    const placing = this.#placing
    const { count, baseStart } = this.#problem
    const late = lateStarts(this.#problem)
    const first = baseStart.reduce((least, moment) => Math.min(least, moment), UNLIMITED)
    const members: Member[] = []
    const take = (): void => {
      members.push(this.#copy(this.#note()))
      if (this.#isOver()) return
      placing.justify()
      if (this.#options.objective === 'earliest_finish') members[members.length - 1] = this.#copy(this.#note())
      else this.#note()
    }
    if (!isAnew) take()
    const key = this.#key
    const spread = SPREAD * late.reduce((last, moment) => Math.max(last, moment - first), 0)
    for (let n = 0; members.length < size && !this.#isOver(); n++) {
      for (let a = 0; a < count; a++) {
        const noise = n === 0 && !isAnew ? 0 : (this.#random() - 0.5) * spread * Math.min(1, 0.1 + n / size)
        key[a] = Math.round(late[a] + noise)
      }
      if (n % 2 === 0) placing.parallel(key)
      else placing.serial(placing.listBy(key))
      take()
      this.#checkpoint()
    }
    return members
  }

  #pick(from: readonly Member[]): Member {
    const [a, b] = [this.#random(), this.#random()].map(draw => from[Math.floor(draw * from.length)])
    return a.value <= b.value ? a : b
  }

  /** Children of one population, each in its place of the other. */
  #generation(parents: readonly Member[], into: Member[], isForward: boolean): void {
    const best = into.reduce<Member | undefined>(
      (first, each) => (first === undefined || each.value < first.value ? each : first),
      undefined,
    )
    for (let n = 0; n < parents.length && !this.#isOver(); n++) {
      // one schedule of a large problem takes a tenth of a second
      if (this.#problem.count > LARGE) this.#checkpoint()
      const father = parents[n]
      const mother = this.#pick(parents)
      const child = this.#child(father, mother, isForward)
      if (n >= into.length) into.push(child)
      else {
        const own = into[n]
        const isKnown = into.some(
          each => each.value === child.value && each.start.every((moment, a) => moment === child.start[a]),
        )
        if (isKnown) own.stale++
        else if (child.value <= own.value || (own !== best && own.stale > STALE_MEMBER)) into[n] = child
        else own.stale += STALE_WORSE
      }
    }
  }

  /** Inside a window of time the order of the mother, outside it that of the father. */
  #child(father: Member, mother: Member, isForward: boolean): Member {
    const { count } = this.#problem
    const placing = this.#placing
    const key = this.#key
    // a schedule towards the end is read by its starts, one towards the beginning by its finishes: that is what justification does
    const of = isForward ? 'start' : 'finish'
    const fatherKey = father[of]
    const motherKey = mother[of]
    let first = UNLIMITED
    let last = -UNLIMITED
    let motherFirst = UNLIMITED
    for (let a = 0; a < count; a++) {
      if (fatherKey[a] < first) first = fatherKey[a]
      if (fatherKey[a] > last) last = fatherKey[a]
      if (motherKey[a] < motherFirst) motherFirst = motherKey[a]
    }
    const span = last - first
    const length = span * (WINDOW_MIN + this.#random() * (WINDOW_MAX - WINDOW_MIN))
    let from = 0
    let most = -UNLIMITED
    for (let n = 0; n < WINDOWS; n++) {
      const begin = this.#random() * (span - length)
      const more = this.#workIn(mother, motherFirst + begin, length) - this.#workIn(father, first + begin, length)
      if (more <= most) continue
      most = more
      from = first + begin
    }
    const to = from + length
    const far = 2 * span + 2
    for (let a = 0; a < count; a++) {
      const own = fatherKey[a]
      key[a] = own < from ? own - far : own > to ? own + far : motherKey[a] - motherFirst + first
    }
    if (this.#random() < MUTATED) this.#mutate(MUTATION, span)
    let list = placing.listBy(key)
    for (let n = 0; n < KNOWN_MOVES && this.#isKnown(list, isForward); n++) {
      this.#mutate(KNOWN_MUTATION, span)
      list = placing.listBy(key)
    }
    if (isForward) {
      placing.serial(list)
      return this.#copy(this.#note())
    }
    const end = father.finish.reduce((most, moment) => Math.max(most, moment), -UNLIMITED)
    const begin = placing.backward(list, end)
    return this.#copy(end - begin)
  }

  #mutate(rate: number, span: number): void {
    const key = this.#key
    for (let a = 0; a < key.length; a++)
      if (this.#random() < rate) key[a] += Math.round((this.#random() - 0.5) * span * MUTATION_SPAN)
  }

  /** Whether the order was tried before; it has been from now on. */
  #isKnown(list: Uint32Array, isForward: boolean): boolean {
    let one = isForward ? 2_166_136_261 : 84_696_351
    let two = 7
    for (const a of list) {
      one = Math.imul(one ^ a, 16_777_619)
      two = Math.imul(two + a, 2_654_435_761) ^ (two >>> 13)
    }
    const name = (one >>> 0) * 2 ** 21 + (two >>> 11)
    if (this.#tried.has(name)) return true
    this.#tried.add(name)
    return false
  }

  /** Work within a window of time. */
  #workIn({ start, finish }: Member, from: number, length: number): number {
    const load = this.#load
    let sum = 0
    for (let a = 0; a < load.length; a++) {
      const minutes = Math.min(finish[a], from + length) - Math.max(start[a], from)
      if (minutes > 0) sum += load[a] * minutes
    }
    return sum
  }
}

/** What each activity asks of its resources, as shares of the most that there is of them. */
function loadsOf(problem: LevellingProblem): Float64Array {
  const { count, resources, needStart, needResource, needParts, windows, minutes } = problem
  const most = resources.map(({ value }) => value.reduce((least, parts) => Math.max(least, parts), 0))
  return Float64Array.from({ length: count }, (_, a) => {
    let sum = 0
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      if (!(most[needResource[k]] > 0)) continue
      const share = windows?.isPart[k] === 1 ? (windows.until[k] - windows.from[k]) / minutes[a] : 1
      sum += (share * needParts[k]) / most[needResource[k]]
    }
    return sum
  })
}

/** What the objective counts. */
function objectiveOf(problem: LevellingProblem, placed: Placing, objective: LevellingObjective): number {
  const { count, baseStart, baseFinish, calendar, calendars } = problem
  const { start, finish, parts } = placed
  let value = 0
  if (objective === 'earliest_finish') {
    let last = -UNLIMITED
    let first = UNLIMITED
    for (let a = 0; a < count; a++) {
      if (finish[a] > last) last = finish[a]
      if (baseStart[a] < first) first = baseStart[a]
    }
    return last - first
  }
  if (objective === 'least_change') {
    for (let a = 0; a < count; a++) {
      const time = calendars[calendar[a]]
      // work that pauses counts as late as it ends
      const [was, is] = parts.has(a) ? [baseFinish, finish] : [baseStart, start]
      if (is[a] > was[a]) value += time.workBetween(was[a], is[a]) / time.minutesPerDay
    }
    return value
  }
  return sumOfSquares(problem, placed)
}
