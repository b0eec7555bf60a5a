/** The forward pass as Microsoft Project does it, in moments. The rules are in README.md. */
import { ALAP, MS_PROJECT_EFFECTS, NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../kind/states.ts'
import { NOT_AFTER, NOT_BEFORE, OF_FINISH, pins, wantedStart } from '../../passes/constraint.ts'
import { fromFinish, SS, toStart } from '../../passes/relation.ts'
import { type ClockedInput, calendarOf, linksHold, type Moments, momentAt } from '../input.ts'
import { planLag, planLagCalendar } from './lags.ts'
import { NO_PARENT } from './outline.ts'
import type { Plan } from './plan.ts'
import { afterLeveling, isHeldByHand, linkedStart, spanMinutes, stopOf } from './spans.ts'

/**
 * Fills the early moments of all tasks and summaries: of tasks in progress the start of what is left, of complete ones the data date. `floors`:
 * the moment before which nothing under a summary starts.
 */
export function earlyPass(input: ClockedInput, plan: Plan, early: Moments, floors: Float64Array): void {
  const { order, isParent } = plan
  const { taskCount } = input.network
  for (let at = 0; at < order.length; at++) {
    const step = order[at]
    if (step >= taskCount) endSummary(plan, early, step - taskCount)
    else if (isParent[step] === 1) beginSummary(input, plan, early, floors, step)
    else place(input, plan, early, floors, step)
  }
}

function beginSummary(input: ClockedInput, plan: Plan, early: Moments, floors: Float64Array, s: number): void {
  const held = heldBy(input, plan, early, floors, s)
  const own = plan.summaryNotBefore[s]
  const byHand = plan.manualStart[s]
  floors[s] = Math.max(held, Number.isNaN(own) ? held : own, Number.isNaN(byHand) ? held : byHand)
  early.start[s] = Number.POSITIVE_INFINITY
  early.finish[s] = Number.NEGATIVE_INFINITY
}

/** A summary spans what lies under it, unless it is scheduled by hand; what lies under it has set it by now. */
function endSummary(plan: Plan, early: Moments, s: number): void {
  if (!Number.isNaN(plan.manualStart[s])) {
    early.start[s] = plan.manualStart[s]
    early.finish[s] = plan.manualFinish[s]
  }
  widen(plan, early, s, early.start[s], early.finish[s])
}

function widen({ parent }: Plan, early: Moments, s: number, start: number, finish: number): void {
  const above = parent[s]
  if (above === NO_PARENT) return
  if (start < early.start[above]) early.start[above] = start
  if (finish > early.finish[above]) early.finish[above] = finish
}

/** Before which the summaries and links of s, those from other projects too, let nothing (more) of it start; -Infinity = they hold nothing. */
export function heldBy(input: ClockedInput, plan: Plan, early: Moments, floors: Float64Array, s: number): number {
  const above = plan.parent[s]
  const floor = above === NO_PARENT ? Number.NEGATIVE_INFINITY : floors[above]
  return Math.max(floor, externalStart(input, s), startByLinks(input, plan, early, s))
}

/** Before which a link from another project lets s, not started, not start; -Infinity = there is none. */
export function externalStart({ clock, state }: ClockedInput, s: number): number {
  const moment = clock.tasks.externalEarlyStart?.[s] ?? Number.NaN
  const isRead = state[s] === NOT_STARTED && !clock.rules.ignoreExternalDates
  return isRead && !Number.isNaN(moment) ? moment : Number.NEGATIVE_INFINITY
}

function place(input: ClockedInput, plan: Plan, early: Moments, floors: Float64Array, s: number): void {
  const { clock, state, reportedStart, reportedFinish } = input
  if (state[s] === COMPLETE) {
    early.start[s] = early.finish[s] = momentAt(clock, input.dataDate)
    widen(plan, early, s, momentAt(clock, reportedStart[s]), momentAt(clock, reportedFinish[s]))
    return
  }
  const byLogic = heldBy(input, plan, early, floors, s)
  const start = startWhere(input, plan, s, byLogic)
  early.start[s] = start
  early.finish[s] = heldFinish(
    input,
    plan,
    early,
    s,
    calendarOf(clock, s).finishAfter(start, spanMinutes(input, plan, s)),
  )
  widen(plan, early, s, linkedStart(input, early.start, s), early.finish[s])
}

/**
 * The finish of incomplete s, whose work ends at `finish`: a link to it that falls into days off of s holds it until work goes on. Dates by hand and
 * constraints that are honored go before it.
 */
function heldFinish(input: ClockedInput, plan: Plan, early: Moments, s: number, finish: number): number {
  const { start, type } = plan.links
  const { clock, constraint, constraintOffset, state } = input
  let held = finish
  for (let e = start[s]; e < start[s + 1]; e++) {
    if (toStart(type[e])) continue
    const asked = offeredByLink(input, plan, early, s, e)
    if (asked > held) held = asked
  }
  if (held === finish || !linksHold(input, s) || isHeldByHand(input, plan, s)) return finish
  const calendar = calendarOf(clock, s)
  if (calendar.workBetween(finish, held) > 0) return finish
  held = calendar.nextWork(held)
  if (state[s] !== NOT_STARTED || !clock.rules.honorConstraints) return held
  const effect = MS_PROJECT_EFFECTS[constraint[s]]
  const isLate = (effect & OF_FINISH) !== 0 && (effect & NOT_AFTER) !== 0 && held > momentAt(clock, constraintOffset[s])
  return pins(effect) || isLate ? finish : held
}

/** The (remaining) start of incomplete s where links and summaries allow `byLogic`. */
export function startWhere(input: ClockedInput, plan: Plan, s: number, byLogic: number): number {
  const { notBefore = Number.NEGATIVE_INFINITY } = input.clock
  const start = startByPlan(input, plan, s, byLogic)
  return start < notBefore ? inWork(input, s, notBefore) : start
}

function startByPlan(input: ClockedInput, plan: Plan, s: number, byLogic: number): number {
  if (input.state[s] === IN_PROGRESS) return inWork(input, s, Math.max(byLogic, restStart(input, plan, s)))
  if (isHeldByHand(input, plan, s)) return plan.manualStart[s]
  return inWork(input, s, startByConstraint(input, plan, s, byLogic))
}

/** Where what is left of s, in progress, goes on by itself. */
export function restStart(input: ClockedInput, plan: Plan, s: number): number {
  const stop = stopOf(input, plan, s)
  const resume = plan.resume[s]
  return Number.isNaN(resume) ? stop : Math.max(resume, stop)
}

/** A milestone may stand at the end of a working period. */
export function inWork({ clock, remainingDays }: ClockedInput, s: number, moment: number): number {
  const calendar = calendarOf(clock, s)
  return remainingDays[s] === 0 && calendar.previousWork(moment) === moment ? moment : calendar.nextWork(moment)
}

/** -Infinity where nothing holds it. */
function startByLinks(input: ClockedInput, plan: Plan, early: Moments, s: number): number {
  const { start } = plan.links
  let earliest = Number.NEGATIVE_INFINITY
  if (!linksHold(input, s)) return earliest
  for (let e = start[s]; e < start[s + 1]; e++) {
    const bound = boundByLink(input, plan, early, s, e)
    if (bound > earliest) earliest = bound
  }
  return earliest
}

/** The moment from which link e of the plan lets (what is left of) s start; it may lie outside the working time of s. */
export function boundByLink(input: ClockedInput, plan: Plan, early: Moments, s: number, e: number): number {
  const offered = offeredByLink(input, plan, early, s, e)
  if (toStart(plan.links.type[e]) || offered === Number.NEGATIVE_INFINITY) return offered
  return calendarOf(input.clock, s).startBefore(offered, plan.isParent[s] === 1 ? 0 : spanMinutes(input, plan, s))
}

/** The moment from which link e of the plan lets s start, or finish where it is a link to the finish; -Infinity where it holds nothing. */
function offeredByLink(input: ClockedInput, plan: Plan, early: Moments, s: number, e: number): number {
  const { state } = input
  const p = plan.links.task[e]
  const type = plan.links.type[e]
  // work that has started waits for no other start
  if (type === SS && state[s] === IN_PROGRESS) return Number.NEGATIVE_INFINITY
  const lag = planLag(input, plan, e)
  if (lag === Number.NEGATIVE_INFINITY) return lag
  const offered = fromFinish(type) ? linkedFinish(input, early, p) : linkedStart(input, early.start, p)
  if (!Number.isFinite(offered)) return Number.NEGATIVE_INFINITY
  return lag === 0 ? offered : planLagCalendar(input, plan, e, s).moved(offered, lag)
}

const linkedFinish = ({ clock, reportedFinish, state }: ClockedInput, early: Moments, p: number): number =>
  state[p] === COMPLETE ? momentAt(clock, reportedFinish[p]) : early.finish[p]

/** The start that the constraint and the leveling delay of s, not started, make of `byLogic`, which may be -Infinity. */
export const startByConstraint = (input: ClockedInput, plan: Plan, s: number, byLogic: number): number =>
  startUnderConstraint(input, plan, s, afterLeveling(input, plan, s, byLogic))

/** The same where `byLogic` has the delay in it. */
export function startUnderConstraint(input: ClockedInput, plan: Plan, s: number, byLogic: number): number {
  const { clock, constraint, constraintOffset } = input
  const code = constraint[s]
  if (code === ALAP) return Math.max(byLogic, plan.projectStart, plan.lateStart?.[s] ?? plan.projectStart)
  const leveled = (moment: number): number => Math.max(byLogic, afterLeveling(input, plan, s, moment))
  if (code === NO_CONSTRAINT) return leveled(plan.projectStart)
  const effect = MS_PROJECT_EFFECTS[code]
  const moment = momentAt(clock, constraintOffset[s])
  const wanted = wantedStart(calendarOf(clock, s), effect, moment, spanMinutes(input, plan, s))
  const isHard = clock.rules.honorConstraints
  // a constraint takes the place of the project start
  if ((effect & NOT_BEFORE) !== 0) return leveled(wanted)
  if (pins(effect)) return isHard ? wanted : leveled(wanted)
  const earliest = leveled(plan.projectStart)
  return isHard && (effect & NOT_AFTER) !== 0 ? Math.min(earliest, wanted) : earliest
}

/** The finish of whatever ends last, complete work included. */
export function projectFinish(input: ClockedInput, early: Moments): number {
  const { clock, network } = input
  let last = Number.NEGATIVE_INFINITY
  for (const i of network.order) last = Math.max(last, linkedFinish(input, early, i))
  return last === Number.NEGATIVE_INFINITY ? momentAt(clock, input.dataDate) : last
}
