/**
 * Remaining work by calendar month as a table on columns, from the month in which the windows begin to the last one with
 * work, of which the first fifty years are listed. Each task costs the same however many months it spans: its whole months are counted by their ends.
 */

import { HORIZON_MONTHS_MAX } from '../../../../../shared/contract/analysis/planning-horizon/data.ts'
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { civilOfDay, DAY_MAX, dayOfCivil } from '../../../../../shared/contract/schedule/day.ts'
import { textColumn } from '../../../../../shared/contract/schedule/text.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { Table } from '../../../result/result.ts'
import { SCORE_DECIMALS } from '../../../wording/numbers.ts'
import type { HorizonContext } from './context.ts'
import { lastDayOf } from './context.ts'
import { remainingDaysOf } from './windows.ts'

export interface Months {
  readonly table: Table
  /** Those of the table without work, "YYYY-MM". */
  readonly empty: readonly string[]
  /** Months behind those of the table, up to the last one with work, and what of the work lies in them. */
  readonly laterCount: number
  readonly laterTaskDays: number
}

const NO_MONTHS: Months = { table: new Table(0, {}), empty: [], laterCount: 0, laterTaskDays: 0 }

/** Months since the year 0. */
const monthOf = (day: number): number => {
  const [year, month] = civilOfDay(day)
  return year * 12 + month - 1
}
const firstDayOf = (month: number): number => dayOfCivil(Math.floor(month / 12), (month % 12) + 1, 1)
const textOf = (month: number): string => {
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`
}

export function monthsOf(context: HorizonContext): Months {
  const { work, packages, originDay, choice } = context
  if (originDay === DAY_ABSENT) return NO_MONTHS
  const { calendar } = choice
  const spans = spansOf(context)
  const first = monthOf(originDay)
  const count = spans.lastDay === DAY_ABSENT ? 0 : monthOf(spans.lastDay) - first + 1
  const tasks = zeros(Int32Array, count + 1)
  const packageTasks = zeros(Int32Array, count + 1)
  const taskDays = zeros(Float64Array, count + 1)
  const packageDays = zeros(Float64Array, count + 1)
  // differences of the number of spans that cover a whole month
  const whole = zeros(Int32Array, count + 1)
  const packageWhole = zeros(Int32Array, count + 1)
  for (let i = 0; i < work.marks.length; i++) {
    const start = spans.start[i]
    if (start === DAY_ABSENT) continue
    const finish = spans.finish[i]
    const from = monthOf(start) - first
    const to = monthOf(finish) - first
    const isPackage = packages[i] === 1
    tasks[from]++
    tasks[to + 1]--
    if (isPackage) {
      packageTasks[from]++
      packageTasks[to + 1]--
    }
    const sum = isPackage ? packageDays : taskDays
    if (from === to) {
      sum[from] += calendar.daysBetween(start, finish)
      continue
    }
    sum[from] += calendar.daysBetween(start, firstDayOf(first + from + 1) - 1)
    sum[to] += calendar.daysBetween(firstDayOf(first + to), finish)
    const covered = isPackage ? packageWhole : whole
    covered[from + 1]++
    covered[to]--
  }
  const listed = Math.min(count, HORIZON_MONTHS_MAX)
  const names: string[] = []
  let laterTaskDays = 0
  const share = zeros(Float64Array, count)
  for (let m = 0; m < count; m++) {
    if (m > 0) {
      for (const running of [tasks, packageTasks, whole, packageWhole]) running[m] += running[m - 1]
    }
    const length = calendar.daysBetween(firstDayOf(first + m), firstDayOf(first + m + 1) - 1)
    taskDays[m] += whole[m] * length
    packageDays[m] += packageWhole[m] * length
    taskDays[m] += packageDays[m]
    share[m] = taskDays[m] === 0 ? Number.NaN : (100 * packageDays[m]) / taskDays[m]
    if (m < listed) names.push(textOf(first + m))
    else laterTaskDays += taskDays[m]
  }
  return {
    table: new Table(listed, {
      month: { kind: 'text', values: textColumn(names) },
      tasks: { kind: 'number', values: tasks },
      planning_packages: { kind: 'number', values: packageTasks },
      task_days: { kind: 'number', values: taskDays },
      package_percent: { kind: 'number', values: share, decimals: SCORE_DECIMALS },
    }),
    empty: names.filter((_, m) => tasks[m] === 0),
    laterCount: count - listed,
    laterTaskDays,
  }
}

interface Spans {
  /** Days on which the remaining work of a task lies, DAY_ABSENT = no work or no date. Length taskCount. */
  readonly start: Int32Array
  readonly finish: Int32Array
  /** Largest finish, DAY_ABSENT = none. */
  readonly lastDay: number
}

/** What lies before the beginning of the windows is done or late: its remaining work begins there. */
function spansOf(context: HorizonContext): Spans {
  const { work, dates, originDay, choice } = context
  const { taskCount } = context.columns
  const start = zeros(Int32Array, taskCount).fill(DAY_ABSENT)
  const finish = zeros(Int32Array, taskCount).fill(DAY_ABSENT)
  let lastDay = DAY_ABSENT
  for (let i = 0; i < taskCount; i++) {
    if (work.marks[i] === 0 || dates.start[i] === DAY_ABSENT || dates.start[i] > DAY_MAX) continue
    const from = Math.max(dates.start[i], originDay)
    const isLate = dates.start[i] < originDay || dates.finish[i] === DAY_ABSENT || dates.finish[i] < from
    const needed = isLate ? lastDayOf(choice.calendar, from, remainingDaysOf(context, i)) : dates.finish[i]
    const to = needed === DAY_ABSENT ? DAY_MAX : Math.max(needed, dates.finish[i])
    start[i] = from
    finish[i] = Math.max(from, Math.min(to, DAY_MAX))
    lastDay = Math.max(lastDay, finish[i])
  }
  return { start, finish, lastDay }
}
