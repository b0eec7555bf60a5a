/** An input by the clock as the passes by P6's rules (engine/passes) read it in Node: tasks are those of the schedule, in the columns of its input. */
import { LAG_CALENDARS, TOTAL_FLOAT_RULES } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { EFFECTS, NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { COMPLETE } from '../../kind/states.ts'
import {
  type ClockedInput,
  calendarOf,
  lagMinutes,
  type Moments,
  momentAt,
  offsetAt,
  remainingMinutes,
} from '../input.ts'
import { finishOfWork, nextWorkOf, previousWorkOf, timeOf, worksByResources } from '../resource-work.ts'
import type { WorkCalendar } from '../work-calendar.ts'

const NO_DATES = new Float64Array(0)

/** The forward pass, and single steps of it. */
export class P6Plan implements ClockPlan {
  readonly order: Uint32Array
  readonly start: Uint32Array
  readonly task: Int32Array
  readonly type: Uint8Array
  readonly state: Uint8Array
  readonly constraint: Uint8Array
  readonly effects = EFFECTS
  readonly isOverride: boolean
  readonly reportedStart: Float64Array
  readonly reportedFinish: Float64Array
  earlyStart: Float64Array
  earlyFinish: Float64Array
  readonly dataMoment: number
  readonly projectStart: number
  readonly lagRule: number
  readonly projectCalendar: number
  readonly roundTheClock: number
  readonly point: Uint8Array
  latestOfIncomplete = Number.NEGATIVE_INFINITY
  latestOfComplete = Number.NEGATIVE_INFINITY
  protected readonly input: ClockedInput
  /** Work of its calendar at the start that was placed last; NaN = nobody looked. */
  #workAtStart = Number.NaN
  // of dates that few tasks have, those that the rules count
  readonly #second: Uint8Array | undefined
  readonly #expected: Float64Array | undefined
  readonly #resume: Float64Array | undefined
  readonly #externalStart: Float64Array | undefined
  readonly #externalFinish: Float64Array | undefined

  constructor(input: ClockedInput, early: Moments = { start: NO_DATES, finish: NO_DATES }) {
    const { clock, network } = input
    this.input = input
    this.order = network.order
    this.start = network.start
    this.task = network.task
    this.type = network.type
    this.state = input.state
    this.constraint = input.constraint
    this.isOverride = input.override
    this.reportedStart = input.reportedStart
    this.reportedFinish = input.reportedFinish
    this.earlyStart = early.start
    this.earlyFinish = early.finish
    this.dataMoment = momentAt(clock, input.dataDate)
    this.projectStart = clock.projectStart
    this.lagRule = LAG_CALENDARS.indexOf(clock.rules.lagCalendar)
    this.projectCalendar = clock.projectCalendar
    this.roundTheClock = clock.roundTheClock
    const { rules, tasks } = clock
    this.point = tasks.point
    this.#second = tasks.secondaryConstraint
    this.#expected = rules.useExpectedFinish ? tasks.expectedFinish : undefined
    this.#resume = tasks.resume
    this.#externalStart = rules.ignoreExternalDates ? undefined : tasks.externalEarlyStart
    this.#externalFinish = rules.ignoreExternalDates ? undefined : tasks.externalLateFinish
  }

  momentAt(offset: number): number {
    return momentAt(this.input.clock, offset)
  }

  offsetAt(moment: number): number {
    return offsetAt(this.input.clock, moment)
  }

  calendarAt(index: number): WorkCalendar {
    return this.input.clock.calendars[index]
  }

  calendarOf(s: number): WorkCalendar {
    return calendarOf(this.input.clock, s)
  }

  lagOf(k: number): number {
    return lagMinutes(this.input, k)
  }

  isElapsed(k: number): boolean {
    const { elapsed } = this.input.network
    return elapsed.length > 0 && elapsed[k] === 1
  }

  minutesOf(s: number): number {
    return remainingMinutes(this.input, s)
  }

  constraintMoment(s: number): number {
    return momentAt(this.input.clock, this.input.constraintOffset[s])
  }

  secondConstraint(s: number): number {
    return this.#second === undefined ? NO_CONSTRAINT : this.#second[s]
  }

  secondMoment(s: number): number {
    return this.input.clock.tasks.secondaryConstraintMoment![s]
  }

  expectedFinish(s: number): number {
    return this.#expected === undefined ? Number.NaN : this.#expected[s]
  }

  suspended(s: number): number {
    return this.input.clock.tasks.suspend?.[s] ?? Number.NaN
  }

  resumed(s: number): number {
    return this.#resume === undefined ? Number.NaN : this.#resume[s]
  }

  externalStart(s: number): number {
    return this.#externalStart === undefined ? Number.NaN : this.#externalStart[s]
  }

  externalFinish(s: number): number {
    return this.#externalFinish === undefined ? Number.NaN : this.#externalFinish[s]
  }

  timeOf(s: number): PassTime {
    return timeOf(this.input, s)
  }

  worksByResources(s: number): boolean {
    return worksByResources(this.input, s)
  }

  nextWork(s: number, moment: number): number {
    return nextWorkOf(this.input, s, moment)
  }

  previousWork(s: number, moment: number): number {
    return previousWorkOf(this.input, s, moment)
  }

  workThere(calendar: PassCalendar, moment: number): number {
    return calendar.workAt(moment)
  }

  workAtEarly(s: number, ofFinish: boolean): number {
    return this.calendarOf(s).workAt((ofFinish ? this.earlyFinish : this.earlyStart)[s])
  }

  placeStart(s: number, moment: number, stays: boolean): number {
    this.#workAtStart = Number.NaN
    if (stays || worksByResources(this.input, s))
      return (this.earlyStart[s] = stays ? moment : nextWorkOf(this.input, s, moment))
    const calendar = this.calendarOf(s)
    const work = calendar.workAt(moment)
    this.#workAtStart = work
    return (this.earlyStart[s] = calendar.startOf(work))
  }

  /** Of the task whose start was placed before. */
  placeFinish(s: number, minutes: number): number {
    const work = this.#workAtStart
    return (this.earlyFinish[s] =
      minutes === 0 || Number.isNaN(work)
        ? finishOfWork(this.input, s, this.earlyStart[s], minutes)
        : this.calendarOf(s).endOf(work + minutes))
  }

  placeFinishAt(s: number, moment: number): number {
    return (this.earlyFinish[s] = moment)
  }

  begin(_s: number): void {}

  linkFloatOf(_s: number): Float64Array {
    return NO_DATES
  }
}

export const filled = (length: number, value: number): Float64Array => new Float64Array(length).fill(value)

/** Late dates: moments, total floats in days of the calendar of the task, both NaN of complete work. */
export class LateP6Plan extends P6Plan implements LateClockPlan {
  readonly late: Float64Array
  projectFinish = Number.NaN
  lastFinish = Number.NaN
  readonly floatRule: number
  readonly openEndsCritical: boolean
  lateStart = 0
  lateFinish = 0
  workLateStart = 0
  workLateFinish = 0
  lateFloat = 0
  readonly lateDates: { readonly start: Float64Array; readonly finish: Float64Array; readonly totalFloat: Float64Array }

  constructor(input: ClockedInput, early: Moments) {
    super(input, early)
    const { clock, network } = input
    const { taskCount } = network
    this.late = filled(taskCount, Number.POSITIVE_INFINITY)
    this.floatRule = TOTAL_FLOAT_RULES.indexOf(clock.rules.totalFloatAs)
    this.openEndsCritical = clock.rules.openEndsCritical
    const none = (): Float64Array => filled(taskCount, Number.NaN)
    this.lateDates = { start: none(), finish: none(), totalFloat: none() }
  }

  /** Between the passes. */
  turn(projectFinish: number): void {
    const { clock, mustFinish } = this.input
    this.projectFinish = projectFinish
    this.lastFinish = Number.isNaN(mustFinish) ? projectFinish : momentAt(clock, mustFinish)
  }

  noteLate(s: number): void {
    if (this.state[s] === COMPLETE) return
    this.lateDates.start[s] = this.lateStart
    this.lateDates.finish[s] = this.lateFinish
    this.lateDates.totalFloat[s] = this.lateFloat
  }
}
