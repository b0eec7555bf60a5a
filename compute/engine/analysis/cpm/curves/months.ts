/** How many tasks start and finish in each month: planned, reported, and still to come. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { civilOfDay, dayOfCivil } from '../../../../../shared/contract/schedule/day.ts'
import type { CpmDates } from '../../../cpm/dates.ts'
import type { Preparation } from '../../../cpm/prepare.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { COMPLETE, NOT_STARTED } from '../../../population/progress.ts'
import { Table, type TableColumn } from '../../../result/result.ts'
import type { TaskDays } from './task-days.ts'

const MONTHS_PER_YEAR = 12

/** Months since the year 0. */
const monthNumber = (day: number): number => {
  const [year, month] = civilOfDay(day)
  return year * MONTHS_PER_YEAR + month - 1
}

const firstDayOf = (number: number): number =>
  dayOfCivil(Math.floor(number / MONTHS_PER_YEAR), (number % MONTHS_PER_YEAR) + 1, 1)

/** from, to: first and last day of all curves. */
export function monthTable(
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
