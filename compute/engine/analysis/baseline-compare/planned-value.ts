/**
 * The planned value curve of the baseline and what is earned against it (/docs/methods/baseline-compare#earned-schedule). Time is days of
 * the calendar from the start of the baseline; a day counts from its start, so work of n days is planned in full at n.
 */

import type { WEIGHT_BASES } from '../../../../shared/contract/analysis/baseline-compare/words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import type { TaskMatch } from '../../compare/match-tasks.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { kindsWhere, MILESTONE } from '../../kind/participation.ts'
import { COMPLETE, measuredPhysical, PERCENT_MAX, percentOf, stateOf } from '../../population/progress.ts'
import { taskStates } from '../../population/task-states.ts'
import type { BaselineDates } from './baseline-dates.ts'

export interface PlannedValue {
  /** cost: every task has a budgeted_cost; else each weighs its baseline duration. */
  readonly basis: (typeof WEIGHT_BASES)[number]
  /** By task of the baseline, 0 = not in the curve. */
  readonly weight: Float64Array
  /** Tasks of the kinds that count, those of them that have dates, and those left out for want of dates. */
  readonly taskCount: number
  readonly undatedCount: number
  /** Sum of the weights. */
  readonly budget: number
  /** First day of the baseline and its index in the calendar; DAY_ABSENT = no task is dated. */
  readonly startDay: number
  readonly startIndex: number
  /** PD: days from the first start to the last finish. */
  readonly durationDays: number
  /** Entry t = planned value at time t, steps at t included; length durationDays + 1. */
  readonly level: Float64Array
  /** Entry t = value planned for the day from t to t + 1. */
  readonly slope: Float64Array
}

const PERFORMANCE = kindsWhere(row => row.performance)
/** Sums of many shares differ from the whole by less than this share of it. */
const TOLERANCE = 1e-9

/**
 * The kinds of BEI and milestones: margin and visibility tasks carry no budget, level of effort is left out of counts. `statusDay`: that of a baseline
 * which is an update, DAY_ABSENT = it is none; until then it plans what it has earned, and the rest of open work from there on.
 */
export function plannedValue(
  baseline: ScheduleColumns,
  dates: BaselineDates,
  calendar: Calendar,
  statusDay: number = DAY_ABSENT,
): PlannedValue {
  const { taskCount, budgetedCost } = baseline
  const { kind } = taskStates(baseline)
  const counts = (j: number): boolean => PERFORMANCE[kind[j]] === 1 || kind[j] === MILESTONE
  const isDated = (j: number): boolean => dates.start[j] !== DAY_ABSENT && dates.finish[j] !== DAY_ABSENT
  let members = 0
  let undated = 0
  let budgeted = true
  let startDay = DAY_ABSENT
  for (let j = 0; j < taskCount; j++) {
    if (!counts(j)) continue
    members++
    if (PERFORMANCE[kind[j]] === 1 && Number.isNaN(budgetedCost[j])) budgeted = false
    if (!isDated(j)) undated++
    else if (startDay === DAY_ABSENT || dates.start[j] < startDay) startDay = dates.start[j]
  }
  const basis = budgeted && members > 0 ? 'budgeted_cost' : 'baseline_duration'
  const startIndex = startDay === DAY_ABSENT ? 0 : calendar.indexOf(startDay)
  const weight = zeros(Float64Array, taskCount)
  // offsets of the start and the exclusive finish; equal ones are a step
  const from = zeros(Int32Array, taskCount)
  const to = zeros(Int32Array, taskCount)
  let durationDays = 0
  let budget = 0
  for (let j = 0; j < taskCount; j++) {
    if (!counts(j) || !isDated(j)) continue
    from[j] = calendar.indexOf(dates.start[j]) - startIndex
    to[j] = kind[j] === MILESTONE ? from[j] : Math.max(from[j], calendar.indexOf(dates.finish[j] + 1) - startIndex)
    weight[j] = basis === 'budgeted_cost' ? Math.max(0, budgetedCost[j] || 0) : to[j] - from[j]
    budget += weight[j]
    durationDays = Math.max(durationDays, to[j])
  }
  const level = zeros(Float64Array, durationDays + 1)
  const slope = zeros(Float64Array, durationDays + 1)
  const spread = (first: number, end: number, value: number): void => {
    if (value === 0) return
    if (end <= first) level[first] += value
    else {
      slope[first] += value / (end - first)
      slope[end] -= value / (end - first)
    }
  }
  const status = statusDay === DAY_ABSENT ? -1 : calendar.indexOf(statusDay) - startIndex
  for (let j = 0; j < taskCount; j++) {
    // what is over on its day, or only begins behind it, lies as its dates do
    if (from[j] >= status || stateOf(baseline, j) === COMPLETE) spread(from[j], to[j], weight[j])
    else {
      const earned = weight[j] * doneShare(baseline, j)
      spread(from[j], Math.min(to[j], status), earned)
      spread(Math.min(status, durationDays), Math.min(Math.max(to[j], status + 1), durationDays), weight[j] - earned)
    }
  }
  for (let time = 1; time <= durationDays; time++) {
    level[time] += level[time - 1] + slope[time - 1]
    slope[time] += slope[time - 1]
  }
  return {
    basis,
    weight,
    taskCount: members,
    undatedCount: undated,
    budget,
    startDay,
    startIndex,
    durationDays,
    level,
    slope,
  }
}

/** Planned value at a whole time. */
export function plannedAt({ level, budget, durationDays }: PlannedValue, time: number): number {
  if (time < 0) return 0
  return time >= durationDays ? budget : level[time]
}

/** ES: the first time at which so much was planned. The value earned is above 0 and below the budget. */
export function timeOfValue({ level, slope, durationDays, budget }: PlannedValue, value: number): number {
  const wanted = value - TOLERANCE * budget
  for (let time = 0; time < durationDays; time++) {
    if (level[time] >= wanted) return time
    const end = level[time] + slope[time]
    if (end >= wanted) return time + Math.min(1, (value - level[time]) / slope[time])
  }
  return durationDays
}

export interface EarnedValue {
  readonly value: number
  /** Tasks whose earned_value was taken, and those of which the percent was. */
  readonly byValue: number
  readonly byPercent: number
  readonly isWhole: boolean
}

/** What the tasks of a status have earned of the weights of their partners. `withValues`: by earned_value where given. */
export function earnedValue(
  planned: PlannedValue,
  columns: ScheduleColumns,
  match: TaskMatch,
  withValues: boolean,
): EarnedValue {
  const readsValues = withValues && planned.basis === 'budgeted_cost'
  let value = 0
  let byValue = 0
  let byPercent = 0
  for (let i = 0; i < columns.taskCount; i++) {
    const j = match.baselineOf[i]
    if (j < 0 || planned.weight[j] === 0) continue
    if (readsValues && !Number.isNaN(columns.earnedValue[i])) {
      value += columns.earnedValue[i]
      byValue++
    } else {
      value += planned.weight[j] * doneShare(columns, i)
      byPercent++
    }
  }
  return { value, byValue, byPercent, isWhole: value >= planned.budget * (1 - TOLERANCE) }
}

/** Physical percent, else 100 of a complete task, else percent complete; as a share. */
function doneShare(columns: ScheduleColumns, i: number): number {
  const physical = measuredPhysical(columns)[i]
  if (!Number.isNaN(physical)) return physical / PERCENT_MAX
  return stateOf(columns, i) === COMPLETE ? 1 : percentOf(columns, i) / PERCENT_MAX
}
