/**
 * Against the order, by the clock as P6 does it: late dates, floats, marks of links and the longest path at once. Every successor of a task was met before it.
 * What each link asks of its successor stands where its float will.
 */
import { COMPLETE, IN_PROGRESS, LINK_DRIVING, LINK_VIOLATED, NOT_STARTED } from './codes.ts'
import { AS_LATE, pins } from './constraint.ts'
import { linksCountOf } from './forward.ts'
import { EPSILON_DAYS, snap } from './grid.ts'
import { inWork, standsAnywhere } from './p6-forward.ts'
import { lagCalendar, movedBy } from './p6-lags.ts'
import { findLate, finishByLink, handOnLate, handsOnLate } from './p6-late.ts'
import { fromFinish, SS, toStart } from './relation.ts'

/** Whether p is complete and nothing unfinished reaches through it: its links are measured by its reported dates. */
function isReported<P extends ClockPlan>(plan: P, p: u32): bool {
  return plan.state[p] === COMPLETE && !(plan.earlyFinish[p] > plan.dataMoment)
}

/** Calendar days that link k, one end of which is measured by reported dates, leaves before s begins: by the lag as given. */
function reportedGap<P extends ClockPlan>(plan: P, k: u32, p: u32, s: u32, toReported: bool): f64 {
  const relation = plan.type[k]
  const ofFinish = fromFinish(relation)
  const calendar = plan.calendarOf(s)
  let bound: f64
  if (!ofFinish && toReported && plan.state[p] === IN_PROGRESS) bound = plan.momentAt(plan.reportedStart[p])
  else if (!isReported(plan, p)) bound = (ofFinish ? plan.earlyFinish : plan.earlyStart)[p]
  else if (ofFinish) bound = Math.min(plan.momentAt(plan.reportedFinish[p]), plan.dataMoment)
  else bound = plan.momentAt(plan.reportedStart[p])
  const lag = plan.lagOf(k, p, s)
  if (lag === -Infinity) return Infinity
  if (lag !== 0) bound = movedBy(lagCalendar(plan, k, p, s), bound, NaN, lag)
  if (toReported) {
    const end = plan.momentAt((toStart(relation) ? plan.reportedStart : plan.reportedFinish)[s])
    return calendar.workBetween(bound, end) === 0 ? 0 : plan.offsetAt(end) - plan.offsetAt(bound)
  }
  if (!toStart(relation)) bound = calendar.startBefore(bound, plan.minutesOf(s))
  return plan.offsetAt(plan.earlyStart[s]) - plan.offsetAt(inWork(plan, s, bound))
}

/** First look at the links into s: what they leave between their ends, and the latest finish that they allow its predecessors; the least of the former. */
function measureLinks<P extends ReverseClockPlan>(plan: P, s: u32, linkFloat: F64s, handsOn: bool): f64 {
  const toReported = isReported(plan, s)
  const stays = standsAnywhere(plan, s)
  const earlyStart = plan.earlyStart[s]
  const last = plan.start[s + 1]
  let least: f64 = Infinity
  for (let k = plan.start[s]; k < last; k++) {
    const p = plan.task[k]
    const asked = linkFloat[k]
    if (handsOn) handOnLate(plan, k, s, asked)
    let between: f64 = 0
    if (toReported || isReported(plan, p)) between = reportedGap(plan, k, p, s, toReported)
    else if (asked !== earlyStart) {
      const bound = stays || asked === -Infinity ? asked : plan.nextWork(s, asked)
      if (bound !== earlyStart) between = plan.offsetAt(earlyStart) - plan.offsetAt(bound)
    }
    linkFloat[k] = between
    if (between < least) least = between
  }
  return least
}

/** Days of the calendar of s between its early finish and what its successors start with, or the project finish. */
function freeFloatOf<P extends ReverseClockPlan>(plan: P, s: u32): f64 {
  let free = plan.free[s]
  if (free === Infinity) {
    const calendar = plan.calendarOf(s)
    free = (calendar.workAt(plan.projectFinish) - plan.workAtEarly(s, true)) / calendar.minutesPerDay
  }
  return snap(Math.max(0, free))
}

/** Moves s as late as possible: by its free time until its successors start, or the project ends. Whether it moves. */
function moveLate<P extends ReverseClockPlan>(plan: P, s: u32): bool {
  const calendar = plan.calendarOf(s)
  const workFinish = plan.workAtEarly(s, true)
  const later = calendar.workAt(Math.min(plan.latest[s], plan.projectFinish)) - workFinish
  if (!(later > 0)) return false
  const start = inWork(plan, s, calendar.startOf(plan.workAtEarly(s, false) + later))
  const finish = Math.max(start, calendar.endOf(workFinish + later))
  plan.shownStart = start
  plan.shownFinish = finish
  plan.workShownStart = calendar.workAt(start)
  plan.workShownFinish = calendar.workAt(finish)
  plan.shift(s, plan.offsetAt(start) - plan.offsetAt(plan.earlyStart[s]))
  return true
}

/** Whether s ends the project or leads to its end. */
function findPath<P extends ReverseClockPlan>(plan: P, s: u32): bool {
  const isAllComplete = plan.isAllComplete
  const finish = isAllComplete ? plan.reportedFinish[s] : plan.offsetAt(plan.earlyFinish[s])
  const ends =
    (plan.state[s] === COMPLETE) === isAllComplete && finish >= plan.offsetAt(plan.projectFinish) - EPSILON_DAYS
  const isOnPath = ends || plan.onPath[s] !== 0
  plan.onPath[s] = isOnPath ? 1 : 0
  return isOnPath
}

/** Days of the calendar of p that link k leaves p: P6 counts them in that calendar and takes the lag off as it is given. */
function freeFloatByLink<P extends ReverseClockPlan>(plan: P, k: u32, p: u32, s: u32): f64 {
  const relation = plan.type[k]
  // a finish that is set leaves nothing
  if (pins(plan.effects[plan.constraint[p]]) || !Number.isNaN(plan.expectedFinish(p))) return 0
  if (relation === SS && plan.state[p] !== NOT_STARTED) return 0
  const lag = plan.lagOf(k, p, s)
  if (lag === -Infinity) return Infinity
  const calendar = plan.calendarOf(p)
  const ofStart = toStart(relation)
  let work = ofStart ? plan.workShownStart : plan.workShownFinish
  if (calendar !== plan.calendarOf(s)) work = calendar.workAt(ofStart ? plan.shownStart : plan.shownFinish)
  return (work - plan.workAtEarly(p, fromFinish(relation)) - lag) / calendar.minutesPerDay
}

/** Second look at the links into s, which count: which of them drive it, and the free float that they leave its predecessors. */
function settleLinks<P extends ReverseClockPlan>(
  plan: P,
  s: u32,
  linkFloat: F64s,
  linkMarks: U8s,
  least: f64,
  isOnPath: bool,
): void {
  const isDriven = least <= EPSILON_DAYS
  const last = plan.start[s + 1]
  for (let k = plan.start[s]; k < last; k++) {
    const p = plan.task[k]
    const between = linkFloat[k]
    let mark: u8 = between < -EPSILON_DAYS ? LINK_VIOLATED : 0
    if (isDriven && between - least <= EPSILON_DAYS) {
      mark |= LINK_DRIVING
      if (isOnPath) plan.onPath[p] = 1
    }
    linkMarks[k] = mark
    const leaves = freeFloatByLink(plan, k, p, s)
    if (leaves < plan.free[p]) plan.free[p] = leaves
    if ((plan.effects[plan.constraint[p]] & AS_LATE) !== 0) boundLatest(plan, k, p, s)
  }
}

/** The latest finish that the early dates of s leave p, which is to run as late as possible. */
function boundLatest<P extends ReverseClockPlan>(plan: P, k: u32, p: u32, s: u32): void {
  const ofStart = toStart(plan.type[k])
  const end = ofStart ? plan.shownStart : plan.shownFinish
  const bound = finishByLink(plan, k, p, s, end, ofStart ? plan.workShownStart : plan.workShownFinish)
  if (bound < plan.latest[p]) plan.latest[p] = bound
}

/** Late dates, floats and paths of the places end - 1 down to from; those behind them have theirs. */
export function reverse<P extends ReverseClockPlan>(plan: P, end: u32, from: u32): void {
  for (let at = end; at > from; ) {
    at--
    const s = plan.order[at]
    const linkFloat = plan.linkFloatOf(s)
    const linkMarks = plan.linkMarksOf(s)
    const isComplete = plan.state[s] === COMPLETE
    const earlyFinish = plan.earlyFinish[s]
    const workFinish = plan.workAtEarly(s, true)
    plan.shownStart = plan.earlyStart[s]
    plan.shownFinish = earlyFinish
    plan.workShownStart = plan.workAtEarly(s, false)
    plan.workShownFinish = workFinish
    const handsOn = handsOnLate(plan, s)
    findLate(plan, s)
    const least = measureLinks(plan, s, linkFloat, handsOn)
    let free: f64 = isComplete ? NaN : freeFloatOf(plan, s)
    if (!isComplete && (plan.effects[plan.constraint[s]] & AS_LATE) !== 0 && moveLate(plan, s)) free = 0
    const isOnPath = findPath(plan, s)
    if (linksCountOf(plan, s)) settleLinks(plan, s, linkFloat, linkMarks, least, isOnPath)
    else {
      const last = plan.start[s + 1]
      for (let k = plan.start[s]; k < last; k++) linkMarks[k] = 0
    }
    let total = snap(plan.lateFloat)
    if (plan.shownFinish !== earlyFinish)
      total = snap(total - (plan.workShownFinish - workFinish) / plan.calendarOf(s).minutesPerDay)
    const isByPath = Number.isNaN(plan.criticalMinutes)
    const isWithin = (total - EPSILON_DAYS) * plan.calendarOf(s).minutesPerDay <= plan.criticalMinutes
    const isCritical = isByPath ? isOnPath && !isComplete : isWithin
    plan.critical[s] = isCritical ? 1 : 0
    plan.finish(
      s,
      plan.state[s] === NOT_STARTED ? plan.offsetAt(plan.shownStart) : plan.reportedStart[s],
      isComplete ? plan.reportedFinish[s] : plan.offsetAt(plan.shownFinish),
      isComplete ? NaN : plan.offsetAt(plan.lateStart),
      isComplete ? NaN : plan.offsetAt(plan.lateFinish),
      total,
      free,
    )
  }
}
