/**
 * Which columns of a schedule hold anything. Most schedules have a fraction of the fields, so whoever looks for what stands in certain columns alone
 * asks here first, and looks at no task where none of them is there. Columns are read-only, so the answer is found once.
 */
import { ColumnNote } from './column-notes.ts'
import { type ColumnName, type ColumnRow, presentRows } from './column-rows.ts'
import type { ScheduleColumns } from './columns.ts'

interface PresentColumns {
  readonly rows: readonly ColumnRow[]
  readonly names: ReadonlySet<ColumnName>
}

const found = new ColumnNote<PresentColumns>()

export function presentColumns(columns: ScheduleColumns): PresentColumns {
  const known = found.of(columns)
  if (known !== undefined) return known
  const rows = presentRows(columns)
  const names = new Set<ColumnName>()
  for (let n = 0; n < rows.length; n++) names.add(rows[n]!.name)
  return found.set(columns, { rows, names })
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
