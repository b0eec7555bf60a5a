/**
 * What the work looks like over time, for plots: the shares of it that are planned, done, forecast and earned, and the starts and finishes of
 * each month. The page of the method says how.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { CpmDates } from '../../../cpm/dates.ts'
import type { Preparation } from '../../../cpm/prepare.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { type ResultValue, Table, type TableColumn } from '../../../result/result.ts'
import { Growth } from './growth.ts'
import { monthTable } from './months.ts'
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
