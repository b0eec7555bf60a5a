/**
 * The lag of a link by the clock: the calendar it counts in, and what is left of it when one of its ends has started, as P6 has it. Lags run from the actual
 * dates, and where both ends have started little of them is left.
 */
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from './codes.ts'
import { fromFinish, toStart } from './relation.ts'

/** Which calendar a lag counts in: places in LAG_CALENDARS of the contract. */
export const LAG_PREDECESSOR: u32 = 0
export const LAG_SUCCESSOR: u32 = 1
export const LAG_PROJECT: u32 = 2
export const LAG_24_HOUR: u32 = 3

/** The calendar that the lag of link k from p to s counts in. */
export function lagCalendar<P extends ClockPlan>(plan: P, k: u32, p: u32, s: u32): PassCalendar {
  const rule = plan.lagRule
  if (rule === LAG_24_HOUR || plan.isElapsed(k, s)) return plan.calendarAt(plan.roundTheClock)
  if (rule === LAG_PROJECT) return plan.calendarAt(plan.projectCalendar)
  return plan.calendarOf(rule === LAG_SUCCESSOR ? s : p)
}

/** Minutes of the lag as the forward pass feels it; -Infinity: the link holds nothing. */
export function lagAhead<P extends ClockPlan>(plan: P, k: u32, p: u32, s: u32): f64 {
  const lag = plan.lagOf(k, p, s)
  if (lag === 0 || lag === -Infinity) return lag
  const ofP = plan.state[p]
  if (ofP === NOT_STARTED) return lag
  const relation = plan.type[k]
  const ofS = plan.state[s]
  if (ofP === COMPLETE) {
    // into started work a finish-to-start lag is over, and any lag into finished work
    if (ofS === COMPLETE || (ofS === IN_PROGRESS && fromFinish(relation) && toStart(relation))) return 0
    return sinceActual(plan, k, p, s, lag)
  }
  if (fromFinish(relation)) return lag
  return ofS === COMPLETE ? 0 : sinceStart(plan, k, p, s, lag)
}

/** As the backward pass feels it: nothing of a lag is left before work that goes on. */
export function lagBack<P extends ClockPlan>(plan: P, k: u32, p: u32, s: u32): f64 {
  const lag = plan.lagOf(k, p, s)
  if (lag === 0 || lag === -Infinity) return lag
  const ofP = plan.state[p]
  const ofS = plan.state[s]
  const relation = plan.type[k]
  const isFinishToStart = fromFinish(relation) && toStart(relation)
  if (isFinishToStart && ofS !== NOT_STARTED && (ofS === COMPLETE || ofP !== NOT_STARTED)) return 0
  if (ofP === NOT_STARTED) return lag
  if (ofP === COMPLETE) return ofS === IN_PROGRESS ? 0 : sinceActual(plan, k, p, s, lag)
  if (fromFinish(relation)) return lag
  return ofS === COMPLETE || !toStart(relation) ? 0 : sinceStart(plan, k, p, s, lag)
}

/** A lag from the actual date of a complete task: what the data date leaves of it. A lead is over. */
function sinceActual<P extends ClockPlan>(plan: P, k: u32, p: u32, s: u32, lag: f64): f64 {
  if (!(lag > 0)) return 0
  const from = plan.momentAt((fromFinish(plan.type[k]) ? plan.reportedFinish : plan.reportedStart)[p])
  const passed = lagCalendar(plan, k, p, s).workBetween(from, plan.dataMoment)
  return Math.max(0, lag - Math.max(0, passed))
}

/** A lag from the start of work in progress: less the work that has been done, counted in the calendar of that work. */
function sinceStart<P extends ClockPlan>(plan: P, k: u32, p: u32, s: u32, lag: f64): f64 {
  if (!(lag > 0)) return 0
  return plan.isElapsed(k, s) ? elapsedLeft(plan, p, lag) : Math.max(0, lag - actualMinutes(plan, p))
}

/** Whether nothing is left of the lag of link k from the start of work in progress: what waits for it waits for nothing but the next working time of p. */
export function isRunOut<P extends ClockPlan>(plan: P, k: u32, p: u32, s: u32): bool {
  if (plan.state[p] !== IN_PROGRESS || fromFinish(plan.type[k])) return false
  const lag = plan.lagOf(k, p, s)
  if (lag <= 0) return true
  if (plan.isElapsed(k, s)) return plan.momentAt(plan.reportedStart[p]) + lag <= plan.dataMoment
  return lag <= actualMinutes(plan, p)
}

/**
 * Minutes from where the rest of p begins to the end of an elapsed lag from its actual start, which the clock alone decides. Less than 0 where nights or days off
 * of p come after that end: they are none of the lag. What holds the rest of p holds what waits for it, too.
 */
function elapsedLeft<P extends ClockPlan>(plan: P, p: u32, lag: f64): f64 {
  const end = plan.momentAt(plan.reportedStart[p]) + lag
  if (end <= plan.dataMoment) return 0
  const rest = plan.earlyStart[p]
  const isHeld = rest > plan.nextWork(p, plan.dataMoment)
  return isHeld ? Math.max(0, end - rest) : end - rest
}

/** Working time of a task in progress from its actual start to the data date, suspended time left out. */
function actualMinutes<P extends ClockPlan>(plan: P, p: u32): f64 {
  const until = plan.dataMoment
  const start = plan.momentAt(plan.reportedStart[p])
  if (!(start < until)) return 0
  const calendar = plan.calendarOf(p)
  const suspended = plan.suspended(p)
  if (!(suspended >= start && suspended < until)) return calendar.workBetween(start, until)
  const resumed = plan.resumed(p)
  const after: f64 = resumed >= suspended && resumed < until ? calendar.workBetween(resumed, until) : 0
  return calendar.workBetween(start, suspended) + after
}

/** Where so many minutes of a lag lead from a moment: ahead to the earliest, back to the latest that fits; `work` is that of its calendar there, NaN = not known. */
export function movedBy(calendar: PassCalendar, moment: f64, work: f64, minutes: f64): f64 {
  return calendar.movedFrom(Number.isNaN(work) ? calendar.workAt(moment) : work, minutes)
}
