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

/** What a pass reads and writes. In Node tasks are those of the schedule, met in its order; in the kernel they are ranks, which lie in that order. */
interface PassPlan extends PassTime {
  /** Tasks that take part, predecessors first. */
  readonly order: U32s
  /** Links into task s are start[s] .. start[s + 1]. */
  readonly start: U32s
  /** By link: predecessor, type, lag as its successor feels it. */
  readonly task: I32s
  readonly type: U8s
  readonly lag: F64s
  readonly state: U8s
  readonly remaining: F64s
  readonly constraint: U8s
  readonly constraintDate: F64s
  /** Entry c: what constraint c does. */
  readonly effects: U8s
  readonly dataDate: f64
  /** Links into started tasks count for nothing. */
  readonly isOverride: bool
  readonly reportedStart: F64s
  readonly reportedFinish: F64s
  /** Dates as the links see them. */
  readonly earlyStart: F64s
  readonly earlyFinish: F64s
  /** The one that is less or greater, a where none is. */
  lesser(a: f64, b: f64): f64
  greater(a: f64, b: f64): f64
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
