/**
 * What each class of revisions did to the finish (/docs/methods/delay-analysis#revisions). A class alone, or after others, can do different
 * days: the finish is computed with every set of the classes that were revised, which gives all orders in which they could have been applied.
 */

import type { REVISION_ORDERS } from '../../../../shared/analysis/delay-analysis/request.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { Pairing } from './pairing.ts'
import { REVISION_CLASSES, REVISION_STEPS, RevisedSchedule, type RevisionStep } from './revised-schedule.ts'
import type { RevisionBooking } from './revision-bookings.ts'
import { type NamedRevisions, nameRevisions } from './revision-effects.ts'
import type { Status } from './status.ts'

export { REVISION_STEPS, type RevisionStep }

export type RevisionOrder = (typeof REVISION_ORDERS)[number]

/** Days of one step. The first three are one number where no order matters. */
export interface StepDays {
  /** The figure: the mean over all orders, or those in the fixed order. */
  readonly days: number
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
  readonly isRevised: (step: RevisionStep) => boolean
}

/** Days between two finishes. */
export type Movement = (from: number, to: number) => number

export interface SplitOptions {
  readonly order: RevisionOrder
  readonly movement: Movement
  readonly checkpoint: () => void
}

/** `halfFinish` is C(half-step). */
export function splitRevisions(
  earlier: Status,
  later: Status,
  pairing: Pairing,
  half: CpmInput,
  halfFinish: number,
  { order, movement, checkpoint }: SplitOptions,
): RevisionSplit {
  const revised = new RevisedSchedule(earlier, later, pairing, half)
  const players = playersOf(revised)
  const total = movement(halfFinish, later.finish)
  const moved = movements(revised, players, finish => movement(halfFinish, finish), checkpoint)
  const steps = Object.fromEntries(REVISION_STEPS.map(step => [step, NOTHING])) as Record<RevisionStep, StepDays>
  players.forEach((player, n) => {
    steps[REVISION_CLASSES[player.step]] = stepOf(moved, n, players.length, order)
  })
  const explained = players.reduce((sum, { step }) => sum + steps[REVISION_CLASSES[step]].days, 0)
  const rest = Math.abs(total - explained) < EPSILON_DAYS ? 0 : total - explained
  steps.other = { days: rest, minDays: rest, maxDays: rest, aloneDays: rest, fixedDays: rest }
  const days = Object.fromEntries(REVISION_STEPS.map(step => [step, steps[step].days])) as Record<RevisionStep, number>
  const split = {
    days,
    steps,
    scopeWithLogic: revised.scopeWithLogic,
    revised,
    isRevised: (step: RevisionStep) => players.some(player => REVISION_CLASSES[player.step] === step),
  }
  const named = nameRevisions(earlier, later, half, split, { movement, checkpoint })
  return { ...split, named, bookings: named.bookings }
}

const NOTHING: StepDays = { days: 0, minDays: 0, maxDays: 0, aloneDays: 0, fixedDays: 0 }

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

/** Entry s: the days that the players of the bits of s move the finish by together. */
function movements(
  revised: RevisedSchedule,
  players: readonly Player[],
  daysTo: (finish: number) => number,
  checkpoint: () => void,
): Float64Array {
  const moved = zeros(Float64Array, 2 ** players.length)
  if (players.length === 0) return moved
  for (let set = 0; set < moved.length; set++) {
    const bits = players.reduce((sum, player, n) => sum | ((set >> n) & 1 ? player.bits : 0), 0)
    moved[set] = daysTo(revised.finishOf(bits)!)
    checkpoint()
  }
  return moved
}

/** Over all orders: before player n stands each set of the others, and so often. */
function stepOf(moved: Float64Array, n: number, playerCount: number, order: RevisionOrder): StepDays {
  const own = 1 << n
  const weights = weightsOf(playerCount)
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

/** Entry k: the share of all orders of n players in which k given ones stand before one of the others, and no more. */
function weightsOf(n: number): number[] {
  const weights: number[] = []
  for (let k = 0; k < n; k++) weights.push(k === 0 ? 1 / n : (weights[k - 1] * k) / (n - k))
  return weights
}

function bitCount(set: number): number {
  let count = 0
  for (let left = set; left !== 0; left &= left - 1) count++
  return count
}
