/** The forward pass in Node (engine/passes/forward.ts), and by the clock; what callers want who compute no more than early dates. */
import { isByClock } from '../clock/input.ts'
import { dataDateHoldsNothing } from '../clock/rules.ts'
import { zeros } from '../ids/short-arrays.ts'
import { forward as forwardPass } from '../passes/forward.ts'
import { COMPLETE } from '../population/progress.ts'
import { forwardByClock } from './clocked-passes.ts'
import { DayPlan } from './day-plan.ts'
import type { CpmInput } from './input.ts'

/** Dates a pass writes, made once and used for as many passes as are wanted. Length taskCount each. */
export interface EarlyDates {
  readonly start: Float64Array
  readonly finish: Float64Array
}

export const earlyDates = (taskCount: number): EarlyDates => ({
  start: zeros(Float64Array, taskCount),
  finish: zeros(Float64Array, taskCount),
})

export function forward(input: CpmInput, early: EarlyDates): void {
  if (isByClock(input)) forwardByClock(input, early)
  else forwardPass(new DayPlan(input, early), 0, input.network.order.length)
}

/** P: the largest early finish of the incomplete tasks, of all when none is incomplete or the rules count all; the floor when none takes part. */
export function projectFinish(input: CpmInput, early: EarlyDates): number {
  const { network, state, reportedFinish } = input
  const { order } = network
  let incomplete = Number.NEGATIVE_INFINITY
  let complete = Number.NEGATIVE_INFINITY
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    if (state[i] === COMPLETE) complete = Math.max(complete, reportedFinish[i])
    else incomplete = Math.max(incomplete, early.finish[i])
  }
  // where the data date moves nothing, what is open can end before what is finished
  if (dataDateHoldsNothing(input)) incomplete = Math.max(incomplete, complete)
  if (incomplete !== Number.NEGATIVE_INFINITY) return incomplete
  return complete === Number.NEGATIVE_INFINITY ? input.floor : complete
}

/** P of an input, for callers that want no more; `early` is overwritten. */
export function finishOf(input: CpmInput, early: EarlyDates): number {
  forward(input, early)
  return projectFinish(input, early)
}
