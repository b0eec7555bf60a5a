/**
 * Why each activity starts where it does: what it waited for, as notes.ts has it, and who held it. Those are the activities placed before it that work on the resource in that
 * time. Where a rule places one after the other they are those that the rule has first.
 */
import { ActivityOrder } from './activity-order.ts'
import type { Eased, Noted, Notes } from './notes.ts'
import { PLACED, type Placing } from './placing.ts'
import {
  eachPartOfNeed,
  type LevellingProblem,
  needBegin,
  startByLink,
  startByLogic,
  UNLIMITED,
  workEnd,
} from './problem.ts'

/** What one activity waits for: a resource that was short for it from a moment to another. */
export interface Wait {
  /** Of the needs of the problem, and its resource. */
  readonly need: number
  readonly resource: number
  readonly from: number
  /** Infinity: to the end. */
  readonly until: number
  /** The most that was short, and what it asks for, in parts. */
  readonly shortParts: number
  readonly neededParts: number
  /** Part of its work that it waits with: 0 = with its start. */
  readonly part: number
  /** Activities that hold it, the earliest first; the first HOLDERS_MAX of holderCount. */
  readonly holders: readonly number[]
  readonly holderCount: number
  /** The one of them that ends last. */
  readonly lastHolder: number | undefined
  /** In between there was room, but not for as long as it takes. */
  readonly hasGaps: boolean
  /** From when on far less than the most is short, where that is so for at least half of the time, and how much is; undefined: nowhere. */
  readonly eased: Eased | undefined
  /** Where in that time the limit alone is less than it asks for, and the least that it is; undefined: nowhere. */
  readonly lowLimit: LowLimit | undefined
}

export interface LowLimit {
  readonly from: number
  readonly until: number
  readonly leastParts: number
  /** It is the same all of that time. */
  readonly isEven: boolean
}

export interface Delay {
  readonly activity: number
  /** Where links alone let it start, its predecessors being where they are now. */
  readonly byLogic: number
  /** Predecessors that start or end later themselves, whose links hold it there. */
  readonly drivers: readonly number[]
  readonly waits: readonly Wait[]
  /** Up to when all of its resources have room from byLogic on; undefined: some have none there. */
  readonly freeUntil: number | undefined
  /** Its work pauses: the spans in which it is done. */
  readonly parts: readonly number[] | undefined
}

export interface Explained {
  /** Activities that start later than without levelling, or whose work pauses, by start. */
  readonly delays: readonly Delay[]
  /** Entry a: that of activity a. */
  readonly byActivity: readonly (Delay | undefined)[]
  /** The place of each activity among those that were placed one after the other; 0: it stays. */
  readonly turn: Uint32Array
  /** Waits of those that could not be placed within the limits; by activity. */
  readonly unresolved: readonly Delay[]
}

/** Named activities of one wait, and runs looked at for them. */
const HOLDERS_MAX = 10
const LOOKED_AT_MAX = 2_000

const NO_DRIVERS: readonly number[] = []

/** notes: of the schedule as it stands. */
export function explain(placing: Placing, notes: Notes): Explained {
  const { problem } = placing
  const { count, baseStart } = problem
  const sequence = new Uint32Array(count)
  for (let n = 0; n < count; n++) sequence[placing.sequence[n]] = problem.fixed[placing.sequence[n]] === 1 ? 0 : n + 1
  const ends = placing.finish.map((finish, a) => workEnd(problem, a, finish))
  const users = usersOf(placing, ends, sequence)
  const explained = (a: number): Delay => {
    const byLogic = startByLogic(problem, placing, a)
    return {
      activity: a,
      byLogic,
      drivers: byLogic > baseStart[a] ? driversOf(problem, placing, a, byLogic) : NO_DRIVERS,
      freeUntil: notes.freeUntil(a),
      waits: notes.of(a).map(note => waitOf(placing, a, note, users[problem.needResource[note.need]], sequence[a])),
      parts: placing.parts.get(a),
    }
  }
  const delays: Delay[] = []
  const unresolved: Delay[] = []
  for (const a of placing.listBy(placing.start.slice())) {
    const isDelayed = placing.start[a] > baseStart[a]
    const isMoved = isDelayed || placing.parts.has(a)
    if (!isMoved && placing.fate[a] === PLACED) continue
    const each = explained(a)
    if (isMoved) delays.push(each)
    if (placing.fate[a] !== PLACED) unresolved.push(each)
  }
  const byActivity: (Delay | undefined)[] = new Array(count)
  for (const delay of delays) byActivity[delay.activity] = delay
  return { delays, byActivity, turn: sequence, unresolved }
}

/** What a task waits for: what there never is enough of delays nothing, since the task stands above that limit wherever it stands. */
export const endingWaits = ({ waits }: Delay): readonly Wait[] =>
  waits.every(({ until }) => until < UNLIMITED) ? waits : waits.filter(({ until }) => until < UNLIMITED)

/** Of a delay that its predecessors cost alone, the first behind it that waits for a resource; undefined: there is none. */
export function firstWait({ byActivity }: Explained, { drivers }: Delay): Delay | undefined {
  let found = byActivity[drivers[0]]
  for (let steps = 0; found !== undefined && endingWaits(found).length === 0 && steps < byActivity.length; steps++)
    found = byActivity[found.drivers[0]]
  return found !== undefined && endingWaits(found).length > 0 ? found : undefined
}

/** One task of the chain that ends with the project: what it waits for is the next of them. */
export interface ChainStep {
  readonly activity: number
  /** The wait that ends last; undefined: a delayed predecessor holds it, or the chain ends with it. */
  readonly wait: Wait | undefined
}

/** Where the activity could start if a wait of it were all: where that ends, less the time before what it waits for is needed. */
export function startAfter(
  { windows, calendars, calendar }: LevellingProblem,
  a: number,
  { need, until }: Wait,
): number {
  if (windows === undefined || windows.from[need] === 0 || until === UNLIMITED) return until
  const time = calendars[calendar[a]]
  return time.startBefore(time.nextWork(until), windows.from[need])
}

/** Why the project ends where it does: from the activity that ends last, of equal ones the first, back over what each waits for to one that nothing delays. */
export function finishChain({ byActivity }: Explained, { problem, finish, start }: Placing): readonly ChainStep[] {
  let last = 0
  for (let a = 1; a < finish.length; a++) if (finish[a] > finish[last]) last = a
  const chain: ChainStep[] = []
  const isSeen = new Set<number>()
  for (
    let next: number | undefined = finish.length === 0 ? undefined : last;
    next !== undefined && !isSeen.has(next);
  ) {
    isSeen.add(next)
    const delay: Delay | undefined = byActivity[next]
    let wait: Wait | undefined
    if (delay !== undefined && (start[next] > delay.byLogic || delay.parts !== undefined))
      for (const each of endingWaits(delay))
        if (wait === undefined || startAfter(problem, next, each) >= startAfter(problem, next, wait)) wait = each
    chain.push({ activity: next, wait })
    next = wait === undefined ? delay?.drivers[0] : wait.lastHolder
  }
  return chain
}

/** Activities of one resource by start: where the work of each with it begins and ends, and its place in the sequence. */
interface Users {
  readonly own: Uint32Array
  readonly start: Float64Array
  readonly end: Float64Array
  readonly place: Uint32Array
  /** Where it finishes that works with it to its end, which may be held behind that; else the end. */
  readonly finish: Float64Array
  /** Of all up to each: how late work ends, the last place, and which of them finishes last, of equal ones the last. */
  readonly latest: Float64Array
  readonly lastPlace: Uint32Array
  readonly lastToFinish: Uint32Array
  /** The work of none ends before that of one that begins sooner. */
  readonly endsRise: boolean
  /** Where their work ends, ascending. */
  readonly ends: Float64Array
  /** The work of each takes time. */
  readonly allWork: boolean
  /** Some activity works with it more than once. */
  readonly hasTwice: boolean
}

function usersOf(placing: Placing, ends: Float64Array, sequence: Uint32Array): Users[] {
  const { problem, start, finish } = placing
  const { resources, needStart, needResource, windows } = problem
  const users: number[][] = resources.map(() => [])
  const needs: number[][] = resources.map(() => [])
  for (const a of new ActivityOrder(problem).sorted(start))
    for (let k = needStart[a]; k < needStart[a + 1]; k++) {
      users[needResource[k]].push(a)
      if (windows !== undefined) needs[needResource[k]].push(k)
    }
  return users.map((list, r) => {
    const isPart = (n: number): boolean => windows !== undefined && windows.isPart[needs[r][n]] === 1
    const begin = new Float64Array(list.length)
    const end = new Float64Array(list.length)
    for (let n = 0; n < list.length; n++) {
      begin[n] = start[list[n]]
      end[n] = ends[list[n]]
      if (!isPart(n)) continue
      end[n] = begin[n]
      eachPartOfNeed(problem, placing, list[n], needs[r][n], (from, until) => {
        begin[n] = from
        end[n] = until
      })
    }
    const order = Uint32Array.from(list.keys())
    // what begins later than its activity
    if (windows !== undefined && begin.some((moment, n) => n > 0 && moment < begin[n - 1]))
      order.sort((n, m) => begin[n] - begin[m] || n - m)
    return sortedUsers(list, begin, end, order, n => (isPart(n) ? end[n] : finish[list[n]]), sequence)
  })
}

function sortedUsers(
  list: readonly number[],
  begin: Float64Array,
  stop: Float64Array,
  order: Uint32Array,
  finishOf: (n: number) => number,
  sequence: Uint32Array,
): Users {
  const own = new Uint32Array(order.length)
  const [start, end, finish] = [begin.slice(), stop.slice(), stop.slice()]
  const place = new Uint32Array(order.length)
  for (let n = 0; n < order.length; n++) {
    own[n] = list[order[n]]
    start[n] = begin[order[n]]
    end[n] = stop[order[n]]
    finish[n] = finishOf(order[n])
    place[n] = sequence[own[n]]
  }
  const [latest, lastPlace, lastToFinish] = [end.slice(), place.slice(), new Uint32Array(own.length)]
  for (let n = 1; n < own.length; n++) {
    latest[n] = Math.max(latest[n - 1], latest[n])
    lastPlace[n] = Math.max(lastPlace[n - 1], lastPlace[n])
    lastToFinish[n] = finish[lastToFinish[n - 1]] > finish[n] ? lastToFinish[n - 1] : n
  }
  return {
    ...{ own, start, end, place, finish, latest, lastPlace, lastToFinish },
    endsRise: end.every((moment, n) => n === 0 || moment >= end[n - 1]),
    ends: end.toSorted(),
    allWork: end.every((moment, n) => moment > start[n]),
    hasTwice: new Set(own).size < own.length,
  }
}

/** How many of ascending values lie below a bound. */
function countBelow(values: Float64Array, bound: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Moments are whole minutes. */
const countUpTo = (values: Float64Array, bound: number): number => countBelow(values, bound + 1)

interface Holders {
  /** The earliest HOLDERS_MAX. */
  readonly holders: readonly number[]
  readonly holderCount: number
  /** The one that finishes last; -1: there is none. */
  readonly last: number
}

function waitOf(placing: Placing, a: number, note: Noted, users: Users, ownPlace: number): Wait {
  const { problem } = placing
  const neededParts = problem.needParts[note.need]
  // those that start before the end of the wait
  const low = countBelow(users.start, note.until)
  const { holders, holderCount, last } =
    holdersOfMany(placing, a, note, users, ownPlace, low) ?? holdersOneByOne(placing, a, note, users, ownPlace, low)
  return {
    need: note.need,
    resource: problem.needResource[note.need],
    part: note.part,
    from: note.from,
    until: note.until,
    shortParts: note.parts,
    neededParts,
    holders,
    holderCount,
    lastHolder: last < 0 ? undefined : last,
    hasGaps: note.hasGaps,
    eased: note.eased,
    lowLimit: lowLimitOf(problem, note, neededParts),
  }
}

/** Who holds a, where all of the first `low` users stood before it and work without a pause, which is counted without looking at each; undefined: they may not. */
function holdersOfMany(
  { parts, start, problem }: Placing,
  a: number,
  { need, from, until }: Noted,
  { own, end, latest, lastPlace, lastToFinish, ends, allWork, endsRise, hasTwice }: Users,
  ownPlace: number,
  low: number,
): Holders | undefined {
  if (low === 0) return { holders: [], holderCount: 0, last: -1 }
  const least = Math.max(0, low - LOOKED_AT_MAX)
  const isBefore = needBegin(problem, a, need, start[a]) >= until
  if (!isBefore || !allWork || hasTwice || parts.size > 0) return undefined
  if ((least > 0 && !endsRise) || lastPlace[low - 1] > ownPlace) return undefined
  const holderCount = low - Math.max(least, countUpTo(ends, from))
  if (holderCount === 0) return { holders: [], holderCount, last: -1 }
  const last = lastToFinish[low - 1]
  // a finish that a link holds lies behind the work
  if (last < least || !(end[last] > from)) return undefined
  const holders: number[] = []
  for (let n = Math.max(least, countUpTo(latest, from)); holders.length < Math.min(HOLDERS_MAX, holderCount); n++)
    if (end[n] > from) holders.push(own[n])
  return { holders, holderCount, last: own[last] }
}

function holdersOneByOne(
  placing: Placing,
  a: number,
  note: Noted,
  { own, start, end, place, finish, latest, hasTwice }: Users,
  ownPlace: number,
  low: number,
): Holders {
  const seen = hasTwice ? new Set<number>() : undefined
  // the last HOLDERS_MAX that were found, which are the earliest: entry n % HOLDERS_MAX is the nth
  const found: number[] = []
  let holderCount = 0
  let last = -1
  const first = Math.max(0, low - LOOKED_AT_MAX)
  for (let n = low - 1; n >= first && latest[n] > note.from; n--) {
    if (end[n] <= note.from || end[n] <= start[n] || place[n] > ownPlace) continue
    const b = own[n]
    // of those that stay each holds the others
    if (b === a || (place[n] === ownPlace && place[n] > 0) || pausesIn(placing, b, note)) continue
    if (last < 0 || finish[n] > finish[last]) last = n
    if (seen?.has(b)) continue
    seen?.add(b)
    found[holderCount++ % HOLDERS_MAX] = b
  }
  const holders: number[] = []
  for (let n = 1; n <= found.length; n++) holders.push(found[(holderCount - n) % HOLDERS_MAX])
  return { holders, holderCount, last: last < 0 ? last : own[last] }
}

function lowLimitOf({ resources, needResource }: LevellingProblem, { need, from, until }: Noted, neededParts: number) {
  const { at, value } = resources[needResource[need]]
  let low: LowLimit | undefined
  for (let n = Math.max(0, countUpTo(at, from) - 1); n < at.length && at[n] < until; n++) {
    const start = Math.max(from, at[n])
    const end = Math.min(until, at[n + 1] ?? UNLIMITED)
    if (start >= end || value[n] >= neededParts) continue
    const isEven = low === undefined || (low.isEven && low.until === start && low.leastParts === value[n])
    const leastParts = Math.min(low?.leastParts ?? UNLIMITED, value[n])
    low = { from: low?.from ?? start, until: end, leastParts, isEven }
  }
  return low
}

/** Whether no part of b lies in that time. */
function pausesIn(placing: Placing, b: number, { from, until }: Noted): boolean {
  const parts = placing.parts.get(b)
  if (parts === undefined) return false
  for (let n = 0; n < parts.length; n += 2) if (parts[n] < until && parts[n + 1] > from) return false
  return true
}

function driversOf(problem: LevellingProblem, placing: Placing, a: number, byLogic: number): readonly number[] {
  const { linkStart, predecessor, baseStart, baseFinish } = problem
  let drivers: number[] | undefined
  let latest = Number.NEGATIVE_INFINITY
  for (let k = linkStart[a]; k < linkStart[a + 1]; k++) latest = Math.max(latest, startByLink(problem, placing, k, a))
  for (let k = linkStart[a]; k < linkStart[a + 1]; k++) {
    const p = predecessor[k]
    const bound = startByLink(problem, placing, k, a)
    const isLast = bound === latest || (bound > baseStart[a] && bound >= byLogic)
    if (!isLast || !(placing.start[p] > baseStart[p] || placing.finish[p] > baseFinish[p])) continue
    if (drivers === undefined) drivers = [p]
    else drivers.push(p)
  }
  if (drivers === undefined || drivers.length < 2) return drivers ?? NO_DRIVERS
  const sorted = drivers.sort((x, y) => x - y)
  return sorted.filter((p, n) => p !== sorted[n - 1])
}
