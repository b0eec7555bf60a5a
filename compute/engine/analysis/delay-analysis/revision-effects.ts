/**
 * What each named change did by itself, and whose the days of its class are: a change is tested alone on the half-step, and taken out of its class and of the
 * later schedule where that decides (revision-shares.ts).
 */

import type { RevisionRule } from '../../../../shared/contract/analysis/delay-analysis/revision-data.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { computeCpm } from '../../cpm/cpm.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { Parties } from './account.ts'
import { type Change, NO_ROW, REVISION_CLASSES, REVISION_STEPS, type RevisionStep, SCOPE } from './revised-rows.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import type { RevisionBooking } from './revision-bookings.ts'
import {
  type Answers,
  answerOf,
  byIds,
  changesOf,
  type GroupPart,
  groupParts,
  isOfTask,
  membersOf,
  nearestFirst,
  nearnessOf,
  type RowIds,
  rowIds,
} from './revision-changes.ts'
import {
  type GroupTest,
  inputsOfGroup,
  netShares,
  type Shares,
  sharesInTime,
  sharesOfClass,
  wholly,
} from './revision-shares.ts'
import type { Movement, RevisionSplit } from './revision-split.ts'
import type { Status } from './status.ts'

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
/** Members of a group of tasks that are tested one by one in any case, where several events or categories answer for them. */
const MEMBERS_TESTED_MIN = 20

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
  /** All of them, the largest share first, then the largest alone, then by class and id: made where they are told. */
  readonly told: () => readonly NamedChange[]
  readonly count: number
  readonly testedCount: number
  readonly ids: RowIds
  readonly bookings: readonly RevisionBooking[]
  /** The same movement by what each of those who answer for the changes moved in all: what the account has. */
  readonly netBookings: readonly RevisionBooking[]
  /** Each change that makes the finish later by itself has these days, one party answers for it, and no other change has any: so the rows say whose they are. */
  readonly areRowsPlain: boolean
  /** How many answer for changes. */
  readonly answerCount: number
  readonly aloneOf: (change: Change) => number | undefined
}

/** What the classes did. */
type Split = Omit<RevisionSplit, 'named' | 'bookings' | 'netBookings' | 'hasExchange'>

export interface EffectOptions {
  readonly movement: Movement
  /** Tasks that the tests of a window may place; absent: as many as those of a series of its own. */
  readonly placedMax?: number | undefined
  readonly answers: Answers
  /** Of the series, where more than one finish of it is followed. */
  readonly sortedChanges?: SortedChanges | undefined
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
  const { placedMax = PLACED_MAX } = options
  const testedMax = Math.max(TESTED_MIN, Math.min(TESTED_MAX, Math.floor(placedMax / Math.max(1, revised.rows.count))))
  const { sorted, ids, partsOf } = sortedOf(earlier, later, half, revised, testedMax, options)
  const tester = new Tester(split, sorted, options)
  const alone = new Map<Change, number>()
  for (const change of sorted.slice(0, testedMax)) alone.set(change, tester.alone(change))
  const groupTest: GroupTest = {
    ...{ later, movement: options.movement, checkpoint: options.checkpoint },
    testedMax: Math.max(MEMBERS_TESTED_MIN, Math.floor(placedMax / Math.max(1, revised.rows.count))),
  }
  const categoryOf = (change: Change): number => {
    const parts = partsOf(change)
    return parts.every(({ category }) => category === parts[0].category) ? parts[0].category : 0
  }
  const shares = new Map<Change, number>()
  const rules = new Map<Change, RevisionRule>()
  const booked: Booked[] = []
  const book = (step: RevisionStep, part: Answering, amount: number, beside: Parties = 0): void => {
    const { row, category, answer } = part
    const taskIndex = row >= 0 && row < revised.rows.laterCount ? row : -1
    if (Math.abs(amount) > EPSILON_DAYS) booked.push({ taskIndex, class: step, days: amount, category, beside, answer })
  }
  const ofNoTask = (category: number): Answering => {
    const parties = options.answers.partiesOfCategory(category)
    return { row: NO_ROW, category, parties, answer: answerOf(parties) }
  }
  for (const step of REVISION_STEPS) {
    const total = days[step]
    if (Math.abs(total) <= EPSILON_DAYS) continue
    const own = sorted.filter(change => tester.stepOf(change) === step)
    const tested = own.filter(change => alone.has(change))
    const held =
      own.length === 1
        ? wholly(own[0], total)
        : sharesOfClass({
            changes: tested,
            aloneOf: change => alone.get(change)!,
            inClassOf: change => tester.inClass(step, change),
            atEndOf: change => tester.atEnd(change),
            aloneDays: split.steps[step].aloneDays,
            days: total,
          })
    // those that would make as many hold them together
    const equal = [...held.of].filter(([, { sharedPart }]) => sharedPart > 0)
    const together = equal.flatMap(([change]) => partsOf(change)).reduce((all, { parties }) => all | parties, 0)
    const sharedDays = equal.reduce((sum, [, { days, sharedPart }]) => sum + days * sharedPart, 0)
    // what is one behind the other in one of them holds these days one after the other, each with what the others have then
    const equalParts = joined(equal.flatMap(([change]) => partsOf(change)))
    const areAdded = equal.every(([{ of, at }]) => of === SCOPE && at < revised.rows.laterCount)
    const rows = new Set(equalParts.flatMap(part => part.rows))
    const inTime =
      areAdded && equal.some(([change]) => partsOf(change).length > 1)
        ? sharesInTime([() => revised.inputWith(row => rows.has(row))], sharedDays, equalParts, groupTest)
        : []
    for (const { part, days, beside } of inTime) book(step, part, days, beside)
    for (const [change, { days: amount, sharedPart, rule }] of held.of) {
      shares.set(change, amount)
      rules.set(change, rule)
      const parts = partsOf(change)
      const answers =
        parts.length === 1
          ? [{ part: parts[0], days: amount, beside: 0 }]
          : sharesInTime(inputsOfGroup(revised, change), amount, parts, groupTest)
      if (answers.length === 0) book(step, ofNoTask(0), amount)
      for (const { part, days, beside } of answers) {
        const shared = days * sharedPart
        book(step, part, days - shared, beside)
        if (inTime.length === 0) book(step, part, shared, beside | together)
      }
    }
    const found = new Set(own.map(change => categoryOf(change)))
    book(step, ofNoTask(found.size === 1 ? [...found][0] : 0), held.left)
  }
  const allParts = new Map(sorted.map(change => [change, partsOf(change)]))
  const isPlain = sorted.every(change => {
    const days = shares.get(change) ?? 0
    const most = Math.max(0, alone.get(change) || 0)
    return Math.abs(days - most) <= EPSILON_DAYS
  })
  const areRowsPlain = isPlain && sorted.every(change => !(shares.get(change)! > 0) || partsOf(change).length === 1)
  const net = isPlain
    ? undefined
    : netShares(revised, {
        ...{ halfFinish: revised.finishOf(0)!, laterFinish: later.finish, answersMax: testedMax },
        ...{ movement: options.movement, checkpoint: options.checkpoint, partsOf: allParts },
        aloneOf: change => alone.get(change) ?? Number.NaN,
      })
  const told = (): readonly NamedChange[] => {
    const named = sorted.map(
      (change): NamedChange => ({
        ...change,
        lead: isOfTask(change) ? ids.leadOf(change) : -1,
        taskCount: taskCountOf(change, revised),
        aloneDays: alone.get(change) ?? Number.NaN,
        days: shares.get(change) ?? 0,
        rule: rules.get(change),
        category: categoryOf(change),
      }),
    )
    const size = (days: number): number => (Number.isNaN(days) ? -1 : Math.abs(days))
    return named.sort(
      (a, b) => apart(size(b.days), size(a.days)) || apart(size(b.aloneDays), size(a.aloneDays)) || byIds(a, b, ids),
    )
  }
  const netBookings =
    net === undefined ? booked : netBookingsOf(booked, net, [...allParts.values()].flat(), revised.rows.laterCount)
  const answerCount = new Set([...allParts.values()].flat().map(({ answer }) => answer)).size
  const known = new Map([...alone].map(([change, days]) => [keyOf(change), days]))
  const aloneOf = (change: Change): number | undefined => known.get(keyOf(change))
  const tested = { count: sorted.length, testedCount: alone.size, areRowsPlain, answerCount, aloneOf }
  return { told, ids, bookings: booked, netBookings, ...tested }
}

/** Parts of several groups for which the same events or one category answer are one. */
const joined = (parts: readonly GroupPart[]): GroupPart[] =>
  [...Map.groupBy(parts, ({ answer, category }) => `${answer} ${category}`).values()].map(same => ({
    ...same[0],
    rows: same.flatMap(({ rows }) => rows),
  }))

const keyOf = ({ of, at, to }: Change): string => `${of} ${at} ${to}`

type Booked = RevisionBooking & Pick<GroupPart, 'answer'>
type Answering = Omit<GroupPart, 'rows'>

/** The days that each of those who answer has by all of theirs, divided over the changes that made the finish later. */
function netBookingsOf(
  booked: readonly Booked[],
  { of, left }: Shares<string>,
  parts: readonly GroupPart[],
  laterCount: number,
): RevisionBooking[] {
  const isOf = (answer: string) => (each: { readonly answer: string }) => each.answer === answer
  const together = [...of].reduce(
    (all, [answer, { sharedPart }]) => (sharedPart > 0 ? all | parts.find(isOf(answer))!.parties : all),
    0,
  )
  const net: RevisionBooking[] = []
  const add = (booking: RevisionBooking, sharedPart: number): void => {
    const shared = booking.days * sharedPart
    for (const each of [
      { ...booking, days: booking.days - shared, beside: 0 },
      { ...booking, days: shared, beside: together },
    ])
      if (each.days > EPSILON_DAYS) net.push(each)
  }
  for (const [answer, { days, sharedPart }] of of) {
    const own = booked.filter(isOf(answer)).filter(each => each.days > 0)
    const gross = own.reduce((sum, each) => sum + each.days, 0)
    for (const each of own) add({ ...each, days: (each.days * days) / gross }, sharedPart)
    if (own.length > 0) continue
    const { row, category } = parts.find(isOf(answer))!
    add({ taskIndex: row < laterCount ? row : NO_ROW, class: 'other', days, category, beside: 0 }, sharedPart)
  }
  add({ taskIndex: NO_ROW, class: 'other', days: left, category: 0, beside: 0 }, 0)
  return net
}

/** The changes of the windows of a series, by the later schedule: the same whose finish is followed. */
export type SortedChanges = Map<
  ScheduleColumns,
  {
    readonly sorted: readonly Change[]
    readonly ids: RowIds
    readonly isByFloat: boolean
    readonly partsOf: ReturnType<typeof groupParts>
  }
>

/** Nearest first, where not all are tested. */
function sortedOf(
  earlier: Status,
  later: Status,
  half: CpmInput,
  revised: RevisedSchedule,
  testedMax: number,
  { sortedChanges, answers }: EffectOptions,
) {
  const known = sortedChanges?.get(later.columns)
  if (known !== undefined && known.isByFloat === known.sorted.length > testedMax) return known
  const all = changesOf(revised)
  const ids = rowIds(earlier.columns, later.columns, revised, all)
  const isByFloat = all.length > testedMax
  const near = isByFloat
    ? nearnessOf(revised, computeCpm(half).totalFloat, later.result.all.totalFloat)
    : zeros(Float64Array, revised.rows.count)
  const partsOf = groupParts(earlier, later, revised, answers)
  const made = { isByFloat, sorted: nearestFirst(all, near, ids), ids, partsOf }
  sortedChanges?.set(later.columns, made)
  return made
}

const apart = (a: number, b: number): number => (Math.abs(a - b) <= EPSILON_DAYS ? 0 : a - b)

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

  /** What a class alone is later by with the change than without it. */
  inClass(step: RevisionStep, change: Change): number {
    const isBoth = this.#split.scopeWithLogic && step === 'logic'
    return -this.#moved(
      (1 << (REVISION_CLASSES as readonly string[]).indexOf(step)) | (isBoth ? 1 << SCOPE : 0),
      change,
    )
  }

  #moved(classes: number, change: Change): number {
    const { revised } = this.#split
    const { movement, checkpoint } = this.#options
    const base = classes === 0 ? (this.#base ??= revised.finishOf(0)!) : revised.finishOf(classes)!
    const finish = revised.finishOf(classes, change)
    checkpoint()
    return finish === undefined ? Number.NaN : movement(base, finish)
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
