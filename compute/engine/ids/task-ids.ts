/** The ids of a schedule as a lookup table, and those that come twice. */
import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { hashOf } from './byte-hash.ts'
import { ByteTable } from './byte-table.ts'

/** So many duplicated ids are named in a refusal, each with so many of its positions. */
export const DUPLICATES_NAMED_MAX = 10

interface TaskIds {
  /** Finds the first task of an id. Tasks without an id are not in it. */
  readonly table: ByteTable
  /** Positions by duplicated id, the first task's first. */
  readonly duplicates: ReadonlyMap<number, readonly number[]>
}

/** `onDuplicate` is called for every task whose id an earlier one has. */
export function indexIds(id: TextColumn, taskCount: number, onDuplicate: (task: number) => void): TaskIds {
  const table = new ByteTable(id, taskCount)
  const duplicates = new Map<number, number[]>()
  const { bytes, offsets } = id
  for (let task = 0; task < taskCount; task++) {
    const start = offsets[task]
    const end = offsets[task + 1]
    if (start === end) continue
    const hash = hashOf(bytes, start, end)
    const first = table.entryOf(bytes, start, end, hash)
    if (first < 0) {
      table.add(task, hash)
      continue
    }
    onDuplicate(task)
    const positions = duplicates.get(first)
    if (positions !== undefined) {
      if (positions.length < DUPLICATES_NAMED_MAX) positions.push(task)
    } else if (duplicates.size < DUPLICATES_NAMED_MAX) duplicates.set(first, [first, task])
  }
  return { table, duplicates }
}

const tables = new ColumnNote<ByteTable>()

/** The ids of a schedule that is asked again and again are indexed once. */
export const tableOf = (columns: ScheduleColumns): ByteTable =>
  tables.of(columns) ?? tables.set(columns, indexIds(columns.id, columns.taskCount, () => {}).table)
