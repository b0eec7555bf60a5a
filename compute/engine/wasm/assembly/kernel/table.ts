/**
 * The table of memory.ts as the passes (compute/engine/passes) read it: a field for each of its entries, in their order, and behind them what is known of the
 * network as a whole. A plan of the passes is this with the time that it counts in.
 */
import { EFFECTS, TABLE } from './memory'

@unmanaged
export class Table {
  // as given: by task, and by link at its successor. Entry r of the first: the task of rank r
  taskOf: U32s
  startOfTask: U32s
  typeOfLink: U8s
  stateOfTask: U8s
  constraintOfTask: U8s
  remainingOfTask: F64s
  constraintDateOfTask: F64s
  reportedStartOfTask: F64s
  reportedFinishOfTask: F64s
  lagOfLink: F64s
  givenLagOfLink: F64s
  predecessorOfLink: I32s
  // the same by rank
  start: U32s
  task: I32s
  type: U8s
  lag: F64s
  givenLag: F64s
  state: U8s
  remaining: F64s
  constraint: U8s
  constraintDate: F64s
  reportedStart: F64s
  reportedFinish: F64s
  earlyStart: F64s
  earlyFinish: F64s
  late: F64s
  free: F64s
  onPath: U8s
  rankOf: U32s
  // what comes out
  passedStart: F64s
  passedFinish: F64s
  reportedEarlyStart: F64s
  reportedEarlyFinish: F64s
  reportedLateStart: F64s
  reportedLateFinish: F64s
  reportedTotalFloat: F64s
  reportedFreeFloat: F64s
  linkFloat: F64s
  linkMarks: U8s
  onPathOfTask: U8s
  criticalOfTask: U8s
  alapShift: F64s
  dragOfTask: F64s
  tails: F64s
  /** By rank: where the links of the task lie by task. */
  firstLink: U32s
  pathTask: U32s
  through: F64s
  beside: F64s
  runs: F64s
  pathRank: U32s
  jumps: usize
  critical: U8s
  records: usize
  workFinish: F64s
  moved: usize
  // by the clock, as given
  calendarOfTask: U16s
  pointOfTask: U8s
  elapsed: U8s
  second: U8s
  secondDate: F64s
  expected: F64s
  suspend: F64s
  resume: F64s
  outerStart: F64s
  outerFinish: F64s
  calendars: usize
  calendarNumbers: F64s
  calendarDays: usize
  // by rank
  calendar: U16s
  point: U8s
  lastFrom: F64s

  // of the network as a whole
  taskCount: u32
  /** Incomplete tasks on the longest path, of what is done so far. */
  pathCount: u32
  /** Tasks that take part. */
  rankCount: u32
  dataDate: f64
  /** P, and the late finish of whatever ends the project. */
  projectFinish: f64
  lastFinish: f64
  latestOfIncomplete: f64
  latestOfComplete: f64
  /** Links into started tasks count for nothing. */
  isOverride: bool
  /** Ranks are tasks. */
  isListedInOrder: bool
  /** Whether the complete tasks end the project, since none is incomplete. */
  isAllComplete: bool
  /** Whether a task was moved as late as possible. */
  hasShift: bool

  @inline
  get order(): Places {
    return changetype<Places>(0)
  }
  @inline
  get effects(): U8s {
    return changetype<U8s>(EFFECTS)
  }
  // links lie by task where they come out
  @inline
  linkFloatOf(r: u32): F64s {
    return changetype<F64s>(changetype<usize>(this.linkFloat) + (this.toTasks(r) << 3))
  }
  @inline
  linkMarksOf(r: u32): U8s {
    return changetype<U8s>(changetype<usize>(this.linkMarks) + this.toTasks(r))
  }
  /** How far the links into a task lie from where they lie by task. */
  @inline
  toTasks(r: u32): usize {
    return <usize>this.firstLink[r] - <usize>this.start[r]
  }
  shift(r: u32, days: f64): void {
    if (!this.hasShift) memory.fill(changetype<usize>(this.alapShift), 0, (<usize>this.taskCount) << 3)
    this.hasShift = true
    this.alapShift[this.taskOf[r]] = days
  }
  /** Dates as passed and as reported, late ones and floats of a task. */
  @inline
  put(
    r: u32,
    passedStart: f64,
    passedFinish: f64,
    start: f64,
    end: f64,
    lateStart: f64,
    lateFinish: f64,
    total: f64,
    free: f64,
  ): void {
    const isListed = this.isListedInOrder
    const first = changetype<usize>(this.passedStart)
    const step: usize = isListed ? changetype<usize>(this.passedFinish) - first : 8
    let to = isListed ? first + ((<usize>r) << 3) : this.records + ((<usize>r) << 6)
    store<f64>(to, passedStart)
    store<f64>((to += step), passedFinish)
    store<f64>((to += step), start)
    store<f64>((to += step), end)
    store<f64>((to += step), lateStart)
    store<f64>((to += step), lateFinish)
    store<f64>((to += step), total)
    store<f64>(to + step, free)
  }
}

export const table = changetype<Table>(TABLE)

/** Whether a task was moved as late as possible. */
export function hasShift(): bool {
  return table.hasShift
}
