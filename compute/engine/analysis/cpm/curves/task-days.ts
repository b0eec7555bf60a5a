/** The days of each task that a curve lies over, and the work that it adds, as columns. Entries of tasks that take no part are absent. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { CpmDates } from '../../../cpm/dates.ts'
import type { Preparation } from '../../../cpm/prepare.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED, PERCENT_MAX, percentOf } from '../../../population/progress.ts'

/** First and last day of each task, DAY_ABSENT: it has none. */
export class Days {
  readonly from: Int32Array
  readonly to: Int32Array

  constructor(taskCount: number) {
    this.from = zeros(Int32Array, taskCount).fill(DAY_ABSENT)
    this.to = zeros(Int32Array, taskCount).fill(DAY_ABSENT)
  }

  /** One of two absent days is the other; a finish before its start counts as one day. */
  set(i: number, start: number, finish: number): void {
    const from = start === DAY_ABSENT ? finish : start
    this.from[i] = from
    this.to[i] = Math.max(from, finish)
  }
}

export interface TaskDays {
  readonly isCost: boolean
  readonly hasEarned: boolean
  readonly plannedFrom: 'baseline' | 'planned' | null
  /** Last day that is reported: the one before the data date. */
  readonly reportedDay: number
  readonly planned: Days
  /** Up to the reported day. */
  readonly actual: Days
  /** The work that is left, behind the reported day. */
  readonly forecast: Days
  readonly work: Float64Array
  /** Work that is done, and that is earned. */
  readonly done: Float64Array
  readonly earned: Float64Array
}

const hasAny = (days: Int32Array): boolean => days.some(day => day !== DAY_ABSENT)

function doneShare(columns: ScheduleColumns, { input, durationDays }: Preparation, i: number): number {
  const { state, remainingDays } = input
  if (state[i] === COMPLETE) return 1
  if (state[i] === NOT_STARTED) return 0
  if (!Number.isNaN(columns.percentComplete[i])) return percentOf(columns, i) / PERCENT_MAX
  return durationDays[i] > 0 ? Math.max(0, Math.min(1, 1 - remainingDays[i] / durationDays[i])) : 0
}

export function taskDays(columns: ScheduleColumns, prepared: Preparation, dates: CpmDates, dataDay: number): TaskDays {
  const { taskCount, budgetedCost, earnedValue, actualStart } = columns
  const { state, network } = prepared.input
  const isCost = budgetedCost.some(cost => cost > 0)
  const isBaseline = hasAny(columns.baselineFinish)
  const isPlanned = !isBaseline && hasAny(columns.plannedFinish)
  const reportedDay = dataDay - 1
  const numbers = (): Float64Array => zeros(Float64Array, taskCount)
  const [planned, actual, forecast] = [new Days(taskCount), new Days(taskCount), new Days(taskCount)]
  const [work, done, earned] = [numbers(), numbers(), numbers()]
  for (let i = 0; i < taskCount; i++) {
    if (network.takesPart[i] === 0) continue
    work[i] = isCost ? Math.max(0, budgetedCost[i] || 0) : prepared.durationDays[i]
    done[i] = work[i] * doneShare(columns, prepared, i)
    earned[i] = earnedValue[i] >= 0 ? earnedValue[i] : done[i]
    if (isBaseline) planned.set(i, columns.baselineStart[i], columns.baselineFinish[i])
    else if (isPlanned) planned.set(i, columns.plannedStart[i], columns.plannedFinish[i])
    const { earlyStart, earlyFinish } = dates
    if (state[i] !== NOT_STARTED) {
      const start = actualStart[i] === DAY_ABSENT ? earlyStart[i] : actualStart[i]
      const finish = state[i] === COMPLETE ? earlyFinish[i] : reportedDay
      actual.set(i, Math.min(start, reportedDay), Math.min(finish, reportedDay))
    }
    if (state[i] !== COMPLETE && earlyFinish[i] !== DAY_ABSENT)
      forecast.set(i, Math.max(earlyStart[i], reportedDay + 1), Math.max(earlyFinish[i], reportedDay + 1))
  }
  const plannedFrom = isBaseline ? 'baseline' : isPlanned ? 'planned' : null
  const hasEarned = isCost && earnedValue.some(value => value >= 0)
  return { isCost, hasEarned, plannedFrom, reportedDay, planned, actual, forecast, work, done, earned }
}
