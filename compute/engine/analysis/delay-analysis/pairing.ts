/** Which task of one schedule is which of the next one: by id, and both take part in the passes; and which has the work of another, under another id or in parts. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { outgoingLinks } from '../../graph/links.ts'
import type { Network } from '../../graph/network.ts'
import { matchIds, NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { isInPasses } from '../../kind/participation.ts'
import { COMPLETE, NOT_STARTED, stateOf } from '../../population/progress.ts'
import type { Status } from './status.ts'

export interface Pairing {
  /** Task of the later schedule by task of the earlier one, NO_MATCH = deleted, or no part of the passes any more. */
  readonly toLater: Int32Array
  /** Task of the earlier schedule by task of the later one, NO_MATCH = added. */
  readonly toEarlier: Int32Array
}

export function pairTasks(earlier: Status, later: Status): Pairing {
  const toLater = copied(matchIds(later.columns, earlier.columns))
  const toEarlier = zeros(Int32Array, later.columns.taskCount).fill(NO_MATCH)
  for (let i = 0; i < toLater.length; i++) {
    const match = toLater[i]
    if (match === NO_MATCH) continue
    if (earlier.network.takesPart[i] === 0 || later.network.takesPart[match] === 0) toLater[i] = NO_MATCH
    else toEarlier[match] = i
  }
  return { toLater, toEarlier }
}

/** Whether any task of one schedule is one of the other. */
export const hasPairs = ({ toLater }: Pairing): boolean => toLater.some(match => match !== NO_MATCH)

/** Whether two schedules without networks have a task in common. */
export function sharesTask(earlier: ScheduleColumns, later: ScheduleColumns): boolean {
  const toLater = matchIds(later, earlier)
  return toLater.some(
    (match, i) => match !== NO_MATCH && isInPasses(earlier.taskType[i]) && isInPasses(later.taskType[match]),
  )
}

/** Whether one party answers for task i of the earlier schedule and task j of the later one, which is as long or not. */
export type IsOfOneParty = (i: number, j: number, isAsLong: boolean) => boolean

/** A task of the earlier schedule, and the tasks of the later one that are its work, in their order. */
export interface SameWork {
  readonly i: number
  readonly parts: readonly number[]
  /** The part that has its id; NO_MATCH = none. */
  readonly kept: number
}

/** Places of a work that are tried as the first of its parts. */
const PLACES_MAX = 50

/**
 * Steps that finding work under other ids may take in all windows of a request together: rows and links that are walked, tasks that are looked at. Beyond them ids decide alone: n tasks that went
 * beside n that came are n x n questions, from a few bytes each.
 */
export class PairSteps {
  #left: number

  constructor(sentTaskCount: number) {
    this.#left = STEPS_FREE + STEPS_PER_SENT * sentTaskCount
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  take(count: number): void {
    this.#left -= count
  }
}
const STEPS_FREE = 2_000_000
const STEPS_PER_SENT = 50

/** Rows through which a walk leads, and the others that it comes to. */
interface Walk {
  readonly through: ReadonlySet<number>
  readonly ends: ReadonlySet<number>
}

/** From rows on through those that only one of two schedules has. */
class Walker {
  readonly #isOwn: Uint8Array
  readonly #network: Network
  readonly #out: ReturnType<typeof outgoingLinks>
  readonly #steps: PairSteps

  constructor(network: Network, isOwn: Uint8Array, steps: PairSteps) {
    this.#network = network
    this.#isOwn = isOwn
    this.#out = outgoingLinks(network.taskCount, network)
    this.#steps = steps
  }

  walk(from: Iterable<number>, isForward: boolean): Walk {
    const { start, task } = isForward ? this.#out : this.#network
    const through = new Set<number>()
    const ends = new Set<number>()
    const open = [...from]
    for (let row = open.pop(); row !== undefined && !this.#steps.isSpent; row = open.pop()) {
      this.#steps.take(1 + start[row + 1] - start[row])
      for (let k = start[row]; k < start[row + 1]; k++) {
        const next = task[k]
        if (this.#isOwn[next] === 0) ends.add(next)
        else if (!through.has(next)) {
          through.add(next)
          open.push(next)
        }
      }
    }
    return { through, ends }
  }

  /** Own rows that no other one leads to, or that lead to none. */
  loose(isForward: boolean): readonly number[] {
    const { order } = this.#network
    const { start, task } = isForward ? this.#out : this.#network
    const isHeld = zeros(Uint8Array, this.#isOwn.length)
    // what a row leads to comes before it here
    for (const row of isForward ? order.toReversed() : order)
      for (let k = start[row]; k < start[row + 1]; k++)
        if (this.#isOwn[task[k]] === 0 || isHeld[task[k]] === 1) isHeld[row] = 1
    this.#steps.take(order.length)
    return [...this.#isOwn.keys()].filter(row => this.#isOwn[row] === 1 && isHeld[row] === 0)
  }
}

/** Added tasks of a party that stand in the place of work that it deleted or shortened, one behind the other. */
export function sameWorks(
  earlier: Status,
  later: Status,
  { toLater, toEarlier }: Pairing,
  isOfOneParty: IsOfOneParty,
  steps: PairSteps,
): readonly SameWork[] {
  if (steps.isSpent) return []
  const isOwn = (status: Status, other: Status, match: Int32Array): Uint8Array => {
    const own = zeros(Uint8Array, match.length)
    const sameId = matchIds(other.columns, status.columns)
    for (const i of status.network.order) if (match[i] === NO_MATCH && sameId[i] === NO_MATCH) own[i] = 1
    return own
  }
  const isNew = isOwn(later, earlier, toEarlier)
  if (!isNew.includes(1)) return []
  const [was, is] = [earlier.prepared, later.prepared]
  const isGone = isOwn(earlier, later, toLater)
  /** What is a lag now is no part of it under another id. */
  const isShorter = (i: number): boolean => {
    const j = toLater[i]
    if (j === NO_MATCH) return false
    const less = was.durationDays[i] - is.durationDays[j]
    return less > EPSILON_DAYS && longestLag(later, j) - longestLag(earlier, i) < less - EPSILON_DAYS
  }
  const before = [...earlier.network.order].filter(
    i => was.durationDays[i] > EPSILON_DAYS && (isGone[i] === 1 || isShorter(i)),
  )
  if (before.length === 0) return []
  const walkers = {
    earlier: new Walker(earlier.network, isGone, steps),
    later: new Walker(later.network, isNew, steps),
  }
  const loose = [false, true].map(isForward => walkers.later.loose(isForward))
  const startOf = ({ dates }: Status, row: number): number => dates.start[row]
  const longestFirst =
    (status: Status) =>
    (a: number, b: number): number =>
      startOf(status, a) - startOf(status, b) || status.prepared.durationDays[b] - status.prepared.durationDays[a]
  const inOrder = longestFirst(later)
  const isOfLength = (i: number, j: number): boolean =>
    Math.abs(was.durationDays[i] - is.durationDays[j]) <= EPSILON_DAYS
  /** With the part that has its id it is as long as it was. */
  const fillsUp = (i: number, j: number): boolean =>
    toLater[i] !== NO_MATCH &&
    Math.abs(is.durationDays[toLater[i]] + is.durationDays[j] - was.durationDays[i]) <= EPSILON_DAYS
  /** Tasks in the place of a work that can be it; and whether one of another party is what it is short of under its id, to the day: then no parts are taken that do not fill it up. */
  const placeOf = (i: number): { readonly places: readonly number[]; readonly isOfOthers: boolean } => {
    const sides = [false, true].map(isForward => {
      const { ends } = walkers.earlier.walk([i], isForward)
      const from = [...ends].map(end => toLater[end]).filter(j => j !== NO_MATCH)
      const kept = toLater[i] === NO_MATCH ? [] : [toLater[i]]
      const { through } = walkers.later.walk([...from, ...kept], !isForward)
      if (from.length > 0) return through
      const ofNobody = loose[Number(isForward)]
      steps.take(through.size + ofNobody.length)
      return steps.isSpent ? through : new Set([...through, ...ofNobody])
    })
    steps.take(sides[0].size)
    if (steps.isSpent) return { places: [], isOfOthers: false }
    const isExact = (j: number): boolean => isOfLength(i, j) || fillsUp(i, j)
    const couldBe = (j: number): boolean =>
      is.durationDays[j] > EPSILON_DAYS && (was.input.state[i] !== COMPLETE || is.input.state[j] === COMPLETE)
    const all = [...sides[0]].filter(j => sides[1].has(j) && couldBe(j))
    const places = all.filter(j => isOfOneParty(i, j, isExact(j))).sort(inOrder)
    return { places, isOfOthers: all.some(j => fillsUp(i, j) && !places.includes(j)) }
  }
  const isBegun = (i: number): boolean => was.input.state[i] !== NOT_STARTED
  const hasSameStart = (i: number, j: number): boolean =>
    isBegun(i) &&
    is.input.state[j] !== NOT_STARTED &&
    Math.abs(was.input.reportedStart[i] - is.input.reportedStart[j]) <= EPSILON_DAYS
  const isSameBegun = (i: number, j: number): boolean => hasSameStart(i, j) && isOfLength(i, j)
  const isAsLong = (i: number, j: number): boolean => !isBegun(i) && isOfLength(i, j)
  const isInSeries = (a: number, b: number): boolean =>
    [a, b].some((from, n) => {
      const { through, ends } = walkers.later.walk([from], true)
      return through.has([b, a][n]) || ends.has([b, a][n])
    })
  const placed: ({ i: number; kept: number } & ReturnType<typeof placeOf>)[] = []
  for (const i of before.sort(longestFirst(earlier))) {
    placed.push({ i, kept: toLater[i], ...placeOf(i) })
    if (steps.isSpent) return []
  }
  const found = byNames(placed, earlier.columns, later.columns, steps)
  const [byLength, inTurn] = [true, false].map(isByLength => assign(found, isByLength))
  if (steps.isSpent) return []
  const isBetter = byLength.exact - inTurn.exact || inTurn.apart - byLength.apart
  return (isBetter > 0 ? byLength : inTurn).works
    .filter(({ parts }) => parts.some(part => isNew[part] === 1))
    .map(({ i, kept, parts }) => ({ i, kept, parts: parts.sort(inOrder) }))

  /** Tasks for each work, how many have all of its days and no more, and by how many days the others are shorter or longer. `isByLength`: what is as long is the same work first, else one behind the other. */
  function assign(works: typeof found, isByLength: boolean) {
    const taken = new Set<number>()
    const given = works.map(work => ({ ...work, parts: work.kept === NO_MATCH ? [] : [work.kept] }))
    const starts = isByLength ? [isSameBegun, hasSameStart, isAsLong] : [isSameBegun, hasSameStart]
    for (const isSame of starts) {
      let since = Number.NEGATIVE_INFINITY
      for (const { i, parts, places } of given) {
        const isLeft = (j: number): boolean => {
          steps.take(1)
          return !taken.has(j) && isSame(i, j) && (isSame !== isAsLong || startOf(later, j) >= since)
        }
        const j = parts.length > 0 || steps.isSpent ? undefined : places.find(isLeft)
        if (j === undefined) continue
        parts.push(j)
        taken.add(j)
        // works that are as long keep their order
        since = startOf(later, j)
      }
    }
    let since = Number.NEGATIVE_INFINITY
    for (const { i, parts, places } of isByLength ? given : []) {
      const chain = exactChain(i, parts, places, since) ?? exactChain(i, parts, places, Number.NEGATIVE_INFINITY)
      if (chain === undefined) continue
      parts.push(...chain)
      for (const j of chain) taken.add(j)
      since = startOf(later, chain[0])
    }
    let [apart, exact] = [0, 0]
    for (const { i, parts, places, isOfOthers } of given) {
      const days = was.durationDays[i]
      const known = parts.length
      let have = parts.reduce((sum, part) => sum + is.durationDays[part], 0)
      for (const j of places) {
        steps.take(1)
        const isFirst = parts.length === 0
        if (steps.isSpent || have >= days - EPSILON_DAYS || (!isFirst && !canBeSplit(earlier, i))) break
        // what had begun goes on under the id of a task that has
        if (taken.has(j) || (isFirst && isBegun(i) && is.input.state[j] === NOT_STARTED)) continue
        if (!parts.every(part => isInSeries(part, j))) continue
        parts.push(j)
        taken.add(j)
        have += is.durationDays[j]
      }
      if (isOfOthers && days - have > EPSILON_DAYS)
        for (const j of parts.splice(known)) {
          taken.delete(j)
          have -= is.durationDays[j]
        }
      apart += Math.abs(days - have)
      if (Math.abs(days - have) <= EPSILON_DAYS) exact++
    }
    return { works: given, apart, exact }

    /** Tasks one behind the other that have exactly the days which a work has left, the first that begin no sooner than another one. */
    function exactChain(
      i: number,
      parts: readonly number[],
      places: readonly number[],
      since: number,
    ): readonly number[] | undefined {
      const left = parts.reduce((days, part) => days - is.durationDays[part], was.durationDays[i])
      steps.take(places.length)
      if (steps.isSpent || left <= EPSILON_DAYS || !canBeSplit(earlier, i)) return undefined
      const open = places
        .filter(j => !taken.has(j) && startOf(later, j) >= since && parts.every(part => isInSeries(part, j)))
        .slice(0, PLACES_MAX)
      for (const [n, first] of open.entries()) {
        if (parts.length === 0 && isBegun(i) && is.input.state[first] === NOT_STARTED) continue
        const chain = [first]
        let days = is.durationDays[first]
        for (const j of open.slice(n + 1)) {
          if (days >= left - EPSILON_DAYS) break
          if (!isInSeries(chain.at(-1)!, j)) continue
          chain.push(j)
          days += is.durationDays[j]
        }
        if (Math.abs(days - left) <= EPSILON_DAYS) return chain
      }
      return undefined
    }
  }
}

/** The longest lag before a task. */
const longestLag = ({ network: { start, lagDays } }: Status, i: number): number =>
  lagDays.subarray(start[i], start[i + 1]).reduce((most, days) => Math.max(most, days), 0)

/** Where names say which work is which, they decide: a part has the name of the whole, and more behind it. */
function byNames<Work extends { readonly i: number; readonly places: readonly number[] }>(
  works: readonly Work[],
  { name: before }: ScheduleColumns,
  { name: now }: ScheduleColumns,
  steps: PairSteps,
): readonly Work[] {
  const named = works.map(({ i, places }) => {
    steps.take(places.length)
    if (steps.isSpent) return new Set<number>()
    const whole = textAt(before, i).trim().toLowerCase()
    const isOf = (text: string): boolean => text.startsWith(whole) && !WORD.test(text.charAt(whole.length))
    return new Set(whole === '' ? [] : places.filter(j => isOf(textAt(now, j).trim().toLowerCase())))
  })
  const all = new Set(named.flatMap(own => [...own]))
  if (all.size === 0) return works
  return works.map((work, n) => ({
    ...work,
    places: work.places.filter(j => (named[n].size > 0 ? named[n].has(j) : !all.has(j))),
  }))
}
const WORD = /[\p{L}\p{N}]/u

/** Work with dates of its own but for a constraint, or that was stopped, is no two works. */
function canBeSplit({ columns }: Status, i: number): boolean {
  const { secondaryConstraintType, manuallyScheduled, setting } = columns
  const dates = ['expectedFinish', 'externalEarlyStart', 'externalLateFinish', 'suspendDate', 'resumeDate'] as const
  return (
    setting?.rules.rules !== 'ms_project' &&
    !(secondaryConstraintType[i] > 0) &&
    !(manuallyScheduled[i] === BY_HAND) &&
    dates.every(name => (columns[name][i] ?? DAY_ABSENT) === DAY_ABSENT)
  )
}
/** Code of "true" in the column manuallyScheduled. */
const BY_HAND = 2

/** Ids of work before, and of its parts. */
export type Renumbered = readonly (readonly [before: string, after: readonly string[]])[]

/** A task as one schedule after another has it, from the first one on. */
export interface Chain {
  readonly from: number
  readonly rows: readonly number[]
  /** Added, and no work that another schedule has under another id. */
  readonly isAdded: boolean
  /** How many schedules tell of it until it has begun. */
  readonly openCount: number
  /** Days that are left of it where it went before it began: those that it has under other ids. NaN = it did not. */
  readonly endDays: number
}

/** Every task of a series, and by schedule which one each of its tasks is. `renumbered`: by window. */
export function chainsOf(
  all: readonly ScheduleColumns[],
  renumbered: readonly Renumbered[],
): { readonly chains: readonly Chain[]; readonly chainOf: readonly Int32Array[] } {
  const chains: { from: number; rows: number[]; isAdded: boolean; openCount: number; endDays: number }[] = []
  const chainOf = all.map(({ taskCount }) => zeros(Int32Array, taskCount))
  for (const [k, columns] of all.entries()) {
    const before = k === 0 ? undefined : matchIds(all[k - 1], columns)
    const told = k === 0 ? [] : (renumbered[k - 1] ?? [])
    const isOther = new Set(told.flatMap(([, parts]) => [...tasksOfIds(columns, [...parts])]))
    for (let j = 0; j < columns.taskCount; j++) {
      const isKnown = before !== undefined && before[j] !== NO_MATCH
      chainOf[k][j] = isKnown ? chainOf[k - 1][before[j]] : chains.length
      if (!isKnown)
        chains.push({ from: k, rows: [], isAdded: k > 0 && !isOther.has(j), openCount: 0, endDays: Number.NaN })
      const chain = chains[chainOf[k][j]]
      const n = chain.rows.push(j) - 1
      const isOpen = n === 0 || stateOf(all[k - 1], chain.rows[n - 1]) === NOT_STARTED
      if (chain.openCount === n && isOpen) chain.openCount++
    }
    const partsOf = new Map(told)
    for (let i = 0; k > 0 && i < all[k - 1].taskCount; i++) {
      const chain = chains[chainOf[k - 1][i]]
      const count = k - chain.from
      const parts = partsOf.size === 0 ? undefined : partsOf.get(textAt(all[k - 1].id, i))
      // what began is what it was, and what goes on in parts has their days from there on
      const isEnd = parts !== undefined || chain.rows.length === count
      if (!isEnd || chain.openCount < count || stateOf(all[k - 1], i) !== NOT_STARTED) continue
      chain.openCount = count
      const days = tasksOfIds(columns, [...(parts ?? [])])
      chain.endDays = days.reduce((sum, j) => sum + columns.durationDays[j], 0)
    }
  }
  return { chains, chainOf }
}
