/** An input without calendars as the passes (engine/passes) read it in Node: tasks are those of the schedule, time is days. */
import { zeros } from '../ids/short-arrays.ts'
import { EFFECTS } from '../kind/constraint-types.ts'
import { COMPLETE } from '../kind/states.ts'
import { JUMP_LEVELS } from '../passes/drag.ts'
import type { CpmResult } from './cpm.ts'
import type { EarlyDates } from './forward.ts'
import type { CpmInput } from './input.ts'

/** Time where durations are days. */
export const DAYS: PassTime = {
  startBefore: (finish, days) => finish - days,
  finishAfter: (start, days) => start + days,
}

export class DayPlan implements ForwardPlan {
  readonly order: Uint32Array
  readonly start: Uint32Array
  readonly task: Int32Array
  readonly type: Uint8Array
  readonly lag: Float64Array
  readonly state: Uint8Array
  readonly remaining: Float64Array
  readonly constraint: Uint8Array
  readonly constraintDate: Float64Array
  readonly effects = EFFECTS
  readonly dataDate: number
  readonly isOverride: boolean
  readonly reportedStart: Float64Array
  readonly reportedFinish: Float64Array
  readonly earlyStart: Float64Array
  readonly earlyFinish: Float64Array
  latestOfIncomplete = Number.NEGATIVE_INFINITY
  latestOfComplete = Number.NEGATIVE_INFINITY

  constructor(input: CpmInput, early: EarlyDates) {
    const { network } = input
    this.order = network.order
    this.start = network.start
    this.task = network.task
    this.type = network.type
    this.lag = input.lagDays
    this.state = input.state
    this.remaining = input.remainingDays
    this.constraint = input.constraint
    this.constraintDate = input.constraintOffset
    this.dataDate = input.dataDate
    this.isOverride = input.override
    this.reportedStart = input.reportedStart
    this.reportedFinish = input.reportedFinish
    this.earlyStart = early.start
    this.earlyFinish = early.finish
  }

  startBefore(finish: number, days: number): number {
    return finish - days
  }

  finishAfter(start: number, days: number): number {
    return start + days
  }

  // not Math.min and Math.max, which tell 0 from -0
  lesser(a: number, b: number): number {
    if (b < a) return b
    return a
  }

  greater(a: number, b: number): number {
    if (a < b) return b
    return a
  }

  begin(_s: number): void {}
}

const filled = (length: number, value: number): Float64Array => zeros<Float64Array>(Float64Array, length).fill(value)

/** The late dates alone: of a trial. */
export class LateDayPlan extends DayPlan implements LatePlan {
  readonly late: Float64Array
  readonly totalFloat: Float64Array
  readonly lastFinish: number

  constructor(input: CpmInput, early: EarlyDates, projectFinish: number) {
    super(input, early)
    const { taskCount } = input.network
    this.late = filled(taskCount, Number.POSITIVE_INFINITY)
    this.totalFloat = filled(taskCount, Number.NaN)
    this.lastFinish = Number.isNaN(input.mustFinish) ? projectFinish : input.mustFinish
  }
}

/** All that the passes find of a schedule. */
export class ResultDayPlan extends DayPlan implements ReversePlan {
  readonly late: Float64Array
  readonly totalFloat: Float64Array
  readonly givenLag: Float64Array
  readonly free: Float64Array
  readonly onPath: Uint8Array
  readonly critical: Uint8Array
  lastFinish = Number.NaN
  projectFinish = Number.NaN
  isAllComplete = false
  readonly #input: CpmInput
  readonly #shownStart: Float64Array
  readonly #shownFinish: Float64Array
  readonly #lateStart: Float64Array
  readonly #linkFloat: Float64Array
  readonly #linkMarks: Uint8Array
  #alapShift: Float64Array | undefined

  constructor(input: CpmInput, early: EarlyDates) {
    super(input, early)
    const { taskCount, linkCount, lagDays } = input.network
    this.#input = input
    this.givenLag = lagDays
    this.late = filled(taskCount, Number.NaN)
    this.free = filled(taskCount, Number.NaN)
    this.totalFloat = filled(taskCount, Number.NaN)
    this.onPath = zeros(Uint8Array, taskCount)
    this.critical = zeros(Uint8Array, taskCount)
    this.#shownStart = filled(taskCount, Number.NaN)
    this.#shownFinish = filled(taskCount, Number.NaN)
    this.#lateStart = filled(taskCount, Number.NaN)
    this.#linkFloat = zeros(Float64Array, linkCount)
    this.#linkMarks = zeros(Uint8Array, linkCount)
  }

  /** Between the passes. */
  turn(projectFinish: number): void {
    const { mustFinish } = this.#input
    this.projectFinish = projectFinish
    this.lastFinish = Number.isNaN(mustFinish) ? projectFinish : mustFinish
    this.isAllComplete = this.latestOfIncomplete === Number.NEGATIVE_INFINITY
  }

  override begin(s: number): void {
    this.late[s] = Number.POSITIVE_INFINITY
    this.free[s] = Number.POSITIVE_INFINITY
  }

  linkFloatOf(): Float64Array {
    return this.#linkFloat
  }

  linkMarksOf(): Uint8Array {
    return this.#linkMarks
  }

  shift(s: number, days: number): void {
    this.#alapShift ??= zeros<Float64Array>(Float64Array, this.state.length)
    this.#alapShift[s] = days
  }

  countOnPath(): void {}

  finish(
    s: number,
    start: number,
    end: number,
    lateStart: number,
    lateFinish: number,
    total: number,
    free: number,
  ): void {
    this.#shownStart[s] = start
    this.#shownFinish[s] = end
    this.#lateStart[s] = lateStart
    this.late[s] = lateFinish
    this.totalFloat[s] = total
    this.free[s] = free
  }

  result(): CpmResult {
    return {
      projectFinish: this.projectFinish,
      earlyStart: this.#shownStart,
      earlyFinish: this.#shownFinish,
      lateStart: this.#lateStart,
      lateFinish: this.late,
      totalFloat: this.totalFloat,
      freeFloat: this.free,
      linkFloat: this.#linkFloat,
      linkMarks: this.#linkMarks,
      alapShift: this.#alapShift,
      early: { start: this.earlyStart, finish: this.earlyFinish },
      onLongestPath: this.onPath,
      critical: this.critical,
    }
  }
}

export class HolderDayPlan extends DayPlan implements HolderPlan {
  readonly needed: Float64Array
  readonly holder: Int32Array

  constructor(input: CpmInput, { early, lateFinish }: CpmResult) {
    super(input, early)
    // complete tasks have no late dates, yet they pass on what incomplete ones behind them need
    this.needed = lateFinish.map((offset, i) => (input.state[i] === COMPLETE ? Number.POSITIVE_INFINITY : offset))
    this.holder = zeros<Int32Array>(Int32Array, lateFinish.length).fill(-1)
  }
}

export class DragDayPlan extends DayPlan implements DragPlan {
  readonly projectFinish: number
  readonly onPath: Uint8Array
  readonly tails: Float64Array
  readonly pathTask: Uint32Array
  readonly through: Float64Array
  readonly beside: Float64Array
  readonly runs: Float64Array
  readonly pathRank: Uint32Array
  readonly pathCount: number
  readonly jumpLength: Float64Array
  readonly jumpFirst: Uint32Array
  readonly jumpLast: Uint32Array
  readonly jumpNext: Uint32Array
  readonly jumpOfLevel = new Uint32Array(JUMP_LEVELS)
  begun = 0
  ended = 0
  pathNext = 0
  jumpCount = 0
  readonly dragDays: Float64Array

  constructor(input: CpmInput, { early, onLongestPath, projectFinish }: CpmResult) {
    super(input, early)
    const { order, taskCount, linkCount } = input.network
    let count = 0
    for (let at = 0; at < order.length; at++)
      if (onLongestPath[order[at]] === 1 && input.state[order[at]] !== COMPLETE) count++
    this.projectFinish = projectFinish
    this.onPath = onLongestPath
    this.tails = zeros(Float64Array, 2 * taskCount)
    this.pathTask = zeros(Uint32Array, count)
    this.through = zeros(Float64Array, count)
    this.beside = zeros(Float64Array, count)
    this.runs = zeros(Float64Array, count)
    this.pathRank = zeros(Uint32Array, taskCount)
    this.pathCount = count
    this.jumpLength = zeros(Float64Array, linkCount)
    this.jumpFirst = zeros(Uint32Array, linkCount)
    this.jumpLast = zeros(Uint32Array, linkCount)
    this.jumpNext = zeros(Uint32Array, linkCount)
    this.dragDays = filled(taskCount, Number.NaN)
  }

  log2(count: number): number {
    return 31 - Math.clz32(count)
  }

  drag(s: number, days: number): void {
    this.dragDays[s] = days
  }
}
