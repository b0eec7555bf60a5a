/** All that the passes by P6's rules find of a schedule by the clock in Node: what day-plan.ts has for whole days. */
import { type ClockedInput, criticalMinutesOf, type Moments, offsetAt } from '../clock/input.ts'
import { filled, LateP6Plan } from '../clock/p6/plan.ts'
import { ALAP } from '../kind/constraint-types.ts'
import type { CpmResult } from './cpm.ts'
import type { EarlyDates } from './forward.ts'

export class ResultP6Plan extends LateP6Plan implements ReverseClockPlan {
  isAllComplete = false
  readonly criticalMinutes: number
  readonly free: Float64Array
  readonly latest: Float64Array
  readonly onPath: Uint8Array
  readonly critical: Uint8Array
  shownStart = 0
  shownFinish = 0
  workShownStart = 0
  workShownFinish = 0
  readonly #linkFloat: Float64Array
  readonly #linkMarks: Uint8Array
  readonly #shown: Moments
  #alapShift: Float64Array | undefined

  constructor(input: ClockedInput, early: Moments) {
    super(input, early)
    const { clock, constraint, network } = input
    const { taskCount, linkCount } = network
    this.criticalMinutes = criticalMinutesOf(clock)
    this.free = filled(taskCount, Number.NaN)
    for (const i of network.order) this.free[i] = Number.POSITIVE_INFINITY
    this.latest = filled(constraint.includes(ALAP) ? taskCount : 0, Number.POSITIVE_INFINITY)
    this.onPath = new Uint8Array(taskCount)
    this.critical = new Uint8Array(taskCount)
    this.#linkFloat = new Float64Array(linkCount)
    this.#linkMarks = new Uint8Array(linkCount)
    this.#shown = { start: filled(taskCount, Number.NaN), finish: filled(taskCount, Number.NaN) }
  }

  override turn(projectFinish: number): void {
    super.turn(projectFinish)
    this.isAllComplete = this.latestOfIncomplete === Number.NEGATIVE_INFINITY
  }

  override linkFloatOf(_s: number): Float64Array {
    return this.#linkFloat
  }

  linkMarksOf(_s: number): Uint8Array {
    return this.#linkMarks
  }

  shift(s: number, days: number): void {
    this.#alapShift ??= new Float64Array(this.state.length)
    this.#alapShift[s] = days
  }

  finish(
    s: number,
    start: number,
    end: number,
    lateStart: number,
    lateFinish: number,
    total: number,
    free: number,
  ): void {
    this.#shown.start[s] = start
    this.#shown.finish[s] = end
    this.lateDates.start[s] = lateStart
    this.lateDates.finish[s] = lateFinish
    this.lateDates.totalFloat[s] = total
    this.free[s] = free
  }

  result(early: EarlyDates): CpmResult {
    return {
      projectFinish: offsetAt(this.input.clock, this.projectFinish),
      earlyStart: this.#shown.start,
      earlyFinish: this.#shown.finish,
      lateStart: this.lateDates.start,
      lateFinish: this.lateDates.finish,
      totalFloat: this.lateDates.totalFloat,
      freeFloat: this.free,
      linkFloat: this.#linkFloat,
      linkMarks: this.#linkMarks,
      alapShift: this.#alapShift,
      early,
      onLongestPath: this.onPath,
      critical: this.critical,
    }
  }
}
