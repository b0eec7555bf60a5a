/**
 * The critical-path method from prepared input to dates, floats and paths. Drag is drag.ts, calendar dates are dates.ts,
 * level-of-effort tasks loe.ts: not every caller wants them.
 */

import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { copied, zeros } from '../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import { backward, type LateDates } from './backward.ts'
import { computeCpmByClock } from './clocked-cpm.ts'
import { type Floats, floats } from './float.ts'
import { type EarlyDates, earlyDates, forward, projectFinish } from './forward.ts'
import type { CpmInput } from './input.ts'
import { cpmByKernel } from './kernel.ts'
import { longestPath } from './longest-path.ts'

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
}

export function computeCpm(input: CpmInput): CpmResult {
  if (isByClock(input)) return computeCpmByClock(input)
  return cpmByKernel(input) ?? cpmByPasses(input)
}

function cpmByPasses(input: CpmInput): CpmResult {
  const { network, state, reportedStart, reportedFinish } = input
  const { taskCount, order } = network
  const early = earlyDates(taskCount)
  forward(input, early)
  const finish = projectFinish(input, early)
  const late = backward(input, early, finish)
  const float = floats(input, early, finish)
  const { alapShift } = float
  const onLongestPath = longestPath(input, early, finish, float.linkMarks)
  const earlyStart = zeros(Float64Array, taskCount).fill(Number.NaN)
  const earlyFinish = zeros(Float64Array, taskCount).fill(Number.NaN)
  const critical = zeros(Uint8Array, taskCount)
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    const shift = alapShift === undefined ? 0 : alapShift[i]
    earlyStart[i] = state[i] === NOT_STARTED ? snap(early.start[i] + shift) : reportedStart[i]
    earlyFinish[i] = state[i] === COMPLETE ? reportedFinish[i] : snap(early.finish[i] + shift)
    if (shift > 0) late.totalFloat[i] = snap(late.totalFloat[i] - shift)
    if (late.totalFloat[i] <= EPSILON_DAYS) critical[i] = 1
  }
  return {
    projectFinish: finish,
    earlyStart,
    earlyFinish,
    ...late,
    ...float,
    early,
    onLongestPath,
    critical,
  }
}

const NO_TASKS = new Uint32Array(0)

/** Indices i with marks[i] = 1, ordered by early start, early finish (both before ALAP, as the paths are) and input. */
export function tasksByDate(marks: Uint8Array, { earlyStart, earlyFinish, alapShift }: CpmResult): Uint32Array {
  let count = 0
  for (let i = 0; i < marks.length; i++) count += marks[i]
  if (count === 0) return NO_TASKS
  const tasks = zeros(Uint32Array, count)
  const start = unshifted(earlyStart, alapShift)
  const finish = unshifted(earlyFinish, alapShift)
  let at = 0
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) tasks[at++] = i
  const byDate = (a: number, b: number): number => sign(start, a, b) || sign(finish, a, b) || a - b
  // most schedules are listed by date already, and comparing a million once is cheaper than sorting them
  for (let n = 1; n < count; n++) if (byDate(tasks[n - 1], tasks[n]) > 0) return tasks.sort(byDate)
  return tasks
}

function unshifted(offsets: Float64Array, alapShift: Float64Array | undefined): Float64Array {
  if (alapShift === undefined) return offsets
  const before = copied(offsets)
  for (let i = 0; i < before.length; i++) before[i] = snap(offsets[i] - alapShift[i])
  return before
}

/** A small integer: V8 allocates each other number that a comparison returns. */
const sign = (values: Float64Array, a: number, b: number): number =>
  values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0
