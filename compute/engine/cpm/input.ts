/**
 * What the passes work on, made by prepare.ts: offsets and days, no dates. A caller that computes a "what if" copies one array
 * of it by the functions below and runs the passes again.
 */

import { EPSILON_DAYS } from '../calendar/snap.ts'
import type { ClockInput } from '../clock/input.ts'
import type { Network } from '../graph/network.ts'
import { copied } from '../ids/short-arrays.ts'
import { isHardConstraint, NO_CONSTRAINT } from '../kind/constraint-types.ts'
import { SS } from '../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import type { EarlyDates } from './forward.ts'

/** Task arrays have length taskCount; entries of tasks that take no part mean nothing. */
export interface CpmInput {
  readonly network: Network
  /** Offset of the network's own first start; 0 unless networks with a common anchor are compared. */
  readonly floor: number
  /** Offset before which no unfinished work lies; at least the floor. */
  readonly dataDate: number
  /** NOT_STARTED, IN_PROGRESS or COMPLETE. */
  readonly state: Uint8Array
  /** Days still to do: D before the start, RD in progress, 0 when complete. */
  readonly remainingDays: Float64Array
  /** Early start of started tasks; actual dates of level-of-effort tasks. NaN otherwise. */
  readonly reportedStart: Float64Array
  /** Early finish of complete tasks, exclusive; actual dates of level-of-effort tasks. NaN otherwise. */
  readonly reportedFinish: Float64Array
  /** Code of the constraint that acts on the task, NO_CONSTRAINT = none. */
  readonly constraint: Uint8Array
  readonly constraintOffset: Float64Array
  /** Lag of live link k as its successor feels it: what is left of it when one of its ends has started (lags.ts). */
  readonly lagDays: Float64Array
  /** Late finish of whatever ends the project: a date the project has to meet; NaN = the project finish itself. */
  readonly mustFinish: number
  /** Progress override: links into started tasks count for nothing. Without it logic is retained. */
  readonly override: boolean
  /**
   * Calendars, moments and rules of a schedule by the clock: the passes go to the minute, each task in its own calendar. Offsets are then
   * elapsed calendar days, lagDays is the lag as given, and remaining durations and floats are days of the task's calendar.
   */
  readonly clock?: ClockInput | undefined
}

/** Whether links into s count in the passes: an override keeps none of those into started work. */
export const linksCount = (input: CpmInput, s: number): boolean => !(input.override && input.state[s] !== NOT_STARTED)

/**
 * Whether unfinished work reaches through a complete s to what follows it: s was finished out of sequence, and retained
 * logic lets its successors wait for the work behind it.
 */
export const isReachedThrough = ({ state, dataDate }: CpmInput, early: EarlyDates, s: number): boolean =>
  state[s] === COMPLETE && early.finish[s] > dataDate + EPSILON_DAYS

/** Whether a complete milestone stands at the start of its day: nothing leads to it but starts of others. */
export function startsItsDay({ start, type }: Network, i: number): boolean {
  for (let k = start[i]; k < start[i + 1]; k++) if (type[k] !== SS) return false
  return true
}

export const withOverride = (input: CpmInput): CpmInput => ({ ...input, override: true })

/** The network with other remaining durations of some tasks, which then follow from no expected finish any more. */
export function withRemaining(input: CpmInput, changes: Iterable<readonly [task: number, days: number]>): CpmInput {
  const remainingDays = copied(input.remainingDays)
  const expectedFinish = input.clock?.tasks.expectedFinish?.slice()
  for (const [task, days] of changes) {
    remainingDays[task] = days
    if (expectedFinish !== undefined) expectedFinish[task] = Number.NaN
  }
  if (input.clock === undefined || expectedFinish === undefined) return { ...input, remainingDays }
  const { clock } = input
  return { ...input, remainingDays, clock: { ...clock, tasks: { ...clock.tasks, expectedFinish } } }
}

/** The network without hard constraints and without a date that the project has to meet, and how many tasks had one that acts. */
export function withoutHardConstraints(input: CpmInput): { readonly input: CpmInput; readonly removed: number } {
  const { clock } = input
  const second = clock?.tasks.secondaryConstraint
  const lifted = (codes: Uint8Array): Uint8Array => codes.map(code => (isHardConstraint(code) ? NO_CONSTRAINT : code))
  const isHard = (codes: Uint8Array | undefined, i: number): boolean =>
    codes !== undefined && isHardConstraint(codes[i])
  let removed = 0
  for (const i of input.network.order) if (isHard(input.constraint, i) || isHard(second, i)) removed++
  if (removed === 0 && Number.isNaN(input.mustFinish)) return { input, removed }
  const constraint = lifted(input.constraint)
  if (clock === undefined || second === undefined)
    return { input: { ...input, constraint, mustFinish: Number.NaN }, removed }
  const tasks = { ...clock.tasks, secondaryConstraint: lifted(second) }
  return { input: { ...input, constraint, mustFinish: Number.NaN, clock: { ...clock, tasks } }, removed }
}

/** The network with the constraint of one task lifted. */
export function withoutConstraint(input: CpmInput, task: number): CpmInput {
  const constraint = copied(input.constraint)
  constraint[task] = NO_CONSTRAINT
  return { ...input, constraint }
}
