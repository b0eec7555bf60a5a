/**
 * One number per task id over all statuses of a request: what changes, hits and results name tasks by, since a deleted
 * task stands in an earlier status only. Ids of the current schedule come first, in its order.
 */

import type { ScheduleColumns, TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { hashOf } from '../../ids/byte-hash.ts'
import { indexIds, NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'

type Ids = Pick<ScheduleColumns, 'id' | 'name' | 'taskCount'>

export interface Identities {
  /** Text of identity u; entries that are no identity repeat an id that is one. */
  readonly ids: TextColumn
  /** Names of the same entries. */
  readonly names: () => TextColumn
  /** Name of identity u. */
  readonly nameOf: (identity: number) => string
  /** Entry k, i: identity of task i of schedule k. */
  readonly of: readonly Uint32Array[]
}

/** `schedules` in the order of time, the current one last. Expected O(tasks). */
export function identitiesOf(schedules: readonly Ids[]): Identities {
  const newestFirst = schedules.toReversed()
  const ids = joined(newestFirst, 'id')
  const count = ids.offsets.length - 1
  const { table } = indexIds(ids, count, () => {})
  const { bytes, offsets } = ids
  let from = 0
  const of = newestFirst.map(({ taskCount }, k) => {
    const identities = zeros(Uint32Array, taskCount)
    for (let i = 0; i < taskCount; i++) {
      const at = from + i
      // ids are unique within a schedule, so those of the first one are their own identities
      identities[i] =
        k === 0 ? at : table.entryOf(bytes, offsets[at], offsets[at + 1], hashOf(bytes, offsets[at], offsets[at + 1]))
    }
    from += taskCount
    return identities
  })
  return { ids, names: () => joined(newestFirst, 'name'), nameOf: nameIn(newestFirst), of: of.toReversed() }
}

const nameIn =
  (schedules: readonly Ids[]) =>
  (entry: number): string => {
    let task = entry
    for (const { name, taskCount } of schedules) {
      if (task < taskCount) return textAt(name, task)
      task -= taskCount
    }
    return ''
  }

function joined(schedules: readonly Ids[], column: 'id' | 'name'): TextColumn {
  const count = schedules.reduce((sum, { taskCount }) => sum + taskCount, 0)
  const byteCount = schedules.reduce(
    (sum, { taskCount, [column]: texts }) => sum + texts.offsets[taskCount] - texts.offsets[0],
    0,
  )
  const bytes = zeros(Uint8Array, byteCount)
  const offsets = zeros(Uint32Array, count + 1)
  let at = 0
  let row = 0
  for (const { taskCount, [column]: texts } of schedules) {
    const shift = at - texts.offsets[0]
    bytes.set(texts.bytes.subarray(texts.offsets[0], texts.offsets[taskCount]), at)
    for (let i = 0; i < taskCount; i++) offsets[row++] = texts.offsets[i] + shift
    at += texts.offsets[taskCount] - texts.offsets[0]
  }
  offsets[row] = at
  return { bytes, offsets }
}

/** Matches the tasks of any two of the schedules; its table is made once. */
export class Matcher {
  /** Entry u: task of identity u while a match is made, else NO_MATCH. */
  readonly #taskOf: Int32Array
  constructor({ ids }: Identities) {
    this.#taskOf = zeros(Int32Array, ids.offsets.length - 1).fill(NO_MATCH)
  }

  /** Entry i: task of `to` with the identity of task i of `from`, NO_MATCH = none. O(tasks of both). */
  match(from: Uint32Array, to: Uint32Array): Int32Array {
    const taskOf = this.#taskOf
    for (let i = 0; i < to.length; i++) taskOf[to[i]] = i
    const matches = Int32Array.from(from, identity => taskOf[identity])
    for (let i = 0; i < to.length; i++) taskOf[to[i]] = NO_MATCH
    return matches
  }
}
