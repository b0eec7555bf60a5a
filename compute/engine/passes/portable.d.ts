/**
 * What the files of this folder take as given, as TypeScript reads it. AssemblyScript has the numbers; the columns and plans of the kernel are classes of
 * wasm/assembly/kernel, and it makes of each pass a function of its own for each plan.
 */
type u8 = number
type u32 = number
type i32 = number
type usize = number
type f64 = number
type bool = boolean
/** Columns: typed arrays here, addresses in the kernel. */
type U8s = Uint8Array
type U16s = Uint16Array
type U32s = Uint32Array
type I32s = Int32Array
type F64s = Float64Array

/** What durations are counted in: a calendar, or days. */
interface PassTime {
  /** Where so much work has to begin that ends at the moment or before it. */
  startBefore(finish: f64, work: f64): f64
  /** Where so much work ends that begins at the moment or after it. */
  finishAfter(start: f64, work: f64): f64
}

/** A calendar: moments are minutes, work is counted in minutes from a fixed day. Between two working periods an amount of work has two moments. */
interface PassCalendar extends PassTime {
  readonly minutesPerDay: f64
  workAt(moment: f64): f64
  /** The latest moment of an amount of work: more begins there. */
  startOf(work: f64): f64
  /** The earliest. */
  endOf(work: f64): f64
  /** The moment itself where work goes on after it, else the next at which work begins. */
  nextWork(moment: f64): f64
  workBetween(from: f64, to: f64): f64
  /** Where so many minutes lead from so much work: ahead to the earliest moment, back to the latest that fits. */
  movedFrom(work: f64, minutes: f64): f64
}

/** What a pass reads and writes. In Node tasks are those of the schedule, met in its order; in the kernel they are ranks, which lie in that order. */
interface NetworkPlan {
  /** Tasks that take part, predecessors first. */
  readonly order: U32s
  /** Links into task s are start[s] .. start[s + 1]. */
  readonly start: U32s
  /** By link: predecessor, type. */
  readonly task: I32s
  readonly type: U8s
  readonly state: U8s
  readonly constraint: U8s
  /** Entry c: what constraint c does. */
  readonly effects: U8s
  /** Links into started tasks count for nothing. */
  readonly isOverride: bool
  readonly reportedStart: F64s
  readonly reportedFinish: F64s
  /** Dates as the links see them: days, by the clock moments. */
  readonly earlyStart: F64s
  readonly earlyFinish: F64s
}

/** In whole days. */
interface PassPlan extends NetworkPlan, PassTime {
  /** By link: its lag as its successor feels it. */
  readonly lag: F64s
  readonly remaining: F64s
  readonly constraintDate: F64s
  readonly dataDate: f64
  /** The one that is less or greater, a where none is. */
  lesser(a: f64, b: f64): f64
  greater(a: f64, b: f64): f64
}

/** By the clock. Dates that few tasks have are NaN where a task has none, or none that counts. */
interface ClockPlan extends NetworkPlan {
  readonly dataMoment: f64
  /** What has not started begins no earlier; NaN = the data date alone counts. */
  readonly projectStart: f64
  /** LAG_PREDECESSOR .. LAG_24_HOUR. */
  readonly lagRule: u32
  readonly projectCalendar: u32
  readonly roundTheClock: u32
  /** START_MILESTONE, FINISH_MILESTONE or 0. */
  readonly point: U8s
  /** The largest early finish of the incomplete tasks, and reported one of the complete, of the places that were met. */
  latestOfIncomplete: f64
  latestOfComplete: f64
  /** Offsets are elapsed days, as reported dates are. */
  momentAt(offset: f64): f64
  offsetAt(moment: f64): f64
  calendarAt(index: u32): PassCalendar
  calendarOf(s: u32): PassCalendar
  /** Minutes of the lag of link k from p into s as given; -Infinity: it holds nothing. */
  lagOf(k: u32, p: u32, s: u32): f64
  isElapsed(k: u32, s: u32): bool
  /** Minutes that are left by the remaining duration. */
  minutesOf(s: u32): f64
  constraintMoment(s: u32): f64
  secondConstraint(s: u32): u8
  secondMoment(s: u32): f64
  expectedFinish(s: u32): f64
  suspended(s: u32): f64
  resumed(s: u32): f64
  externalStart(s: u32): f64
  externalFinish(s: u32): f64
  /** What the rest of s is counted in: its calendar, or the work of its resources, which may know none of the numbers that a calendar has. */
  timeOf(s: u32): PassTime
  worksByResources(s: u32): bool
  nextWork(s: u32, moment: f64): f64
  previousWork(s: u32, moment: f64): f64
  /** Work of the calendar at the moment, which nextWork or previousWork has just given. */
  workThere(calendar: PassCalendar, moment: f64): f64
  /** Work of the calendar of s at its early finish, or start. */
  workAtEarly(s: u32, ofFinish: bool): f64
  /** Writes the early start of s: the moment, or where work goes on. Returns it, and so do the others. */
  placeStart(s: u32, moment: f64, stays: bool): f64
  /** Then its early finish: after so much work, or at the moment. */
  placeFinish(s: u32, minutes: f64): f64
  placeFinishAt(s: u32, moment: f64): f64
  begin(s: u32): void
  linkFloatOf(s: u32): F64s
}

interface LateClockPlan extends ClockPlan {
  readonly late: F64s
  readonly lastFinish: f64
  readonly projectFinish: f64
  /** FLOAT_OF_START .. FLOAT_SMALLEST. */
  readonly floatRule: u32
  /** What nothing follows has no float but that of the project's end. */
  readonly openEndsCritical: bool
  /** Of the task at hand: late dates, work of its calendar at them (NaN of complete work), total float in days before it moves. */
  lateStart: f64
  lateFinish: f64
  workLateStart: f64
  workLateFinish: f64
  lateFloat: f64
  /** Task s has its late dates: of a pass that finds no more. */
  noteLate(s: u32): void
}

interface ReverseClockPlan extends LateClockPlan {
  readonly isAllComplete: bool
  /** Up to so many minutes of float a task is critical, whatever the hours of its day; NaN = the longest path decides. */
  readonly criticalMinutes: f64
  readonly free: F64s
  /** The latest finish that the early dates of the successors leave a task that runs as late as possible; begins as Infinity. */
  readonly latest: F64s
  readonly onPath: U8s
  readonly critical: U8s
  /** Of the task at hand: early dates once it was moved as late as possible, and the work at them. */
  shownStart: f64
  shownFinish: f64
  workShownStart: f64
  workShownFinish: f64
  linkMarksOf(s: u32): U8s
  shift(s: u32, days: f64): void
  finish(s: u32, start: f64, end: f64, lateStart: f64, lateFinish: f64, total: f64, free: f64): void
}

interface ForwardPlan extends PassPlan {
  /** A task has its early dates: what its successors will leave it may be noted from now on. */
  begin(s: u32): void
  /** The largest early finish of the incomplete tasks, and reported one of the complete, of the places that were met. */
  latestOfIncomplete: f64
  latestOfComplete: f64
}

interface LatePlan extends PassPlan {
  /** Latest finish that the successors met so far leave a task; begins as Infinity. */
  readonly late: F64s
  readonly totalFloat: F64s
  /** Late finish of whatever ends the project. */
  readonly lastFinish: f64
}

interface ReversePlan extends LatePlan {
  /** By link: the lag before what has passed of it. */
  readonly givenLag: F64s
  readonly projectFinish: f64
  /** Whether the complete tasks end the project, since none is incomplete. */
  readonly isAllComplete: bool
  /** What the successors met so far leave a task before they move; begins as Infinity. */
  readonly free: F64s
  /** 1 = it leads to the project finish by driving links. Begins as 0. */
  readonly onPath: U8s
  readonly critical: U8s
  /** Columns of the links into s, by link: days between the ends, marks. */
  linkFloatOf(s: u32): F64s
  linkMarksOf(s: u32): U8s
  /** s is moved by so many days, as late as possible. */
  shift(s: u32, days: f64): void
  /** An incomplete task is on the longest path. */
  countOnPath(): void
  /** The dates and floats of s, as CpmResult has them. */
  finish(s: u32, start: f64, end: f64, lateStart: f64, lateFinish: f64, total: f64, free: f64): void
}

interface HolderPlan extends PassPlan {
  /** Late finish of each task, Infinity of complete ones. */
  readonly needed: F64s
  /** The task whose late constraint sets it; begins as -1. */
  readonly holder: I32s
}

interface DragPlan extends PassPlan {
  readonly projectFinish: f64
  readonly onPath: U8s
  /** Entries 2 s and 2 s + 1: the longest way from the start of the task to the end of a path, if it took no time and as it is. */
  readonly tails: F64s
  /** By number among the tasks of the longest path that are incomplete, in order: the task, and lengths of paths. */
  readonly pathTask: U32s
  readonly through: F64s
  readonly beside: F64s
  readonly runs: F64s
  /** By task, and behind the last place: how many tasks of the path come before it in the order. */
  readonly pathRank: U32s
  readonly pathCount: u32
  /** Jumps over tasks of the path: length, the first and the last of these, another one of the level. */
  readonly jumpLength: F64s
  readonly jumpFirst: U32s
  readonly jumpLast: U32s
  readonly jumpNext: U32s
  /** Entry l: a jump of level l. Begins as NO_JUMP. */
  readonly jumpOfLevel: U32s
  /** Between two blocks: the longest path that begins behind, that ended before, places among the path tasks, jumps so far. */
  begun: f64
  ended: f64
  pathNext: u32
  jumpCount: u32
  /** The whole part of the logarithm to base 2. */
  log2(count: u32): u32
  drag(s: u32, days: f64): void
}
