/**
 * Which columns of a schedule hold anything. Most schedules have a fraction of the fields, so whoever looks for what stands in certain columns alone
 * asks here first, and looks at no task where none of them is there. Columns are read-only, so the answer is found once.
 */
import { type ColumnName, type ColumnRow, presentRows } from './column-rows.ts'
import type { ScheduleColumns } from './columns.ts'

interface PresentColumns {
  readonly rows: readonly ColumnRow[]
  readonly names: ReadonlySet<ColumnName>
}

const found = new WeakMap<ScheduleColumns, PresentColumns>()

export function presentColumns(columns: ScheduleColumns): PresentColumns {
  return found.get(columns) ?? notePresent(columns, presentRows(columns))
}

/** Whoever made the columns knows which of them hold anything: their rows, in the order of COLUMN_ROWS. */
export function notePresent(columns: ScheduleColumns, rows: readonly ColumnRow[]): PresentColumns {
  const names = new Set<ColumnName>()
  for (let n = 0; n < rows.length; n++) names.add(rows[n]!.name)
  const made = { rows, names }
  found.set(columns, made)
  return made
}

/** Whether any task has a value in the column. */
export const hasColumn = (columns: ScheduleColumns, name: ColumnName): boolean =>
  presentColumns(columns).names.has(name)

/** Whether any task has a value in one of these columns. */
export function hasAnyColumn(columns: ScheduleColumns, names: readonly ColumnName[]): boolean {
  const present = presentColumns(columns).names
  for (let n = 0; n < names.length; n++) if (present.has(names[n]!)) return true
  return false
}
