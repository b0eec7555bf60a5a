/**
 * What each named change did by itself, and whose the days of its class are. A change is tested alone on the half-step; where none of a class
 * moves the finish alone, by what the later schedule gains without it. Of several in one class each has the days that end without it; what any of them would do belongs
 * to the largest, since the others have float beside it, and to several that are as large together.
 */

import type { RevisionRule } from '../../../../shared/contract/analysis/delay-analysis/revision-data.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { computeCpm } from '../../cpm/cpm.ts'
import { earlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { copied, zeros } from '../../ids/short-arrays.ts'
import { roundedParts } from '../../wording/numbers.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import type { RevisionBooking } from './revision-bookings.ts'
import {
  byIds,
  changesOf,
  compareRows,
  isOfTask,
  membersOf,
  nearestFirst,
  nearnessOf,
  type RowIds,
  rowIds,
} from './revision-changes.ts'
import { type Change, REVISION_CLASSES, REVISION_STEPS, type RevisionStep, SCOPE } from './revision-choice.ts'
import type { Movement, RevisionSplit } from './revision-split.ts'
import { finishIn, type Status } from './status.ts'

/** Changes that are tested per window: this many, and so that they place no more tasks than that, but never fewer than the least. */
const TESTED_MAX = 100
const TESTED_MIN = 10
const PLACED_MAX = 500_000
/** Tasks that may be placed to test changes in all windows of the contract dates of sections together, and so many more for each task that was sent. */
const PLACED_OF_SECTIONS = 1_000_000
const PLACED_OF_SECTIONS_PER_TASK = 20

/** For each of so many windows. */
export const placedOfSections = (windowCount: number, sentTaskCount: number): number =>
  Math.min(PLACED_MAX, (PLACED_OF_SECTIONS + PLACED_OF_SECTIONS_PER_TASK * sentTaskCount) / Math.max(1, windowCount))
/** Members of a group of tasks that are tested one by one, where they have several categories. */
const MEMBERS_TESTED_MAX = 20

export interface NamedChange extends Change {
  /** Row that stands for it, -1 = no task does. */
  readonly lead: number
  /** Tasks it is about. */
  readonly taskCount: number
  /** Days if nothing else had been revised; NaN = not tested. */
  readonly aloneDays: number
  /** Its share of the days of its class. */
  readonly days: number
  /** How it came to these days; undefined = it has none. */
  readonly rule: RevisionRule | undefined
  /** Code of the delay category of its tasks; 0 = none, or several. */
  readonly category: number
}

export interface NamedRevisions {
  /** Largest share first, then the largest alone, then by class and id. */
  readonly changes: readonly NamedChange[]
  readonly count: number
  readonly testedCount: number
  readonly ids: RowIds
  readonly bookings: readonly RevisionBooking[]
}

/** What the classes did. */
type Split = Omit<RevisionSplit, 'named' | 'bookings'>

export interface EffectOptions {
  readonly movement: Movement
  /** Tasks that the tests of a window may place; absent: as many as those of a series of its own. */
  readonly placedMax?: number | undefined
  readonly checkpoint: () => void
}

export function nameRevisions(
  earlier: Status,
  later: Status,
  half: CpmInput,
  split: Split,
  options: EffectOptions,
): NamedRevisions {
  const { revised, days } = split
  const ids = rowIds(earlier, later, revised)
  const all = changesOf(revised)
  const { placedMax = PLACED_MAX } = options
  const testedMax = Math.max(TESTED_MIN, Math.min(TESTED_MAX, Math.floor(placedMax / Math.max(1, revised.rows.count))))
  const near =
    all.length > testedMax
      ? nearnessOf(revised, computeCpm(half).totalFloat, later.result.totalFloat)
      : zeros(Float64Array, revised.rows.count)
  const sorted = nearestFirst(all, near, ids)
  const tester = new Tester(split, sorted, options)
  const alone = new Map<Change, number>()
  for (const change of sorted.slice(0, testedMax)) alone.set(change, tester.alone(change))
  const categoryOf = categories(earlier, later, revised)
  const shares = new Map<Change, number>()
  const rules = new Map<Change, RevisionRule>()
  const bookings: RevisionBooking[] = []
  const book = (step: RevisionStep, row: number, category: number, amount: number, isShared = false): void => {
    const taskIndex = row >= 0 && row < revised.rows.laterCount ? row : -1
    if (Math.abs(amount) > EPSILON_DAYS) bookings.push({ taskIndex, class: step, days: amount, category, isShared })
  }
  for (const step of REVISION_STEPS) {
    const total = days[step]
    if (Math.abs(total) <= EPSILON_DAYS) continue
    const own = sorted.filter(change => tester.stepOf(change) === step)
    const tested = own.filter(change => alone.has(change))
    let weights = weightsOf(tested, change => alone.get(change)!, total)
    const held = weights.size > 1 ? tester.holding(step, weights, Math.sign(total)) : undefined
    if (held !== undefined) weights = held.days
    if (weights.size === 0) weights = weightsOf(tested, change => tester.atEnd(change), total)
    if (weights.size === 0 && own.length === 1) weights = new Map([[own[0], 1]])
    const rule = weights.size === 1 ? 'alone' : 'proportion'
    for (const change of weights.keys()) rules.set(change, held?.rules.get(change) ?? rule)
    if (weights.size === 0) {
      const found = new Set(own.map(change => categoryOf(change)))
      book(step, -1, found.size === 1 ? [...found][0] : 0, total)
    }
    for (const [change, amount] of sharesOf(weights, total)) {
      shares.set(change, amount)
      const category = categoryOf(change)
      const shared = amount * (held?.sharedPart.get(change) ?? 0)
      if (category !== MIXED) {
        const row = isOfTask(change) ? ids.leadOf(change) : -1
        book(step, row, category, amount - shared)
        book(step, row, category, shared, true)
      } else
        for (const [row, part] of tester.byMember(change, amount, later, ids, row =>
          rowCategory(earlier, later, revised, row),
        ))
          book(step, row, rowCategory(earlier, later, revised, row), part)
    }
  }
  const named = sorted.map(
    (change): NamedChange => ({
      ...change,
      lead: isOfTask(change) ? ids.leadOf(change) : -1,
      taskCount: taskCountOf(change, revised),
      aloneDays: alone.get(change) ?? Number.NaN,
      days: shares.get(change) ?? 0,
      rule: rules.get(change),
      category: Math.max(0, categoryOf(change)),
    }),
  )
  const size = (days: number): number => (Number.isNaN(days) ? -1 : Math.abs(days))
  named.sort(
    (a, b) => apart(size(b.days), size(a.days)) || apart(size(b.aloneDays), size(a.aloneDays)) || byIds(a, b, ids),
  )
  return { changes: named, count: sorted.length, testedCount: alone.size, ids, bookings }
}

const apart = (a: number, b: number): number => (Math.abs(a - b) <= EPSILON_DAYS ? 0 : a - b)

/** Weights of those that moved the finish in the direction of the total; empty when none did. */
function weightsOf(changes: readonly Change[], daysOf: (change: Change) => number, total: number): Map<Change, number> {
  const weights = new Map<Change, number>()
  for (const change of changes) {
    const days = daysOf(change) * Math.sign(total)
    if (days > EPSILON_DAYS) weights.set(change, days)
  }
  return weights
}

/** Shares of the total in proportion, which sum to it as they are printed. */
function sharesOf<Key>(weights: ReadonlyMap<Key, number>, total: number): [Key, number][] {
  const sum = [...weights.values()].reduce((all, weight) => all + weight, 0)
  const shares = [...weights.values()].map(weight => (total * weight) / sum)
  const printed = roundedParts(shares, total, OFFSET_DECIMALS)
  return [...weights.keys()].map((key, n): [Key, number] => [key, printed[n]])
}

interface Holding<Key> {
  readonly days: Map<Key, number>
  /** The part of their days that those hold together with others which are as large. */
  readonly sharedPart: ReadonlyMap<Key, number>
  readonly rules: ReadonlyMap<Key, RevisionRule>
}

/**
 * Who holds a finish that all of them moved together. Each has the days that end without it (`own`); what is left any of several would do, and it belongs to the largest of those that do
 * it alone, or to all that are as large: the others have float beside it.
 */
function holding<Key>(
  alone: ReadonlyMap<Key, number>,
  own: ReadonlyMap<Key, number>,
  together: number,
): Holding<Key> | undefined {
  const days = new Map<Key, number>()
  const rules = new Map<Key, RevisionRule>()
  let left = together
  for (const key of alone.keys()) {
    const value = Math.max(0, own.get(key)!)
    if (Number.isNaN(value)) return undefined
    days.set(key, value)
    rules.set(key, 'needed')
    left -= value
  }
  const sharedPart = new Map<Key, number>()
  const largestFirst = [...alone].sort(([, a], [, b]) => b - a)
  for (let from = 0; from < largestFirst.length && left > EPSILON_DAYS; ) {
    const largest = largestFirst[from][1]
    let to = from
    while (to < largestFirst.length && largest - largestFirst[to][1] <= EPSILON_DAYS) to++
    const equal = largestFirst.slice(from, to).filter(([key]) => largest - days.get(key)! > EPSILON_DAYS)
    const taken = Math.min(left, ...equal.map(([key]) => largest - days.get(key)!))
    for (const [key] of equal) {
      const part = taken / equal.length
      days.set(key, days.get(key)! + part)
      rules.set(key, equal.length > 1 ? 'as_large' : 'largest')
      if (equal.length > 1) sharedPart.set(key, part / days.get(key)!)
    }
    if (equal.length > 0) left -= taken
    from = to
  }
  for (const [key, value] of days) if (value <= EPSILON_DAYS) days.delete(key)
  return { days, sharedPart, rules }
}

class Tester {
  readonly #split: Split
  readonly #options: EffectOptions
  readonly #countOf = new Map<RevisionStep, number>()
  #base: number | undefined

  constructor(split: Split, all: readonly Change[], options: EffectOptions) {
    this.#split = split
    this.#options = options
    for (const change of all) this.#countOf.set(this.stepOf(change), (this.#countOf.get(this.stepOf(change)) ?? 0) + 1)
  }

  stepOf({ of }: Change): RevisionStep {
    const step = REVISION_CLASSES[of]
    return step === 'scope' && this.#split.scopeWithLogic ? 'logic' : step
  }

  /** On the half-step; the only change of a class is the class. */
  alone(change: Change): number {
    const step = this.stepOf(change)
    return this.#countOf.get(step) === 1 ? this.#split.steps[step].aloneDays : this.#moved(0, change)
  }

  /** What the finish of the later schedule is later by with the change than without it. */
  atEnd(change: Change): number {
    return -this.#moved(this.#split.revised.classes, change)
  }

  /** Of changes of a class that move the finish alone by so many days, those that hold it once the class is applied. undefined: the class alone moves it otherwise. */
  holding(step: RevisionStep, alone: ReadonlyMap<Change, number>, sign: number): Holding<Change> | undefined {
    const { revised, steps, scopeWithLogic } = this.#split
    const bits =
      (1 << (REVISION_CLASSES as readonly string[]).indexOf(step)) |
      (scopeWithLogic && step === 'logic' ? 1 << SCOPE : 0)
    const together = steps[step].aloneDays * sign
    if (!(together > EPSILON_DAYS) || revised.finishOf(bits) === undefined) return undefined
    const own = new Map<Change, number>()
    for (const change of alone.keys()) own.set(change, -this.#moved(bits, change) * sign)
    return holding(alone, own, together)
  }

  #moved(classes: number, change: Change): number {
    const { revised } = this.#split
    const { movement, checkpoint } = this.#options
    const base = classes === 0 ? (this.#base ??= revised.finishOf(0)!) : revised.finishOf(classes)!
    const finish = revised.finishOf(classes, change)
    checkpoint()
    return finish === undefined ? Number.NaN : movement(base, finish)
  }

  /** Days of a group of added or deleted tasks by task: by what the finish is without the work of each. */
  byMember(
    change: Change,
    total: number,
    later: Status,
    ids: RowIds,
    categoryOf: (row: number) => number,
  ): [row: number, days: number][] {
    const { revised } = this.#split
    const { movement, checkpoint } = this.#options
    const isAdded = change.at < revised.rows.laterCount
    const input = revised.inputOf(0, isAdded ? change : undefined)
    if (input === undefined) return [[-1, total]]
    const early = earlyDates(revised.rows.count)
    const finish = finishIn(input, early, later.followed)
    const members = membersOf(revised, change)
      .filter(row => input.remainingDays[row] > 0)
      .sort(
        (a, b) =>
          input.remainingDays[b] - input.remainingDays[a] || categoryOf(a) - categoryOf(b) || compareRows(ids, a, b),
      )
    const finishWith = (days: Float64Array): number => {
      checkpoint()
      return finishIn({ ...input, remainingDays: days }, early, later.followed)
    }
    const none = copied(input.remainingDays)
    for (const row of members) none[row] = 0
    const withNone = finishWith(none)
    const alone = new Map<number, number>()
    const own = new Map<number, number>()
    for (const row of members.slice(0, MEMBERS_TESTED_MAX)) {
      const [without, only] = [copied(input.remainingDays), copied(none)]
      without[row] = 0
      only[row] = input.remainingDays[row]
      own.set(row, movement(finishWith(without), finish))
      alone.set(row, Math.max(own.get(row)!, movement(withNone, finishWith(only))))
    }
    const weights = holding(alone, own, movement(withNone, finish))?.days ?? own
    for (const [row, days] of weights) if (!(days > EPSILON_DAYS)) weights.delete(row)
    return weights.size === 0 ? [[-1, total]] : sharesOf(weights, total)
  }
}

/** The tasks of a group have several. */
const MIXED = -1

/** As the later schedule says; of tasks it has no more, as the earlier one did. */
function rowCategory(earlier: Status, later: Status, { rows }: RevisedSchedule, row: number): number {
  if (row < 0) return 0
  return row < rows.laterCount ? later.columns.delayCategory[row] : earlier.columns.delayCategory[rows.earlierOf[row]]
}

function categories(earlier: Status, later: Status, revised: RevisedSchedule): (change: Change) => number {
  const known = new Map<Change, number>()
  return change => {
    const found = known.get(change)
    if (found !== undefined) return found
    const of = new Set(membersOf(revised, change).map(row => rowCategory(earlier, later, revised, row)))
    const category = of.size === 0 ? 0 : of.size === 1 ? [...of][0] : MIXED
    known.set(change, category)
    return category
  }
}

function taskCountOf(change: Change, revised: RevisedSchedule): number {
  const members = membersOf(revised, change)
  if (members.length > 0 || REVISION_CLASSES[change.of] !== 'calendar') return members.length
  const { before, after } = revised.clock!.calendars.ofRow
  let count = 0
  for (let row = 0; row < before.length; row++) if (before[row] === change.at && after[row] === change.to) count++
  return count
}
