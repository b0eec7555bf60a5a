/**
 * The forward pass by the clock as P6 does it, in moments: minutes, each task in its own calendar. The rules are on
 * /docs/methods/cpm#calendars-times-and-p6s-rules.
 */
import { COMPLETE, FINISH_MILESTONE, IN_PROGRESS, NO_CONSTRAINT, NOT_STARTED } from './codes.ts'
import { NOT_BEFORE, OF_FINISH, pins, startUnder } from './constraint.ts'
import { linksCountOf } from './forward.ts'
import { lagAhead, lagCalendar, movedBy } from './p6-lags.ts'
import { fromFinish, toStart } from './relation.ts'

/** The places from .. end - 1 of the order; those before them have their dates. */
export function forward<P extends ClockPlan>(plan: P, from: u32, end: u32, keepsAsked: bool): void {
  let incomplete: f64 = from === 0 ? -Infinity : plan.latestOfIncomplete
  let complete: f64 = from === 0 ? -Infinity : plan.latestOfComplete
  for (let at = from; at < end; at++) {
    const s = plan.order[at]
    place(plan, s, keepsAsked)
    plan.begin(s)
    if (plan.state[s] === COMPLETE) complete = Math.max(complete, plan.momentAt(plan.reportedFinish[s]))
    else incomplete = Math.max(incomplete, plan.earlyFinish[s])
  }
  plan.latestOfIncomplete = incomplete
  plan.latestOfComplete = complete
}

/** The moment the project ends at, once all have their early dates: by its incomplete tasks, by all where none is; the data date where none takes part. */
export function projectFinish<P extends ClockPlan>(plan: P): f64 {
  if (plan.latestOfIncomplete !== -Infinity) return plan.latestOfIncomplete
  return plan.latestOfComplete === -Infinity ? plan.dataMoment : plan.latestOfComplete
}

/** One step of the pass: the early dates of s, whose predecessors have theirs. What each link asks for is kept where its float will stand. */
export function place<P extends ClockPlan>(plan: P, s: u32, keepsAsked: bool): void {
  const counts = linksCountOf(plan, s)
  let earliest = startByDates(plan, s)
  let notBefore: f64 = -Infinity
  if (counts || keepsAsked) {
    const asked = plan.linkFloatOf(s)
    const last = plan.start[s + 1]
    for (let k = plan.start[s]; k < last; k++) {
      const offered = offeredByLink(plan, k, s)
      const bound = startWhere(plan, k, s, offered)
      if (keepsAsked) asked[k] = bound
      if (!counts) continue
      if (bound > earliest) earliest = bound
      if (!toStart(plan.type[k]) && offered > notBefore) notBefore = offered
    }
  }
  const start = plan.placeStart(s, startByConstraint(plan, s, earliest), standsAnywhere(plan, s))
  if (plan.state[s] === COMPLETE) {
    plan.placeFinish(s, 0)
    return
  }
  const expected = plan.expectedFinish(s)
  if (!Number.isNaN(expected)) {
    plan.placeFinishAt(s, Math.max(start, expected))
    return
  }
  const finish = plan.placeFinish(s, plan.minutesOf(s))
  // a link to its finish that falls into its days off holds the finish until work goes on; a pin alone goes before it
  if (finish < notBefore && !pins(plan.effects[plan.constraint[s]])) plan.earlyFinish[s] = plan.nextWork(s, notBefore)
}

/** Complete work is a point that stands where it is; a finish milestone stays at the end of the work before it. */
export function standsAnywhere<P extends ClockPlan>(plan: P, s: u32): bool {
  return plan.state[s] === COMPLETE || plan.point[s] === FINISH_MILESTONE
}

export function inWork<P extends ClockPlan>(plan: P, s: u32, moment: f64): f64 {
  return standsAnywhere(plan, s) ? moment : plan.nextWork(s, moment)
}

/** Minutes of work that are left of s when it starts there. */
export function minutesFrom<P extends ClockPlan>(plan: P, s: u32, start: f64): f64 {
  if (plan.state[s] === COMPLETE) return 0
  const expected = plan.expectedFinish(s)
  if (Number.isNaN(expected)) return plan.minutesOf(s)
  return Math.max(0, plan.calendarOf(s).workBetween(start, expected))
}

/** The (remaining) start that all but its links leave s without its constraint. */
export function startByDates<P extends ClockPlan>(plan: P, s: u32): f64 {
  const state = plan.state[s]
  let earliest = plan.dataMoment
  if (state === NOT_STARTED) {
    if (plan.projectStart > earliest) earliest = plan.projectStart
    const external = plan.externalStart(s)
    if (external > earliest) earliest = external
  } else if (state === IN_PROGRESS) {
    const resumed = plan.resumed(s)
    if (resumed > earliest) earliest = resumed
  }
  return earliest
}

/** The moment from which link k lets s start, or finish where it is a link to the finish; -Infinity where it holds nothing. */
function offeredByLink<P extends ClockPlan>(plan: P, k: u32, s: u32): f64 {
  const p = plan.task[k]
  const lag = lagAhead(plan, k, p, s)
  if (lag === -Infinity) return lag
  const ofFinish = fromFinish(plan.type[k])
  const offered = (ofFinish ? plan.earlyFinish : plan.earlyStart)[p]
  if (lag === 0) return offered
  const calendar = lagCalendar(plan, k, p, s)
  return movedBy(calendar, offered, calendar === plan.calendarOf(p) ? plan.workAtEarly(p, ofFinish) : NaN, lag)
}

/** The moment from which what is left of s may start where link k offers that moment; it may lie outside the working time of s. */
function startWhere<P extends ClockPlan>(plan: P, k: u32, s: u32, offered: f64): f64 {
  if (toStart(plan.type[k]) || plan.state[s] === COMPLETE || offered === -Infinity) return offered
  return plan.timeOf(s).startBefore(offered, minutesFrom(plan, s, offered))
}

export function askedByLink<P extends ClockPlan>(plan: P, k: u32, s: u32): f64 {
  return startWhere(plan, k, s, offeredByLink(plan, k, s))
}

/** The (remaining) start under its constraints where links and dates would allow `byLogic`. */
export function startByConstraint<P extends ClockPlan>(plan: P, s: u32, byLogic: f64): f64 {
  const code = plan.constraint[s]
  const second = plan.secondConstraint(s)
  if (code === NO_CONSTRAINT && second === NO_CONSTRAINT) return byLogic
  const time = plan.timeOf(s)
  const minutes = plan.minutesOf(s)
  let earliest = byLogic
  if (code !== NO_CONSTRAINT) {
    const effect = plan.effects[code]
    earliest = startUnder(time, effect, plan.constraintMoment(s), minutes, byLogic, plan.dataMoment)
    if (pins(effect)) return earliest
  }
  if (second === NO_CONSTRAINT || plan.state[s] === COMPLETE) return earliest
  // it holds the start, and pins nothing
  const effect: u8 = plan.effects[second] & (OF_FINISH | NOT_BEFORE)
  return startUnder(time, effect, plan.secondMoment(s), minutes, earliest, plan.dataMoment)
}
