/**
 * Against the order: late dates, floats, marks of links and longest path at once (backward.ts, float.ts, longest-path.ts and the end of cpm.ts of
 * compute/engine/cpm). When a task is met, all its successors have told what they need of it; then its own links are measured once, and again to
 * hand on what is known by then.
 */

import { NO_RANK } from './begin'
import { ALAP, COMPLETE, EPSILON_DAYS, LINK_DRIVING, LINK_VIOLATED, NO_CONSTRAINT, NOT_STARTED } from './codes'
import { finish, startByLinks } from './forward'
import {
  ALAP_SHIFT,
  at,
  CRITICAL,
  LINK_FLOAT,
  LINK_MARKS,
  ON_PATH,
  ORDER,
  PASSED_FINISH,
  PASSED_START,
  RANK,
  RANK_CONSTRAINT,
  RANK_CONSTRAINT_OFFSET,
  RANK_CRITICAL,
  RANK_EARLY_FINISH,
  RANK_EARLY_START,
  RANK_FREE_FLOAT,
  RANK_FROM,
  RANK_GIVEN_LAG,
  RANK_LAG,
  RANK_LATE_FINISH,
  RANK_ON_PATH,
  RANK_REMAINING,
  RANK_REPORTED_FINISH,
  RANK_REPORTED_START,
  RANK_START,
  RANK_STATE,
  RANK_TASK,
  RANK_TYPE,
  RECORDS,
} from './memory'
import { constrainedFinish, fromFinish, isPin, isWhole, lesser, snap, snapped, toStart, wantedStart } from './rules'
import { dataDate, isAllComplete, isListedInOrder, isOverride, lastFinish, projectFinish, taskCount } from './setting'

/** Whether a task was moved as late as possible; incomplete tasks on the longest path. Both of what is done so far. */
export let hasShift: bool = false
export let pathTaskCount: u32 = 0

/** Whether complete work is passed through: its early finish, as the links see it, lies behind the data date. */
function isBehind(earlyFinish: f64): bool {
  return earlyFinish > dataDate + EPSILON_DAYS
}

/** Days that link k leaves between a complete predecessor that nothing reaches through, of rank p, and the ends of its successor. */
function reportedFloat(k: usize, p: usize, start: f64, finish: f64): f64 {
  const type = load<u8>(at(RANK_TYPE) + k)
  const from = fromFinish(type)
    ? min<f64>(load<f64>(at(RANK_REPORTED_FINISH) + (p << 3)), dataDate)
    : load<f64>(at(RANK_REPORTED_START) + (p << 3))
  return snap((toStart(type) ? start : finish) - from - load<f64>(at(RANK_GIVEN_LAG) + (k << 3)))
}

/** Days between what the two ends of link k offer to links. */
function offeredFloat(k: usize, p: usize, s: usize): f64 {
  const type = load<u8>(at(RANK_TYPE) + k)
  const to = load<f64>((toStart(type) ? at(RANK_EARLY_START) : at(RANK_EARLY_FINISH)) + (s << 3))
  const from = load<f64>((fromFinish(type) ? at(RANK_EARLY_FINISH) : at(RANK_EARLY_START)) + (p << 3))
  return snap(to - from - load<f64>(at(RANK_LAG) + (k << 3)))
}

/** A pin hides no negative float: neither what the logic before it would need nor what its successors need of it. */
export function floatOfPinned(r: usize, code: u8, remaining: f64, needed: f64, counts: bool): f64 {
  const byLogic = max<f64>(dataDate, counts ? startByLinks(r, remaining) : -Infinity)
  const wanted = wantedStart(code, load<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3)), remaining)
  const beyond = snap(needed - load<f64>(at(RANK_EARLY_FINISH) + (r << 3)))
  return min<f64>(min<f64>(0, snap(wanted - byLogic)), beyond)
}

/** Complete work has no free float; its predecessors have what it leaves them before incomplete work behind it moves. */
function passOn(r: usize, first: usize, end: usize, beyond: f64): void {
  const task = at(RANK_TASK)
  const freeFloat = at(RANK_FREE_FLOAT)
  for (let k = first; k < end; k++) {
    const p = <usize>load<u32>(task + (k << 2))
    const left = offeredFloat(k, p, r) + beyond
    if (left < load<f64>(freeFloat + (p << 3))) store<f64>(freeFloat + (p << 3), left)
  }
}

export function noteShift(s: usize, shift: f64): void {
  const shifts = at(ALAP_SHIFT)
  if (!hasShift) memory.fill(shifts, 0, (<usize>taskCount) << 3)
  hasShift = true
  store<f64>(shifts + (s << 3), shift)
}

export function clearShift(): void {
  hasShift = false
}

/** Between the passes, once all ranks have their early dates; P. */
export function turn(floor: f64, mustFinish: f64): f64 {
  hasShift = false
  pathTaskCount = 0
  return finish(floor, mustFinish)
}

/** What its successors and the project leave it. */
function neededFinish(r: usize, isComplete: bool): f64 {
  const late = load<f64>(at(RANK_LATE_FINISH) + (r << 3))
  return snap(!isComplete && !(late < lastFinish) ? lastFinish : late)
}

function latestFinish(r: usize, code: u8, remaining: f64, needed: f64): f64 {
  if (code === NO_CONSTRAINT) return needed
  return snap(constrainedFinish(code, load<f64>(at(RANK_CONSTRAINT_OFFSET) + (r << 3)), remaining, needed))
}

/**
 * First look at the links first .. end - 1: the latest finish they allow their predecessors, given the late dates of their successor, and what its dates
 * leave between their ends, to `linkFloat`; the least of it.
 */
function measureLinks(
  first: usize,
  end: usize,
  linkFloat: usize,
  start: f64,
  finish: f64,
  lateStart: f64,
  lateFinish: f64,
): f64 {
  const task = at(RANK_TASK)
  const type = at(RANK_TYPE)
  const lag = at(RANK_LAG)
  const left = at(RANK_REMAINING)
  const late = at(RANK_LATE_FINISH)
  const state = at(RANK_STATE)
  const earlyStart = at(RANK_EARLY_START)
  const earlyFinish = at(RANK_EARLY_FINISH)
  let least: f64 = Infinity
  for (let k = first; k < end; k++) {
    const rank = <usize>load<u32>(task + (k << 2))
    const p = rank << 3
    const relation = load<u8>(type + k)
    const days = load<f64>(lag + (k << 3))
    const bound = (toStart(relation) ? lateStart : lateFinish) - days
    const byLink = fromFinish(relation) ? bound : bound + load<f64>(left + p)
    store<f64>(late + p, lesser(load<f64>(late + p), byLink))
    let between: f64
    if (load<u8>(state + rank) === COMPLETE && !isBehind(load<f64>(earlyFinish + p))) {
      between = reportedFloat(k, rank, start, finish)
    } else {
      const offered = load<f64>((fromFinish(relation) ? earlyFinish : earlyStart) + p)
      between = (toStart(relation) ? start : finish) - offered - days
      if (!isWhole(between)) between = snapped(between)
    }
    store<f64>(linkFloat + (k << 3), between)
    least = lesser(least, between)
  }
  return least
}

/** Before it is moved as late as possible; of incomplete work. */
function freeFloatOf(r: usize, earlyFinish: f64): f64 {
  const free = load<f64>(at(RANK_FREE_FLOAT) + (r << 3))
  // no successor left: the project finish is the only limit
  return max<f64>(0, free === Infinity ? snap(projectFinish - earlyFinish) : free)
}

function findPath(r: usize, isComplete: bool, earlyFinish: f64): bool {
  const finish = projectFinish - EPSILON_DAYS
  const endsProject =
    isAllComplete || isComplete
      ? isAllComplete && load<f64>(at(RANK_REPORTED_FINISH) + (r << 3)) >= finish
      : earlyFinish >= finish
  const isOnPath = endsProject || load<u8>(at(RANK_ON_PATH) + r) !== 0
  store<u8>(at(RANK_ON_PATH) + r, isOnPath)
  if (isOnPath && !isComplete) pathTaskCount++
  return isOnPath
}

/**
 * Second look: which of the links drive their successor r, which is or is not on the longest path, and the free float that they leave their predecessors
 * once it was moved by `shift`; of complete work no float is left to them here.
 */
function settleLinks(
  r: usize,
  first: usize,
  end: usize,
  linkFloat: usize,
  linkMarks: usize,
  least: f64,
  isOnPath: bool,
  isComplete: bool,
  shift: f64,
): void {
  const task = at(RANK_TASK)
  const state = at(RANK_STATE)
  const free = at(RANK_FREE_FLOAT)
  const onPath = at(RANK_ON_PATH)
  const isDriven = least <= EPSILON_DAYS
  for (let k = first; k < end; k++) {
    const p = <usize>load<u32>(task + (k << 2))
    const between = load<f64>(linkFloat + (k << 3))
    const drives = <u8>isDriven & <u8>(between - least <= EPSILON_DAYS)
    store<u8>(onPath + p, load<u8>(onPath + p) | (drives & <u8>isOnPath))
    store<u8>(linkMarks + k, (drives * LINK_DRIVING) | (<u8>(between < -EPSILON_DAYS) * LINK_VIOLATED))
    if (isComplete) continue
    const leaves = (load<u8>(state + p) === COMPLETE ? offeredFloat(k, p, r) : between) + shift
    store<f64>(free + (p << 3), lesser(load<f64>(free + (p << 3)), leaves))
  }
}

function dateOf(offset: f64, isReported: bool, column: u32, r: usize): f64 {
  return isReported ? load<f64>(at(column) + (r << 3)) : snap(offset)
}

/** Late dates, floats and paths of the ranks end - 1 down to from; those behind them have theirs. */
export function reverse(end: u32, from: u32): void {
  const step: usize = isListedInOrder ? at(PASSED_FINISH) - at(PASSED_START) : 8
  for (let r = <usize>end; r > <usize>from; ) {
    r--
    const first = <usize>load<u32>(at(RANK_START) + (r << 2))
    const last = <usize>load<u32>(at(RANK_START) + (r << 2), 4)
    const toTasks = <usize>load<u32>(at(RANK_FROM) + (r << 2)) - first
    const linkFloat = at(LINK_FLOAT) + (toTasks << 3)
    const linkMarks = at(LINK_MARKS) + toTasks
    const code = load<u8>(at(RANK_CONSTRAINT) + r)
    const state = load<u8>(at(RANK_STATE) + r)
    const isComplete = state === COMPLETE
    const counts = !isOverride || state === NOT_STARTED
    const earlyStart = load<f64>(at(RANK_EARLY_START) + (r << 3))
    const earlyFinish = load<f64>(at(RANK_EARLY_FINISH) + (r << 3))
    const remaining = load<f64>(at(RANK_REMAINING) + (r << 3))
    const needed = neededFinish(r, isComplete)
    const latest = latestFinish(r, code, remaining, needed)
    const latestStart = snap(latest - remaining)
    const handsOn = counts && !(isComplete && latest === Infinity)
    const asReported = isComplete && !isBehind(earlyFinish)
    const least = measureLinks(
      first,
      last,
      linkFloat,
      asReported ? load<f64>(at(RANK_REPORTED_START) + (r << 3)) : earlyStart,
      asReported ? load<f64>(at(RANK_REPORTED_FINISH) + (r << 3)) : earlyFinish,
      handsOn ? latestStart : Infinity,
      handsOn ? latest : Infinity,
    )
    const isOnPath = findPath(r, isComplete, earlyFinish)
    let freeFloat: f64 = NaN
    let shift: f64 = 0
    let total: f64 = NaN
    if (isComplete) {
      const beyond = load<f64>(at(RANK_FREE_FLOAT) + (r << 3))
      if (beyond !== Infinity && counts) passOn(r, first, last, beyond)
    } else {
      freeFloat = freeFloatOf(r, earlyFinish)
      if (code === ALAP && freeFloat > 0) {
        shift = freeFloat
        freeFloat = 0
        noteShift(<usize>load<u32>(at(ORDER) + (r << 2)), shift)
      }
      total = isPin(code) ? floatOfPinned(r, code, remaining, needed, counts) : snap(latest - earlyFinish)
      if (shift > 0) total = snap(total - shift)
    }
    if (isComplete ? !asReported : counts)
      settleLinks(r, first, last, linkFloat, linkMarks, least, isOnPath, isComplete, shift)
    else for (let k = first; k < last; k++) store<u8>(linkMarks + k, 0)
    store<u8>(at(RANK_CRITICAL) + r, total <= EPSILON_DAYS)
    let to = isListedInOrder ? at(PASSED_START) + (r << 3) : at(RECORDS) + (r << 6)
    store<f64>(to, earlyStart)
    store<f64>((to += step), earlyFinish)
    store<f64>((to += step), dateOf(earlyStart + shift, state !== NOT_STARTED, RANK_REPORTED_START, r))
    store<f64>((to += step), dateOf(earlyFinish + shift, isComplete, RANK_REPORTED_FINISH, r))
    store<f64>((to += step), isComplete ? NaN : latestStart)
    store<f64>((to += step), isComplete ? NaN : latest)
    store<f64>((to += step), total)
    store<f64>(to + step, freeFloat)
  }
}

/**
 * Puts the records of the tasks from .. end - 1 into the columns: read in any order, they are one line of the cache each. Tasks that take no part get what they
 * have.
 */
export function spread(from: u32, end: u32): void {
  const ranks = at(RANK)
  const records = at(RECORDS)
  const onPath = at(RANK_ON_PATH)
  const critical = at(RANK_CRITICAL)
  const step = at(PASSED_FINISH) - at(PASSED_START)
  const first = at(PASSED_START)
  for (let s = <usize>from; s < <usize>end; s++) {
    const r = load<u32>(ranks + (s << 2))
    let to = first + (s << 3)
    if (r === NO_RANK) {
      clear(s, to, step)
      continue
    }
    const record = records + ((<usize>r) << 6)
    for (let field: usize = 0; field < 64; field += 8, to += step) store<f64>(to, load<f64>(record + field))
    store<u8>(at(ON_PATH) + s, load<u8>(onPath + <usize>r))
    store<u8>(at(CRITICAL) + s, load<u8>(critical + <usize>r))
  }
}

function clear(s: usize, first: usize, step: usize): void {
  store<u8>(at(ON_PATH) + s, 0)
  store<u8>(at(CRITICAL) + s, 0)
  store<f64>(first, 0)
  store<f64>(first + step, 0)
  for (let field: usize = 2; field < 8; field++) store<f64>(first + field * step, NaN)
}
