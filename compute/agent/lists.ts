/** The lengths of the lists of a result, by their path: "data.windows[].attribution" means those of all windows together. */
import { nameListKeyOf } from '../../shared/contract/task-names.ts'
import { References, type ResultValue, Table } from '../engine/result/result.ts'

// Lists of names beside lists of ids (compute/engine/task-names.ts): of equal length, and cut together.

const SUFFIX = nameListKeyOf('')

/** Whether a member of `members` has the names of another. */
export function isNameList(key: string, members: Readonly<Record<string, unknown>>): boolean {
  if (!key.endsWith(SUFFIX)) return false
  const stem = key.slice(0, -SUFFIX.length)
  return [stem, `${stem}_ids`].some(ids => nameListKeyOf(ids) === key && members[ids] !== undefined)
}

export type ListTotals = Map<string, number>

type Members = Readonly<Record<string, unknown>>

const add = (totals: ListTotals, path: string, count: number): void => {
  totals.set(path, (totals.get(path) ?? 0) + count)
}

/** Nothing is made per item: tables and references know their length. */
export function addListTotals(value: ResultValue, path: string, totals: ListTotals): void {
  if (typeof value !== 'object' || value === null) return
  if (value instanceof References) add(totals, path, value.values.length)
  else if (value instanceof Table) addTable(value, path, totals)
  else if (Array.isArray(value)) {
    add(totals, path, value.length)
    for (const item of value as readonly ResultValue[]) addListTotals(item, `${path}[]`, totals)
  } else {
    for (const [name, member] of Object.entries(value)) {
      if (member !== undefined && !isNameList(name, value as Members)) addListTotals(member, `${path}.${name}`, totals)
    }
  }
}

function addTable(table: Table, path: string, totals: ListTotals): void {
  add(totals, path, table.rowCount)
  const { columns } = table
  for (const [name, column] of Object.entries(columns)) {
    if (column.kind !== 'references' || isNameList(name, columns)) continue
    const { start } = column
    let count = 0
    for (let i = 0; i < table.rowCount; i++) {
      const row = table.rows === undefined ? i : table.rows[i]!
      count += start[row + 1]! - start[row]!
    }
    add(totals, `${path}[].${name}`, count)
  }
}
