/**
 * ACTVTYPE, ACTVCODE, TASKACTV and UDFTYPE, UDFVALUE: activity codes and user-defined fields of tasks, by the names of their types. The code called
 * "Responsibility" or alike is the organization of a task as well.
 */
import { CodeValues } from '../../code-values.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { FileCodes } from '../file-codes.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile, XerTable } from './xer-tables.ts'
import type { XerTasks } from './xer-tasks.ts'

const ORGANIZATION = fieldIndex('organization_code')
export const RESPONSIBLE = /^\s*responsib/i
/** Types and values that are kept in a table of their own while the file is read. */
const TYPES_MAX = 10_000
const VALUES_MAX = 1_000_000

const encoder = new TextEncoder()

export function readCodes(file: XerFile, tasks: XerTasks, builder: ColumnsBuilder): void {
  const codes = new FileCodes(new CodeValues(builder))
  readActivityCodes(file, tasks, builder, codes)
  readUserFields(file, tasks, codes)
  codes.finish(tasks.count, file.warnings)
}

function readActivityCodes(file: XerFile, tasks: XerTasks, builder: ColumnsBuilder, codes: FileCodes): void {
  const types = namesOf(file, 'ACTVTYPE', ['actv_code_type_id', 'actv_code_type'])
  if (types.size === 0) return
  let responsible: string | undefined
  for (const [id, name] of types) if (RESPONSIBLE.test(name)) responsible ??= id
  const values = new Map<string, { readonly type: string; readonly name: string; readonly text: string }>()
  const rows = new XerRows(file, 'ACTVCODE', ['actv_code_id', 'actv_code_type_id', 'short_name', 'actv_code_name'])
  while (rows.next() && values.size < VALUES_MAX) {
    const [id, type] = [rows.key(0), rows.key(1)]
    const name = types.get(type)
    const text = rows.string(2) || rows.string(3)
    if (id !== '' && !values.has(id) && name !== undefined && text !== '') values.set(id, { type, name, text })
  }
  rows.finish()
  const organizations: (Uint8Array | undefined)[] = []
  const given = new XerRows(file, 'TASKACTV', ['task_id', 'actv_code_type_id', 'actv_code_id'])
  while (given.next()) {
    const task = tasks.keys.find(given, 0)
    const value = task < 0 ? undefined : values.get(given.key(2))
    if (value === undefined) continue
    codes.add(task, value.name, value.text)
    if (value.type === responsible) organizations[task] = encoder.encode(value.text)
  }
  given.finish()
  for (const [task, text] of organizations.entries())
    if (text !== undefined) builder.codes(ORGANIZATION).set(task, text, 0, text.length)
}

const UDF = ['udf_type_id', 'table_name', 'udf_type_name', 'udf_type_label']
const OF_TASK = ['udf_type_id', 'fk_id', 'udf_text', 'udf_number', 'udf_date', 'udf_code_id']

function readUserFields(file: XerFile, tasks: XerTasks, codes: FileCodes): void {
  const types = new Map<string, string>()
  const rows = new XerRows(file, 'UDFTYPE', UDF)
  while (rows.next() && types.size < TYPES_MAX) {
    if (rows.is(1, 'TASK')) types.set(rows.key(0), rows.string(3) || rows.string(2))
  }
  rows.finish()
  if (types.size === 0) return
  const given = new XerRows(file, 'UDFVALUE', OF_TASK)
  while (given.next()) {
    const name = types.get(given.key(0))
    const task = name === undefined ? -1 : tasks.keys.find(given, 1)
    if (task < 0) continue
    codes.add(task, name!, given.string(2) || given.string(3) || given.string(4) || given.string(5))
  }
  given.finish()
}

function namesOf(file: XerFile, table: XerTable, columns: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  const rows = new XerRows(file, table, columns)
  while (rows.next() && names.size < TYPES_MAX) {
    const id = rows.key(0)
    if (id !== '' && !names.has(id)) names.set(id, rows.string(1))
  }
  rows.finish()
  return names
}
