/** The plan of schedules without calendars: columns by rank, time in days. */
import {
  ALAP_SHIFT,
  at,
  DRAG,
  EFFECTS,
  JUMPS,
  LINK_FLOAT,
  LINK_MARKS,
  linkCount,
  ORDER,
  PASSED_FINISH,
  PASSED_START,
  PATH_BESIDE,
  PATH_RANKS,
  PATH_RUNS,
  PATH_TASKS,
  PATH_THROUGH,
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
  TAILS,
} from './memory'
import * as setting from './setting'

/** Entry l: a jump of level l. Lies behind the table of columns. */
const JUMP_OF_LEVEL: usize = 1536

/** Whether a task was moved as late as possible; incomplete tasks on the longest path. Both of what is done so far. */
export let hasShift: bool = false
let pathCount: u32 = 0
let latestOfIncomplete: f64 = -Infinity
let latestOfComplete: f64 = -Infinity
let begun: f64 = 0
let ended: f64 = 0
let pathNext: u32 = 0
let jumpCount: u32 = 0

export function noteShift(s: usize, shift: f64): void {
  const shifts = at(ALAP_SHIFT)
  if (!hasShift) memory.fill(shifts, 0, (<usize>setting.taskCount) << 3)
  hasShift = true
  store<f64>(shifts + (s << 3), shift)
}

/** Between the passes. */
export function clearFound(): void {
  hasShift = false
  pathCount = 0
}

@unmanaged
export class Ranks {
  @inline
  get order(): Places {
    return changetype<Places>(0)
  }
  @inline
  get start(): U32s {
    return changetype<U32s>(at(RANK_START))
  }
  @inline
  get task(): I32s {
    return changetype<I32s>(at(RANK_TASK))
  }
  @inline
  get type(): U8s {
    return changetype<U8s>(at(RANK_TYPE))
  }
  @inline
  get lag(): F64s {
    return changetype<F64s>(at(RANK_LAG))
  }
  @inline
  get givenLag(): F64s {
    return changetype<F64s>(at(RANK_GIVEN_LAG))
  }
  @inline
  get state(): U8s {
    return changetype<U8s>(at(RANK_STATE))
  }
  @inline
  get remaining(): F64s {
    return changetype<F64s>(at(RANK_REMAINING))
  }
  @inline
  get constraint(): U8s {
    return changetype<U8s>(at(RANK_CONSTRAINT))
  }
  @inline
  get constraintDate(): F64s {
    return changetype<F64s>(at(RANK_CONSTRAINT_OFFSET))
  }
  @inline
  get reportedStart(): F64s {
    return changetype<F64s>(at(RANK_REPORTED_START))
  }
  @inline
  get reportedFinish(): F64s {
    return changetype<F64s>(at(RANK_REPORTED_FINISH))
  }
  @inline
  get earlyStart(): F64s {
    return changetype<F64s>(at(RANK_EARLY_START))
  }
  @inline
  get earlyFinish(): F64s {
    return changetype<F64s>(at(RANK_EARLY_FINISH))
  }
  @inline
  get late(): F64s {
    return changetype<F64s>(at(RANK_LATE_FINISH))
  }
  @inline
  get free(): F64s {
    return changetype<F64s>(at(RANK_FREE_FLOAT))
  }
  @inline
  get onPath(): U8s {
    return changetype<U8s>(at(RANK_ON_PATH))
  }
  @inline
  get critical(): U8s {
    return changetype<U8s>(at(RANK_CRITICAL))
  }
  @inline
  get effects(): U8s {
    return changetype<U8s>(EFFECTS)
  }
  // of a trial: total floats come to lie there
  @inline
  get totalFloat(): F64s {
    return changetype<F64s>(at(RANK_FREE_FLOAT))
  }
  // of the holders
  @inline
  get needed(): F64s {
    return changetype<F64s>(at(PATH_THROUGH))
  }
  @inline
  get holder(): I32s {
    return changetype<I32s>(at(PATH_TASKS))
  }
  // of the drag
  @inline
  get tails(): F64s {
    return changetype<F64s>(at(TAILS))
  }
  @inline
  get pathTask(): U32s {
    return changetype<U32s>(at(PATH_TASKS))
  }
  @inline
  get through(): F64s {
    return changetype<F64s>(at(PATH_THROUGH))
  }
  @inline
  get beside(): F64s {
    return changetype<F64s>(at(PATH_BESIDE))
  }
  @inline
  get runs(): F64s {
    return changetype<F64s>(at(PATH_RUNS))
  }
  @inline
  get pathRank(): U32s {
    return changetype<U32s>(at(PATH_RANKS))
  }
  @inline
  get jumpLength(): F64s {
    return changetype<F64s>(at(JUMPS))
  }
  @inline
  get jumpFirst(): U32s {
    return changetype<U32s>(at(JUMPS) + ((<usize>linkCount) << 3))
  }
  @inline
  get jumpLast(): U32s {
    return changetype<U32s>(at(JUMPS) + <usize>linkCount * 12)
  }
  @inline
  get jumpNext(): U32s {
    return changetype<U32s>(at(JUMPS) + ((<usize>linkCount) << 4))
  }
  @inline
  get jumpOfLevel(): U32s {
    return changetype<U32s>(JUMP_OF_LEVEL)
  }
  @inline
  get dataDate(): f64 {
    return setting.dataDate
  }
  @inline
  get isOverride(): bool {
    return setting.isOverride
  }
  @inline
  get lastFinish(): f64 {
    return setting.lastFinish
  }
  @inline
  get projectFinish(): f64 {
    return setting.projectFinish
  }
  @inline
  get isAllComplete(): bool {
    return setting.isAllComplete
  }
  @inline
  get pathCount(): u32 {
    return pathCount
  }
  @inline
  get latestOfIncomplete(): f64 {
    return latestOfIncomplete
  }
  @inline
  set latestOfIncomplete(value: f64) {
    latestOfIncomplete = value
  }
  @inline
  get latestOfComplete(): f64 {
    return latestOfComplete
  }
  @inline
  set latestOfComplete(value: f64) {
    latestOfComplete = value
  }
  @inline
  get begun(): f64 {
    return begun
  }
  @inline
  set begun(value: f64) {
    begun = value
  }
  @inline
  get ended(): f64 {
    return ended
  }
  @inline
  set ended(value: f64) {
    ended = value
  }
  @inline
  get pathNext(): u32 {
    return pathNext
  }
  @inline
  set pathNext(value: u32) {
    pathNext = value
  }
  @inline
  get jumpCount(): u32 {
    return jumpCount
  }
  @inline
  set jumpCount(value: u32) {
    jumpCount = value
  }
  @inline
  startBefore(finish: f64, days: f64): f64 {
    return finish - days
  }
  @inline
  finishAfter(start: f64, days: f64): f64 {
    return start + days
  }
  // min and max branch, here as good as at random
  @inline
  lesser(a: f64, b: f64): f64 {
    return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0)
  }
  @inline
  greater(a: f64, b: f64): f64 {
    return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0)
  }
  @inline
  log2(count: u32): u32 {
    return 31 - clz<u32>(count)
  }
  @inline
  begin(r: u32): void {
    this.late[r] = Infinity
    this.free[r] = Infinity
  }
  // links lie by task where they come out
  @inline
  linkFloatOf(r: u32): F64s {
    return changetype<F64s>(at(LINK_FLOAT) + (toTasks(r) << 3))
  }
  @inline
  linkMarksOf(r: u32): U8s {
    return changetype<U8s>(at(LINK_MARKS) + toTasks(r))
  }
  @inline
  shift(r: u32, days: f64): void {
    noteShift(<usize>load<u32>(at(ORDER) + ((<usize>r) << 2)), days)
  }
  @inline
  countOnPath(): void {
    pathCount++
  }
  @inline
  drag(r: u32, days: f64): void {
    store<f64>(at(DRAG) + ((<usize>load<u32>(at(ORDER) + ((<usize>r) << 2))) << 3), days)
  }
  @inline
  finish(r: u32, start: f64, end: f64, lateStart: f64, lateFinish: f64, total: f64, free: f64): void {
    const isListed = setting.isListedInOrder
    const step: usize = isListed ? at(PASSED_FINISH) - at(PASSED_START) : 8
    let to = isListed ? at(PASSED_START) + ((<usize>r) << 3) : at(RECORDS) + ((<usize>r) << 6)
    const earlyStart = this.earlyStart[r]
    const earlyFinish = this.earlyFinish[r]
    store<f64>(to, earlyStart)
    store<f64>((to += step), earlyFinish)
    store<f64>((to += step), start)
    store<f64>((to += step), end)
    store<f64>((to += step), lateStart)
    store<f64>((to += step), lateFinish)
    store<f64>((to += step), total)
    store<f64>(to + step, free)
  }
}

/** How far the links into a task lie from where they lie by task. */
function toTasks(r: u32): usize {
  return <usize>load<u32>(at(RANK_FROM) + ((<usize>r) << 2)) - <usize>load<u32>(at(RANK_START) + ((<usize>r) << 2))
}
