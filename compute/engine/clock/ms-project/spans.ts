/** How much working time a task takes up: its duration with the gaps of its split before it starts, what is left of it after. */
import { ALAP, MS_PROJECT_EFFECTS } from '../../kind/constraint-types.ts'
import { IN_PROGRESS, NOT_STARTED } from '../../kind/states.ts'
import { pins } from '../../passes/constraint.ts'
import { type ClockedInput, calendarOf, momentAt, remainingMinutes } from '../input.ts'
import type { Plan } from './plan.ts'

/** Minutes of the calendar of s from its (remaining) start to its finish. */
export function spanMinutes(input: ClockedInput, plan: Plan, s: number): number {
  const minutes = remainingMinutes(input, s)
  return minutes > 0 && input.state[s] === NOT_STARTED ? Math.max(1, minutes + plan.gapMinutes[s]) : minutes
}

/** Whether the dates of s stand: it is scheduled by hand and has not started. */
export const isHeldByHand = (input: ClockedInput, plan: Plan, s: number): boolean =>
  input.state[s] === NOT_STARTED && !Number.isNaN(plan.manualStart[s])

/** Minutes round the clock by which leveling puts the start of s later than its links and constraints do: not of work that has started or whose dates stand. */
export function levelingDelay(input: ClockedInput, plan: Plan, s: number): number {
  const { clock, constraint, state } = input
  const minutes = clock.tasks.levelingDelay?.[s] ?? Number.NaN
  if (!(minutes > 0) || state[s] !== NOT_STARTED || isHeldByHand(input, plan, s)) return 0
  const isPinned = clock.rules.honorConstraints && pins(MS_PROJECT_EFFECTS[constraint[s]])
  return isPinned || constraint[s] === ALAP ? 0 : minutes
}

/** Where s, which links and constraints let start at `moment`, starts after its leveling delay: that runs from where work could begin. */
export function afterLeveling(input: ClockedInput, plan: Plan, s: number, moment: number): number {
  const delay = levelingDelay(input, plan, s)
  return delay === 0 || !Number.isFinite(moment) ? moment : calendarOf(input.clock, s).nextWork(moment) + delay
}

/** Where the work that was done of s, in progress, ends. */
export const stopOf = ({ clock, reportedStart }: ClockedInput, { stop }: Plan, s: number): number =>
  Number.isNaN(stop[s]) ? momentAt(clock, reportedStart[s]) : stop[s]

/** The start that links from the start of p count from. */
export const linkedStart = ({ clock, reportedStart, state }: ClockedInput, start: Float64Array, p: number): number =>
  state[p] === NOT_STARTED ? start[p] : momentAt(clock, reportedStart[p])

/** Whether a link from the start of p leaves its late finish alone: that start has been, or stands. */
export const hasFixedStart = (input: ClockedInput, plan: Plan, p: number): boolean =>
  input.state[p] === IN_PROGRESS || !Number.isNaN(plan.manualStart[p])
