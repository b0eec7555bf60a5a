/** The forward pass as P6 does it, in moments. The rules are on /docs/methods/cpm#calendars-times-and-p6s-rules. */
import { EFFECTS, isPin, NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { FINISH_MILESTONE } from '../../kind/participation.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../kind/states.ts'
import { NOT_BEFORE, OF_FINISH, pins, startUnder, wantedStart } from '../../passes/constraint.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import {
  type ClockedInput,
  calendarOf,
  lagCalendar,
  linksHold,
  type Moments,
  momentAt,
  remainingMinutes,
} from '../input.ts'
import { finishOfWork, nextWorkOf, startOfWork, timeOf } from '../resource-work.ts'
import { lagAhead } from './lags.ts'

export function forward(input: ClockedInput, early: Moments): void {
  const { order } = input.network
  for (let at = 0; at < order.length; at++) place(input, early, order[at])
}

export function place(input: ClockedInput, early: Moments, s: number): void {
  const { start, type } = input.network
  let earliest = startByDates(input, s)
  let notBefore = Number.NEGATIVE_INFINITY
  if (linksHold(input, s)) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      const offered = offeredByLink(input, early, s, k)
      const bound = startFor(input, s, k, offered)
      if (bound > earliest) earliest = bound
      if (!toStart(type[k]) && offered > notBefore) notBefore = offered
    }
  }
  early.start[s] = inWork(input, s, startByConstraint(input, s, earliest))
  early.finish[s] = finishFrom(input, s, early.start[s], notBefore)
}

/** Complete work is a point that stands where it is; a finish milestone stays at the end of the work before it. */
export function inWork(input: ClockedInput, s: number, moment: number): number {
  const { clock, state } = input
  return state[s] === COMPLETE || clock.tasks.point[s] === FINISH_MILESTONE ? moment : nextWorkOf(input, s, moment)
}

/**
 * Where what is left of s ends that begins there: after its remaining duration, or as expected. A link to its finish that falls into its days
 * off holds the finish until work goes on; a pin alone goes before it.
 */
function finishFrom(input: ClockedInput, s: number, start: number, notBefore: number): number {
  const { state, constraint } = input
  if (state[s] === COMPLETE) return start
  const expected = expectedFinish(input, s)
  if (!Number.isNaN(expected)) return Math.max(start, expected)
  const finish = finishOfWork(input, s, start, remainingMinutes(input, s))
  return finish < notBefore && !isPin(constraint[s]) ? nextWorkOf(input, s, notBefore) : finish
}

/** The moment the task is expected to finish at, NaN = none that counts. */
export function expectedFinish({ clock }: ClockedInput, s: number): number {
  const { expectedFinish: moments } = clock.tasks
  return moments !== undefined && clock.rules.useExpectedFinish ? moments[s] : Number.NaN
}

/** Minutes of work that are left of s when it starts there. */
export function minutesFrom(input: ClockedInput, s: number, start: number): number {
  if (input.state[s] === COMPLETE) return 0
  const expected = expectedFinish(input, s)
  if (Number.isNaN(expected)) return remainingMinutes(input, s)
  return Math.max(0, calendarOf(input.clock, s).workBetween(start, expected))
}

export function startByDates({ clock, dataDate, state }: ClockedInput, s: number): number {
  const { rules, tasks, projectStart } = clock
  let earliest = momentAt(clock, dataDate)
  if (projectStart > earliest && state[s] === NOT_STARTED) earliest = projectStart
  const external = tasks.externalEarlyStart?.[s] ?? Number.NaN
  if (external > earliest && state[s] === NOT_STARTED && !rules.ignoreExternalDates) earliest = external
  const resumed = tasks.resume?.[s] ?? Number.NaN
  if (resumed > earliest && state[s] === IN_PROGRESS) earliest = resumed
  return earliest
}

/** The moment from which link k lets s start, or finish where it is a link to the finish; -Infinity where it holds nothing. */
function offeredByLink(input: ClockedInput, early: Moments, s: number, k: number): number {
  const { type, task } = input.network
  const lag = lagAhead(input, k, s)
  if (lag === Number.NEGATIVE_INFINITY) return lag
  const from = (fromFinish(type[k]) ? early.finish : early.start)[task[k]]
  return lag === 0 ? from : lagCalendar(input, k, s).moved(from, lag)
}

/** The moment from which what is left of s may start where link k offers that moment; it may lie outside the working time of s. */
function startFor(input: ClockedInput, s: number, k: number, offered: number): number {
  if (toStart(input.network.type[k]) || input.state[s] === COMPLETE || offered === Number.NEGATIVE_INFINITY)
    return offered
  return startOfWork(input, s, offered, minutesFrom(input, s, offered))
}

export function startByLink(input: ClockedInput, early: Moments, s: number, k: number): number {
  const bound = startFor(input, s, k, offeredByLink(input, early, s, k))
  return bound === Number.NEGATIVE_INFINITY ? bound : inWork(input, s, bound)
}

export function startByConstraint(input: ClockedInput, s: number, byLogic: number): number {
  const { clock, constraint, constraintOffset, dataDate, state } = input
  const code = constraint[s]
  const second = secondConstraint(input, s)
  if (code === NO_CONSTRAINT && second === NO_CONSTRAINT) return byLogic
  const time = timeOf(input, s)
  const minutes = remainingMinutes(input, s)
  const now = momentAt(clock, dataDate)
  let earliest = byLogic
  if (code !== NO_CONSTRAINT) {
    earliest = startUnder(time, EFFECTS[code], momentAt(clock, constraintOffset[s]), minutes, byLogic, now)
    if (isPin(code)) return earliest
  }
  if (second === NO_CONSTRAINT || state[s] === COMPLETE) return earliest
  // it holds the start, and pins nothing
  const effect = EFFECTS[second] & (OF_FINISH | NOT_BEFORE)
  return startUnder(time, effect, clock.tasks.secondaryConstraintMoment![s], minutes, earliest, now)
}

export const secondConstraint = ({ clock: { tasks } }: ClockedInput, s: number): number =>
  tasks.secondaryConstraint?.[s] ?? NO_CONSTRAINT

/** Whether its second constraint puts the start of s later than its first one does. */
export function isHeldBySecond(input: ClockedInput, s: number): boolean {
  const { clock, constraint, constraintOffset } = input
  const [first, second] = [EFFECTS[constraint[s]], EFFECTS[secondConstraint(input, s)]]
  if (pins(first) || (second & NOT_BEFORE) === 0) return false
  if ((first & NOT_BEFORE) === 0) return true
  const wanted = (effect: number, moment: number): number =>
    wantedStart(timeOf(input, s), effect, moment, remainingMinutes(input, s))
  const bySecond = wanted(second, clock.tasks.secondaryConstraintMoment![s])
  return bySecond > wanted(first, momentAt(clock, constraintOffset[s]))
}

export function projectFinish(input: ClockedInput, early: Moments): number {
  const { clock, network, state, reportedFinish } = input
  let incomplete = Number.NEGATIVE_INFINITY
  let complete = Number.NEGATIVE_INFINITY
  for (const i of network.order) {
    if (state[i] === COMPLETE) complete = Math.max(complete, momentAt(clock, reportedFinish[i]))
    else incomplete = Math.max(incomplete, early.finish[i])
  }
  if (incomplete !== Number.NEGATIVE_INFINITY) return incomplete
  return complete === Number.NEGATIVE_INFINITY ? momentAt(clock, input.dataDate) : complete
}
