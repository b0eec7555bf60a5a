/** Where the two critical paths differ: tasks that are only on the longest path, or only critical by float, and why. */

import { DIVERGENCE_REASONS } from '../../../shared/contract/analysis/cpm/words.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { type ClockedInput, isByClock } from '../clock/input.ts'
import { isUpTo, zeros } from '../ids/short-arrays.ts'
import { NO_CONSTRAINT } from '../kind/constraint-types.ts'
import { findHolders } from '../passes/holders.ts'
import { COMPLETE } from '../population/progress.ts'
import { holdersByClock } from './clocked-drivers.ts'
import { type CpmResult, tasksByDate } from './cpm.ts'
import { HolderDayPlan } from './day-plan.ts'
import type { CpmInput } from './input.ts'
import { holdersByKernel } from './kernel-trial.ts'

/** Complete work on the longest path: it has no float any more. */
export const DIVERGES_COMPLETE = DIVERGENCE_REASONS.indexOf('complete')
/** A late constraint, of the task or of one after it, takes the float, not the project finish. */
export const DIVERGES_CONSTRAINT = DIVERGENCE_REASONS.indexOf('late_constraint')
/** The day that must_finish_by names is not the finish that the longest path leads to. */
export const DIVERGES_MUST_FINISH = DIVERGENCE_REASONS.indexOf('must_finish_by')
/** Moved as late as its successors allow (ALAP): the float is spent, the dates of the longest path are those before. */
export const DIVERGES_ALAP = DIVERGENCE_REASONS.indexOf('as_late_as_possible')
/** The schedule calls another total float than 0 critical. */
const DIVERGES_LIMIT = DIVERGENCE_REASONS.indexOf('critical_float_days_max')
/** The calendars of the task and of what follows it differ: working time between them is float of the one, and none of the other. */
const DIVERGES_CALENDARS = DIVERGENCE_REASONS.indexOf('calendars')

type DivergenceReason = (typeof DIVERGENCE_REASONS)[number]

export interface Divergence {
  /** Ordered by early start, early finish, input. */
  readonly tasks: Uint32Array
  /** Entry n: index of tasks[n]'s reason in DIVERGENCE_REASONS. */
  readonly reason: Uint8Array
  /** Entry n: the task whose constraint takes the float of tasks[n], -1 when the reason is another. */
  readonly heldBy: Int32Array
}

/** Tasks by reason, in the order of the reasons; one that no task has is left out. */
export function divergenceCounts({ reason }: Pick<Divergence, 'reason'>): {
  readonly [name in DivergenceReason]?: number
} {
  const counts = new Uint32Array(DIVERGENCE_REASONS.length)
  for (let n = 0; n < reason.length; n++) counts[reason[n]]++
  return Object.fromEntries(
    DIVERGENCE_REASONS.flatMap((name, code) => (counts[code] > 0 ? [[name, counts[code]]] : [])),
  )
}

/** The tasks on the longest path are those that are critical by float. */
export const NO_DIVERGENCE: Divergence = {
  tasks: new Uint32Array(0),
  reason: new Uint8Array(0),
  heldBy: new Int32Array(0),
}

export function computeDivergence(input: CpmInput, result: CpmResult): Divergence {
  const { critical, onLongestPath } = result
  const isOnOne = zeros(Uint8Array, critical.length)
  for (let i = 0; i < critical.length; i++) isOnOne[i] = critical[i] ^ onLongestPath[i]
  const tasks = tasksByDate(isOnOne, result)
  const reason = zeros(Uint8Array, tasks.length)
  const heldBy = holdersOf(input, result, tasks)
  for (let n = 0; n < tasks.length; n++) {
    const task = tasks[n]
    if (input.state[task] === COMPLETE) reason[n] = DIVERGES_COMPLETE
    else if (heldBy[n] !== -1) reason[n] = DIVERGES_CONSTRAINT
    else if (isShifted(result, task)) reason[n] = DIVERGES_ALAP
    else if (isByClock(input)) reason[n] = reasonByClock(input, result, task)
    else reason[n] = Number.isNaN(input.mustFinish) ? DIVERGES_ALAP : DIVERGES_MUST_FINISH
  }
  return { tasks, reason, heldBy }
}

/** Why a task diverges that no constraint holds and that was not moved. */
function reasonByClock({ clock, mustFinish }: ClockedInput, result: CpmResult, task: number): number {
  const isCriticalAtZero = result.totalFloat[task] <= EPSILON_DAYS
  if (clock.rules.criticalFloatDaysMax !== 0 && isCriticalAtZero === (result.onLongestPath[task] === 1))
    return DIVERGES_LIMIT
  // NaN: no such day
  return Math.abs(mustFinish - result.projectFinish) > EPSILON_DAYS ? DIVERGES_MUST_FINISH : DIVERGES_CALENDARS
}

const isShifted = ({ alapShift }: CpmResult, task: number): boolean => alapShift !== undefined && alapShift[task] > 0

/** For each of these tasks the one whose late constraint sets its late finish, -1 = the project finish does. */
function holdersOf(input: CpmInput, result: CpmResult, tasks: Uint32Array): Int32Array {
  const heldBy = zeros(Int32Array, tasks.length).fill(-1)
  if (tasks.length === 0) return heldBy
  if (isByClock(input)) return entriesOf(holdersByClock(input, result), tasks, heldBy)
  if (isUpTo(input.constraint, NO_CONSTRAINT)) return heldBy
  return holdersByKernel(input, result, tasks) ?? entriesOf(holders(input, result), tasks, heldBy)
}

function entriesOf(values: Int32Array, tasks: Uint32Array, entries: Int32Array): Int32Array {
  for (let n = 0; n < tasks.length; n++) entries[n] = values[tasks[n]]
  return entries
}

/** That of each task; of a schedule without calendars. */
function holders(input: CpmInput, result: CpmResult): Int32Array {
  const plan = new HolderDayPlan(input, result)
  findHolders(plan, input.network.order.length, 0)
  return plan.holder
}
