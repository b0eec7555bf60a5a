/** A schedule as an XER that P6 reads. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { dataDateOf, type P6Title, writeP6 } from './p6-tables.ts'
import { momentCell, XerText } from './xer-text.ts'

/** The release whose tables these are. */
const VERSION = '18.8'

export function writeXer(columns: ScheduleColumns, title: P6Title): Uint8Array {
  const text = new XerText()
  const dataDate = dataDateOf(columns, title)
  const exported = momentCell(Number.isNaN(dataDate) ? 0 : dataDate)!.slice(0, 10)
  text.line('ERMHDR', VERSION, exported, 'Project', 'admin', 'admin', 'dbxDatabaseNoName', 'Project Management', 'USD')
  text.table('CURRTYPE', ['curr_id', 'decimal_symbol', 'digit_group_symbol', 'curr_type', 'curr_short_name'])
  text.row([1, '.', ',', 'US Dollar', 'USD'])
  writeP6(text, columns, title)
  return text.finish()
}
