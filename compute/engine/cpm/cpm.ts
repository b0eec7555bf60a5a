/**
 * The critical-path method from prepared input to dates, floats and paths. Drag is drag.ts, calendar dates are dates.ts,
 * level-of-effort tasks loe.ts: not every caller wants them.
 */

import { snap } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { zeros } from '../ids/short-arrays.ts'
import { forward } from '../passes/forward.ts'
import { reverse } from '../passes/reverse.ts'
import { computeCpmByClock } from './clocked-cpm.ts'
import { ResultDayPlan } from './day-plan.ts'
import { type EarlyDates, earlyDates, projectFinish } from './forward.ts'
import type { CpmInput } from './input.ts'
import { cpmByKernel } from './kernel.ts'

/** Length taskCount each; NaN for complete tasks and those that take no part. */
export interface LateDates {
  /** In progress: the late remaining start. */
  readonly lateStart: Float64Array
  readonly lateFinish: Float64Array
  readonly totalFloat: Float64Array
}

export interface Floats {
  /** Length taskCount; NaN for complete tasks and those that take no part. */
  readonly freeFloat: Float64Array
  /** Days between the two ends of live link k by the early dates; negative = violated. Length linkCount. */
  readonly linkFloat: Float64Array
  /** Marks of live link k: LINK_DRIVING, LINK_VIOLATED; 0 for links that count for nothing. Length linkCount. */
  readonly linkMarks: Uint8Array
  /** Days task i was moved towards its successors by ALAP; undefined when none was. Length taskCount. */
  readonly alapShift: Float64Array | undefined
}

/** Arrays have length taskCount unless they say otherwise; NaN = null. Tasks that take no part: NaN and 0 throughout. */
export interface CpmResult extends LateDates, Floats {
  /** P: offset of the project finish. */
  readonly projectFinish: number
  /** Early dates as reported: the actual ones of started and complete tasks, ALAP shifts included. */
  readonly earlyStart: Float64Array
  readonly earlyFinish: Float64Array
  /** Dates as the links see them, before ALAP: the remaining start of started tasks, complete ones as points (forward.ts). */
  readonly early: EarlyDates
  /** 1 = on a chain of driving links to the project finish. */
  readonly onLongestPath: Uint8Array
  /** 1 = incomplete and total float <= 0; by the clock as the rules say: up to their bound, or on the longest path. */
  readonly critical: Uint8Array
  /** The turn of the kernel that computed it, for the drag (kernel.ts); absent: TypeScript did. */
  readonly turn?: number
}

export function computeCpm(input: CpmInput): CpmResult {
  if (isByClock(input)) return computeCpmByClock(input)
  return cpmByKernel(input) ?? cpmByPasses(input)
}

/** What is short, or finds no memory. */
function cpmByPasses(input: CpmInput): CpmResult {
  const { taskCount, order } = input.network
  const early = earlyDates(taskCount)
  const plan = new ResultDayPlan(input, early)
  forward(plan, 0, order.length)
  plan.turn(projectFinish(input, early))
  reverse(plan, order.length, 0)
  return plan.result()
}

/** Indices i with marks[i] = 1, ordered by date. */
export function tasksByDate(marks: Uint8Array, result: CpmResult): Uint32Array {
  const tasks = zeros(Uint32Array, marks.length)
  let count = 0
  for (let i = 0; i < marks.length; i++) {
    tasks[count] = i
    count += marks[i]
  }
  return inOrderOfDate(tasks.subarray(0, count), result)
}

/** Tasks in input order, which may be overwritten, ordered by early start, early finish (both before ALAP, as the paths are) and input. */
export function inOrderOfDate(tasks: Uint32Array, { earlyStart, earlyFinish, alapShift }: CpmResult): Uint32Array {
  const count = tasks.length
  if (count === 0) return tasks
  if (alapShift === undefined) return sortedByDate(tasks, earlyStart, earlyFinish)
  // places in the list are sorted by the dates of their tasks
  const places = zeros(Uint32Array, count)
  const start = zeros(Float64Array, count)
  const finish = zeros(Float64Array, count)
  for (let n = 0; n < count; n++) {
    const i = tasks[n]
    places[n] = n
    start[n] = snap(earlyStart[i] - alapShift[i])
    finish[n] = snap(earlyFinish[i] - alapShift[i])
  }
  const sorted = sortedByDate(places, start, finish)
  for (let n = 0; n < count; n++) sorted[n] = tasks[sorted[n]]
  return sorted
}

/** Tasks up to which each is put in its place by itself, and the lengths that are then merged. */
const RUN = 8

/** A stable merge sort: sort() of an array calls the comparison of each two tasks through the engine, which takes three times as long. */
function sortedByDate(tasks: Uint32Array, start: Float64Array, finish: Float64Array): Uint32Array {
  const count = tasks.length
  const isAfter = (a: number, b: number): boolean =>
    start[a] > start[b] || (start[a] === start[b] && finish[a] > finish[b])
  // most schedules are listed by date already
  let listed = 1
  while (listed < count && !isAfter(tasks[listed - 1], tasks[listed])) listed++
  if (listed >= count) return tasks
  for (let run = 0; run < count; run += RUN) {
    const end = Math.min(run + RUN, count)
    for (let n = run + 1; n < end; n++) {
      const task = tasks[n]
      let to = n
      for (; to > run && isAfter(tasks[to - 1], task); to--) tasks[to] = tasks[to - 1]
      tasks[to] = task
    }
  }
  let from = tasks
  let to = count > RUN ? zeros<Uint32Array>(Uint32Array, count) : tasks
  for (let width = RUN; width < count; width *= 2) {
    for (let left = 0; left < count; left += 2 * width) {
      const middle = Math.min(left + width, count)
      const end = Math.min(middle + width, count)
      let [a, b] = [left, middle]
      for (let n = left; n < end; n++) {
        const isRight = a === middle || (b < end && isAfter(from[a], from[b]))
        to[n] = isRight ? from[b++] : from[a++]
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
