/**
 * The backward pass as P6 does it, in moments: late dates and total float. A late finish that falls on the start of a working period is the
 * end of the one before it.
 */
import { ALAP, EFFECTS, NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { FINISH_MILESTONE, START_MILESTONE } from '../../kind/participation.ts'
import { COMPLETE, NOT_STARTED } from '../../kind/states.ts'
import { finishUnder } from '../../passes/constraint.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import { type ClockedInput, calendarOf, lagCalendar, linksHold, type Moments, momentAt } from '../input.ts'
import { finishOfWork, previousWorkOf, startOfWork, timeOf } from '../resource-work.ts'
import type { LateMoments } from '../rules.ts'
import { expectedFinish, minutesFrom, secondConstraint, startByLink } from './forward.ts'
import { lagBack } from './lags.ts'

export function backward(input: ClockedInput, early: Moments, projectFinish: number): LateMoments {
  const { clock, network, state } = input
  const { taskCount, order, start, task } = network
  const none = (): Float64Array => new Float64Array(taskCount).fill(Number.NaN)
  const late = { start: none(), finish: none(), totalFloat: none() }
  const mustFinish = Number.isNaN(input.mustFinish) ? projectFinish : momentAt(clock, input.mustFinish)
  const needed = new Float64Array(taskCount).fill(Number.POSITIVE_INFINITY)
  for (let at = order.length - 1; at >= 0; at--) {
    const s = order[at]
    const minutes = minutesFrom(input, s, early.start[s])
    const isComplete = state[s] === COMPLETE
    if (isComplete && needed[s] === Number.POSITIVE_INFINITY) continue
    const openEnd =
      isComplete || Number.isNaN(externalFinish(input, s))
        ? openFinish(input, early, s, projectFinish, mustFinish)
        : Number.POSITIVE_INFINITY
    // a link leaves no task more than the end of the project
    const byLogic = needed[s] === Number.POSITIVE_INFINITY ? openEnd : Math.min(needed[s], mustFinish)
    const calendar = calendarOf(clock, s)
    let finish = byLogic
    if (!isComplete) {
      const latest = finishByDates(input, s, byLogic, minutes)
      finish = previousWorkOf(input, s, latest)
      if (finish < early.finish[s] && early.finish[s] <= latest && isHeldFinish(input, s, minutes))
        finish = early.finish[s]
    }
    let begin = isComplete ? finish : startOfWork(input, s, finish, minutes)
    if (!isComplete) {
      if (minutes === 0 && clock.tasks.point[s] !== FINISH_MILESTONE) begin = calendar.nextWork(begin)
      if (clock.tasks.point[s] === START_MILESTONE) finish = begin
      late.start[s] = begin
      late.finish[s] = finish
      late.totalFloat[s] = totalFloat(input, early, s, begin, finish) / calendar.minutesPerDay
    }
    if (!linksHold(input, s)) continue
    const isInTime = !isComplete && late.totalFloat[s] >= 0
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      let bound = finishByLink(input, early, s, k, begin, finish)
      // a lag that ends outside the working time of s: what s is in time for, p is in time for
      if (bound < early.finish[p] && isInTime && startByLink(input, early, s, k) <= early.start[s])
        bound = early.finish[p]
      if (bound < needed[p]) needed[p] = bound
    }
  }
  return late
}

/** Whether the finish of s can stand where work goes on after days off, held there by a link: its late finish stands there, too. */
const isHeldFinish = (input: ClockedInput, s: number, minutes: number): boolean =>
  minutes > 0 && Number.isNaN(expectedFinish(input, s))

/** The late finish of s, which nothing follows, where the project is to end at `mustFinish`. As late as possible ends with the project. */
function openFinish(
  { clock, constraint }: ClockedInput,
  early: Moments,
  s: number,
  projectFinish: number,
  mustFinish: number,
): number {
  if (!clock.rules.openEndsCritical) return mustFinish
  return Math.min(mustFinish, constraint[s] === ALAP ? projectFinish : early.finish[s])
}

/** Minutes of the calendar of the task between its early and its late dates. */
function totalFloat({ clock, state }: ClockedInput, early: Moments, s: number, begin: number, finish: number): number {
  const calendar = calendarOf(clock, s)
  const rule = clock.rules.totalFloatAs
  const ofFinish = calendar.workBetween(early.finish[s], finish)
  if (rule === 'finish' || (rule === 'smallest' && state[s] !== NOT_STARTED)) return ofFinish
  const ofStart = calendar.workBetween(early.start[s], begin)
  return rule === 'start' ? ofStart : Math.min(ofStart, ofFinish)
}

/** The latest finish of p that link k into s leaves it, from the late dates of s. */
export function finishByLink(
  input: ClockedInput,
  early: Moments,
  s: number,
  k: number,
  begin: number,
  finish: number,
): number {
  const { clock, network } = input
  const p = network.task[k]
  const type = network.type[k]
  const lag = lagBack(input, k, s)
  if (lag === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY
  const end = toStart(type) ? begin : finish
  const bound = lag === 0 ? end : lagCalendar(input, k, s).moved(end, -lag)
  if (fromFinish(type) || input.state[p] === COMPLETE) return bound
  const calendar = calendarOf(clock, p)
  const minutes = minutesFrom(input, p, early.start[p])
  return minutes === 0 ? calendar.nextWork(bound) : finishOfWork(input, p, bound, minutes)
}

/** The latest finish that successors in other projects leave it, NaN = none that count. Such a task has no open end. */
function externalFinish({ clock: { tasks, rules } }: ClockedInput, s: number): number {
  return rules.ignoreExternalDates ? Number.NaN : (tasks.externalLateFinish?.[s] ?? Number.NaN)
}

/** The latest finish under constraints and external dates, where the successors and the project finish would allow `byLogic`. */
function finishByDates(input: ClockedInput, s: number, byLogic: number, minutes: number): number {
  const { clock, constraint, constraintOffset } = input
  const external = externalFinish(input, s)
  let latest = byLogic
  if (external < latest) latest = external
  const under = (code: number, moment: number): number =>
    finishUnder(timeOf(input, s), EFFECTS[code], moment, minutes, latest)
  if (constraint[s] !== NO_CONSTRAINT) latest = under(constraint[s], momentAt(clock, constraintOffset[s]))
  const second = secondConstraint(input, s)
  return second === NO_CONSTRAINT ? latest : under(second, clock.tasks.secondaryConstraintMoment![s])
}

export const finishByConstraint = (input: ClockedInput, early: Moments, s: number): number =>
  finishByDates(input, s, Number.POSITIVE_INFINITY, minutesFrom(input, s, early.start[s]))
