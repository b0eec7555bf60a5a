/**
 * One task of the passes: the step of each set of rules that an open network repeats where an edit reaches. The rules are those of engine/passes and
 * engine/clock; here is only which of them is called.
 */
import { type ClockedInput, isByClock, type Moments, momentAt, offsetAt } from '../clock/input.ts'
import { rulesOf } from '../clock/rules.ts'
import { forwardMoments, momentsOfDates } from '../cpm/clocked-passes.ts'
import { DayPlan } from '../cpm/day-plan.ts'
import { type EarlyDates, projectFinish } from '../cpm/forward.ts'
import type { CpmInput } from '../cpm/input.ts'
import { COMPLETE } from '../kind/states.ts'
import { forward as forwardInDays, place as placeInDays } from '../passes/forward.ts'

export interface Steps {
  /** Writes the early dates of the task of that rank from those of its predecessors. */
  place(rank: number): void
  /** Those of all tasks of a network without room for more links. */
  placeAll(whole: CpmInput): void
  /** P as an offset, of these tasks. */
  finish(order: Uint32Array): number
  /** An offset in the unit of the early dates, and back. */
  dateOf(offset: number): number
  offsetOf(date: number): number
}

/** Why a network of these rules cannot be held open, undefined: it can. */
export function whyClosed(input: CpmInput): string | undefined {
  if (!isByClock(input)) return undefined
  if (rulesOf(input).placer === undefined)
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
    placeAll: () => forwardInDays(plan, 0, order.length),
    finish: among => projectFinish(amongThose(input, among), early),
    dateOf: offset => offset,
    offsetOf: date => date,
  }
}

function clockSteps(input: CpmInput & ClockedInput, early: Moments): Steps {
  const rules = rulesOf(input)
  const { order } = input.network
  const placed = rules.placer!(input, early)
  return {
    place: rank => placed(order[rank]),
    placeAll: whole => forwardMoments(whole as CpmInput & ClockedInput, early),
    finish: among => offsetAt(input.clock, rules.projectFinish(amongThose(input, among), early)),
    dateOf: offset => momentAt(input.clock, offset),
    offsetOf: date => offsetAt(input.clock, date),
  }
}

const amongThose = <Input extends CpmInput>(input: Input, order: Uint32Array): Input =>
  input.network.order === order ? input : { ...input, network: { ...input.network, order } }

/** Tasks of a block. */
const BLOCK_BITS = 7

/** The latest early finish of incomplete tasks: of the one that moved away from the end its block alone is looked through again. */
export class LatestFinish {
  readonly #latest: Float64Array
  /** 1 = a task of the block has changed. */
  readonly #isStale: Uint8Array

  constructor(taskCount: number) {
    const blocks = (taskCount >>> BLOCK_BITS) + 1
    this.#latest = new Float64Array(blocks)
    this.#isStale = new Uint8Array(blocks).fill(1)
  }

  touch(i: number): void {
    this.#isStale[i >>> BLOCK_BITS] = 1
  }

  /** -Infinity: all are complete. */
  of({ network, state }: CpmInput, finish: Float64Array): number {
    const latest = this.#latest
    const isStale = this.#isStale
    let ofAll = Number.NEGATIVE_INFINITY
    for (let block = 0; block < latest.length; block++) {
      if (isStale[block] === 1) {
        isStale[block] = 0
        latest[block] = latestOf(block, network.takesPart, state, finish)
      }
      ofAll = Math.max(ofAll, latest[block])
    }
    return ofAll
  }
}

function latestOf(block: number, takesPart: Uint8Array, state: Uint8Array, finish: Float64Array): number {
  let latest = Number.NEGATIVE_INFINITY
  const end = Math.min(takesPart.length, (block + 1) << BLOCK_BITS)
  for (let i = block << BLOCK_BITS; i < end; i++)
    if (takesPart[i] === 1 && state[i] !== COMPLETE) latest = Math.max(latest, finish[i])
  return latest
}
