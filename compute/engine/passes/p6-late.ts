/**
 * Late dates and total float by the clock as P6 has them. A late finish that falls on the start of a working period is the end of the one before it. The
 * late dates of the task at hand, and the work of its calendar at them, stand in the plan.
 */
import { COMPLETE, FINISH_MILESTONE, NO_CONSTRAINT, NOT_STARTED, START_MILESTONE } from './codes.ts'
import { AS_LATE, finishUnder } from './constraint.ts'
import { linksCountOf } from './forward.ts'
import { askedByLink, minutesFrom } from './p6-forward.ts'
import { lagBack, lagCalendar, movedBy } from './p6-lags.ts'
import { fromFinish, toStart } from './relation.ts'

/** Which dates total float lies between: places in TOTAL_FLOAT_RULES of the contract. */
export const FLOAT_OF_START: u32 = 0
export const FLOAT_OF_FINISH: u32 = 1
export const FLOAT_SMALLEST: u32 = 2

/** Late finishes and total floats alone, of the places end - 1 down to from; those behind them have theirs. */
export function latePass<P extends LateClockPlan>(plan: P, end: u32, from: u32): void {
  for (let at = end; at > from; ) {
    at--
    const s = plan.order[at]
    const handsOn = handsOnLate(plan, s)
    findLate(plan, s)
    plan.noteLate(s)
    if (!handsOn) continue
    const last = plan.start[s + 1]
    for (let k = plan.start[s]; k < last; k++) handOnLate(plan, k, s, NaN)
  }
}

/** Whether s bounds the late finishes of its predecessors. */
export function handsOnLate<P extends LateClockPlan>(plan: P, s: u32): bool {
  return linksCountOf(plan, s) && (plan.state[s] !== COMPLETE || plan.late[s] !== Infinity)
}

/** One step of the pass: the late dates of s, whose successors have told what they leave it. */
export function findLate<P extends LateClockPlan>(plan: P, s: u32): void {
  const needed = plan.late[s]
  if (plan.state[s] === COMPLETE) {
    plan.lateFinish = Math.min(needed, plan.lastFinish)
    plan.lateStart = plan.lateFinish
    plan.workLateStart = NaN
    plan.workLateFinish = NaN
    plan.lateFloat = NaN
    return
  }
  // a link leaves no task more than the end of the project
  const byLogic = needed === Infinity ? openFinish(plan, s) : Math.min(needed, plan.lastFinish)
  const calendar = plan.calendarOf(s)
  const earlyFinish = plan.earlyFinish[s]
  const minutes = minutesFrom(plan, s, plan.earlyStart[s])
  const latest = finishByDates(plan, s, byLogic, minutes)
  let finish = plan.previousWork(s, latest)
  // held after days off by a link: its late finish stands there, too
  const isHeld = minutes > 0 && finish < earlyFinish && earlyFinish <= latest
  if (isHeld && Number.isNaN(plan.expectedFinish(s))) finish = earlyFinish
  let workFinish = plan.workThere(calendar, finish)
  const byResources = plan.worksByResources(s)
  let start = finish
  if (byResources) start = plan.timeOf(s).startBefore(finish, minutes)
  else if (minutes !== 0) start = calendar.startOf(workFinish - minutes)
  const point = plan.point[s]
  if (minutes === 0 && point !== FINISH_MILESTONE) start = calendar.nextWork(start)
  const workStart = byResources ? calendar.workAt(start) : workFinish - minutes
  if (point === START_MILESTONE) {
    finish = start
    workFinish = workStart
  }
  plan.lateStart = start
  plan.lateFinish = finish
  plan.workLateStart = workStart
  plan.workLateFinish = workFinish
  plan.lateFloat = minutesOfFloat(plan, s) / calendar.minutesPerDay
}

/** The late finish of s where nothing follows it. As late as possible ends with the project. */
function openFinish<P extends LateClockPlan>(plan: P, s: u32): f64 {
  // successors in other projects leave it an end
  if (!Number.isNaN(plan.externalFinish(s))) return Infinity
  if (!plan.openEndsCritical) return plan.lastFinish
  const isAsLate = (plan.effects[plan.constraint[s]] & AS_LATE) !== 0
  return Math.min(plan.lastFinish, isAsLate ? plan.projectFinish : plan.earlyFinish[s])
}

/** Minutes of its calendar between its early and its late dates. */
function minutesOfFloat<P extends LateClockPlan>(plan: P, s: u32): f64 {
  const rule = plan.floatRule
  const ofFinish = plan.workLateFinish - plan.workAtEarly(s, true)
  if (rule === FLOAT_OF_FINISH || (rule === FLOAT_SMALLEST && plan.state[s] !== NOT_STARTED)) return ofFinish
  const ofStart = plan.workLateStart - plan.workAtEarly(s, false)
  return rule === FLOAT_OF_START ? ofStart : Math.min(ofStart, ofFinish)
}

/** The latest finish under constraints and external dates, where the successors and the project finish would allow `byLogic`. */
export function finishByDates<P extends ClockPlan>(plan: P, s: u32, byLogic: f64, minutes: f64): f64 {
  const code = plan.constraint[s]
  const second = plan.secondConstraint(s)
  const external = plan.externalFinish(s)
  const time = plan.timeOf(s)
  let latest = byLogic
  if (external < latest) latest = external
  if (code !== NO_CONSTRAINT) latest = finishUnder(time, plan.effects[code], plan.constraintMoment(s), minutes, latest)
  if (second === NO_CONSTRAINT) return latest
  return finishUnder(time, plan.effects[second], plan.secondMoment(s), minutes, latest)
}

/** What link k into s, the task at hand, leaves its predecessor; `asked` is what the link asks of s, NaN = not known. */
export function handOnLate<P extends LateClockPlan>(plan: P, k: u32, s: u32, asked: f64): void {
  const p = plan.task[k]
  const ofStart = toStart(plan.type[k])
  const end = ofStart ? plan.lateStart : plan.lateFinish
  let bound = finishByLink(plan, k, p, s, end, ofStart ? plan.workLateStart : plan.workLateFinish)
  // a lag that ends outside the working time of s: what s is in time for, p is in time for
  if (plan.lateFloat >= 0 && bound < plan.earlyFinish[p]) {
    const start = Number.isNaN(asked) ? askedByLink(plan, k, s) : asked
    if (start <= plan.earlyStart[s]) bound = plan.earlyFinish[p]
  }
  if (bound < plan.late[p]) plan.late[p] = bound
}

/**
 * The latest finish of p that link k into s leaves it, where the end of s that it holds may be as late as that, with so much work of its calendar there, NaN =
 * not known; Infinity where it holds nothing.
 */
export function finishByLink<P extends ClockPlan>(plan: P, k: u32, p: u32, s: u32, end: f64, work: f64): f64 {
  const lag = lagBack(plan, k, p, s)
  if (lag === -Infinity) return Infinity
  let bound = end
  if (lag !== 0) {
    const calendar = lagCalendar(plan, k, p, s)
    bound = movedBy(calendar, end, calendar === plan.calendarOf(s) ? work : NaN, -lag)
  }
  if (fromFinish(plan.type[k]) || plan.state[p] === COMPLETE) return bound
  const minutes = minutesFrom(plan, p, plan.earlyStart[p])
  return minutes === 0 ? plan.calendarOf(p).nextWork(bound) : plan.timeOf(p).finishAfter(bound, minutes)
}
