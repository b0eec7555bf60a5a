/**
 * How far the dates and floats computed by the clock are those that the tool of a file stored: per field, at the last finish, and the
 * tasks at which differences begin. A difference begins where no neighbour that the value follows from differs: a predecessor for
 * early dates, a successor for late ones.
 *
 * Two moments agree when no working time of the task's calendar lies between them (Friday 17:00 and Monday 08:00); days without a time
 * when they are one day; floats within FLOAT_TOLERANCE_DAYS.
 */

import { AGREEMENT_FIELDS } from '../../../shared/contract/analysis/cpm/data.ts'
import { AGREEMENT_CLASSES } from '../../../shared/contract/analysis/cpm/words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { type ClockInput, calendarOf, type Moments, momentAt } from '../clock/input.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import type { CpmInput } from '../cpm/input.ts'
import { compareIds } from '../ids/id-order.ts'
import { zeros } from '../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import { type AgreementClass, classOf, latestByStored } from './agreement-classes.ts'

/** Tools store floats in minutes or tenths of hours. */
const FLOAT_TOLERANCE_DAYS = 0.02

type AgreementField = (typeof AGREEMENT_FIELDS)[number]

export interface FieldAgreement {
  readonly field: AgreementField
  /** Open tasks with a stored value, and those of them whose computed value agrees. */
  readonly compared: number
  readonly agreed: number
  /** Largest difference, computed less stored: working days of the task's calendar. 0 = none. */
  readonly largestDays: number
  /** The task that has it, -1 = none. */
  readonly largestTask: number
}

/** A value that differs and follows from none that does. */
export interface DifferenceOrigin {
  readonly task: number
  readonly field: AgreementField
  /** Computed less stored. */
  readonly days: number
}

export interface Agreement {
  readonly openTaskCount: number
  readonly fields: readonly FieldAgreement[]
  /** undefined: the tool had no task on its longest path, or did not say. */
  readonly longestPath: PathAgreement | undefined
  /** Latest early finish of the open tasks that have a stored one; moments, NaN = none is stored. */
  readonly storedFinish: number
  readonly computedFinish: number
  /** Largest first, then by id; at most ORIGINS_MAX of originCount. */
  readonly origins: readonly DifferenceOrigin[]
  readonly originCount: number
  /** Every value that differs is in one of them; those without any are left out. */
  readonly classes: readonly DifferenceClass[]
}

interface DifferenceClass {
  readonly name: AgreementClass
  /** Values, and the tasks that have them. */
  readonly valueCount: number
  readonly taskCount: number
  /** Tasks, the first by id; at most EXAMPLES_MAX. */
  readonly examples: readonly number[]
}

/** Open tasks: how many the tool had on its longest path or off it, for how many we say the same, and those that only one of us has on it. */
export interface PathAgreement {
  readonly compared: number
  readonly agreed: number
  readonly onlyComputed: readonly number[]
  readonly onlyStored: readonly number[]
}

const EXAMPLES_MAX = 5

const ORIGINS_MAX = 20
const PATH_LISTED_MAX = 20
/** Code of true in a column of flags. */
const ON_PATH = 2

/** undefined: the schedule stores no value of any open task. */
export function agreementOf(
  columns: ScheduleColumns,
  input: CpmInput & { readonly clock: ClockInput },
  result: CpmResult,
): Agreement | undefined {
  const comparison = new Comparison(columns, input, result)
  const fields = AGREEMENT_FIELDS.map(field => comparison.compare(field))
  if (fields.every(({ compared }) => compared === 0)) return undefined
  const origins = comparison.origins()
  const finishes = comparison.lastFinish()
  return {
    openTaskCount: comparison.openTaskCount,
    fields,
    longestPath: comparison.longestPath(),
    ...finishes,
    classes: comparison.classes(finishes.storedFinish),
    origins: origins.slice(0, ORIGINS_MAX),
    originCount: origins.length,
  }
}

type DateField = Exclude<AgreementField, 'total_float_days'>
/** Columns of the stored values, and whether a day without a time means its end. */
const STORED = {
  early_start: { day: 'earlyStart', time: 'earlyStartTime' },
  early_finish: { day: 'earlyFinish', time: 'earlyFinishTime' },
  late_start: { day: 'lateStart', time: 'lateStartTime' },
  late_finish: { day: 'lateFinish', time: 'lateFinishTime' },
} as const satisfies Record<DateField, { day: keyof ScheduleColumns; time: keyof ScheduleColumns }>

class Comparison {
  readonly #columns: ScheduleColumns
  readonly #input: CpmInput & { readonly clock: ClockInput }
  readonly #result: CpmResult
  /** Difference of task i in a field, in days; 0 = they agree, NaN = not compared. */
  readonly #differences = new Map<AgreementField, Float64Array>()
  readonly openTaskCount: number

  constructor(columns: ScheduleColumns, input: CpmInput & { readonly clock: ClockInput }, result: CpmResult) {
    this.#columns = columns
    this.#input = input
    this.#result = result
    let count = 0
    for (const i of input.network.order) if (input.state[i] !== COMPLETE) count++
    this.openTaskCount = count
  }

  compare(field: AgreementField): FieldAgreement {
    const { order } = this.#input.network
    const differences = zeros(Float64Array, this.#columns.taskCount).fill(Number.NaN)
    this.#differences.set(field, differences)
    let [compared, agreed, largestDays, largestTask] = [0, 0, 0, -1]
    for (const i of order) {
      if (this.#input.state[i] === COMPLETE) continue
      const days = field === 'total_float_days' ? this.#floatDifference(i) : this.#dateDifference(i, field)
      if (Number.isNaN(days)) continue
      differences[i] = days
      compared++
      if (days === 0) {
        agreed++
        continue
      }
      const size = Math.abs(days) - Math.abs(largestDays)
      if (largestTask >= 0 && (size < 0 || (size === 0 && compareIds(this.#columns.id, i, largestTask) > 0))) continue
      largestDays = days
      largestTask = i
    }
    return { field, compared, agreed, largestDays, largestTask }
  }

  longestPath(): PathAgreement | undefined {
    const stored = this.#columns.onLongestPath
    // a tool that has computed no path says of every task that it is on none
    if (!stored.includes(ON_PATH)) return undefined
    let [compared, agreed] = [0, 0]
    const onlyComputed: number[] = []
    const onlyStored: number[] = []
    for (const i of this.#input.network.order) {
      if (this.#input.state[i] === COMPLETE || stored[i] === 0) continue
      compared++
      const isComputed = this.#result.onLongestPath[i] === 1
      if (isComputed === (stored[i] === ON_PATH)) agreed++
      else (isComputed ? onlyComputed : onlyStored).push(i)
    }
    const first = (tasks: number[]): number[] =>
      tasks.sort((a, b) => compareIds(this.#columns.id, a, b)).slice(0, PATH_LISTED_MAX)
    return { compared, agreed, onlyComputed: first(onlyComputed), onlyStored: first(onlyStored) }
  }

  #floatDifference(i: number): number {
    const difference = this.#result.totalFloat[i] - this.#columns.totalFloatDays[i]
    return Math.abs(difference) <= FLOAT_TOLERANCE_DAYS ? 0 : difference
  }

  #dateDifference(i: number, field: DateField): number {
    const stored = this.#columns[STORED[field].day][i]
    if (stored === DAY_ABSENT) return Number.NaN
    const time = this.#columns[STORED[field].time][i]
    const computed = this.#computed(i, field)
    const difference = this.#between(i, stored, time, computed)
    // of a started task some tools store the actual start, others that of the remaining work
    if (difference === 0 || field !== 'early_start' || this.#input.state[i] === NOT_STARTED) return difference
    return this.#between(i, stored, time, this.#moment(this.#result.early.start[i])) === 0 ? 0 : difference
  }

  #moment(offset: number): number {
    return Number.isNaN(offset) ? Number.NaN : momentAt(this.#input.clock, offset)
  }

  #computed(i: number, field: DateField): number {
    const { earlyStart, earlyFinish, lateStart, lateFinish } = this.#result
    const offsets = {
      early_start: earlyStart,
      early_finish: earlyFinish,
      late_start: lateStart,
      late_finish: lateFinish,
    }
    return this.#moment(offsets[field][i])
  }

  /** Working days from the stored date to the computed moment, 0 where they agree. */
  #between(i: number, day: number, time: number, computed: number): number {
    const calendar = calendarOf(this.#input.clock, i)
    if (time > 0) return calendar.workBetween(day * MINUTES_PER_DAY + time - 1, computed) / calendar.minutesPerDay
    const computedDay = Math.floor(computed / MINUTES_PER_DAY)
    if (computedDay === day || Math.ceil(computed / MINUTES_PER_DAY) - 1 === day) return 0
    return calendar.workBetween(day * MINUTES_PER_DAY, computedDay * MINUTES_PER_DAY) / calendar.minutesPerDay
  }

  lastFinish(): { storedFinish: number; computedFinish: number } {
    let [storedFinish, computedFinish] = [Number.NaN, Number.NaN]
    const { earlyFinish, earlyFinishTime } = this.#columns
    for (const i of this.#input.network.order) {
      if (this.#input.state[i] === COMPLETE || earlyFinish[i] === DAY_ABSENT) continue
      const time = earlyFinishTime[i]
      const dayStart = earlyFinish[i] * MINUTES_PER_DAY
      // a day is the end of the work on it
      const dayEnd = calendarOf(this.#input.clock, i).previousWork(dayStart + MINUTES_PER_DAY)
      const stored = time > 0 ? dayStart + time - 1 : dayEnd > dayStart ? dayEnd : dayStart + MINUTES_PER_DAY
      const computed = this.#computed(i, 'early_finish')
      if (!(stored <= storedFinish)) storedFinish = stored
      if (!(computed <= computedFinish)) computedFinish = computed
    }
    return { storedFinish, computedFinish }
  }

  /** 1 = a predecessor (early dates), or a successor (late ones), differs. */
  #follows(): { followsEarly: Uint8Array; followsLate: Uint8Array } {
    const early = this.#differing(['early_start', 'early_finish'])
    const late = this.#differing(['late_start', 'late_finish'])
    const { order, start, task } = this.#input.network
    const followsEarly = zeros(Uint8Array, this.#columns.taskCount)
    const followsLate = zeros(Uint8Array, this.#columns.taskCount)
    for (const s of order) {
      for (let k = start[s]; k < start[s + 1]; k++) {
        if (early[task[k]] === 1) followsEarly[s] = 1
        if (late[s] === 1) followsLate[task[k]] = 1
      }
    }
    return { followsEarly, followsLate }
  }

  classes(storedFinish: number): DifferenceClass[] {
    const differs = (field: AgreementField, i: number): boolean => Math.abs(this.#differences.get(field)![i]) > 0
    const isAny = [...this.#differences.values()].some(values => values.some(days => Math.abs(days) > 0))
    if (!isAny) return []
    const input = this.#input
    const late = this.#storedMoments('late_start', 'late_finish')
    const context = {
      columns: this.#columns,
      input,
      result: this.#result,
      stored: { early: this.#storedMoments('early_start', 'early_finish'), late },
      latest: latestByStored(input, this.#result, late, storedFinish),
      ...this.#follows(),
      differs,
    }
    const tasks = new Map<AgreementClass, Set<number>>()
    const values = new Map<AgreementClass, number>()
    for (const i of input.network.order) {
      for (const field of AGREEMENT_FIELDS) {
        if (!differs(field, i)) continue
        const name = classOf(context, i, field)
        values.set(name, (values.get(name) ?? 0) + 1)
        const of = tasks.get(name) ?? new Set()
        tasks.set(name, of.add(i))
      }
    }
    return AGREEMENT_CLASSES.flatMap(name => {
      const of = tasks.get(name)
      if (of === undefined) return []
      const examples = [...of].sort((a, b) => compareIds(this.#columns.id, a, b)).slice(0, EXAMPLES_MAX)
      return [{ name, valueCount: values.get(name)!, taskCount: of.size, examples }]
    })
  }

  /** Moments that the file stores, the computed ones where it has none; of started work the start of what is left. */
  #storedMoments(ofStart: DateField, ofFinish: DateField): Moments {
    const at = (field: DateField, i: number): number => {
      const day = this.#columns[STORED[field].day][i]
      const time = this.#columns[STORED[field].time][i]
      if (day === DAY_ABSENT || (field === 'early_start' && this.#input.state[i] !== NOT_STARTED))
        return field === 'early_start' ? this.#moment(this.#result.early.start[i]) : this.#computed(i, field)
      if (time > 0) return day * MINUTES_PER_DAY + time - 1
      return (field.endsWith('finish') ? day + 1 : day) * MINUTES_PER_DAY
    }
    const all = (field: DateField): Float64Array =>
      Float64Array.from({ length: this.#columns.taskCount }, (_, i) => at(field, i))
    return { start: all(ofStart), finish: all(ofFinish) }
  }

  /** Each task once, by the field that comes first; largest first. */
  origins(): DifferenceOrigin[] {
    const { order } = this.#input.network
    const { followsEarly, followsLate } = this.#follows()
    const found: DifferenceOrigin[] = []
    for (const i of order) {
      const field = this.#originField(i, followsEarly[i] === 1, followsLate[i] === 1)
      if (field !== undefined) found.push({ task: i, field, days: this.#differences.get(field)![i] })
    }
    return found.sort((a, b) => Math.abs(b.days) - Math.abs(a.days) || compareIds(this.#columns.id, a.task, b.task))
  }

  #originField(i: number, followsEarly: boolean, followsLate: boolean): AgreementField | undefined {
    const isOff = (field: AgreementField): boolean => Math.abs(this.#differences.get(field)![i]) > 0
    const early = AGREEMENT_FIELDS.find(field => field.startsWith('early') && isOff(field))
    if (early !== undefined) return followsEarly ? undefined : early
    const late = AGREEMENT_FIELDS.find(field => field.startsWith('late') && isOff(field))
    if (late !== undefined) return followsLate ? undefined : late
    return isOff('total_float_days') ? 'total_float_days' : undefined
  }

  #differing(fields: readonly AgreementField[]): Uint8Array {
    const marks = zeros(Uint8Array, this.#columns.taskCount)
    for (const field of fields) {
      const differences = this.#differences.get(field)!
      for (let i = 0; i < marks.length; i++) if (Math.abs(differences[i]) > 0) marks[i] = 1
    }
    return marks
  }
}
