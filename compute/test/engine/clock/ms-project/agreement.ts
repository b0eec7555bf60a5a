/**
 * How far the passes agree with what Microsoft Project stored, over the open tasks of a schedule: dates equal or with no working time between,
 * slack within 0.02 days. Early starts of started tasks are their actual starts.
 */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../../../shared/contract/schedule/day.ts'
import { minutesAfterMidnight } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { chooseCalendar } from '../../../../engine/calendar/choice.ts'
import { type ClockInput, calendarOf, momentAt } from '../../../../engine/clock/input.ts'
import { computeCpm } from '../../../../engine/cpm/cpm.ts'
import { prepare } from '../../../../engine/cpm/prepare.ts'
import { buildNetwork } from '../../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../../engine/graph/order.ts'
import type { MsSchedule } from './mspdi-files.ts'

export const FIELDS = ['total_float', 'early_start', 'early_finish', 'late_start', 'late_finish', 'free_float'] as const
export type Field = (typeof FIELDS)[number]

/** Per field: how many the file has, and how many agree. */
export type Counts = Record<Field, { stored: number; equal: number }>

export interface Difference {
  readonly uid: number
  readonly field: Field
  readonly ours: number
  readonly stored: number
}

const FLOAT_TOLERANCE_DAYS = 0.02

const momentOf = (text: string): number => parseDay(text)! * 1440 + (minutesAfterMidnight(text) ?? 0)

export function agreementOf({ columns, tasks, minutesPerDay }: MsSchedule): {
  counts: Counts
  differences: Difference[]
} {
  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const prepared = prepare(columns, network, {
    calendar: chooseCalendar(columns, undefined).calendar,
    statusDay: DAY_ABSENT,
  })
  const result = computeCpm(prepared.input)
  const clock = prepared.input.clock as ClockInput
  const counts = Object.fromEntries(FIELDS.map(field => [field, { stored: 0, equal: 0 }])) as Counts
  const differences: Difference[] = []
  const columnOf = {
    total_float: result.totalFloat,
    early_start: result.earlyStart,
    early_finish: result.earlyFinish,
    late_start: result.lateStart,
    late_finish: result.lateFinish,
    free_float: result.freeFloat,
  }
  for (const [i, task] of tasks.entries()) {
    if (task.summary === true || task.actual_finish !== undefined || task.uid === 0) continue
    const calendar = calendarOf(clock, i)
    for (const field of FIELDS) {
      const value = task[field] as string | number | undefined
      if (value === undefined || value === null) continue
      const given = columnOf[field][i]!
      const isDate = typeof value === 'string'
      const ours = isDate ? momentAt(clock, given) : given
      const stored = isDate ? momentOf(value) : value / minutesPerDay
      const isEqual = isDate
        ? Math.abs(calendar.workBetween(stored, ours)) < 1
        : Math.abs(ours - stored) <= FLOAT_TOLERANCE_DAYS
      counts[field].stored++
      if (isEqual) counts[field].equal++
      else differences.push({ uid: task.uid, field, ours, stored })
    }
  }
  return { counts, differences }
}
