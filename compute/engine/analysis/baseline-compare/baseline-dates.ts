/**
 * Dates of the baseline schedule's tasks (/docs/methods/baseline-compare#variances): what it says of each as a status of its own. Work that had begun
 * there has its actual dates, open work the dates it then had; target dates that finished work leaves behind never count. So a schedule
 * that is its own baseline is on time.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { bestFinish, bestStart } from '../../calendar/best-dates.ts'
import type { TaskMatch } from '../../compare/match-tasks.ts'
import type { StatusDates } from '../../compare/status-dates.ts'
import { zeros } from '../../ids/short-arrays.ts'

/** Day numbers, DAY_ABSENT = none. */
export interface BaselineDates {
  readonly start: Int32Array
  readonly finish: Int32Array
}

/** By task of the baseline schedule: actual, forecast, planned dates as of any status; its baseline dates where it has no other. */
function baselineDates(baseline: ScheduleColumns): BaselineDates {
  const { baselineStart, baselineFinish } = baseline
  const own = (agreed: Int32Array, best: (columns: ScheduleColumns, j: number) => number): Int32Array =>
    agreed.map((day, j) => {
      const known = best(baseline, j)
      return known === DAY_ABSENT ? day : known
    })
  return { start: own(baselineStart, bestStart), finish: own(baselineFinish, bestFinish) }
}

/** The same, of a baseline that has begun with its open work no earlier than its date. */
export const datesOfPlan = (baseline: ScheduleColumns, placed: StatusDates | undefined): BaselineDates =>
  placed?.isPlaced ? placed : baselineDates(baseline)

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
