/**
 * The passes of a trial (reasons.ts), and how many values still differ by them. A trial may leave so many and no more: most leave far more, and are given up
 * after a few tasks. What is returned is then more than `max`, and no count of all.
 */
import { isByClock } from '../clock/input.ts'
import { backwardByClock } from '../cpm/clocked-passes.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import { DayPlan, LateDayPlan } from '../cpm/day-plan.ts'
import { type EarlyDates, forward, projectFinish } from '../cpm/forward.ts'
import type { CpmInput } from '../cpm/input.ts'
import { type PassChanges, trialByKernel } from '../cpm/kernel-trial.ts'
import { forward as forwardPass } from '../passes/forward.ts'
import { latePass } from '../passes/late.ts'
import { countApart, FINISH_TOLERANCE_DAYS, FLOAT_TOLERANCE_DAYS, isApart, type Supplied } from './compare.ts'

/** Tasks of the order between two looks. */
const BLOCK_TASKS = 256

/** Finishes that differ by the early dates of `input`, which are written to `early`, whole unless the trial is given up. */
export function finishesLeft(input: CpmInput, early: EarlyDates, { finish }: Supplied, max: number): number {
  if (isByClock(input)) {
    forward(input, early)
    return countApart(finish, early.finish, FINISH_TOLERANCE_DAYS)
  }
  const { order } = input.network
  const plan = new DayPlan(input, early)
  let left = 0
  for (let from = 0; from < order.length && left <= max; from += BLOCK_TASKS) {
    const end = Math.min(from + BLOCK_TASKS, order.length)
    forwardPass(plan, from, end)
    if (finish !== undefined) left += countApartOf(order, from, end, finish, early.finish, FINISH_TOLERANCE_DAYS)
  }
  return left
}

/** Total floats that differ, by whole early dates. */
export function floatsLeft(input: CpmInput, early: EarlyDates, { totalFloat }: Supplied, max: number): number {
  if (totalFloat === undefined) return 0
  const finish = projectFinish(input, early)
  if (isByClock(input))
    return countApart(totalFloat, backwardByClock(input, early, finish).totalFloat, FLOAT_TOLERANCE_DAYS)
  const { order } = input.network
  const plan = new LateDayPlan(input, early, finish)
  let left = 0
  for (let end = order.length; end > 0 && left <= max; end -= BLOCK_TASKS) {
    const from = Math.max(0, end - BLOCK_TASKS)
    latePass(plan, end, from)
    left += countApartOf(order, from, end, totalFloat, plan.totalFloat, FLOAT_TOLERANCE_DAYS)
  }
  return left
}

/** Finishes and total floats that differ by the passes of `input`, whose result this is, with some changes; undefined where TypeScript is to run them. */
export const leftByKernel = (
  input: CpmInput,
  result: CpmResult,
  changes: PassChanges,
  { finish, totalFloat }: Supplied,
  max: number,
): number | undefined =>
  trialByKernel(input, result, changes, trial => {
    const { order } = input.network
    let left = 0
    for (let from = 0; from < order.length && left <= max; from += BLOCK_TASKS) {
      const end = Math.min(from + BLOCK_TASKS, order.length)
      trial.forward(from, end)
      if (finish !== undefined)
        left += countApartOf(order, from, end, finish, trial.earlyFinish, FINISH_TOLERANCE_DAYS, true)
    }
    if (left > max || totalFloat === undefined) return left
    trial.turn()
    for (let end = order.length; end > 0 && left <= max; end -= BLOCK_TASKS) {
      const from = Math.max(0, end - BLOCK_TASKS)
      trial.reverse(end, from)
      left += countApartOf(order, from, end, totalFloat, trial.totalFloat, FLOAT_TOLERANCE_DAYS, true)
    }
    return left
  })

/** Counts differences over the tasks [from, end) of the order. `computed` is by task, or by rank. */
function countApartOf(
  order: Uint32Array,
  from: number,
  end: number,
  supplied: Float64Array,
  computed: Float64Array,
  toleranceDays: number,
  isByRank = false,
): number {
  let count = 0
  for (let at = from; at < end; at++) {
    const task = order[at]
    if (isApart(computed[isByRank ? at : task], supplied[task], toleranceDays)) count++
  }
  return count
}
