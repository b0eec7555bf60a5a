/**
 * Whose the days of a class of revisions are, of several changes, and of a group of added or deleted tasks, of several that answer for its tasks
 * (/docs/methods/delay-analysis#revisions).
 */
import type { RevisionRule } from '../../../../shared/contract/analysis/delay-analysis/revision-data.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { calendarOf, isByClock, momentAt, offsetAt } from '../../clock/input.ts'
import { type EarlyDates, earlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE } from '../../population/progress.ts'
import { roundedParts } from '../../wording/numbers.ts'
import type { Parties } from './account.ts'
import { afterLag } from './carried-out.ts'
import { gapsOf } from './holding.ts'
import { tieDays } from './idle.ts'
import type { Change } from './revised-rows.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import type { GroupPart } from './revision-changes.ts'
import { finishIn, offsetsOf, type Status } from './status.ts'

export interface Share {
  readonly days: number
  /** The part of them that it holds together with others which are as large. */
  readonly sharedPart: number
  readonly rule: RevisionRule
}

/** What the changes of a class have of its days, and what none of them has; or the parties of what all classes moved. */
export interface Shares<Key = Change> {
  readonly of: ReadonlyMap<Key, Share>
  readonly left: number
}

/** The only change of a class is the class. */
export const wholly = (change: Change, days: number): Shares => ({
  of: new Map([[change, { days, sharedPart: 0, rule: 'alone' }]]),
  left: 0,
})

/**
 * Who holds a finish that all of them moved together, each of which moves it alone (`alone`). Each has the days that end without it (`ownOf`), as far as it makes them alone; what is
 * left any of several would do, and it belongs to the largest of those that do it alone, or to all that are as large: the others have float beside it.
 */
function holding<Key>(
  alone: ReadonlyMap<Key, number>,
  ownOf: (change: Key) => number,
  together: number,
): Map<Key, Share> {
  const held = new Map<Key, { days: number; sharedPart: number; rule: RevisionRule }>()
  let left = together
  for (const [change, most] of alone) {
    const days = Math.min(most, Math.max(0, ownOf(change)))
    held.set(change, { days, sharedPart: 0, rule: alone.size === 1 ? 'alone' : 'needed' })
    left -= days
  }
  const largestFirst = [...alone].sort(([, a], [, b]) => b - a)
  for (let from = 0; from < largestFirst.length && left > EPSILON_DAYS; ) {
    const largest = largestFirst[from][1]
    let to = from
    while (to < largestFirst.length && largest - largestFirst[to][1] <= EPSILON_DAYS) to++
    const equal = largestFirst.slice(from, to).map(([change]) => held.get(change)!)
    const room = equal.filter(({ days }) => largest - days > EPSILON_DAYS)
    const taken = Math.min(left, ...room.map(({ days }) => largest - days))
    for (const each of room) {
      const part = taken / room.length
      each.days += part
      if (alone.size > 1) each.rule = room.length > 1 ? 'as_large' : 'largest'
      if (room.length > 1) each.sharedPart = part / each.days
    }
    if (room.length > 0) left -= taken
    from = to
  }
  for (const [change, { days }] of held) if (days <= EPSILON_DAYS) held.delete(change)
  return held
}

/** What a class of revisions did, and what its changes can do of it. Days are negative where the finish came earlier. */
interface ClassDays<Key> {
  readonly changes: readonly Key[]
  /** If the change were the only revision. */
  readonly aloneOf: (change: Key) => number
  /** What the class alone would not have without the change. */
  readonly inClassOf: (change: Key) => number
  /** What the later schedule would not have without it. */
  readonly atEndOf: (change: Key) => number
  /** What the class does alone, and its days. */
  readonly aloneDays: number
  readonly days: number
}

/**
 * Whose the days of a class are. Those that its changes make by themselves are theirs. What the class moves beyond that comes of several of them together, or of other classes that went
 * before: it belongs to those without which it would not be there, in proportion to what each lacks of it, and to none more.
 */
export function sharesOfClass<Key>({
  changes,
  aloneOf,
  inClassOf,
  atEndOf,
  aloneDays,
  days: total,
}: ClassDays<Key>): Shares<Key> {
  const sign = Math.sign(total)
  const itsWay = (days: number): number => (Number.isNaN(days) ? 0 : days * sign)
  const alone = new Map<Key, number>()
  for (const change of changes) {
    const days = itsWay(aloneOf(change))
    if (days > EPSILON_DAYS) alone.set(change, days)
  }
  const inClass = new Map<Key, number>()
  const ownOf = (change: Key): number => {
    const known = inClass.get(change) ?? itsWay(inClassOf(change))
    inClass.set(change, known)
    return known
  }
  const together = aloneDays * sign
  const held = together > EPSILON_DAYS ? holding(alone, ownOf, together) : new Map<Key, Share>()
  const sum = [...held.values()].reduce((all, { days }) => all + days, 0)
  const most = Math.abs(total)
  const [days, rules] = [new Map<Key, number>(), new Map<Key, RevisionRule>()]
  for (const [change, share] of held) {
    days.set(change, sum > most ? (share.days * most) / sum : share.days)
    rules.set(change, share.rule)
  }
  const rest = most - sum
  if (rest > EPSILON_DAYS) {
    const lacks = new Map<Key, number>()
    for (const change of changes) {
      const lack = Math.max(ownOf(change), itsWay(atEndOf(change))) - (held.get(change)?.days ?? 0)
      if (lack > EPSILON_DAYS) lacks.set(change, lack)
    }
    const lacking = [...lacks.values()].reduce((all, lack) => all + lack, 0)
    for (const [change, lack] of lacks) {
      days.set(change, (days.get(change) ?? 0) + lack * Math.min(1, rest / lacking))
      if (!rules.has(change)) rules.set(change, lacks.size === 1 ? 'needed' : 'proportion')
    }
  }
  const given = [...days.values()].reduce((all, each) => all + each, 0)
  const left = Math.abs(most - given) <= EPSILON_DAYS ? 0 : (most - given) * sign
  const printed = roundedParts(
    [...days.values()].map(each => each * sign),
    total - left,
    OFFSET_DECIMALS,
  )
  const of = new Map<Key, Share>()
  for (const [n, [change, all]] of [...days].entries()) {
    const share = held.get(change)
    const shared = share === undefined ? 0 : Math.min(share.days, all) * share.sharedPart
    of.set(change, { days: printed[n], sharedPart: shared / all, rule: rules.get(change)! })
  }
  return { of, left }
}

export interface GroupShare {
  readonly part: GroupPart
  readonly days: number
  /** Parties that hold the finish in this time. */
  readonly beside: Parties
}

/** What all changes moved, and what each change moves alone; NaN = not tested. */
export interface MovedBy {
  readonly partsOf: ReadonlyMap<Change, readonly GroupPart[]>
  readonly aloneOf: (change: Change) => number
  readonly halfFinish: number
  readonly laterFinish: number
  readonly answersMax: number
  readonly movement: (from: number, to: number) => number
  readonly checkpoint: () => void
}

/**
 * What each of those who answer for changes moved by all of theirs together, where somebody makes the finish later by one and earlier by another: work that is split, or lengthened here
 * and shortened there, is told by several changes of which none says what they do together. Whose it is follows the rule of several changes. undefined: nobody does, or the finish came no later.
 */
export function netShares(revised: RevisedSchedule, moved: MovedBy): Shares<string> | undefined {
  const { partsOf, aloneOf, halfFinish, laterFinish, answersMax, movement, checkpoint } = moved
  const days = movement(halfFinish, laterFinish)
  if (!(days > EPSILON_DAYS)) return undefined
  const signs = new Map<string, Set<number>>()
  const answers = new Map<number, string>()
  for (const [change, parts] of partsOf) {
    const alone = aloneOf(change)
    for (const { rows, row, answer } of parts) {
      if (!signs.has(answer)) signs.set(answer, new Set())
      if (Math.abs(alone) > EPSILON_DAYS) signs.get(answer)!.add(Math.sign(alone))
      for (const each of rows.length === 0 ? [row] : rows) answers.set(each, answer)
    }
  }
  if (signs.size > answersMax || ![...signs.values()].some(({ size }) => size > 1)) return undefined
  const finishes = new Map<string, readonly [alone: number, without: number]>()
  for (const answer of signs.keys()) {
    const alone = revised.finishWith(row => answers.get(row) === answer)
    const without = revised.finishWith(row => answers.get(row) !== answer)
    checkpoint()
    if (alone === undefined || without === undefined) return undefined
    finishes.set(answer, [alone, without])
  }
  const endOf = (answer: string): number => movement(finishes.get(answer)![1], laterFinish)
  return sharesOfClass({
    // no order of rows decides where the last digit goes
    changes: [...signs.keys()].sort(),
    aloneOf: answer => movement(halfFinish, finishes.get(answer)![0]),
    inClassOf: endOf,
    atEndOf: endOf,
    aloneDays: days,
    days,
  })
}

/** Members of a group that are tested one by one, and by how much longer work. */
export interface GroupTest {
  readonly later: Status
  readonly testedMax: number
  readonly movement: (from: number, to: number) => number
  readonly checkpoint: () => void
}
const LONGER_DAYS = 0.01

/** In which a group of added or deleted tasks is looked at: alone, and where it moves nothing so, with all that was revised. */
export const inputsOfGroup = (revised: RevisedSchedule, change: Change): (() => CpmInput | undefined)[] =>
  [0, revised.classes].map(classes => () => {
    const isAdded = change.at < revised.rows.laterCount
    return revised.inputOf(classes, isAdded === (classes === 0) ? change : undefined)
  })

/**
 * Days of added or deleted tasks by those who answer for them: each has the time in which its work holds the finish. Where work of several
 * holds it at once, they hold that time together. No id decides, so the same parties have the same days whatever their tasks are called. Empty: nobody's work holds it.
 */
export function sharesInTime(
  inputs: readonly (() => CpmInput | undefined)[],
  total: number,
  parts: readonly GroupPart[],
  test: GroupTest,
): readonly GroupShare[] {
  for (const inputOf of inputs) {
    const input = inputOf()
    const held = input === undefined ? [] : heldBy(input, parts, test)
    const sum = held.reduce((all, { days }) => all + days, 0)
    if (!(sum > EPSILON_DAYS)) continue
    const printed = roundedParts(
      held.map(({ days }) => (total * days) / sum),
      total,
      OFFSET_DECIMALS,
    )
    return held.map((share, n) => ({ ...share, days: printed[n] }))
  }
  return []
}

/**
 * Time in which tasks of each part hold the finish: longer work of theirs would bring it later, or what waits for a lag behind them would. Of very many
 * tasks all count.
 */
function heldBy(input: CpmInput, parts: readonly GroupPart[], test: GroupTest): GroupShare[] {
  const { later, testedMax, movement, checkpoint } = test
  // of work of which nothing is left only dates say what held the finish
  const isOver = (row: number): boolean => input.state[row] === COMPLETE
  const areOver = (later.followed.length > 0 ? later.followed : [...input.network.order]).every(isOver)
  const trial = earlyDates(input.remainingDays.length)
  const finish = finishIn(input, trial, later.followed)
  const dates = areOver ? offsetsOf(input, trial) : { start: trial.start.slice(), finish: trial.finish.slice() }
  const members = parts.flatMap(({ rows }, part) => rows.map(row => ({ row, part })))
  const working = members.filter(({ row }) => areOver || input.remainingDays[row] > 0)
  const remainingDays = copied(input.remainingDays)
  const reportedFinish = copied(input.reportedFinish)
  const holds = (row: number): boolean => {
    if (areOver && dates.finish[row] < finish - tieDays(input)) return false
    checkpoint()
    const longer = areOver ? reportedFinish : remainingDays
    const was = longer[row]
    longer[row] += LONGER_DAYS
    const moved = movement(finish, finishIn({ ...input, remainingDays, reportedFinish }, trial, later.followed))
    longer[row] = was
    return moved > EPSILON_DAYS
  }
  // by the clock the night before a task begins is a part of its time, or nobody had it
  const { clock } = input
  const beginOf = (row: number): number =>
    clock === undefined
      ? dates.start[row]
      : offsetAt(clock, calendarOf(clock, row).previousWork(momentAt(clock, dates.start[row])))
  const isTested = working.length <= testedMax
  const until = new Map(members.map(({ row }) => [row, Number.NaN]))
  for (const { row } of working) if (!isTested || holds(row)) until.set(row, dates.finish[row])
  if (isTested) addLags(input, dates, areOver, until, holds, beginOf)
  const ends = members.flatMap(({ row, part }) =>
    Number.isNaN(until.get(row)!)
      ? []
      : [
          { at: beginOf(row), part, step: 1 },
          { at: until.get(row)!, part, step: -1 },
        ],
  )
  ends.sort((a, b) => a.at - b.at)
  const active = parts.map(() => 0)
  const held = parts.map(() => new Map<Parties, number>())
  const holding = new Set<number>()
  let [activeCount, since] = [0, Number.NaN]
  for (const { at, part, step } of ends) {
    if (at > since) {
      const beside = [...holding].reduce((all, each) => all | parts[each].parties, 0)
      for (const each of holding)
        held[each].set(beside, (held[each].get(beside) ?? 0) + ((at - since) * active[each]) / activeCount)
    }
    since = at
    active[part] += step
    activeCount += step
    if (active[part] > 0) holding.add(part)
    else holding.delete(part)
  }
  return parts
    .flatMap((part, n) => [...held[n]].map(([beside, days]) => ({ part, days, beside })))
    .filter(({ days }) => days > EPSILON_DAYS)
}

/**
 * Until when tasks hold the finish that others wait for by a lag, or by their start: until those begin which hold it. NaN = it does not yet. What is over holds by its dates, which no other
 * work moves: it held what went on, or ended, at once when it let it.
 */
function addLags(
  input: CpmInput,
  dates: EarlyDates,
  areOver: boolean,
  until: Map<number, number>,
  holds: (row: number) => boolean,
  beginOf: (row: number) => number,
): void {
  const { network, lagDays } = input
  const { order, start, task, type, taskCount } = network
  const gap = gapsOf(input, dates)
  const isAtOnce = (k: number, s: number): boolean => {
    const free = afterLag(input, k, s, (fromFinish(type[k]) ? dates.finish : dates.start)[task[k]])
    const at = (toStart(type[k]) ? dates.start : dates.finish)[s]
    if (!isByClock(input)) return at <= free + EPSILON_DAYS
    return calendarOf(input.clock, s).workBetween(momentAt(input.clock, free), momentAt(input.clock, at)) <= 0
  }
  const isBehind = zeros(Uint8Array, taskCount)
  for (const s of order.toReversed()) {
    let isHolding = isBehind[s] === 1 ? true : undefined
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      const known = until.get(p)
      const isByWork = fromFinish(type[k]) && !(lagDays[k] > 0)
      if (!areOver && (known === undefined || isByWork || gap(k, s) > EPSILON_DAYS)) continue
      const own = until.get(s)
      isHolding ??= own === undefined ? holds(s) : !Number.isNaN(own)
      if (!isHolding) break
      if (areOver && !isAtOnce(k, s)) continue
      if (areOver) isBehind[p] = 1
      if (known === undefined) continue
      const end = isByWork ? dates.finish[p] : toStart(type[k]) ? beginOf(s) : dates.finish[s]
      until.set(p, Number.isNaN(known) ? end : Math.max(known, end))
    }
  }
}
