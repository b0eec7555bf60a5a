/** The long parts of CPMData as tables on columns: nothing is made per task. */

import { DIVERGENCE_REASONS, DRIVERS } from '../../../../shared/contract/analysis/cpm/words.ts'
import type { ScheduleColumns, TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES, TASK_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import type { CpmDates } from '../../cpm/dates.ts'
import type { Divergence } from '../../cpm/divergence.ts'
import type { Drivers } from '../../cpm/drivers.ts'
import { LINK_DRIVING } from '../../cpm/float.ts'
import { weakComponents } from '../../graph/components.ts'
import type { Network } from '../../graph/network.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { References, type ResultValue, Table, type TableColumn } from '../../result/result.ts'

const offsets = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: OFFSET_DECIMALS })
const dates = (values: Int32Array): TableColumn => ({ kind: 'day', values })
const marks = (values: Uint8Array): TableColumn => ({ kind: 'boolean', values })

const TASK_NAMES = [
  ...['id', 'early_start', 'early_finish', 'late_start', 'late_finish'],
  ...['early_start_date', 'early_finish_date', 'late_start_date', 'late_finish_date', 'remaining_early_start_date'],
  ...['total_float_days', 'free_float_days', 'drag_days', 'drag_working_days', 'is_critical', 'is_on_longest_path'],
  ...['driver', 'driven_by'],
]

/** By P6's rules alone. */
const REMAINING = 'remaining_early_start_date'
/** By the clock alone. */
const IN_WORK = 'drag_working_days'

export function taskTable(
  columns: ScheduleColumns,
  result: CpmResult,
  days: CpmDates,
  { drag, inWork }: { drag: Float64Array; inWork: Float64Array | undefined },
  { driver, drivenBy }: Drivers,
): Table {
  const left = days.moments?.remainingEarlyStart
  const shown = (name: 'earlyStart' | 'earlyFinish' | 'lateStart' | 'lateFinish'): TableColumn =>
    days.moments === undefined ? dates(days[name]) : { kind: 'moment', values: days.moments[name] }
  const absent = [...(left === undefined ? [REMAINING] : []), ...(inWork === undefined ? [IN_WORK] : [])]
  const ordered: TableColumn[] = [
    { kind: 'text', values: columns.id },
    offsets(result.earlyStart),
    offsets(result.earlyFinish),
    offsets(result.lateStart),
    offsets(result.lateFinish),
    shown('earlyStart'),
    shown('earlyFinish'),
    shown('lateStart'),
    shown('lateFinish'),
    ...(left === undefined ? [] : [{ kind: 'moment', values: left } as const]),
    offsets(result.totalFloat),
    offsets(result.freeFloat),
    offsets(drag),
    ...(inWork === undefined ? [] : [offsets(inWork)]),
    marks(result.critical),
    marks(result.onLongestPath),
    { kind: 'label', values: driver, labels: DRIVERS },
    { kind: 'references', start: drivenBy.start, values: drivenBy.tasks, into: columns.id },
  ]
  const names = absent.length === 0 ? TASK_NAMES : TASK_NAMES.filter(name => !absent.includes(name))
  return Table.ofNames(columns.taskCount, names, ordered)
}

/** What the schedule says of each task, in input order. Dates are days: the times of what was computed stand in the other table. */
export function taskDetails(columns: ScheduleColumns, durationDays: Float64Array): Table {
  const given = (values: Float64Array): TableColumn => ({ kind: 'number', values })
  return new Table(columns.taskCount, {
    wbs_code: { kind: 'coded', values: columns.wbsCode },
    wbs_name: { kind: 'coded', values: columns.wbsName },
    parent_id: { kind: 'coded', values: columns.parentId },
    task_type: { kind: 'label', values: columns.taskType, labels: [null, ...TASK_TYPES] },
    calendar_id: { kind: 'coded', values: columns.calendarId },
    duration_days: offsets(durationDays),
    remaining_duration_days: given(columns.remainingDurationDays),
    percent_complete: given(columns.percentComplete),
    actual_start: dates(columns.actualStart),
    actual_finish: dates(columns.actualFinish),
    baseline_start: dates(columns.baselineStart),
    baseline_finish: dates(columns.baselineFinish),
    constraint_type: { kind: 'label', values: columns.constraintType, labels: [null, ...CONSTRAINT_TYPES] },
    constraint_date: dates(columns.constraintDate),
  })
}

const CONSTRAINT_NAMES = ['id', 'constraint_type', 'constraint_date', 'held_days']

export function constraintTable(columns: ScheduleColumns, { constrained, bySecond, heldDays }: Drivers): Table {
  const { id, constraintType, constraintDate, secondaryConstraintType, secondaryConstraintDate } = columns
  const type = zeros(Uint8Array, constrained.length)
  const date = zeros(Int32Array, constrained.length)
  for (let n = 0; n < constrained.length; n++) {
    const isSecond = bySecond[n] === 1
    type[n] = (isSecond ? secondaryConstraintType : constraintType)[constrained[n]] - 1
    date[n] = (isSecond ? secondaryConstraintDate : constraintDate)[constrained[n]]
  }
  return Table.ofNames(constrained.length, CONSTRAINT_NAMES, [
    { kind: 'reference', values: constrained, into: id },
    { kind: 'label', values: type, labels: CONSTRAINT_TYPES },
    dates(date),
    offsets(heldDays),
  ])
}

/** Entry n: the one of tasks[n]. */
function bytesOf(values: Uint8Array, tasks: Uint32Array): Uint8Array {
  const bytes = zeros(Uint8Array, tasks.length)
  for (let n = 0; n < tasks.length; n++) bytes[n] = values[tasks[n]]
  return bytes
}

const DIVERGENCE_NAMES = ['id', 'is_critical', 'is_on_longest_path', 'reason', 'held_by']

export function divergenceTable(divergence: Divergence, result: CpmResult, ids: TextColumn): Table {
  const { tasks, reason, heldBy } = divergence
  return Table.ofNames(tasks.length, DIVERGENCE_NAMES, [
    { kind: 'reference', values: tasks, into: ids },
    marks(bytesOf(result.critical, tasks)),
    marks(bytesOf(result.onLongestPath, tasks)),
    { kind: 'label', values: reason, labels: DIVERGENCE_REASONS },
    { kind: 'reference', values: heldBy, into: ids },
  ])
}

export function networkDetails(columns: ScheduleColumns, network: Network, result: CpmResult): ResultValue {
  const { taskCount, order, takesPart, linkCount, start, task, type, lagDays } = network
  const successorCount = zeros(Uint32Array, taskCount)
  const counts = zeros(Uint32Array, RELATION_TYPES.length)
  const successor = zeros(Uint32Array, linkCount)
  for (let s = 0; s < taskCount; s++) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      successorCount[task[k]]++
      counts[type[k]]++
      successor[k] = s
    }
  }
  const inPasses = Uint32Array.from(takesPart.keys()).filter(i => takesPart[i] === 1)
  const components = weakComponents(taskCount, network, takesPart)
  const perTask = (ends: number): number | null => (order.length === 0 ? null : ends / order.length)
  return {
    task_count: order.length,
    link_count: linkCount,
    start_tasks: new References(
      inPasses.filter(i => start[i] === start[i + 1]),
      columns.id,
    ),
    finish_tasks: new References(
      inPasses.filter(i => successorCount[i] === 0),
      columns.id,
    ),
    relationship_counts: Object.fromEntries(RELATION_TYPES.map((name, code) => [name, counts[code]])),
    relationship_ratio: perTask(linkCount),
    logic_density: perTask(2 * linkCount),
    component_count: components.count,
    largest_component: components.largestSize,
    links: new Table(linkCount, {
      predecessor: { kind: 'reference', values: task, into: columns.id },
      successor: { kind: 'reference', values: successor, into: columns.id },
      type: { kind: 'label', values: type, labels: RELATION_TYPES },
      lag_days: offsets(lagDays),
      // a link that holds nothing leaves any number of days
      relationship_float_days: offsets(result.linkFloat.map(days => (Number.isFinite(days) ? days : Number.NaN))),
      is_driving: marks(result.linkMarks.map(mark => mark & LINK_DRIVING)),
    }),
  }
}
