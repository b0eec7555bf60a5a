/** Tasks of two schedules by equal id. */

import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { hashOf } from './byte-hash.ts'
import type { ByteTable } from './byte-table.ts'
import { zeros } from './short-arrays.ts'
import { indexIds, tableOf } from './task-ids.ts'

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
