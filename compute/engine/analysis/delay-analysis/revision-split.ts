/**
 * What each class of revisions did to the finish (/docs/methods/delay-analysis#revisions). A class alone, or after others, can do different
 * days: the finish is computed with every set of the classes that were revised, which gives all orders in which they could have been applied.
 */

import type { REVISION_ORDERS } from '../../../../shared/contract/analysis/delay-analysis/request.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { bitCount, orderWeights } from '../../compare/order-means.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { fromFinish } from '../../passes/relation.ts'
import { roundedParts } from '../../wording/numbers.ts'
import { otherOrders } from './exchanged-order.ts'
import type { Pairing } from './pairing.ts'
import { type Exchange, LINK_NEW, LINK_REMOVED } from './revised-links.ts'
import { type Change, IN_BOTH, REVISION_CLASSES, REVISION_STEPS, type RevisionStep } from './revised-rows.ts'
import { RevisedSchedule } from './revised-schedule.ts'
import type { RevisionBooking } from './revision-bookings.ts'
import { type EffectOptions, type NamedRevisions, nameRevisions } from './revision-effects.ts'
import type { Status } from './status.ts'

export { REVISION_STEPS, type RevisionStep }

export type RevisionOrder = (typeof REVISION_ORDERS)[number]

/** Days of one step. The first three are one number where no order matters. */
export interface StepDays {
  /** The figure: the mean over all orders, or those in the fixed order. */
  readonly days: number
  /** The movement in calendar days; NaN = a date of it cannot be printed. */
  readonly calendarDays: number
  readonly minDays: number
  readonly maxDays: number
  /** Applied alone to the half-step. */
  readonly aloneDays: number
  /** Applied after the classes that REVISION_CLASSES has before it. */
  readonly fixedDays: number
}

export interface RevisionSplit {
  /** They sum to the movement from the half-step to the later schedule. */
  readonly days: Readonly<Record<RevisionStep, number>>
  readonly steps: Readonly<Record<RevisionStep, StepDays>>
  /** The new tasks and the old links form a cycle, or the old tasks and the new links: logic has both. */
  readonly scopeWithLogic: boolean
  readonly revised: RevisedSchedule
  /** The changes by name, and their days with the category of their tasks: those sum to the movement, too. */
  readonly named: NamedRevisions
  readonly bookings: readonly RevisionBooking[]
  readonly netBookings: readonly RevisionBooking[]
  /** Something was exchanged, so the net bookings are what was revised beyond that. */
  readonly hasExchange: boolean
  readonly isRevised: (step: RevisionStep) => boolean
}

/** Days between two finishes. */
export type Movement = (from: number, to: number) => number

export interface SplitOptions {
  readonly order: RevisionOrder
  readonly movement: Movement
  /** The movement in calendar days. */
  readonly calendarDays: Movement
  readonly placedMax?: number | undefined
  readonly answers: EffectOptions['answers']
  readonly sortedChanges?: EffectOptions['sortedChanges']
  readonly checkpoint: () => void
}

/** `halfFinish` is C(half-step). */
export function splitRevisions(
  earlier: Status,
  later: Status,
  pairing: Pairing,
  before: { readonly half: CpmInput; readonly revised: RevisedSchedule },
  halfFinish: number,
  options: SplitOptions,
): RevisionSplit {
  const { half, revised } = before
  const split = splitOf(earlier, later, revised, half, halfFinish, options)
  const { areRowsPlain, aloneOf, answerCount, testedCount: triedMax } = split.named
  if (areRowsPlain || answerCount < 2 || !(options.movement(halfFinish, later.finish) > EPSILON_DAYS)) return split
  const { checkpoint } = options
  const revisedWith = (exchanges: readonly Exchange[]): RevisedSchedule =>
    new RevisedSchedule(earlier, later, pairing, half, exchanges)
  const exchanged = exchangedIn(revised, revisedWith, { halfFinish, aloneOf, triedMax, checkpoint })
  if (exchanged === undefined) return split
  const beyond = splitOf(earlier, later, exchanged, half, halfFinish, { ...options, sortedChanges: undefined })
  return { ...split, netBookings: beyond.netBookings, hasExchange: true }
}

function splitOf(
  earlier: Status,
  later: Status,
  revised: RevisedSchedule,
  half: CpmInput,
  halfFinish: number,
  { order, movement, calendarDays, placedMax, sortedChanges, answers, checkpoint }: SplitOptions,
): RevisionSplit {
  const players = playersOf(revised)
  const finishes = finishesOf(revised, players, checkpoint)
  const names = players.map(({ step }) => REVISION_CLASSES[step])
  const movedBy = (measure: Movement): Float64Array => finishes.map(finish => measure(halfFinish, finish))
  const moved = movedBy(movement)
  const inCalendar = movedBy(calendarDays)
  const steps = Object.fromEntries(REVISION_STEPS.map(step => [step, NOTHING])) as Record<RevisionStep, StepDays>
  names.forEach((step, n) => {
    const own = stepOf(moved, n, players.length, order)
    steps[step] = { ...own, calendarDays: stepOf(inCalendar, n, players.length, order).days }
  })
  const total = movement(halfFinish, later.finish)
  const explained = names.reduce((sum, step) => sum + steps[step].days, 0)
  const rest = Math.abs(total - explained) < EPSILON_DAYS ? 0 : total - explained
  const totalInCalendar = calendarDays(halfFinish, later.finish)
  const restInCalendar =
    rest === 0 ? 0 : totalInCalendar - names.reduce((sum, step) => sum + steps[step].calendarDays, 0)
  steps.other = {
    days: rest,
    calendarDays: restInCalendar,
    minDays: rest,
    maxDays: rest,
    aloneDays: rest,
    fixedDays: rest,
  }
  // thirds and the like: what is printed sums to what is printed
  const printed = (of: 'days' | 'calendarDays', sum: number): number[] =>
    roundedParts(
      names.map(step => steps[step][of]),
      sum,
      OFFSET_DECIMALS,
    )
  const inDays = printed('days', total - rest)
  const inCalendarDays = printed('calendarDays', totalInCalendar - restInCalendar)
  names.forEach((step, n) => {
    steps[step] = { ...steps[step], days: inDays[n], calendarDays: inCalendarDays[n] }
  })
  const split = {
    days: Object.fromEntries(REVISION_STEPS.map(step => [step, steps[step].days])) as Record<RevisionStep, number>,
    steps,
    scopeWithLogic: revised.scopeWithLogic,
    revised,
    isRevised: (step: RevisionStep) => names.some(name => name === step),
  }
  const named = nameRevisions(earlier, later, half, split, { movement, placedMax, sortedChanges, answers, checkpoint })
  return { ...split, named, bookings: named.bookings, netBookings: named.netBookings, hasExchange: false }
}

const NOTHING: StepDays = { days: 0, calendarDays: 0, minDays: 0, maxDays: 0, aloneDays: 0, fixedDays: 0 }

/** What is applied in one step. */
interface Player {
  /** Index of the class that has its days. */
  readonly step: number
  readonly bits: number
}

function playersOf({ classes, scopeWithLogic }: RevisedSchedule): Player[] {
  const [scope, logic] = [REVISION_CLASSES.indexOf('scope'), REVISION_CLASSES.indexOf('logic')]
  const players: Player[] = []
  for (const step of REVISION_CLASSES.keys()) {
    if (((classes >> step) & 1) === 0 || (scopeWithLogic && step === scope)) continue
    players.push({ step, bits: (1 << step) | (scopeWithLogic && step === logic ? 1 << scope : 0) })
  }
  return players
}

/** Entry s: the finish with the players of the bits of s. */
function finishesOf(revised: RevisedSchedule, players: readonly Player[], checkpoint: () => void): Float64Array {
  if (players.length === 0) return zeros(Float64Array, 0)
  const finishes = zeros(Float64Array, 2 ** players.length)
  for (let set = 0; set < finishes.length; set++) {
    const bits = players.reduce((sum, player, n) => sum | ((set >> n) & 1 ? player.bits : 0), 0)
    finishes[set] = revised.finishOf(bits)!
    checkpoint()
  }
  return finishes
}

/** Over all orders: before player n stands each set of the others, and so often. */
function stepOf(
  moved: Float64Array,
  n: number,
  playerCount: number,
  order: RevisionOrder,
): Omit<StepDays, 'calendarDays'> {
  const own = 1 << n
  const weights = orderWeights(playerCount)
  let [mean, minDays, maxDays] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let set = 0; set < moved.length; set++) {
    if ((set & own) !== 0) continue
    const days = moved[set | own] - moved[set]
    mean += weights[bitCount(set)] * days
    if (days < minDays) minDays = days
    if (days > maxDays) maxDays = days
  }
  const fixedDays = moved[own * 2 - 1] - moved[own - 1]
  return { days: order === 'fixed' ? fixedDays : mean, minDays, maxDays, aloneDays: moved[own] - moved[0], fixedDays }
}

interface ExchangeSetting {
  readonly halfFinish: number
  /** Days that a change moves by itself; undefined = not tested, NaN = it forms a cycle. */
  readonly aloneOf: (change: Change) => number | undefined
  /** So many are tried one by one. */
  readonly triedMax: number
  readonly checkpoint: () => void
}

/** What was revised beyond what was exchanged; undefined: nothing was exchanged. */
function exchangedIn(
  before: RevisedSchedule,
  revisedWith: (exchanges: readonly Exchange[]) => RevisedSchedule,
  { halfFinish, aloneOf, triedMax, checkpoint }: ExchangeSetting,
): RevisedSchedule | undefined {
  const isWhereItWas = (revised: RevisedSchedule): boolean => {
    checkpoint()
    return Math.abs((revised.finishOf(0) ?? Number.NaN) - halfFinish) <= EPSILON_DAYS
  }
  const found = [...daysAsLags(before), ...otherOrders(before, aloneOf)]
  if (found.length === 0) return undefined
  const bare = found.map((each): Exchange => ({ ...each, points: new Set() }))
  const all = revisedWith(bare)
  if (isWhereItWas(all)) return all
  const held: Exchange[] = []
  for (const [n, each] of found.slice(0, triedMax).entries()) {
    // work that was added stands in the links only where these lead nowhere else
    const isHeld = (exchange: Exchange): boolean => isWhereItWas(revisedWith([...held, exchange]))
    if (isHeld(bare[n])) held.push(bare[n])
    else if (each.points.size > 0 && isHeld(each)) held.push(each)
  }
  return held.length === 0 ? undefined : revisedWith(held)
}

/** Work that is shorter by days that the lags behind it are longer by, or the other way round. */
function daysAsLags({ rows, links, remaining, isDurationRevised, hasBegun }: RevisedSchedule): Exchange[] {
  const { before, after } = remaining
  /** By predecessor: what its lags are longer by. */
  const longer = new Map<number, { link: number; days: number }[]>()
  for (let s = 0; s < rows.count; s++)
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (links.fate[k] !== LINK_REMOVED || !fromFinish(links.type[k]) || links.elapsed[k] === 1) continue
      for (let now = links.start[s]; now < links.start[s + 1]; now++) {
        if (links.fate[now] !== LINK_NEW || links.task[now] !== p || links.type[now] !== links.type[k]) continue
        const days = links.lagBefore[now] - links.lagBefore[k]
        if (links.elapsed[now] === 0) {
          const known = longer.get(p)
          if (known === undefined) longer.set(p, [{ link: k, days }])
          else known.push({ link: k, days })
        }
      }
    }
  const exchanges: Exchange[] = []
  for (const [row, lags] of longer) {
    const grown = after[row] - before[row]
    const own = lags.filter(({ days }) => days * grown < 0)
    if (rows.presence[row] !== IN_BOTH || hasBegun(row) || !isDurationRevised(row) || own.length === 0) continue
    const days = Math.min(Math.abs(grown), ...own.map(lag => Math.abs(lag.days))) * Math.sign(grown)
    exchanges.push({ relinked: new Set(), points: new Set(), lags: { row, days, links: own.map(({ link }) => link) } })
  }
  return exchanges
}
