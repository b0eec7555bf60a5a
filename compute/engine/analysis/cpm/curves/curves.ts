/**
 * What the work looks like over time, for plots: the shares of it that are planned, done, forecast and earned, and the starts and finishes of
 * each month. The page of the method says how.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { civilOfDay, dayOfCivil } from '../../../../../shared/contract/schedule/day.ts'
import type { CpmDates } from '../../../cpm/dates.ts'
import type { Preparation } from '../../../cpm/prepare.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED, PERCENT_MAX } from '../../../population/progress.ts'
import { type ResultValue, Table, type TableColumn } from '../../../result/result.ts'
import { type Days, type TaskDays, taskDays } from './task-days.ts'

/** Two hundred years: in a longer span a date is mistyped, and the plot would show nothing. */
const SPAN_DAYS_MAX = 73_000
const POINTS_MAX = 120
const STEPS_DAYS = [1, 7, 14, 28, 56, 112, 224, 448, 896]
const SHARE_DECIMALS = 3

interface Span {
  readonly from: number
  readonly to: number
}

/** From the first to the last day of all tasks; undefined: there is none, or they lie too far apart. */
function wholeSpan({ planned, actual, forecast }: TaskDays): Span | undefined {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const days of [planned, actual, forecast]) {
    for (const [i, day] of days.from.entries()) {
      if (day === DAY_ABSENT) continue
      from = Math.min(from, day)
      to = Math.max(to, days.to[i])
    }
  }
  return to - from >= 0 && to - from < SPAN_DAYS_MAX ? { from, to } : undefined
}

/** Days of the points: the last reported day, and even steps from it, from before the first work to its end. */
function pointDays(
  { from, to }: Span,
  reportedDay: number,
): { readonly stepDays: number; readonly points: Int32Array } {
  const [first, last] = [Math.min(from - 1, reportedDay), Math.max(to, reportedDay)]
  const stepDays = STEPS_DAYS.find(step => (last - first) / step <= POINTS_MAX) ?? STEPS_DAYS.at(-1)!
  const before = Math.ceil((reportedDay - first) / stepDays)
  const count = before + Math.ceil((last - reportedDay) / stepDays) + 1
  return { stepDays, points: Int32Array.from({ length: count }, (_, n) => reportedDay + (n - before) * stepDays) }
}

interface Adding {
  readonly days: Days
  readonly work: (i: number) => number
}

/** Percent at the end of each of the points; of the whole, or where there is none of what was added. */
function curve(span: Span, points: Int32Array, added: readonly Adding[], whole?: number): Float64Array {
  const growth = new Growth(span.from, span.to)
  for (const { days, work } of added)
    for (const [i, from] of days.from.entries()) if (from !== DAY_ABSENT) growth.add(from, days.to[i], work(i))
  return growth.at(points, whole ?? growth.total)
}

const shares = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: SHARE_DECIMALS })

export function showCurves(columns: ScheduleColumns, prepared: Preparation, dates: CpmDates): ResultValue {
  const { timeline, dataDate } = prepared
  const dataDay = timeline === undefined ? DAY_ABSENT : timeline.startDay(dataDate.offset)
  if (dataDay === DAY_ABSENT) return null
  const tasks = taskDays(columns, prepared, dates, dataDay)
  const span = wholeSpan(tasks)
  if (span === undefined) return null
  const { reportedDay, isCost, hasEarned, plannedFrom, planned, actual, forecast, work, done, earned } = tasks
  const whole = work.reduce((sum, each) => sum + each, 0)
  const { stepDays, points } = pointDays(span, reportedDay)
  const none = zeros(Float64Array, points.length).fill(Number.NaN)
  const reported = (values: Float64Array): Float64Array =>
    values.map((value, n) => (points[n] <= reportedDay ? value : Number.NaN))
  const doneSoFar: Adding = { days: actual, work: i => done[i] }
  const ahead = curve(span, points, [doneSoFar, { days: forecast, work: i => work[i] - done[i] }], whole)
  return {
    weight: isCost ? 'budgeted_cost' : 'duration_days',
    planned_from: plannedFrom,
    step_days: stepDays,
    s_curve: new Table(points.length, {
      date: { kind: 'day', values: points },
      planned_pct: shares(plannedFrom === null ? none : curve(span, points, [{ days: planned, work: i => work[i] }])),
      actual_pct: shares(reported(curve(span, points, [doneSoFar], whole))),
      forecast_pct: shares(ahead.map((value, n) => (points[n] >= reportedDay ? value : Number.NaN))),
      earned_pct: shares(
        hasEarned ? reported(curve(span, points, [{ days: actual, work: i => earned[i] }], whole)) : none,
      ),
    }),
    months: monthTable(columns, prepared, dates, tasks, span.from, span.to),
  }
}

/** Work that grows from day to day, as shares of `total`. */
export class Growth {
  /** Entry n: what is added on day n, as a change of the day before. */
  readonly #changes: Float64Array
  readonly #firstDay: number
  total = 0

  constructor(firstDay: number, lastDay: number) {
    this.#firstDay = firstDay
    this.#changes = zeros(Float64Array, lastDay - firstDay + 2)
  }

  /** Evenly over the days from .. to, both included. */
  add(from: number, to: number, work: number): void {
    if (!(work > 0)) return
    const perDay = work / (to - from + 1)
    this.#changes[from - this.#firstDay] += perDay
    this.#changes[to - this.#firstDay + 1] -= perDay
    this.total += work
  }

  /** Percent of `whole` at the end of each of the days, which ascend. */
  at(days: Int32Array, whole: number): Float64Array {
    let perDay = 0
    let sum = 0
    let n = 0
    return Float64Array.from(days, day => {
      for (; n <= day - this.#firstDay && n < this.#changes.length; n++) {
        perDay += this.#changes[n]
        sum += perDay
      }
      return whole > 0 ? Math.max(0, Math.min(PERCENT_MAX, (sum / whole) * PERCENT_MAX)) : Number.NaN
    })
  }
}

/** How many tasks start and finish in each month: planned, reported, and still to come. */
const MONTHS_PER_YEAR = 12

/** Months since the year 0. */
const monthNumber = (day: number): number => {
  const [year, month] = civilOfDay(day)
  return year * MONTHS_PER_YEAR + month - 1
}

const firstDayOf = (number: number): number =>
  dayOfCivil(Math.floor(number / MONTHS_PER_YEAR), (number % MONTHS_PER_YEAR) + 1, 1)

/** from, to: first and last day of all curves. */
function monthTable(
  columns: ScheduleColumns,
  { input }: Preparation,
  dates: CpmDates,
  { plannedFrom }: TaskDays,
  from: number,
  to: number,
): Table {
  const first = monthNumber(from)
  const count = monthNumber(to) - first + 1
  const counted = (): Uint32Array => zeros(Uint32Array, count)
  const counts = {
    planned_starts: counted(),
    planned_finishes: counted(),
    actual_starts: counted(),
    actual_finishes: counted(),
    forecast_starts: counted(),
    forecast_finishes: counted(),
  }
  const add = (into: Uint32Array, day: number): void => {
    if (day !== DAY_ABSENT && day >= from && day <= to) into[monthNumber(day) - first]++
  }
  const { state, network } = input
  const isBaseline = plannedFrom === 'baseline'
  const plannedStart = isBaseline ? columns.baselineStart : columns.plannedStart
  const plannedFinish = isBaseline ? columns.baselineFinish : columns.plannedFinish
  for (let i = 0; i < columns.taskCount; i++) {
    if (network.takesPart[i] === 0) continue
    add(counts.planned_starts, plannedStart[i])
    add(counts.planned_finishes, plannedFinish[i])
    add(counts.actual_starts, columns.actualStart[i])
    add(counts.actual_finishes, columns.actualFinish[i])
    if (state[i] === NOT_STARTED) add(counts.forecast_starts, dates.earlyStart[i])
    if (state[i] !== COMPLETE) add(counts.forecast_finishes, dates.earlyFinish[i])
  }
  return new Table(count, {
    month: { kind: 'day', values: Int32Array.from({ length: count }, (_, n) => firstDayOf(first + n)) },
    ...Object.fromEntries(
      Object.entries(counts).map(([name, values]): [string, TableColumn] => [name, { kind: 'number', values }]),
    ),
  })
}
