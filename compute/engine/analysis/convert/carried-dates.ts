/** The computed dates that a conversion carries over, in moments, with the calendar that each task works in. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { type ClockedInput, type ClockInput, calendarOf, momentAt } from '../../clock/input.ts'
import type { WorkCalendar } from '../../clock/work-calendar.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { NO_CONSTRAINT } from '../../kind/constraint-types.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../kind/states.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import type { ComputedDates } from './computed-dates.ts'

export class CarriedDates {
  readonly columns: ScheduleColumns
  readonly input: CpmInput & ClockedInput
  readonly clock: ClockInput
  readonly isAlapKept: boolean
  readonly dataDate: number
  /** Whole durations. */
  readonly durationDays: Float64Array
  /** As they are shown, of tasks that have not started with the shift of ALAP. Entry i: of task i. */
  readonly earlyStart: Float64Array
  readonly earlyFinish: Float64Array
  readonly projectStart: number
  readonly projectFinish: number
  readonly #computed: ComputedDates

  /** Only of a schedule by the clock. isAlapKept: As Late As Possible is written as such, though the two tools shift such tasks by other floats. */
  constructor(computed: ComputedDates, clock: ClockInput, isAlapKept: boolean) {
    this.isAlapKept = isAlapKept
    const { columns, dates, prepared } = computed
    const moments = dates.moments!
    this.#computed = computed
    this.columns = columns
    this.clock = clock
    this.input = { ...prepared.input, clock }
    this.dataDate = momentAt(clock, prepared.input.dataDate)
    this.durationDays = prepared.durationDays
    this.earlyStart = moments.earlyStart
    this.earlyFinish = moments.earlyFinish
    this.projectStart = moments.projectStart
    this.projectFinish = moments.projectFinish
  }

  calendar(i: number): WorkCalendar {
    return calendarOf(this.clock, i)
  }

  isOpen(i: number): boolean {
    const { network, state } = this.input
    return network.takesPart[i] === 1 && state[i] !== COMPLETE
  }

  hasNotStarted = (i: number): boolean => this.input.state[i] === NOT_STARTED
  isInProgress = (i: number): boolean => this.input.state[i] === IN_PROGRESS
  isComplete = (i: number): boolean => this.input.state[i] === COMPLETE

  /** Where what is left of i begins. */
  restStart(i: number): number {
    return this.hasNotStarted(i) ? this.earlyStart[i] : this.linkedStart(i)
  }

  /** The start and finish of i as links see them: of what is left, without the shift of ALAP. */
  linkedStart(i: number): number {
    return momentAt(this.clock, this.#computed.result.early.start[i])
  }
  linkedFinish(i: number): number {
    return momentAt(this.clock, this.#computed.result.early.finish[i])
  }

  actualStart(i: number): number {
    return momentAt(this.clock, this.input.reportedStart[i])
  }
  actualFinish(i: number): number {
    return momentAt(this.clock, this.input.reportedFinish[i])
  }

  /** Minutes of work of what is left. */
  restMinutes(i: number): number {
    return this.calendar(i).workBetween(this.restStart(i), this.earlyFinish[i])
  }

  minutes(i: number, days: number): number {
    return days > 0 ? Math.round(days * this.calendar(i).minutesPerDay) : 0
  }

  /** Nothing of the working time of i lies between the two. */
  isSame(i: number, a: number, b: number): boolean {
    return a === b || this.calendar(i).workBetween(a, b) === 0
  }

  /** Working time of i lies between b and a. */
  isLater(i: number, a: number, b: number): boolean {
    return a !== b && this.calendar(i).workBetween(b, a) > 0
  }
}

/** "SNET 2026-03-02T08:00" of a code of the column; null = no constraint. */
export const constraintText = (code: number, moment: number): string | null =>
  code === NO_CONSTRAINT ? null : [CONSTRAINT_TYPES[code - 1], momentText(moment) ?? ''].join(' ').trimEnd()

const DAY_DECIMALS = 4

/** Days of a calendar, as a person reads them: a minute is more than their last place. */
export const daysText = (days: number): string => String(roundHalfAway(days, DAY_DECIMALS))

export const momentText = (moment: number): string | null => (Number.isNaN(moment) ? null : formatMoment(moment))
