/** Which work of one schedule the next one has under other ids, or in parts: of its own party, or taken over by another one. */

import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { OutgoingLinks } from '../../graph/links.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { FS } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { type Pairing, type PairSteps, Walker } from './pairing.ts'
import type { Status } from './status.ts'
import {
  byNames,
  COST_OF_LAG,
  COST_OF_LAG_BEFORE,
  COST_OF_ONE,
  canBeSplit,
  costOfWork,
  leastCost,
  type WorkPlaces,
} from './work-costs.ts'

/** Whether one party answers for task i of the earlier schedule and task j of the later one, which is as long or not. */
export type IsOfOneParty = (i: number, j: number, isAsLong: boolean) => boolean

/** Who can have the work of another task: its own party, and any other one, but what an event names is work of its own. */
export interface Takers {
  readonly isOfOneParty: IsOfOneParty
  /** Whether task j is work of its own and none of task i that another party took over. */
  readonly isOwnWork: (i: number, j: number) => boolean
}

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
 * Added tasks that stand in the place of work that was deleted or shortened, one behind the other: of its own party, or of others that took it over, where lengths add up to the day or nobody else can
 * have it.
 */
export function sameWorks(
  earlier: Status,
  later: Status,
  { toLater, toEarlier }: Pairing,
  { isOfOneParty, isOwnWork }: Takers,
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
  const walkers = {
    earlier: new Walker(earlier.network, isGone, steps),
    later: new Walker(later.network, isNew, steps),
  }
  /** What is a lag now, before it or behind it, is no part of it under another id. */
  const isShorter = (i: number): boolean => {
    const j = toLater[i]
    if (j === NO_MATCH) return false
    const less = was.durationDays[i] - is.durationDays[j]
    if (less <= EPSILON_DAYS || longestLag(later, j) - longestLag(earlier, i) >= less - EPSILON_DAYS) return false
    return lagsBehind(i, j) < less - EPSILON_DAYS
  }
  const before = [...earlier.network.order].filter(
    i => was.durationDays[i] > EPSILON_DAYS && (isGone[i] === 1 || isShorter(i)),
  )
  if (before.length === 0) return []
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
  /** Tasks in the place of a work that can be it, of its party and of others; and whether one of these is what it is short of under its id, to the day: then no parts are taken that do not fill it up. */
  const placeOf = (i: number): Place => {
    const isAlone: boolean[] = []
    const sides = [false, true].map(isForward => {
      const { ends } = walkers.earlier.walk([i], isForward)
      isAlone.push(ends.size === 1 && isOneAt(walkers, [...ends][0], isForward))
      const from = [...ends].map(end => toLater[end]).filter(j => j !== NO_MATCH)
      const kept = toLater[i] === NO_MATCH ? [] : [toLater[i]]
      const { through } = walkers.later.walk([...from, ...kept], !isForward)
      if (from.length > 0) return through
      const ofNobody = loose[Number(isForward)]
      steps.take(through.size + ofNobody.length)
      return steps.isSpent ? through : new Set([...through, ...ofNobody])
    })
    steps.take(sides[0].size)
    if (steps.isSpent) return { places: [], others: [], isOfOthers: false }
    const isExact = (j: number): boolean => isOfLength(i, j) || fillsUp(i, j)
    const couldBe = (j: number): boolean =>
      is.durationDays[j] > EPSILON_DAYS && (was.input.state[i] !== COMPLETE || is.input.state[j] === COMPLETE)
    let all = [...sides[0]].filter(j => sides[1].has(j) && couldBe(j))
    // where what stood beside it stands elsewhere now, one side says where it is, if nothing else is there
    if (all.length === 0)
      all = sides.flatMap((side, n) => (isAlone[n] ? [...side].filter(j => couldBe(j) && isOfLength(i, j)) : []))
    const places = all.filter(j => isOfOneParty(i, j, isExact(j))).sort(inOrder)
    const own = new Set(places)
    const others = all.filter(j => !own.has(j)).sort(inOrder)
    return { places, others, isOfOthers: others.some(j => fillsUp(i, j)) }
  }
  /** Whether a task of the earlier schedule has one link only to what comes before it, or behind it, in both. */
  function isOneAt(own: typeof walkers, end: number, isForward: boolean): boolean {
    const j = toLater[end]
    const countOf = ({ start }: { readonly start: ArrayLike<number> }, row: number): number =>
      start[row + 1] - start[row]
    if (j === NO_MATCH) return false
    return isForward
      ? countOf(earlier.network, end) === 1 && countOf(later.network, j) === 1
      : countOf(own.earlier.outgoing, end) === 1 && countOf(own.later.outgoing, j) === 1
  }
  const isBegun = (i: number): boolean => was.input.state[i] !== NOT_STARTED
  const hasSameStart = (i: number, j: number): boolean =>
    isBegun(i) &&
    is.input.state[j] !== NOT_STARTED &&
    Math.abs(was.input.reportedStart[i] - is.input.reportedStart[j]) <= EPSILON_DAYS
  const isSameBegun = (i: number, j: number): boolean => hasSameStart(i, j) && isOfLength(i, j)
  const isAsLong = (i: number, j: number): boolean => !isBegun(i) && isOfLength(i, j)
  const isOpen = ({ i }: { readonly i: number }): boolean => !isBegun(i)
  const inSeries = new Map<number, boolean>()
  const isInSeries = (a: number, b: number): boolean => {
    const key = Math.min(a, b) * toEarlier.length + Math.max(a, b)
    const known = inSeries.get(key)
    if (known !== undefined) return known
    const is = [a, b].some((from, n) => {
      const { through, ends } = walkers.later.walk([from], true)
      return through.has([b, a][n]) || ends.has([b, a][n])
    })
    inSeries.set(key, is)
    return is
  }
  const placed: ({ i: number; kept: number } & ReturnType<typeof placeOf>)[] = []
  for (const i of before.sort(longestFirst(earlier))) {
    placed.push({ i, kept: toLater[i], ...placeOf(i) })
    if (steps.isSpent) return []
  }
  const found = byNames(placed, earlier.columns, later.columns, steps)
  const ownPlaces = new Map(found.map(({ i, places }) => [i, new Set(places)]))
  /** By task that could be one of them: what it costs that it is no work of before. */
  const taskCosts = new Map<number, number>()
  for (const { places, others } of found)
    for (const own of [places, others])
      for (const j of own) {
        if (taskCosts.has(j)) continue
        taskCosts.set(j, COST_OF_ONE + (longestLag(later, j) > 0 ? COST_OF_LAG_BEFORE : 0))
      }
  const [byLength, inTurn] = (['length', 'turn'] as const).map(how => assign(found, how))
  if (steps.isSpent) return []
  const isBetter = byLength.exact - inTurn.exact || inTurn.apart - byLength.apart
  const known = isBetter > 0 ? byLength : inTurn
  // where each work has one task of its length and party, nothing takes fewer changes
  const byCost = known.workCost > EPSILON_DAYS ? assign(found, 'cost') : known
  if (steps.isSpent) return []
  return (byCost.cost < known.cost - EPSILON_DAYS ? byCost : known).works
    .filter(({ parts }) => parts.some(part => isNew[part] === 1))
    .map(({ i, kept, parts }) => ({ i, kept, parts: parts.sort(inOrder) }))

  /** Tasks for each work, how many have all of its days and no more, and by how many days the others are shorter or longer. By length what is as long is the same work first, in turn one behind the other, by cost what makes the fewest changes. */
  function assign(works: typeof found, how: 'length' | 'turn' | 'cost') {
    const isByLength = how === 'length'
    const taken = new Set<number>()
    const given = works.map(work => ({ ...work, parts: work.kept === NO_MATCH ? [] : [work.kept] }))
    const give = (work: (typeof given)[number], chain: readonly number[]): void => {
      work.parts.push(...chain)
      for (const j of chain) taken.add(j)
    }
    const starts = isByLength ? [isSameBegun, hasSameStart, isAsLong] : [isSameBegun, hasSameStart]
    for (const isSame of starts) {
      let since = Number.NEGATIVE_INFINITY
      for (const work of given) {
        const isLeft = (j: number): boolean => {
          steps.take(1)
          return !taken.has(j) && isSame(work.i, j) && (isSame !== isAsLong || startOf(later, j) >= since)
        }
        if (work.parts.length > 0 || steps.isSpent) continue
        const j = work.places.find(isLeft) ?? (isSame === isSameBegun ? work.others.find(isLeft) : undefined)
        if (j === undefined) continue
        give(work, [j])
        // works that are as long keep their order
        since = startOf(later, j)
      }
    }
    const byCost = how === 'cost' ? leastCost(given.filter(isOpen), inOrder, costOf, taskCosts, steps) : undefined
    for (const work of given) {
      const chain = byCost?.get(work.i)
      if (chain !== undefined) give(work, chain)
    }
    for (const isOfAny of isByLength ? [false, true] : []) {
      let since = Number.NEGATIVE_INFINITY
      for (const work of given) {
        if (isOfAny && !canBeOfOthers(work, taken)) continue
        const places = isOfAny ? [...work.places, ...work.others].sort(inOrder) : work.places
        const chainFrom = (from: number) => exactChain(work.i, work.parts, places, from, isOfAny)
        const chain = chainFrom(since) ?? chainFrom(Number.NEGATIVE_INFINITY)
        if (chain === undefined) continue
        give(work, chain)
        since = startOf(later, chain[0])
      }
    }
    let [apart, exact] = [0, 0]
    for (const work of given) {
      const { i, parts, places, isOfOthers } = work
      if (byCost !== undefined && isOpen(work)) continue
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
        give(work, [j])
        have += is.durationDays[j]
      }
      const letGo = (): void => {
        for (const j of parts.splice(known)) {
          taken.delete(j)
          have -= is.durationDays[j]
        }
      }
      if (isOfOthers && days - have > EPSILON_DAYS) letGo()
      const longer = takerOf(work, known, days - have, taken)
      if (longer !== undefined) {
        letGo()
        give(work, [longer])
        have += is.durationDays[longer]
      }
      apart += Math.abs(days - have)
      if (Math.abs(days - have) <= EPSILON_DAYS) exact++
    }
    const workCost = given.reduce((sum, { i, parts }) => sum + costOfParts(i, parts), 0)
    let cost = workCost
    for (const [j, own] of taskCosts) if (!taken.has(j)) cost += own
    return { works: given, apart, exact, cost, workCost }

    /** Tasks one behind the other that have exactly the days which a work has left, the first that begin no sooner than another one; of any party with the lags between them, and behind them. */
    function exactChain(
      i: number,
      parts: readonly number[],
      places: readonly number[],
      since: number,
      isOfAny: boolean,
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
        const isWhole = (): boolean =>
          Math.abs(days - left) <= EPSILON_DAYS || (isOfAny && isWithLags(i, [...parts, ...chain], left - days))
        for (const j of open.slice(n + 1)) {
          if (days >= left - EPSILON_DAYS || isWhole()) break
          if (!isInSeries(chain.at(-1)!, j)) continue
          chain.push(j)
          days += is.durationDays[j]
        }
        if (isWhole()) return chain
      }
      return undefined
    }
  }

  /** What it costs that a work is told as some tasks, in the fewest and most usual changes. */
  function costOfParts(i: number, parts: readonly number[]): number {
    const days = parts.reduce((sum, j) => sum + is.durationDays[j], -was.durationDays[i])
    const lags = parts.length > 1 ? lagsBetween([...parts].sort(inOrder)) : 0
    const isLagged = days < 0 && parts.length > 0 && isWithLags(i, parts, -days)
    const own = ownPlaces.get(i)!
    const takers = new Set(parts.flatMap(j => (j === toLater[i] || own.has(j) ? [] : [later.columns.delayCategory[j]])))
    return (
      costOfWork(parts.length, was.durationDays[i], isLagged ? 0 : days, takers.size) +
      (lags > 0 && !isLagged ? COST_OF_LAG : 0)
    )
  }

  /** The same of a work that has not begun, with tasks that come to what has its id; infinite where they cannot be it. */
  function costOf({ i, parts: kept, places }: WorkPlaces, chain: readonly number[]): number {
    const parts = [...kept, ...chain]
    if (chain.length === 0) return costOfParts(i, parts)
    if (parts.length > 1 && !canBeSplit(earlier, i)) return Number.POSITIVE_INFINITY
    for (const [n, j] of chain.entries())
      for (const part of [...kept, ...chain.slice(Math.max(0, n - 1), n)])
        if (!isInSeries(part, j)) return Number.POSITIVE_INFINITY
    const cost = costOfParts(i, parts)
    const others = chain.filter(j => !ownPlaces.get(i)!.has(j))
    if (others.length === 0) return cost
    // of others a length that is not the same is a guess, but of a task in the place of all of the work
    const days = parts.reduce((sum, j) => sum + is.durationDays[j], 0)
    const isSame =
      Math.abs(days - was.durationDays[i]) <= EPSILON_DAYS || isWithLags(i, parts, was.durationDays[i] - days)
    const isLonger = parts.length === 1 && places.length === 0 && days > was.durationDays[i] && !isOwnWork(i, others[0])
    return isSame || (isLonger && days < 2 * was.durationDays[i]) ? cost : Number.POSITIVE_INFINITY
  }

  /** Where its own party has the work and more, it is a guess whether others have it. */
  function canBeOfOthers(
    { i, parts, places, others }: Place & { readonly i: number; readonly parts: readonly number[] },
    taken: ReadonlySet<number>,
  ): boolean {
    if (others.length === 0) return false
    steps.take(places.length)
    const left = parts.reduce((days, part) => days - is.durationDays[part], was.durationDays[i])
    return !(places.reduce((days, j) => (taken.has(j) ? days : days + is.durationDays[j]), 0) > left + EPSILON_DAYS)
  }

  /** Days of the lags between the parts of a work, in their order. */
  function lagsBetween(all: readonly number[]): number {
    const { start, task, type, lagDays } = later.network
    steps.take(all.reduce((count, j) => count + 1 + start[j + 1] - start[j], 0))
    let lags = 0
    for (const [n, j] of all.entries())
      for (let k = start[j]; n > 0 && k < start[j + 1]; k++)
        if (task[k] === all[n - 1] && type[k] === FS) lags += lagDays[k]
    return lags
  }

  /** Whether the parts of a work are as many days short of it as there are lags between them, or with what lags behind them are longer by. */
  function isWithLags(i: number, parts: readonly number[], short: number): boolean {
    if (short <= EPSILON_DAYS) return false
    const all = [...parts].sort(inOrder)
    const lags = lagsBetween(all)
    return [lags, lags + lagsBehind(i, all.at(-1)!)].some(days => Math.abs(days - short) <= EPSILON_DAYS)
  }

  /** Days by which the lags behind task j are longer than those behind task i were. */
  function lagsBehind(i: number, j: number): number {
    return longestLag(later, j, walkers.later.outgoing) - longestLag(earlier, i, walkers.earlier.outgoing)
  }

  /** A task of another party that stands in the place of work which nobody else can have as well, and is longer: what it is longer is of who took it over. `short`: days that are missing in what was found so far. */
  function takerOf(
    { i, parts, others }: Place & { readonly i: number; readonly parts: readonly number[] },
    known: number,
    short: number,
    taken: ReadonlySet<number>,
  ): number | undefined {
    if (short <= EPSILON_DAYS) return undefined
    const own = parts.slice(0, known)
    // of work that is over under its id the rest is somewhere
    const isCut = own.length === 1 && was.input.state[i] !== COMPLETE && is.input.state[own[0]] === COMPLETE
    if ((own.length > 0 && !isCut) || (isCut && !canBeSplit(earlier, i))) return undefined
    const left = own.reduce((days, j) => days - is.durationDays[j], was.durationDays[i])
    // whole work that its party has nothing of is at most twice as long
    const most = parts.length > known ? short - left * APART_OF_OTHERS : left + 2 * EPSILON_DAYS
    return others.find(j => {
      steps.take(1)
      const more = is.durationDays[j] - left
      if (taken.has(j) || left <= EPSILON_DAYS || more < -EPSILON_DAYS || more >= most || isOwnWork(i, j)) return false
      return isCut ? isInSeries(own[0], j) : !isBegun(i) || is.input.state[j] !== NOT_STARTED
    })
  }
}

/** As a share of a work: so much less apart is a task of another party than what its own party has. */
const APART_OF_OTHERS = 0.25

/** Tasks in the place of a work: of its party, of others, and whether one of these is what it is short of under its id. */
interface Place {
  readonly places: readonly number[]
  readonly others: readonly number[]
  readonly isOfOthers: boolean
}

/** The longest lag before a task, or behind it. */
const longestLag = ({ network }: Status, i: number, out?: OutgoingLinks): number => {
  const { start } = out ?? network
  let most = 0
  for (let k = start[i]; k < start[i + 1]; k++)
    most = Math.max(most, network.lagDays[out === undefined ? k : out.link[k]])
  return most
}
