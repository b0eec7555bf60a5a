/**
 * Why each activity starts where it does. While a schedule is generated, what an activity waits for is noted: resource, from when to when, how much was short. Who held it
 * are the activities placed before it that work on the resource in that time. Where a rule places one after the other they are those that the rule has first; a schedule
 * that was searched for, or that goes on in time, is generated once more in the order of its starts.
 */
import { ActivityOrder } from './activity-order.ts'
import { NEVER_ENOUGH, PLACED, type Placing, type Waits } from './placing.ts'
import { type LevellingProblem, startByLink, startByLogic, UNLIMITED, workEnd } from './problem.ts'

/** What one activity waits for: a resource that was short for it from a moment to another. */
export interface Wait {
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

export interface Eased {
  readonly from: number
  readonly parts: number
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
const NONE: readonly Noted[] = []

interface Noted {
  readonly resource: number
  readonly part: number
  from: number
  until: number
  parts: number
  hasGaps: boolean
  eased: Eased | undefined
}

/** What activities waited for while a schedule was generated, in the order in which they were placed. */
export class Notes implements Waits {
  readonly #placing: Placing
  readonly #noted: (Noted[] | undefined)[]
  readonly #freeUntil = new Map<number, number>()

  constructor(placing: Placing) {
    this.#placing = placing
    this.#noted = new Array(placing.problem.count)
  }

  of(a: number): readonly Noted[] {
    return this.#noted[a] ?? NONE
  }

  take(a: number, resource: number, from: number, until: number, parts: number, part: number, isReason = true): void {
    const list = this.#noted[a]
    let known: Noted | undefined
    if (list !== undefined)
      for (let n = 0; n < list.length; n++) if (list[n].resource === resource && list[n].part === part) known = list[n]
    // what was met first need not be the most of it
    if (known === undefined) {
      if (!isReason) return
      const most = this.#most(a, resource, from, until, parts)
      const made: Noted = { resource, part, from, until, parts: most, hasGaps: false, eased: undefined }
      // a list that begins empty has room for many
      if (list === undefined) this.#noted[a] = [made]
      else list.push(made)
    } else {
      const { calendars, calendar } = this.#placing.problem
      // a second search, for what there is enough of, begins before the first one
      const before = this.#most(a, resource, from, known.from, Math.max(known.parts, parts))
      known.parts = this.#most(a, resource, known.until, until, before)
      known.hasGaps ||= from > known.until && calendars[calendar[a]].workBetween(known.until, from) > 0
      known.from = Math.min(known.from, from)
      known.until = Math.max(known.until, until)
    }
  }

  /** Up to when its resources had room where its links let it start; undefined: they had none. */
  freeUntil(a: number): number | undefined {
    return this.#freeUntil.get(a)
  }

  settle(a: number, byLogic: number): void {
    const list = this.#noted[a]
    if (list === undefined) return
    let first = UNLIMITED
    for (let n = 0; n < list.length; n++) if (list[n].until < UNLIMITED) first = Math.min(first, list[n].from)
    // another resource may be short before the one that a search met first
    if (first > byLogic && first < UNLIMITED) first = this.#placing.freeUntil(a, byLogic, first)
    if (first > byLogic && first < UNLIMITED) this.#freeUntil.set(a, first)
    const { calendars, calendar } = this.#placing.problem
    const time = calendars[calendar[a]]
    for (let n = 0; n < list.length; n++) {
      const { resource, from, until, parts } = list[n]
      if (until === UNLIMITED) continue
      const eased = this.#placing.easedFrom(a, resource, from, until, parts / 2)
      if (eased > from && eased < until && time.workBetween(eased, until) >= time.workBetween(from, eased))
        list[n].eased = { from: eased, parts: this.#placing.easedParts }
    }
  }

  #most(a: number, resource: number, from: number, until: number, known: number): number {
    return from < until ? this.#placing.mostShort(a, resource, from, until, known) : known
  }
}

/** Generates the schedule of `placing` anew, in the order in which it was made. */
export function notesInTurn(placing: Placing, turn: Uint32Array = placing.sequence.slice()): Notes {
  const notes = new Notes(placing)
  placing.serial(turn, notes)
  return notes
}

/** Generates it in the order of its starts: never later than it was, and where work may pause as it was. */
export function notesByStart(placing: Placing): Notes {
  const { problem } = placing
  // what pauses, or stands where there is no room for it, depends on who was placed before it
  const isInTurn =
    problem.follows.includes(1) ||
    problem.leastPart.some(least => least < UNLIMITED) ||
    problem.latestStart.some(latest => latest < UNLIMITED) ||
    placing.fate.some(fate => fate === NEVER_ENOUGH)
  if (isInTurn) return notesInTurn(placing)
  const made = placing.start.slice()
  const turn = placing.sequence.slice()
  const notes = notesInTurn(placing, placing.listBy(made))
  // nor can what starts before a predecessor, by a link to its finish, be placed in the order of the starts
  return placing.start.some((start, a) => start > made[a]) ? notesInTurn(placing, turn) : notes
}

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
      waits: notes.of(a).map(note => waitOf(placing, a, note, users[note.resource], sequence[a])),
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

/** Why the project ends where it does: from the activity that ends last, of equal ones the first, back over what each waits for to one that nothing delays. */
export function finishChain({ byActivity }: Explained, { finish, start }: Placing): readonly ChainStep[] {
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
      for (const each of endingWaits(delay)) if (wait === undefined || each.until >= wait.until) wait = each
    chain.push({ activity: next, wait })
    next = wait === undefined ? delay?.drivers[0] : wait.lastHolder
  }
  return chain
}

/** Activities of one resource by start: where the work of each begins and ends, and its place in the sequence. */
interface Users {
  readonly own: Uint32Array
  readonly start: Float64Array
  readonly end: Float64Array
  readonly place: Uint32Array
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
}

function usersOf({ problem, start, finish }: Placing, ends: Float64Array, sequence: Uint32Array): Users[] {
  const { resources, needStart, needResource } = problem
  const users: number[][] = resources.map(() => [])
  for (const a of new ActivityOrder(problem).sorted(start))
    for (let k = needStart[a]; k < needStart[a + 1]; k++) users[needResource[k]].push(a)
  return users.map(list => {
    const own = Uint32Array.from(list)
    const begin = new Float64Array(own.length)
    const end = new Float64Array(own.length)
    const place = new Uint32Array(own.length)
    for (let n = 0; n < own.length; n++) {
      begin[n] = start[own[n]]
      end[n] = ends[own[n]]
      place[n] = sequence[own[n]]
    }
    const [latest, lastPlace, lastToFinish] = [end.slice(), place.slice(), new Uint32Array(own.length)]
    for (let n = 1; n < own.length; n++) {
      latest[n] = Math.max(latest[n - 1], latest[n])
      lastPlace[n] = Math.max(lastPlace[n - 1], lastPlace[n])
      lastToFinish[n] = finish[own[lastToFinish[n - 1]]] > finish[own[n]] ? lastToFinish[n - 1] : n
    }
    return {
      ...{ own, start: begin, end, place, latest, lastPlace, lastToFinish },
      endsRise: end.every((moment, n) => n === 0 || moment >= end[n - 1]),
      ends: end.toSorted(),
      allWork: end.every((moment, n) => moment > begin[n]),
    }
  })
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
  const neededParts = neededOf(problem, a, note.resource)
  // those that start before the end of the wait
  const low = countBelow(users.start, note.until)
  const { holders, holderCount, last } =
    holdersOfMany(placing, a, note, users, ownPlace, low) ?? holdersOneByOne(placing, a, note, users, ownPlace, low)
  return {
    resource: note.resource,
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
  { parts, start, finish, problem }: Placing,
  a: number,
  { from, until }: Noted,
  { own, end, latest, lastPlace, lastToFinish, ends, allWork, endsRise }: Users,
  ownPlace: number,
  low: number,
): Holders | undefined {
  if (low === 0) return { holders: [], holderCount: 0, last: -1 }
  const least = Math.max(0, low - LOOKED_AT_MAX)
  if (!allWork || parts.size > 0 || start[a] < until || (least > 0 && !endsRise) || lastPlace[low - 1] > ownPlace)
    return undefined
  const holderCount = low - Math.max(least, countUpTo(ends, from))
  if (holderCount === 0) return { holders: [], holderCount, last: -1 }
  const last = own[lastToFinish[low - 1]]
  // a finish that a link holds lies behind the work
  if (lastToFinish[low - 1] < least || !(workEnd(problem, last, finish[last]) > from)) return undefined
  const holders: number[] = []
  for (let n = Math.max(least, countUpTo(latest, from)); holders.length < Math.min(HOLDERS_MAX, holderCount); n++)
    if (end[n] > from) holders.push(own[n])
  return { holders, holderCount, last }
}

function holdersOneByOne(
  placing: Placing,
  a: number,
  note: Noted,
  { own, start, end, place, latest }: Users,
  ownPlace: number,
  low: number,
): Holders {
  const { finish } = placing
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
    found[holderCount++ % HOLDERS_MAX] = b
    if (last < 0 || finish[b] > finish[last]) last = b
  }
  const holders: number[] = []
  for (let n = 1; n <= found.length; n++) holders.push(found[(holderCount - n) % HOLDERS_MAX])
  return { holders, holderCount, last }
}

function lowLimitOf({ resources }: LevellingProblem, { resource, from, until }: Noted, neededParts: number) {
  const { at, value } = resources[resource]
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

/** What an activity asks of a resource in all, in parts. */
export function neededOf(
  { needStart, needResource, needParts }: LevellingProblem,
  a: number,
  resource: number,
): number {
  let parts = 0
  for (let k = needStart[a]; k < needStart[a + 1]; k++) if (needResource[k] === resource) parts += needParts[k]
  return parts
}

/** The most of a resource that there ever is, in parts; Infinity: from some day on it has no limit. */
export const mostOf = ({ resources }: LevellingProblem, r: number): number =>
  resources[r].value.reduce((most, value) => Math.max(most, value), 0)
