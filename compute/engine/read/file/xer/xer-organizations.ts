/** ACTVTYPE, ACTVCODE, TASKACTV: the activity code called "Responsibility" or alike is the organization of a task. */
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { GrowingText } from '../../growing-texts.ts'
import { KeyTable } from './key-table.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'
import type { XerTasks } from './xer-tasks.ts'

const TYPE = ['actv_code_type_id', 'actv_code_type']
const CODE = ['actv_code_id', 'actv_code_type_id', 'short_name', 'actv_code_name']
const OF_TASK = ['task_id', 'actv_code_type_id', 'actv_code_id']
const ORGANIZATION = fieldIndex('organization_code')
const RESPONSIBLE = /^\s*responsib/i

export function readOrganizations(file: XerFile, tasks: XerTasks, builder: ColumnsBuilder): void {
  const types = new XerRows(file, 'ACTVTYPE', TYPE)
  let type: string | undefined
  while (type === undefined && types.next()) if (RESPONSIBLE.test(types.string(1))) type = types.key(0)
  types.finish()
  if (type === undefined || type === '') return
  const codes = new KeyTable(file.bytes.length)
  const names = new GrowingText({ rowCount: 0, textBytesMax: 3 * file.bytes.length })
  const rows = new XerRows(file, 'ACTVCODE', CODE)
  while (rows.next()) {
    if (!rows.is(1, type)) continue
    const n = codes.add(rows, 0)
    if (n >= 0 && (rows.text(2) || rows.text(3))) names.set(n, rows.bytes, rows.from, rows.to)
  }
  rows.finish()
  /** Entry t: number of the code + 1, 0 = none. */
  const ofTask = new Uint32Array(tasks.count)
  const given = new XerRows(file, 'TASKACTV', OF_TASK)
  while (given.next()) {
    if (!given.is(1, type)) continue
    const task = tasks.keys.find(given, 0)
    const code = codes.find(given, 2)
    if (task >= 0 && code >= 0 && code < names.rowCount) ofTask[task] = code + 1
  }
  given.finish()
  const { bytes, offsets } = names
  for (let task = 0; task < ofTask.length; task++) {
    const n = ofTask[task] - 1
    if (n >= 0 && offsets[n + 1] > offsets[n]) builder.codes(ORGANIZATION).set(task, bytes, offsets[n], offsets[n + 1])
  }
}
