/**
 * What a deliverable says of each task: dates and floats as the file gives them, or else as they are computed here, and which of the two. Work that has begun
 * starts when it did, and finished work has its actual dates in the place of all others, as P6 shows it.
 */

import type { Refusal } from '../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { PERCENT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import type { AnalysisInput } from '../../../shared/contract/schedule/input.ts'
import { type NetworkDay, shownDay } from '../calendar/best-dates.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { chooseCalendar } from '../calendar/choice.ts'
import { type CpmResult, computeCpm } from '../cpm/cpm.ts'
import { dataMomentOf } from '../cpm/data-date.ts'
import { type CpmDates, computeDates } from '../cpm/dates.ts'
import { spanLoe } from '../cpm/loe.ts'
import { withEffortFloat } from '../cpm/loe-float.ts'
import { type Preparation, prepare } from '../cpm/prepare.ts'
import { cycleRefusal } from '../graph/cycle-text.ts'
import { buildNetwork } from '../graph/network.ts'
import { topologicalOrder } from '../graph/order.ts'
import { isMilestoneType } from '../kind/participation.ts'
import { COMPLETE, IN_PROGRESS } from '../kind/states.ts'
import { actualDurationsBy, remainingOf } from '../population/durations.ts'
import { PERCENT_MAX, stateOf } from '../population/progress.ts'
import { dayOf } from '../result/options.ts'

const BY_DURATION = 1 + PERCENT_TYPES.indexOf('duration')

/** Where a value comes from. */
export const NOWHERE = 0
const FROM_FILE = 1
export const COMPUTED = 2

export interface Days {
  readonly values: Int32Array
  readonly from: Uint8Array
}

export interface Numbers {
  readonly values: Float64Array
  readonly from: Uint8Array
}

export class Facts {
  readonly columns: ScheduleColumns
  readonly taskCount: number
  readonly statusDay: number
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly dates: CpmDates
  /** NOT_STARTED, IN_PROGRESS or COMPLETE. */
  readonly state: Uint8Array
  /** Days of the calendar of the task. */
  readonly durationDays: Float64Array
  readonly remainingDays: Float64Array
  /** NaN where the work has not begun. */
  readonly actualDays: (i: number) => number
  readonly earlyStart: Days
  readonly earlyFinish: Days
  readonly lateStart: Days
  readonly lateFinish: Days
  readonly totalFloat: Numbers
  readonly freeFloat: Numbers
  /** Actual, else forecast, else early, else planned. */
  readonly currentStart: Int32Array
  readonly currentFinish: Int32Array

  constructor(
    columns: ScheduleColumns,
    statusDay: number,
    calendar: Calendar,
    prepared: Preparation,
    result: CpmResult,
    dates: CpmDates,
  ) {
    this.prepared = prepared
    this.result = result
    this.dates = dates
    this.columns = columns
    this.taskCount = columns.taskCount
    this.statusDay = statusDay
    this.state = stateOfAll(columns, prepared)
    this.durationDays = prepared.durationDays
    this.remainingDays = this.#remaining()
    this.actualDays = actualDurationsBy(columns, calendar, dataMomentOf(prepared, statusDay))
    const { actualStart, actualFinish } = columns
    this.earlyStart = this.#days('earlyStart')
    this.earlyFinish = this.#days('earlyFinish')
    this.lateStart = this.#days('lateStart')
    this.lateFinish = this.#days('lateFinish')
    this.totalFloat = this.#floats(columns.totalFloatDays, result.totalFloat)
    this.freeFloat = this.#floats(columns.freeFloatDays, result.freeFloat)
    const { forecastStart, forecastFinish, plannedStart, plannedFinish } = columns
    this.currentStart = this.#first(actualStart, forecastStart, this.earlyStart.values, plannedStart)
    this.currentFinish = this.#first(actualFinish, forecastFinish, this.earlyFinish.values, plannedFinish)
  }

  #remaining(): Float64Array {
    const { columns, state, durationDays } = this
    const { remainingDays } = this.prepared.input
    const { takesPart } = this.prepared.input.network
    return durationDays.map((days, i) => {
      if (state[i] === COMPLETE || columns.actualFinish[i] !== DAY_ABSENT) return 0
      if (state[i] !== IN_PROGRESS) return days
      return takesPart[i] === 0 ? remainingOf(columns, i, days) : remainingDays[i]
    })
  }

  #days(name: NetworkDay): Days {
    const computed = this.dates[name]
    const given = this.columns[name]
    const { actualStart, actualFinish } = this.columns
    const values = new Int32Array(this.taskCount)
    const source = new Uint8Array(this.taskCount)
    for (let i = 0; i < this.taskCount; i++) {
      const own = shownDay(this.columns, name, this.state[i], i)
      values[i] = own === DAY_ABSENT ? computed[i] : own
      // an actual date in the place of another one is of the file, too
      const isActual = own !== DAY_ABSENT && (own === actualStart[i] || own === actualFinish[i])
      source[i] = values[i] === DAY_ABSENT ? NOWHERE : values[i] === given[i] || isActual ? FROM_FILE : COMPUTED
    }
    return { values, from: source }
  }

  #first(...columns: readonly Int32Array[]): Int32Array {
    return Int32Array.from({ length: this.taskCount }, (_, i) => {
      for (const days of columns) if (days[i] !== DAY_ABSENT) return days[i]
      return DAY_ABSENT
    })
  }

  /** Nothing of finished work can float. */
  #floats(given: Float64Array, computed: Float64Array): Numbers {
    const values = new Float64Array(this.taskCount)
    const source = new Uint8Array(this.taskCount)
    for (let i = 0; i < this.taskCount; i++) {
      const isGiven = !Number.isNaN(given[i])
      values[i] = this.state[i] === COMPLETE ? 0 : isGiven ? given[i] : computed[i]
      source[i] = Number.isNaN(values[i]) ? NOWHERE : values[i] === given[i] ? FROM_FILE : COMPUTED
    }
    return { values, from: source }
  }

  /** First and last current or early date; from 0 to -1 where there is none. */
  span(): readonly [from: number, to: number] {
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const days of [this.currentStart, this.earlyStart.values, this.currentFinish, this.lateFinish.values])
      for (const day of days)
        if (day !== DAY_ABSENT) {
          from = Math.min(from, day)
          to = Math.max(to, day)
        }
    return from > to ? [0, -1] : [from, to]
  }

  /** Percent of the duration that is done: as it is said, or, where percent_complete is that of something else, or absent, what is not left of it. */
  durationPercent(i: number): number {
    if (this.isFinished(i)) return PERCENT_MAX
    const { percentComplete, percentCompleteType } = this.columns
    const isOfDuration = percentCompleteType[i] === 0 || percentCompleteType[i] === BY_DURATION
    if (isOfDuration && !Number.isNaN(percentComplete[i])) return percentComplete[i]
    const [days, left] = [this.durationDays[i], this.remainingDays[i]]
    return this.state[i] === IN_PROGRESS && left < days ? PERCENT_MAX * (1 - left / days) : 0
  }

  isFinished(i: number): boolean {
    return this.state[i] === COMPLETE
  }
}

/** On the longest path: as the file says it, which P6 says of finished work, too, else as it is computed. */
export const isOnDrivingPath = (
  { onLongestPath }: ScheduleColumns,
  { onLongestPath: computed }: CpmResult,
  i: number,
) => (isDrivingKnown(onLongestPath, i) ? onLongestPath[i] === TRUE : computed[i] === 1)
const TRUE = 2
export const isDrivingKnown = (onLongestPath: Uint8Array, i: number): boolean => onLongestPath[i] > 0

/** States with those of summaries and level of effort, which the passes leave out. */
function stateOfAll(columns: ScheduleColumns, { dataDate, input: { network, state } }: Preparation): Uint8Array {
  // percent alone moves nothing there either
  if (dataDate.source === 'none') return state
  return state.map((own, i) => (network.takesPart[i] === 0 ? stateOf(columns, i) : own))
}

/** params: of the request; those of a baseline are its own container. */
export function factsOf(columns: ScheduleColumns, params: AnalysisInput['params'], statusDay: number): Facts | Refusal {
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return cycleRefusal(columns)
  const { calendar } = chooseCalendar(columns, params.calendar)
  const prepared = prepare(columns, buildNetwork(columns, order), {
    calendar,
    statusDay,
    mustFinishDay: dayOf(params.must_finish_by),
  })
  const result = computeCpm(prepared.input)
  spanLoe(columns, prepared.input, prepared.durationDays, result.earlyStart, result.earlyFinish)
  const shown = withEffortFloat(columns, prepared, result)
  return new Facts(columns, statusDay, calendar, prepared, shown, computeDates(columns, prepared, shown))
}

/** A milestone by its type; where none was sent, work of no duration, too. */
export const isMilestoneTask = ({ taskType, durationDays }: ScheduleColumns, i: number): boolean =>
  isMilestoneType(taskType[i]) || (taskType[i] === 0 && durationDays[i] === 0)

/** Texts of a column by index. */
export function textsOf({ bytes, offsets }: TextColumn): (index: number) => string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return index => buffer.toString('utf8', offsets[index], offsets[index + 1])
}

/** Of texts that many rows have: each is decoded once. */
export function keptTextsOf(column: TextColumn): (index: number) => string {
  const textOf = textsOf(column)
  const kept: string[] = []
  return index => (kept[index] ??= textOf(index))
}

/** The baseline of a deliverable: a schedule beside the current one, whose tasks are found by their ids, or the baseline fields of the current tasks. */
export interface Baseline {
  /** DAY_ABSENT = none. */
  readonly start: (task: number) => number
  readonly finish: (task: number) => number
  /** Days; NaN = none. */
  readonly duration: (task: number) => number
}

export function baselineOf({ columns, taskCount }: Facts, other: Facts | undefined): Baseline {
  if (other === undefined)
    return {
      start: i => columns.baselineStart[i],
      finish: i => columns.baselineFinish[i],
      duration: i => columns.baselineDurationDays[i],
    }
  const [idOf, otherIdOf] = [textsOf(columns.id), textsOf(other.columns.id)]
  const rowOf = new Map<string, number>()
  for (let n = 0; n < other.taskCount; n++) rowOf.set(otherIdOf(n), n)
  const row = Int32Array.from({ length: taskCount }, (_, i) => rowOf.get(idOf(i)) ?? -1)
  const day = (values: Int32Array, i: number): number => (row[i] < 0 ? DAY_ABSENT : values[row[i]])
  return {
    start: i => day(other.currentStart, i),
    finish: i => day(other.currentFinish, i),
    duration: i => (row[i] < 0 ? Number.NaN : other.durationDays[row[i]]),
  }
}
