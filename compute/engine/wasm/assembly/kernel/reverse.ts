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
import { constrainedFinish, fromFinish, isPin, isWhole, snap, snapped, toStart, wantedStart } from './rules'
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
function floatOfPinned(r: usize, code: u8, remaining: f64, needed: f64, counts: bool): f64 {
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

// of the task that is met: its rank, its links, what it is
let rank: usize = 0
let firstLink: usize = 0
let linkEnd: usize = 0
/** What its links have in the columns by task is theirs by rank plus this. */
let linkShift: usize = 0
let code: u8 = 0
let isComplete: bool = false
/** Its links count. */
let counts: bool = false
let earlyStart: f64 = 0
let earlyFinish: f64 = 0
let remaining: f64 = 0
/** What its successors and the project leave it, and what its constraint makes of that. */
let needed: f64 = 0
let latest: f64 = 0
let latestStart: f64 = 0
/** Unfinished work reaches through it, complete as it is. */
let isReached: bool = false
/** The least that its links leave between their ends. */
let least: f64 = 0
let freeFloat: f64 = 0
/** Days it is moved to be as late as possible. */
let shift: f64 = 0
let isOnPath: bool = false

function meet(r: usize): void {
  rank = r
  firstLink = <usize>load<u32>(at(RANK_START) + (r << 2))
  linkEnd = <usize>load<u32>(at(RANK_START) + (r << 2), 4)
  linkShift = <usize>load<u32>(at(RANK_FROM) + (r << 2)) - firstLink
  code = load<u8>(at(RANK_CONSTRAINT) + r)
  isComplete = load<u8>(at(RANK_STATE) + r) === COMPLETE
  counts = !isOverride || load<u8>(at(RANK_STATE) + r) === NOT_STARTED
  earlyStart = load<f64>(at(RANK_EARLY_START) + (r << 3))
  earlyFinish = load<f64>(at(RANK_EARLY_FINISH) + (r << 3))
  remaining = load<f64>(at(RANK_REMAINING) + (r << 3))
}

function findLatest(): void {
  let late = load<f64>(at(RANK_LATE_FINISH) + (rank << 3))
  if (!isComplete && !(late < lastFinish)) late = lastFinish
  if (!isWhole(late)) late = snapped(late)
  needed = late
  if (code !== NO_CONSTRAINT)
    late = snap(constrainedFinish(code, load<f64>(at(RANK_CONSTRAINT_OFFSET) + (rank << 3)), remaining, late))
  latest = late
  late -= remaining
  latestStart = isWhole(late) ? late : snapped(late)
}

/** What its links leave between their ends, and the latest finish that they allow its predecessors. */
function measureLinks(): void {
  const task = at(RANK_TASK)
  const type = at(RANK_TYPE)
  const lag = at(RANK_LAG)
  const state = at(RANK_STATE)
  const left = at(RANK_REMAINING)
  const early = at(RANK_EARLY_START)
  const finish = at(RANK_EARLY_FINISH)
  const late = at(RANK_LATE_FINISH)
  const linkFloat = at(LINK_FLOAT) + (linkShift << 3)
  const lateFinish = latest
  const lateStart = latestStart
  const handsOn = counts && !(isComplete && lateFinish === Infinity)
  let toStartAt = earlyStart
  let toFinishAt = earlyFinish
  isReached = isComplete && isBehind(toFinishAt)
  if (isComplete && !isReached) {
    toStartAt = load<f64>(at(RANK_REPORTED_START) + (rank << 3))
    toFinishAt = load<f64>(at(RANK_REPORTED_FINISH) + (rank << 3))
  }
  const end = linkEnd
  let smallest: f64 = Infinity
  for (let k = firstLink; k < end; k++) {
    const p = <usize>load<u32>(task + (k << 2))
    const p8 = p << 3
    const relation = load<u8>(type + k)
    const lagDays = load<f64>(lag + (k << 3))
    if (handsOn) {
      const bound = (toStart(relation) ? lateStart : lateFinish) - lagDays
      const byLink = fromFinish(relation) ? bound : bound + load<f64>(left + p8)
      if (byLink < load<f64>(late + p8)) store<f64>(late + p8, byLink)
    }
    let between: f64
    if (load<u8>(state + p) === COMPLETE && !isBehind(load<f64>(finish + p8))) {
      between = reportedFloat(k, p, toStartAt, toFinishAt)
    } else {
      const offered = load<f64>((fromFinish(relation) ? finish : early) + p8)
      between = (toStart(relation) ? toStartAt : toFinishAt) - offered - lagDays
      if (!isWhole(between)) between = snapped(between)
    }
    store<f64>(linkFloat + (k << 3), between)
    smallest = between < smallest ? between : smallest
  }
  least = smallest
}

function findFreeFloat(s: usize): void {
  let free = load<f64>(at(RANK_FREE_FLOAT) + (rank << 3))
  shift = 0
  if (isComplete) {
    if (free !== Infinity && counts) passOn(rank, firstLink, linkEnd, free)
    freeFloat = NaN
    return
  }
  // no successor left: the project finish is the only limit
  if (free === Infinity) {
    free = projectFinish - earlyFinish
    if (!isWhole(free)) free = snapped(free)
  }
  free = max<f64>(0, free)
  if (code === ALAP && free > 0) {
    shift = free
    free = 0
    noteShift(s, shift)
  }
  freeFloat = free
}

function findPath(): void {
  const endsProject =
    isAllComplete || isComplete
      ? isAllComplete && load<f64>(at(RANK_REPORTED_FINISH) + (rank << 3)) >= projectFinish - EPSILON_DAYS
      : earlyFinish >= projectFinish - EPSILON_DAYS
  isOnPath = endsProject || load<u8>(at(RANK_ON_PATH) + rank) !== 0
  store<u8>(at(RANK_ON_PATH) + rank, isOnPath)
  if (isOnPath && !isComplete) pathTaskCount++
}

/** Which of its links drive it, and the free float that they leave its predecessors. */
function markLinks(): void {
  const task = at(RANK_TASK)
  const state = at(RANK_STATE)
  const free = at(RANK_FREE_FLOAT)
  const onPath = at(RANK_ON_PATH)
  const linkFloat = at(LINK_FLOAT) + (linkShift << 3)
  const linkMarks = at(LINK_MARKS) + linkShift
  const isMarked = isComplete ? isReached : counts
  const isDriven = isMarked && least <= EPSILON_DAYS
  const handsOn = counts && !isComplete
  const end = linkEnd
  for (let k = firstLink; k < end; k++) {
    const p = <usize>load<u32>(task + (k << 2))
    const between = load<f64>(linkFloat + (k << 3))
    let mark: u8 = isMarked && between < -EPSILON_DAYS ? LINK_VIOLATED : 0
    if (isDriven && between - least <= EPSILON_DAYS) {
      mark |= LINK_DRIVING
      if (isOnPath) store<u8>(onPath + p, 1)
    }
    store<u8>(linkMarks + k, mark)
    if (!handsOn) continue
    const leaves = (load<u8>(state + p) === COMPLETE ? offeredFloat(k, p, rank) : between) + shift
    if (leaves < load<f64>(free + (p << 3))) store<f64>(free + (p << 3), leaves)
  }
}

function totalFloat(): f64 {
  if (isComplete) return NaN
  let float = latest - earlyFinish
  if (isPin(code)) float = floatOfPinned(rank, code, remaining, needed, counts)
  else if (!isWhole(float)) float = snapped(float)
  return shift > 0 ? snap(float - shift) : float
}

/** Its dates and floats as reported, each to `to` plus a multiple of `step`: into its record, or into the columns, which lie side by side. */
function storeDates(to: usize, step: usize, total: f64): void {
  const state = load<u8>(at(RANK_STATE) + rank)
  let start = earlyStart + shift
  let finish = earlyFinish + shift
  if (state !== NOT_STARTED) start = load<f64>(at(RANK_REPORTED_START) + (rank << 3))
  else if (!isWhole(start)) start = snapped(start)
  if (isComplete) finish = load<f64>(at(RANK_REPORTED_FINISH) + (rank << 3))
  else if (!isWhole(finish)) finish = snapped(finish)
  store<f64>(to, earlyStart)
  store<f64>((to += step), earlyFinish)
  store<f64>((to += step), start)
  store<f64>((to += step), finish)
  store<f64>((to += step), isComplete ? NaN : latestStart)
  store<f64>((to += step), isComplete ? NaN : latest)
  store<f64>((to += step), total)
  store<f64>(to + step, freeFloat)
}

/** Late dates, floats and paths of the ranks end - 1 down to from; those behind them have theirs. */
export function reverse(end: u32, from: u32): void {
  const order = at(ORDER)
  const step = at(PASSED_FINISH) - at(PASSED_START)
  for (let r = <usize>end; r > <usize>from; ) {
    r--
    const s = <usize>load<u32>(order + (r << 2))
    meet(r)
    findLatest()
    measureLinks()
    findFreeFloat(s)
    findPath()
    markLinks()
    const total = totalFloat()
    if (isListedInOrder) storeDates(at(PASSED_START) + (r << 3), step, total)
    else storeDates(at(RECORDS) + (r << 6), 8, total)
    store<u8>(at(RANK_CRITICAL) + r, total <= EPSILON_DAYS)
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
