/** The ids of a schedule as a lookup table, with those that come twice; and the tasks of two schedules by equal id. */

import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { hashOf } from './byte-hash.ts'
import { ByteTable } from './byte-table.ts'
import { zeros } from './short-arrays.ts'

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

type Ids = Pick<ScheduleColumns, 'id' | 'taskCount'>

export const NO_MATCH = -1

/**
 * Looks up the tasks of other schedules in `current`: entry j of a result is the index of the task that has the id of
 * task j of the other, else NO_MATCH. Expected O(n); the table of `current` is made once.
 */
export function idMatcher(current: Ids): (other: Ids) => Int32Array {
  const { table } = indexIds(current.id, current.taskCount, () => {})
  return other => matchesOf(table, other)
}

function matchesOf(table: ByteTable, { id: { bytes, offsets }, taskCount }: Ids): Int32Array {
  const matches = zeros(Int32Array, taskCount)
  for (let j = 0; j < taskCount; j++) {
    const start = offsets[j]
    const end = offsets[j + 1]
    matches[j] = table.entryOf(bytes, start, end, hashOf(bytes, start, end))
  }
  return matches
}

/** What was found for a schedule and its neighbours in a series, which are asked for again and again. */
const matched = new ColumnNote<readonly { readonly other: ScheduleColumns; readonly matches: Int32Array }[]>()
const NEIGHBOURS = 2

/** As above; the result is kept, and not to be written on. */
export function matchIds(current: ScheduleColumns, other: ScheduleColumns): Int32Array {
  const known = matched.of(current) ?? []
  const same = known.find(each => each.other === other)
  if (same !== undefined) return same.matches
  const matches = matchesOf(tableOf(current), other)
  matched.set(current, [{ other, matches }, ...known].slice(0, NEIGHBOURS))
  return matches
}

/** Index of the task with each of these ids, NO_MATCH where none has it. */
export function tasksOfIds(current: ScheduleColumns, ids: readonly string[]): Int32Array {
  if (ids.length === 0) return new Int32Array(0)
  const table = tableOf(current)
  const encoder = new TextEncoder()
  return Int32Array.from(ids, id => {
    const bytes = encoder.encode(id)
    return table.entryOf(bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length))
  })
}
