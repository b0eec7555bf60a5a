/**
 * One task of the passes: the step of each set of rules that an open network repeats where an edit reaches. The rules are those of engine/passes and
 * engine/clock; here is only which of them is called.
 */
import { type ClockedInput, isByClock, type Moments, momentAt, offsetAt } from '../clock/input.ts'
import { rulesOf } from '../clock/rules.ts'
import { momentsOfDates } from '../cpm/clocked-passes.ts'
import { DayPlan } from '../cpm/day-plan.ts'
import { type EarlyDates, projectFinish } from '../cpm/forward.ts'
import type { CpmInput } from '../cpm/input.ts'
import { place as placeInDays } from '../passes/forward.ts'

export interface Steps {
  /** Writes the early dates of the task of that rank from those of its predecessors. */
  place(rank: number): void
  /** P as an offset, of these tasks. */
  finish(order: Uint32Array): number
  /** An offset in the unit of the early dates. */
  dateOf(offset: number): number
}

/** Why a network of these rules cannot be held open, undefined: it can. */
export function whyClosed(input: CpmInput): string | undefined {
  if (!isByClock(input)) return undefined
  if (rulesOf(input).place === undefined)
    return 'Microsoft Project moves summaries, their manual tasks and their links together: its passes have no step of one task'
  if (input.clock.tasks.resourceWork !== undefined)
    return 'resources decide the dates of tasks: an edit of a task changes what they have left to do'
  return undefined
}

/** Early dates in the unit that the steps work in: offsets in days, by the clock moments in minutes. */
export function earlyOf(input: CpmInput, early: EarlyDates): Moments {
  const { start, finish } = isByClock(input) ? momentsOfDates(input, early) : early
  return { start: start.slice(), finish: finish.slice() }
}

/** The dates as offsets. */
export function offsetsOf(input: CpmInput, early: Moments): EarlyDates {
  const { start, finish } = early
  if (!isByClock(input)) return { start: start.slice(), finish: finish.slice() }
  const { clock } = input
  return { start: start.map(moment => offsetAt(clock, moment)), finish: finish.map(moment => offsetAt(clock, moment)) }
}

export const stepsOf = (input: CpmInput, early: Moments): Steps =>
  isByClock(input) ? clockSteps(input, early) : daySteps(input, early)

function daySteps(input: CpmInput, early: Moments): Steps {
  const plan = new DayPlan(input, early)
  const { order } = input.network
  return {
    place: rank => placeInDays(plan, order[rank]),
    finish: among => projectFinish(amongThose(input, among), early),
    dateOf: offset => offset,
  }
}

function clockSteps(input: CpmInput & ClockedInput, early: Moments): Steps {
  const rules = rulesOf(input)
  const { order } = input.network
  const place = rules.place!
  return {
    place: rank => place(input, early, order[rank]),
    finish: among => offsetAt(input.clock, rules.projectFinish(amongThose(input, among), early)),
    dateOf: offset => momentAt(input.clock, offset),
  }
}

const amongThose = <Input extends CpmInput>(input: Input, order: Uint32Array): Input =>
  input.network.order === order ? input : { ...input, network: { ...input.network, order } }
