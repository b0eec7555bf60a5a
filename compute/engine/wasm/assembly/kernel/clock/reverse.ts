/**
 * Late dates, floats, marks of links and the longest path by the clock in one pass against the order: compute/engine/clock/p6/backward.ts and
 * cpm/clocked-*.ts, by rank. Every successor of a task was met before it. See forward.ts for what stands in LINK_FLOAT before.
 */
import {
  COMPLETE,
  FINISH_MILESTONE,
  LINK_DRIVING,
  LINK_VIOLATED,
  NO_CONSTRAINT,
  NOT_STARTED,
  START_MILESTONE,
} from '../../../../passes/codes.ts'
import { AS_LATE, finishUnder, pins } from '../../../../passes/constraint.ts'
import { EPSILON_DAYS, snap } from '../../../../passes/grid.ts'
import { fromFinish, SS, toStart } from '../../../../passes/relation.ts'
import {
  at,
  EXPECTED_FINISH,
  EXTERNAL_FINISH,
  effectOf,
  LATEST,
  LINK_FLOAT,
  LINK_MARKS,
  ORDER,
  PASSED_FINISH,
  PASSED_START,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_CRITICAL,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
  RANK_FROM,
  RANK_LAG,
  RANK_LATE_FINISH,
  RANK_ON_PATH,
  RANK_POINT,
  RANK_REMAINING,
  RANK_REPORTED_FINISH,
  RANK_REPORTED_START,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
  RECORDS,
  SECOND_MOMENT,
} from '../memory'
import { noteShift } from '../ranks'
import { dataDate, isAllComplete, isListedInOrder, isOverride } from '../setting'
import {
  Calendar,
  endOf,
  finishAfter,
  minutesPerDay,
  movedFrom,
  nextWork,
  previousWork,
  startBefore,
  startOf,
  workAt,
  workBetween,
  workThere,
} from './calendars'
import { finishMoment, lastMoment, minutesFrom, secondConstraint, standsAnywhere, workOffered } from './forward'
import { calendarOf, lagBack, lagCalendar, rareDate } from './lags'
import {
  criticalFloat,
  dataMoment,
  FLOAT_OF_FINISH,
  FLOAT_OF_START,
  FLOAT_SMALLEST,
  floatRule,
  isComplete,
  momentAt,
  offsetAt,
} from './setting'

// of the task that is met: its rank, its calendar, its links and how far their place by task lies from that by rank, what it is
let rank: usize = 0
let calendar: usize = 0
let firstLink: usize = 0
let linkEnd: usize = 0
let linkShift: usize = 0
let code: u8 = 0
let progress: u8 = 0
/** Its links count. */
let counts: bool = false
let earlyStart: f64 = 0
let earlyFinish: f64 = 0
/** Work at its early dates. */
let workStart: f64 = 0
let workFinish: f64 = 0
/** Late dates, and the work at them where the task is incomplete. */
let lateStart: f64 = 0
let lateFinish: f64 = 0
let workLateStart: f64 = 0
let workLateFinish: f64 = 0
/** Days of its calendar. */
let totalFloat: f64 = 0
let freeFloat: f64 = 0
/** It has a late finish to hand on. */
let isNeeded: bool = false
/** Early dates after it was moved as late as possible, and the work at them. */
let shownStart: f64 = 0
let shownFinish: f64 = 0
let workShownStart: f64 = 0
let workShownFinish: f64 = 0
/** The least that its links leave between their ends. */
let least: f64 = 0
let isOnPath: bool = false

function meet(r: usize): void {
  rank = r
  calendar = calendarOf(r)
  firstLink = <usize>load<u32>(at(RANK_START) + (r << 2))
  linkEnd = <usize>load<u32>(at(RANK_START) + (r << 2), 4)
  linkShift = <usize>load<u32>(at(RANK_FROM) + (r << 2)) - firstLink
  code = load<u8>(at(RANK_CONSTRAINT) + r)
  progress = load<u8>(at(RANK_STATE) + r)
  counts = !isOverride || progress === NOT_STARTED
  earlyStart = shownStart = load<f64>(at(RANK_EARLY_START) + (r << 3))
  earlyFinish = shownFinish = load<f64>(at(RANK_EARLY_FINISH) + (r << 3))
  workStart = workShownStart = workOffered(r, false)
  workFinish = workShownFinish = workOffered(r, true)
}

/** The latest finish under constraints and external dates, where the successors and the project finish would allow `byLogic`. */
function finishByDates(byLogic: f64, external: f64, minutes: f64): f64 {
  let latest = byLogic
  if (external < latest) latest = external
  const time = changetype<Calendar>(calendar)
  if (code !== NO_CONSTRAINT)
    latest = finishUnder(time, effectOf(code), load<f64>(at(RANK_CONSTRAINT_OFFSET) + (rank << 3)), minutes, latest)
  const second = secondConstraint(rank)
  if (second === NO_CONSTRAINT) return latest
  return finishUnder(time, effectOf(second), rareDate(SECOND_MOMENT, rank), minutes, latest)
}

function findLate(): void {
  const needed = load<f64>(at(RANK_LATE_FINISH) + (rank << 3))
  totalFloat = NaN
  isNeeded = progress !== COMPLETE || needed !== Infinity
  if (progress === COMPLETE) {
    lateFinish = lateStart = min<f64>(needed, lastMoment)
    return
  }
  const external = rareDate(EXTERNAL_FINISH, rank)
  const openEnd = Number.isNaN(external) ? lastMoment : Infinity
  const byLogic = needed === Infinity ? openEnd : min<f64>(needed, lastMoment)
  const minutes = minutesFrom(rank, calendar, earlyStart)
  const latest = finishByDates(byLogic, external, minutes)
  lateFinish = previousWork(calendar, latest)
  workLateFinish = workLateStart = workThere
  if (lateFinish < earlyFinish && earlyFinish <= latest && isHeldFinish(minutes)) lateFinish = earlyFinish
  const point = load<u8>(at(RANK_POINT) + rank)
  if (minutes !== 0) {
    workLateStart -= minutes
    lateStart = startOf(calendar, workLateStart)
  } else lateStart = point === FINISH_MILESTONE ? lateFinish : nextWork(calendar, lateFinish)
  if (point === START_MILESTONE) {
    lateFinish = lateStart
    workLateFinish = workLateStart
  }
  totalFloat = minutesOfFloat() / minutesPerDay(calendar)
}

/** Whether its finish can stand where work goes on after days off, held there by a link: its late finish stands there, too. */
function isHeldFinish(minutes: f64): bool {
  return minutes > 0 && Number.isNaN(rareDate(EXPECTED_FINISH, rank))
}

/** Minutes of its calendar between its early and its late dates. */
function minutesOfFloat(): f64 {
  const ofFinish = workLateFinish - workFinish
  if (floatRule === FLOAT_OF_FINISH || (floatRule === FLOAT_SMALLEST && progress !== NOT_STARTED)) return ofFinish
  const ofStart = workLateStart - workStart
  return floatRule === FLOAT_OF_START ? ofStart : min<f64>(ofStart, ofFinish)
}

/** The latest finish of p that link k leaves it, where the task has such a start and finish, with so much work at them. */
function finishByLink(k: usize, p: usize, relation: u8, end: f64, work: f64, hasWork: bool): f64 {
  const lag = load<f64>(at(RANK_LAG) + (k << 3)) === 0 ? 0 : lagBack(k, linkShift, p, rank, relation)
  if (lag === -Infinity) return Infinity
  let bound = end
  if (lag !== 0) {
    const inCalendar = lagCalendar(k, linkShift, p, rank)
    bound = movedFrom(inCalendar, hasWork && inCalendar === calendar ? work : workAt(inCalendar, end), -lag)
  }
  if (fromFinish(relation) || isComplete(p)) return bound
  const c = calendarOf(p)
  const minutes = minutesFrom(p, c, load<f64>(at(RANK_EARLY_START) + (p << 3)))
  return minutes === 0 ? nextWork(c, bound) : finishAfter(c, bound, minutes)
}

/** Whether p is complete and nothing unfinished reaches through it: its links are measured by its reported dates. */
function isReported(p: usize): bool {
  return isComplete(p) && !(load<f64>(at(RANK_EARLY_FINISH) + (p << 3)) > dataMoment)
}

/** Calendar days that link k, one end of which is measured by reported dates, leaves before the task begins. */
function reportedGap(k: usize, p: usize, relation: u8, toReported: bool): f64 {
  const ofFinish = fromFinish(relation)
  let offered: f64
  if (!isReported(p)) offered = offsetAt(load<f64>(at(ofFinish ? RANK_EARLY_FINISH : RANK_EARLY_START) + (p << 3)))
  else if (ofFinish) offered = min<f64>(load<f64>(at(RANK_REPORTED_FINISH) + (p << 3)), dataDate)
  else offered = load<f64>(at(RANK_REPORTED_START) + (p << 3))
  const lag = load<f64>(at(RANK_LAG) + (k << 3))
  if (lag === -Infinity) return Infinity
  let bound = momentAt(offered)
  if (lag !== 0) {
    const inCalendar = lagCalendar(k, linkShift, p, rank)
    bound = movedFrom(inCalendar, workAt(inCalendar, bound), lag)
  }
  if (toReported) {
    const dates = at(toStart(relation) ? RANK_REPORTED_START : RANK_REPORTED_FINISH)
    const end = momentAt(load<f64>(dates + (rank << 3)))
    return workBetween(calendar, bound, end) === 0 ? 0 : offsetAt(end) - offsetAt(bound)
  }
  if (!toStart(relation)) bound = startBefore(calendar, bound, load<f64>(at(RANK_REMAINING) + (rank << 3)))
  return offsetAt(earlyStart) - offsetAt(standsAnywhere(rank) ? bound : nextWork(calendar, bound))
}

/** What its links leave between their ends, and the latest finish that they allow its predecessors. */
function measureLinks(): void {
  const late = at(RANK_LATE_FINISH)
  const linkFloat = at(LINK_FLOAT) + (linkShift << 3)
  const handsOn = counts && isNeeded
  const isInTime = totalFloat >= 0
  const toReported = isReported(rank)
  const hasWork = progress !== COMPLETE
  const stays = standsAnywhere(rank)
  const startOffset = offsetAt(earlyStart)
  const end = linkEnd
  let smallest: f64 = Infinity
  for (let k = firstLink; k < end; k++) {
    const p = <usize>load<u32>(at(RANK_TASK) + (k << 2))
    const relation = load<u8>(at(RANK_TYPE) + k)
    const asked = load<f64>(linkFloat + (k << 3))
    if (handsOn) {
      const isOfStart = toStart(relation)
      let bound = finishByLink(
        k,
        p,
        relation,
        isOfStart ? lateStart : lateFinish,
        isOfStart ? workLateStart : workLateFinish,
        hasWork,
      )
      // a lag that ends outside the working time of the task: what it is in time for, p is in time for
      if (isInTime && asked <= earlyStart) bound = max<f64>(bound, load<f64>(at(RANK_EARLY_FINISH) + (p << 3)))
      if (bound < load<f64>(late + (p << 3))) store<f64>(late + (p << 3), bound)
    }
    let between: f64 = 0
    if (toReported || isReported(p)) between = reportedGap(k, p, relation, toReported)
    else if (asked !== earlyStart) {
      const bound = stays || asked === -Infinity ? asked : nextWork(calendar, asked)
      if (bound !== earlyStart) between = startOffset - offsetAt(bound)
    }
    store<f64>(linkFloat + (k << 3), between)
    smallest = between < smallest ? between : smallest
  }
  least = smallest
}

function findFreeFloat(s: usize): void {
  let free = load<f64>(at(RANK_FREE_FLOAT) + (rank << 3))
  if (free === Infinity) free = (workAt(calendar, finishMoment) - workFinish) / minutesPerDay(calendar)
  freeFloat = progress === COMPLETE ? NaN : snap(max<f64>(0, free))
  if ((effectOf(code) & AS_LATE) !== 0 && progress !== COMPLETE) moveLate(s)
}

/** As late as possible: its free time until its successors start, or the project ends. */
function moveLate(s: usize): void {
  const by = min<f64>(load<f64>(at(LATEST) + (rank << 3)), finishMoment)
  const later = workAt(calendar, by) - workFinish
  if (!(later > 0)) return
  const start = startOf(calendar, workStart + later)
  shownStart = standsAnywhere(rank) ? start : nextWork(calendar, start)
  shownFinish = max<f64>(shownStart, endOf(calendar, workFinish + later))
  workShownStart = workAt(calendar, shownStart)
  workShownFinish = workAt(calendar, shownFinish)
  noteShift(s, offsetAt(shownStart) - offsetAt(earlyStart))
  freeFloat = 0
}

function findPath(): void {
  const finish = offsetAt(finishMoment) - EPSILON_DAYS
  const ends =
    (progress === COMPLETE) === isAllComplete &&
    (isAllComplete ? load<f64>(at(RANK_REPORTED_FINISH) + (rank << 3)) : offsetAt(earlyFinish)) >= finish
  isOnPath = ends || load<u8>(at(RANK_ON_PATH) + rank) !== 0
  store<u8>(at(RANK_ON_PATH) + rank, isOnPath)
}

/** Days of the calendar of p that link k leaves p. */
function freeFloatByLink(k: usize, p: usize, relation: u8): f64 {
  if (pins(effectOf(load<u8>(at(RANK_CONSTRAINT) + p))) || !Number.isNaN(rareDate(EXPECTED_FINISH, p))) return 0
  if (relation === SS && load<u8>(at(RANK_STATE) + p) !== NOT_STARTED) return 0
  const lag = load<f64>(at(RANK_LAG) + (k << 3))
  if (lag === -Infinity) return Infinity
  const c = calendarOf(p)
  const isToStart = toStart(relation)
  let work = isToStart ? workShownStart : workShownFinish
  if (c !== calendar) work = workAt(c, isToStart ? shownStart : shownFinish)
  return (work - workOffered(p, fromFinish(relation)) - lag) / minutesPerDay(c)
}

/** Which of its links drive it, and the free float that they leave its predecessors. */
function markLinks(): void {
  const linkFloat = at(LINK_FLOAT) + (linkShift << 3)
  const linkMarks = at(LINK_MARKS) + linkShift
  const free = at(RANK_FREE_FLOAT)
  const isDriven = counts && least <= EPSILON_DAYS
  const end = linkEnd
  for (let k = firstLink; k < end; k++) {
    if (!counts) {
      store<u8>(linkMarks + k, 0)
      continue
    }
    const p = <usize>load<u32>(at(RANK_TASK) + (k << 2))
    const relation = load<u8>(at(RANK_TYPE) + k)
    const between = load<f64>(linkFloat + (k << 3))
    let mark: u8 = between < -EPSILON_DAYS ? LINK_VIOLATED : 0
    if (isDriven && between - least <= EPSILON_DAYS) {
      mark |= LINK_DRIVING
      if (isOnPath) store<u8>(at(RANK_ON_PATH) + p, 1)
    }
    store<u8>(linkMarks + k, mark)
    const leaves = freeFloatByLink(k, p, relation)
    if (leaves < load<f64>(free + (p << 3))) store<f64>(free + (p << 3), leaves)
    if ((effectOf(load<u8>(at(RANK_CONSTRAINT) + p)) & AS_LATE) !== 0) boundLate(k, p, relation)
  }
}

/** The latest finish that the early dates of the task leave p, which is to run as late as possible. */
function boundLate(k: usize, p: usize, relation: u8): void {
  const latest = at(LATEST) + (p << 3)
  const isOfStart = toStart(relation)
  const work = isOfStart ? workShownStart : workShownFinish
  const bound = finishByLink(k, p, relation, isOfStart ? shownStart : shownFinish, work, true)
  if (bound < load<f64>(latest)) store<f64>(latest, bound)
}

/** Its dates and floats as reported, each to `to` plus a multiple of `step`; total float. */
function storeDates(to: usize, step: usize): f64 {
  const isDone = progress === COMPLETE
  let total = snap(totalFloat)
  if (shownFinish !== earlyFinish) total = snap(total - (workShownFinish - workFinish) / minutesPerDay(calendar))
  const reportedStart = load<f64>(at(RANK_REPORTED_START) + (rank << 3))
  const reportedFinish = load<f64>(at(RANK_REPORTED_FINISH) + (rank << 3))
  store<f64>(to, offsetAt(earlyStart))
  store<f64>((to += step), offsetAt(earlyFinish))
  store<f64>((to += step), progress === NOT_STARTED ? offsetAt(shownStart) : reportedStart)
  store<f64>((to += step), isDone ? reportedFinish : offsetAt(shownFinish))
  store<f64>((to += step), isDone ? NaN : offsetAt(lateStart))
  store<f64>((to += step), isDone ? NaN : offsetAt(lateFinish))
  store<f64>((to += step), total)
  store<f64>(to + step, freeFloat)
  return total
}

/** Late dates, floats and paths of the ranks end - 1 down to from; those behind them have theirs. */
export function reverseByClock(end: u32, from: u32): void {
  const step = at(PASSED_FINISH) - at(PASSED_START)
  for (let r = <usize>end; r > <usize>from; ) {
    r--
    const s = <usize>load<u32>(at(ORDER) + (r << 2))
    meet(r)
    findLate()
    measureLinks()
    findFreeFloat(s)
    findPath()
    markLinks()
    const total = isListedInOrder
      ? storeDates(at(PASSED_START) + (r << 3), step)
      : storeDates(at(RECORDS) + (r << 6), 8)
    const isCritical = Number.isNaN(criticalFloat)
      ? isOnPath && progress !== COMPLETE
      : total <= criticalFloat + EPSILON_DAYS
    store<u8>(at(RANK_CRITICAL) + r, isCritical)
  }
}
