/** Small schedules beside their baseline, by offsets from one day, and how baseline-compare answers. */
import type { Test } from 'tap'
import { BaselineCompareData } from '../../../shared/contract/analysis/baseline-compare/data.ts'
import { formatDay, parseDay } from '../../../shared/contract/schedule/day.ts'
import { baselineCompareAnalyser } from '../../engine/analysis/baseline-compare/analyser.ts'
import { analyse, type Plain } from './analyse.ts'
import type { TaskObject } from './columns-from-tasks.ts'

export const DAY0 = parseDay('2025-01-01')!

/** Date of offset n. */
export const on = (n: number): string => formatDay(DAY0 + n)

/** Planned from offset a to the exclusive offset b. */
export const plan = (a: number, b: number) => ({
  duration_days: b - a,
  planned_start: on(a),
  planned_finish: on(b - 1),
})

/** Done from offset a to the exclusive offset b. */
export const built = (a: number, b: number) => ({
  actual_start: on(a),
  actual_finish: on(b - 1),
  percent_complete: 100,
})

export interface Sides {
  readonly current: readonly TaskObject[]
  readonly baseline: readonly TaskObject[]
  /** Offset of the status date. */
  readonly at: number
  readonly options?: object
  readonly history?: readonly object[]
  readonly calendar?: unknown
  /** Offset of the date of the baseline. */
  readonly baselineAt?: number
}

const bodyOf = ({ current, baseline, at, options, history, calendar, baselineAt = 0 }: Sides) => ({
  current_schedule: { status_date: on(at), tasks: current },
  baseline_schedule: { baseline_date: on(baselineAt), tasks: baseline },
  ...(history === undefined ? {} : { schedule_history: history }),
  calendar: calendar ?? 'calendar_days',
  ...(options === undefined ? {} : { options }),
})

export const compare = (t: Test, sides: Sides): Plain =>
  analyse(t, baselineCompareAnalyser, BaselineCompareData, bodyOf(sides))

/** A component of the score. */
export const part = (plain: Plain, name: string): Plain =>
  plain.data.components.find((each: Plain) => each.component === name)

/** Tasks of five days, one after the other, one per letter. */
export const chain = (ids: string): TaskObject[] =>
  [...ids].map((id, i, all) => ({ id, ...plan(5 * i, 5 * i + 5), predecessors: i === 0 ? [] : [all[i - 1]!] }))

/** One task of a hundred days at statuses ten days apart: by so many days it finishes later in each. */
export const statusesOf = (variances: readonly number[], more: object = {}) => ({
  baseline: [{ id: 'A', ...plan(0, 100) }],
  history: variances.slice(0, -1).map((days, k) => ({
    snapshot_date: on(10 * (k + 1)),
    tasks: [{ id: 'A', ...plan(0, 100 + days) }],
    planned_value_total: 10 * (k + 1),
    earned_value_total: 8 * (k + 1),
    actual_cost_total: 10 * (k + 1) + k * k,
    budget_at_completion: 100,
  })),
  current: [{ id: 'A', ...plan(0, 100 + variances.at(-1)!) }],
  at: 10 * variances.length,
  ...more,
})
