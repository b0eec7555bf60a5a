/** Inputs of three tasks, and the frame of an input. */
import { columnsToFill } from '../contract/schedule/absent-columns.ts'
import type { ColumnName } from '../contract/schedule/column-rows.ts'
import type { ScheduleColumns } from '../contract/schedule/columns.ts'
import type { Frame } from '../contract/schedule/frame.ts'
import type { AnalysisInput } from '../contract/schedule/input.ts'
import { inputSha256 } from '../contract/schedule/input-hash.ts'
import { textColumn } from './text-column.ts'

export const frameOf = (input: AnalysisInput): Frame => ({
  rowId: 'analysis.cpm',
  today: 20_500,
  inputSha256: inputSha256(input),
  input,
})

/** The columns of a schedule that has values in these alone; undefined: it has none. */
export function columnsWith(
  taskCount: number,
  given: Partial<Record<ColumnName, unknown>>,
  faults: ScheduleColumns['faults'] = [],
): ScheduleColumns {
  const there = Object.entries(given).filter(([, column]) => column !== undefined)
  return { ...columnsToFill(taskCount), ...Object.fromEntries(there), faults }
}

export const three = (): ScheduleColumns => columnsWith(3, { id: textColumn(['A', 'é', 'C']) })

export const inputOf = (schedule: ScheduleColumns, params: Record<string, unknown> = {}): AnalysisInput => ({
  params,
  schedules: new Map([['tasks', schedule]]),
  ignoredFields: [],
  meantFields: {},
  taskCount: schedule.taskCount,
  taskCountLargest: schedule.taskCount,
})
