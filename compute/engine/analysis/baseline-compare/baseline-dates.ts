/** Dates of the baseline schedule's tasks (/docs/methods/baseline-compare#variances): planned before baseline before forecast. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/schedule/columns.ts'
import type { TaskMatch } from '../../compare/match-tasks.ts'
import { zeros } from '../../ids/short-arrays.ts'

/** Day numbers, DAY_ABSENT = none. */
export interface BaselineDates {
  readonly start: Int32Array
  readonly finish: Int32Array
}

/** By task of the baseline schedule. */
export function baselineDates(baseline: ScheduleColumns): BaselineDates {
  const first = (...columns: readonly Int32Array[]): Int32Array =>
    columns[0].map((day, j) =>
      day !== DAY_ABSENT ? day : columns[1][j] !== DAY_ABSENT ? columns[1][j] : columns[2][j],
    )
  const { plannedStart, plannedFinish, baselineStart, baselineFinish, forecastStart, forecastFinish } = baseline
  return {
    start: first(plannedStart, baselineStart, forecastStart),
    finish: first(plannedFinish, baselineFinish, forecastFinish),
  }
}

/** The current schedule with the dates of its partners as its baseline: a task without a partner has none. */
export function withBaseline(current: ScheduleColumns, match: TaskMatch, dates: BaselineDates): ScheduleColumns {
  const ofPartner = (days: Int32Array): Int32Array => match.baselineOf.map(j => (j < 0 ? DAY_ABSENT : days[j]))
  return {
    ...current,
    baselineStart: ofPartner(dates.start),
    baselineFinish: ofPartner(dates.finish),
    baselineDurationDays: zeros(Float64Array, current.taskCount).fill(Number.NaN),
  }
}
