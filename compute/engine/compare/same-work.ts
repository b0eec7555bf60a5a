/**
 * Which work an id carries, from one schedule of a series to the next (/docs/methods/delay-analysis#revisions). An id is evidence and not truth: where a row was put in between, as the ids of
 * Microsoft Project count rows, where two ids were swapped or one was given to other work, another task carries what the id did: its name, its actual dates, its length and party, its place in the
 * logic. All of that decides together, over all tasks that change their ids in one go; where it is no clear case, the ids stand. Whatever is found is told.
 */
import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { outgoingOf } from '../graph/links.ts'
import { matchIds, NO_MATCH } from '../ids/match-ids.ts'
import { copied, zeros } from '../ids/short-arrays.ts'
import { pairsInOrder } from './in-order.ts'
import { joinTexts, keysOf, NO_KEY, normalTexts } from './normal-text.ts'

/** What tells that two tasks are not the same work. */
const UNLIKE = ['name', 'duration', 'delay_category', 'actual_dates', 'wbs'] as const
type Unlike = (typeof UNLIKE)[number]

/** By how much each of them says so. Ids that change for one reason, a row that was put in, are one thing said, however many they are. */
const COSTS: Readonly<Record<Unlike, number>> = {
  name: 3,
  duration: 1,
  delay_category: 1.25,
  actual_dates: 3,
  wbs: 0.5,
}
const ADDED_OR_DELETED = 1.5
const OTHER_IDS = 1
/** Tasks before it are others, or those behind. */
const OTHER_PLACE = 0.25
/** From here on an id carries other work, if two things at least say so. */
const OTHER_WORK = 2.25

/** Of names, that say something. */
const WORDS = /[\p{L}\p{N}]{3,}/gu

/** A look past tasks without a partner goes so far, and at so many. */
const DEPTH_MAX = 4
const WIDTH_MAX = 64
/** Links that are looked at for two schedules. */
const STEPS_MAX = 2_000_000

/** A task of one schedule that another id of the next one carries on, or whose id carries other work there and nothing says which. */
export interface MovedId {
  /** Place of the later schedule. */
  readonly place: string
  readonly before: string
  /** undefined: its id stands, as no other task is its work. */
  readonly after: string | undefined
  /** The earlier id has other work in the later schedule. */
  readonly isReused: boolean
  /** As much said another task. */
  readonly isGuess: boolean
  /** What is other in the work that has the earlier id in the later schedule. */
  readonly unlike: readonly Unlike[]
}

export interface Moves {
  /** Task of the later schedule by task of the earlier one. */
  readonly toLater: Int32Array
  readonly moved: readonly Omit<MovedId, 'place'>[]
}

/** One of two schedules, with numbers that are equal for equal texts of both. */
interface Side {
  readonly columns: ScheduleColumns
  /** NO_KEY = no name. */
  readonly names: Int32Array
  readonly wbs: Int32Array
  /** Partner of each task in the other schedule. */
  readonly partner: Int32Array
}

const moves = new ColumnNote<{ readonly other: ScheduleColumns; readonly found: Moves | undefined }>()

/** undefined: every id carries its work. */
export function movesBetween(before: ScheduleColumns, now: ScheduleColumns): Moves | undefined {
  const known = moves.of(now)
  if (known?.other === before) return known.found
  return moves.set(now, { other: before, found: findMoves(before, now) }).found
}

/** The same with the place of the later schedule, for analyses that pair tasks by id all the same. */
export const movedIds = (before: ScheduleColumns, now: ScheduleColumns, place: string): readonly MovedId[] =>
  (movesBetween(before, now)?.moved ?? []).map(one => ({ place, ...one }))

function findMoves(before: ScheduleColumns, now: ScheduleColumns): Moves | undefined {
  const byId = matchIds(now, before)
  if (!canHaveMoved(before, now, byId)) return undefined
  return new Alignment(before, now, byId).found()
}

/** Whether any id looks as if it had other work, or went, and another one could have its work: most updates end here. Two schedules without a common id are not compared. */
function canHaveMoved(before: ScheduleColumns, now: ScheduleColumns, byId: Int32Array): boolean {
  let [odd, gone] = [0, 0]
  for (let i = 0; i < byId.length; i++) {
    const j = byId[i]
    if (j === NO_MATCH) gone++
    else if (!isPlainlySame(before, now, i, j)) odd++
  }
  if (gone === byId.length) return false
  const added = now.taskCount - (byId.length - gone)
  return odd + gone > 0 && odd + added > 0 && odd + gone + added > 1
}

function isPlainlySame(before: ScheduleColumns, now: ScheduleColumns, i: number, j: number): boolean {
  const [a, b] = [before.name, now.name]
  const [from, to] = [a.offsets[i], b.offsets[j]]
  const [length, other] = [a.offsets[i + 1] - from, b.offsets[j + 1] - to]
  if (length > 0 && other > 0) {
    if (length !== other) return false
    for (let k = 0; k < length; k++) if (a.bytes[from + k] !== b.bytes[to + k]) return false
    return true
  }
  return (
    Math.abs(before.durationDays[i] - now.durationDays[j]) <= EPSILON_DAYS &&
    isCompatible(before.delayCategory[i], now.delayCategory[j]) &&
    !isHistoryOther(before, now, i, j)
  )
}

/** Codes that name two things: none is no other. */
const isCompatible = (a: number, b: number): boolean => a === 0 || b === 0 || a === b

/** Work that had begun or ended by the earlier data date keeps its actual dates. */
function isHistoryOther(before: ScheduleColumns, now: ScheduleColumns, i: number, j: number): boolean {
  const [start, finish] = [before.actualStart[i], before.actualFinish[i]]
  return (
    (start !== DAY_ABSENT && start !== now.actualStart[j]) || (finish !== DAY_ABSENT && finish !== now.actualFinish[j])
  )
}

class Alignment {
  readonly #before: Side
  readonly #now: Side
  readonly #byId: Int32Array
  readonly #idOf: Int32Array
  #stepsLeft = STEPS_MAX

  constructor(before: ScheduleColumns, now: ScheduleColumns, byId: Int32Array) {
    const keys = (a: ReturnType<typeof normalTexts>, b: ReturnType<typeof normalTexts>): [Int32Array, Int32Array] => {
      const all = keysOf(joinTexts(a, b))
      const count = a.offsets.length - 1
      return [all.subarray(0, count), all.subarray(count)]
    }
    const names = keys(normalTexts(before.name), normalTexts(now.name))
    const codes = keys(before.wbsCode.values, now.wbsCode.values)
    const sideOf = (columns: ScheduleColumns, n: 0 | 1): Side => ({
      columns,
      names: names[n],
      wbs: Int32Array.from(columns.wbsCode.codes, code => (code === 0 ? NO_KEY : codes[n][code - 1])),
      partner: zeros(Int32Array, columns.taskCount).fill(NO_MATCH),
    })
    this.#before = sideOf(before, 0)
    this.#now = sideOf(now, 1)
    this.#byId = byId
    this.#idOf = zeros(Int32Array, now.taskCount).fill(NO_MATCH)
    for (let i = 0; i < byId.length; i++) if (byId[i] !== NO_MATCH) this.#idOf[byId[i]] = i
  }

  found(): Moves | undefined {
    const isWhole = this.#before.columns.taskCount === this.#now.columns.taskCount && !this.#byId.includes(NO_MATCH)
    // where no task came or went, ids moved among those alone that are not what they were
    if (isWhole)
      for (const [i, j] of this.#byId.entries())
        if (isPlainlySame(this.#before.columns, this.#now.columns, i, j)) this.#pair(i, j)
    this.#pairByKeys(!isWhole)
    this.#pairInOrder()
    // what nothing else was found for keeps its id
    for (const [i, j] of this.#byId.entries())
      if (j !== NO_MATCH && this.#before.partner[i] === NO_MATCH && this.#now.partner[j] === NO_MATCH) this.#pair(i, j)
    const toLater = copied(this.#byId)
    const moved: Moves['moved'][number][] = []
    const turns = this.#turns()
    // ids that count from 1 without a gap are likely the numbers of rows: they say nothing of work
    const said = [this.#before, this.#now].every(({ columns }) => isCount(columns.id)) ? OTHER_IDS : 0
    const reused = turns.filter(({ gain, isReused }) => isReused && gain > EPSILON_DAYS)
    const movedTasks = reused.flatMap(({ tasks }) => tasks.filter(i => this.#before.partner[i] !== NO_MATCH))
    const gained = reused.reduce((sum, { gain }) => sum + gain, said)
    // most of them have a witness: those that changed as well go with the others
    const isClear =
      gained > OTHER_IDS + EPSILON_DAYS &&
      (said > 0 || 2 * movedTasks.filter(i => this.#hasWitness(i)).length >= movedTasks.length)
    // a length and a place alone are no evidence that work which went is work which came: revisions tell what is left of it
    const renamed = turns.filter(
      ({ tasks: [i], gain, isReused }) =>
        !isReused &&
        gain > OTHER_IDS + EPSILON_DAYS &&
        (this.#hasWitness(i) ? this.#isPlaced(i) : this.#isHandedOver(i)),
    )
    for (const { tasks } of [...(isClear ? reused : []), ...renamed])
      for (const i of tasks) toLater[i] = this.#before.partner[i]
    const { id } = this.#before.columns
    const idAfter = (j: number): string => textAt(this.#now.columns.id, j)
    const isLikeAdded = this.#likeAdded(toLater)
    for (const [i, own] of this.#byId.entries()) {
      const j = toLater[i]
      const unlike = own === NO_MATCH ? [] : this.#unlike(i, own)
      const isReused = own !== NO_MATCH && (j !== own || (this.#isOtherWork(unlike) && !this.#sharesWords(i, own)))
      const after = j === own || j === NO_MATCH ? undefined : idAfter(j)
      if (after !== undefined || isReused)
        moved.push({
          before: textAt(id, i),
          after,
          isReused,
          isGuess: after !== undefined && isLikeAdded(i, j),
          unlike,
        })
    }
    return moved.length === 0 ? undefined : { toLater, moved }
  }

  /** Whether work that was added is all that its partner is, and no actual date tells them apart. */
  #likeAdded(toLater: Int32Array): (i: number, j: number) => boolean {
    const { columns: was } = this.#before
    const { columns: is, names } = this.#now
    const kindOf = (j: number): number => mix(names[j], is.durationDays[j], is.delayCategory[j], is.actualStart[j])
    const paired = new Set(toLater)
    const added = new Set(
      Array.from({ length: is.taskCount }, (_, j) => j)
        .filter(j => !paired.has(j))
        .map(kindOf),
    )
    return (i, j) => was.actualStart[i] === DAY_ABSENT && added.has(kindOf(j))
  }

  #pair(i: number, j: number): void {
    this.#before.partner[i] = j
    this.#now.partner[j] = i
  }

  /** What is alone of its kind in both schedules is one work: the most telling kinds first. */
  #pairByKeys(withPlaces: boolean): void {
    const sides = [this.#before, this.#now] as const
    const mixed = sides.map(({ columns: { durationDays, delayCategory, actualStart }, names, wbs }) => {
      const of = (i: number, ...parts: readonly number[]): number => mix(names[i], wbs[i], ...parts)
      return {
        all: (i: number) => of(i, durationDays[i], delayCategory[i], actualStart[i]),
        named: (i: number) => (names[i] === NO_KEY ? undefined : of(i)),
        name: (i: number) => (names[i] === NO_KEY ? undefined : names[i]),
        begun: (i: number) =>
          actualStart[i] === DAY_ABSENT ? undefined : mix(actualStart[i], durationDays[i], delayCategory[i]),
      }
    })
    const placed = withPlaces ? placesOf(this.#before, this.#now) : []
    const keys: readonly (readonly ((i: number) => number | undefined)[])[] = [
      mixed.map(
        ({ all, named }) =>
          (i: number) =>
            named(i) === undefined ? undefined : all(i),
      ),
      mixed.map(({ named }) => named),
      mixed.map(({ name }) => name),
      mixed.map(({ begun }) => begun),
      ...placed.map(labels => labels.map(of => (i: number) => of[i])),
    ]
    for (const [ofBefore, ofNow] of keys) {
      const first = alone(this.#before.partner, ofBefore)
      const second = alone(this.#now.partner, ofNow)
      for (const [key, i] of first) {
        const j = second.get(key)
        if (i !== NO_MATCH && j !== undefined && j !== NO_MATCH) this.#pair(i, j)
      }
    }
  }

  /** What stands in one order in both schedules, between tasks that have their partners. */
  #pairInOrder(): void {
    const cost = (i: number, j: number): number => this.#costInOrder(i, j)
    for (const [i, j] of pairsInOrder(this.#before, this.#now, cost, ADDED_OR_DELETED)) this.#pair(i, j)
  }

  #costInOrder(i: number, j: number): number {
    const unlike = this.#unlike(i, j)
    const [was, is] = [this.#before.columns.durationDays[i], this.#now.columns.durationDays[j]]
    const [less, more] = was < is ? [was, is] : [is, was]
    // work grows more often than it shrinks
    const apart = more > 0 ? (1 - less / more) / (was < is ? 8 : 2) : 0
    const sum = unlike.reduce((all, of) => all + COSTS[of], apart)
    return sum + (unlike.length > 1 ? OTHER_IDS : 0) - (this.#byId[i] === j ? SAME_ID : 0)
  }

  #neighbours(columns: ScheduleColumns, row: number, isForward: boolean): readonly number[] {
    const { start, task } = isForward ? outgoingOf(columns) : columns.links
    const end = Math.min(start[row + 1], start[row] + WIDTH_MAX)
    this.#stepsLeft -= end - start[row] + 1
    return this.#stepsLeft <= 0 ? [] : [...task.subarray(start[row], end)].filter(next => next >= 0)
  }

  /** Whether a task and its partner have a name in common, or their length and a party or an actual date. */
  #hasWitness(i: number): boolean {
    const j = this.#before.partner[i]
    if (j === NO_MATCH) return true
    const { columns: was, names } = this.#before
    const { columns: is, names: named } = this.#now
    if (names[i] !== NO_KEY && names[i] === named[j]) return true
    const isOne =
      (was.delayCategory[i] !== 0 && was.delayCategory[i] === is.delayCategory[j]) ||
      (was.actualStart[i] !== DAY_ABSENT && was.actualStart[i] === is.actualStart[j])
    return isOne && Math.abs(was.durationDays[i] - is.durationDays[j]) <= EPSILON_DAYS
  }

  /** Whether another party has the same length of work in the very place. */
  #isHandedOver(i: number): boolean {
    const { partner, columns } = this.#before
    const isOther = partner[i] !== NO_MATCH && this.#unlike(i, partner[i]).join() === 'delay_category'
    return isOther && columns.durationDays[i] > 0 && this.#costOf(i, partner, this.#now.partner) <= COSTS.delay_category
  }

  /** Whether it has the name, or stands where it stood, but for a neighbour that went as well. */
  #isPlaced(i: number): boolean {
    const { partner, names } = this.#before
    const isNamed = names[i] !== NO_KEY && names[i] === this.#now.names[partner[i]]
    return isNamed || this.#costOf(i, partner, this.#now.partner) <= OTHER_PLACE
  }

  #unlike(i: number, j: number): readonly Unlike[] {
    const { columns: was, names, wbs } = this.#before
    const { columns: is, names: named, wbs: coded } = this.#now
    const isOther: Readonly<Record<Unlike, boolean>> = {
      name: names[i] !== NO_KEY && named[j] !== NO_KEY && names[i] !== named[j],
      duration: Math.abs(was.durationDays[i] - is.durationDays[j]) > EPSILON_DAYS,
      delay_category: !isCompatible(was.delayCategory[i], is.delayCategory[j]),
      actual_dates: isHistoryOther(was, is, i, j),
      wbs: wbs[i] !== NO_KEY && coded[j] !== NO_KEY && wbs[i] !== coded[j],
    }
    return UNLIKE.filter(of => isOther[of])
  }

  #costOf(i: number, toLater: Int32Array, toEarlier: Int32Array): number {
    const j = toLater[i]
    if (j === NO_MATCH) return ADDED_OR_DELETED
    const places = [true, false].filter(isForward => !this.#standsAlike(i, j, toLater, toEarlier, isForward))
    return this.#unlike(i, j).reduce((sum, of) => sum + COSTS[of], 0) + places.length * OTHER_PLACE
  }

  /** Whether a word of the one name is in the other: work that was called, cut or timed otherwise is no other work. */
  #sharesWords(i: number, j: number): boolean {
    const [was, is] = [textAt(this.#before.columns.name, i), textAt(this.#now.columns.name, j)].map(
      name => new Set(name.toLowerCase().match(WORDS) ?? []),
    )
    return [...was!].some(word => is!.has(word))
  }

  /** Whether a task before it, or behind, is the same in both, past tasks that only the later schedule has; or it is the first in both, or the last. */
  #standsAlike(i: number, j: number, toLater: Int32Array, toEarlier: Int32Array, isForward: boolean): boolean {
    const own = this.#neighbours(this.#before.columns, i, !isForward)
    const known = new Set(own.map(next => toLater[next]).filter(next => next !== NO_MATCH))
    let open: readonly number[] = [j]
    for (let depth = 0; depth <= DEPTH_MAX && open.length > 0; depth++) {
      const near = open.flatMap(at => this.#neighbours(this.#now.columns, at, !isForward))
      if (near.some(next => known.has(next)) || (near.length === 0 && own.length === 0)) return true
      open = near.filter(next => toEarlier[next] === NO_MATCH).slice(0, WIDTH_MAX)
    }
    return false
  }

  #isOtherWork(unlike: readonly Unlike[]): boolean {
    return unlike.length > 1 && unlike.reduce((sum, of) => sum + COSTS[of], 0) >= OTHER_WORK
  }

  /** Tasks that change ids among themselves; by how much more all that is said of them speaks for it than for their ids; and whether any of these has other work. */
  #turns(): readonly { readonly tasks: readonly number[]; readonly gain: number; readonly isReused: boolean }[] {
    const { partner } = this.#before
    const seen = new Set<number>()
    const turns: { tasks: number[]; gain: number; isReused: boolean }[] = []
    for (const first of partner.keys()) {
      if (partner[first] === this.#byId[first] || seen.has(first)) continue
      const tasks = [first]
      const theirs = new Set<number>()
      seen.add(first)
      for (const i of tasks)
        for (const j of [partner[i], this.#byId[i]]) {
          if (j === NO_MATCH) continue
          theirs.add(j)
          for (const next of [this.#now.partner[j], this.#idOf[j]])
            if (next !== NO_MATCH && !seen.has(next)) {
              seen.add(next)
              tasks.push(next)
            }
        }
      let [byWork, byId] = [0, 0]
      for (const i of tasks) {
        byWork += this.#costOf(i, partner, this.#now.partner)
        byId += this.#costOf(i, this.#byId, this.#idOf)
      }
      for (const j of theirs) {
        if (this.#now.partner[j] === NO_MATCH) byWork += ADDED_OR_DELETED
        if (this.#idOf[j] === NO_MATCH) byId += ADDED_OR_DELETED
      }
      const isReused = tasks.some(i => this.#byId[i] !== NO_MATCH && this.#byId[i] !== partner[i])
      turns.push({ tasks, gain: byId - byWork, isReused })
    }
    return turns
  }
}

/** Of what is as good as other the id decides. */
const SAME_ID = 1 / 16

/** Whether ids are the numbers from 1 to as many as there are. */
function isCount(id: ScheduleColumns['id']): boolean {
  const count = id.offsets.length - 1
  const seen = zeros(Uint8Array, count + 1)
  for (let i = 0; i < count; i++) {
    const text = textAt(id, i)
    const n = Number(text)
    if (!(n >= 1 && n <= count) || `${n}` !== text || !Number.isInteger(n) || seen[n] === 1) return false
    seen[n] = 1
  }
  return true
}

/** By key the one task without a partner that has it; NO_MATCH = several have. */
function alone(partner: Int32Array, keyOf: (i: number) => number | undefined): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (let i = 0; i < partner.length; i++) {
    const key = partner[i] === NO_MATCH ? keyOf(i) : undefined
    if (key !== undefined) found.set(key, found.has(key) ? NO_MATCH : i)
  }
  return found
}

/** What tasks are and what stands around them, as numbers that are equal for equal places of both schedules: the wider neighbourhood first. */
function placesOf(...sides: readonly Side[]): readonly (readonly Float64Array[])[] {
  const rounds: Float64Array[][] = []
  let labels = sides.map(({ columns: { durationDays, delayCategory }, names }) =>
    Float64Array.from(names, (name, i) => mix(name, durationDays[i], delayCategory[i])),
  )
  for (let round = 0; round < ROUNDS; round++) {
    labels = sides.map(({ columns }, n) => {
      const { start, task } = columns.links
      const out = outgoingOf(columns)
      const own = labels[n]
      return own.map((label, i) => {
        // sums, as the order of links says nothing
        let [before, behind] = [0, 0]
        for (let k = start[i]; k < start[i + 1]; k++) if (task[k] >= 0) before += own[task[k]]
        for (let k = out.start[i]; k < out.start[i + 1]; k++) behind += own[out.task[k]]
        return mix(label, before % MIX, behind % MIX)
      })
    })
    rounds.unshift(labels)
  }
  return rounds
}
const ROUNDS = 2
const MIX = 2 ** 40

/** One number for several; two different lists hardly ever have the same, and if so what they say is weighed again. */
function mix(...parts: readonly number[]): number {
  let [high, low] = [0x9e3779b9, 0x85ebca6b]
  for (const part of parts) {
    const whole = Math.floor(part)
    const bits = (whole % 0x100000000) ^ Math.floor((part - whole) * 65_536) ^ (Math.floor(whole / 0x100000000) * 31)
    high = Math.imul(high ^ bits, 0xcc9e2d51)
    high ^= high >>> 15
    low = Math.imul(low ^ (bits + high), 0x1b873593)
    low ^= low >>> 13
  }
  return (high >>> 12) * 0x100000 + (low >>> 12)
}
