/** Tasks in the order of their outline: each before those that lie under it, equal ones in the order of the schedule. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { hashOf } from '../../ids/byte-hash.ts'
import { indexIds } from '../../ids/match-ids.ts'

export interface Outline {
  /** Rows in the order in which they are written. */
  readonly order: Uint32Array
  /** Entry row: 1 = at the top. */
  readonly level: Uint16Array
  /** Entry row: 1 = others lie under it. */
  readonly isParent: Uint8Array
}

/** Microsoft Project shows no more levels. */
const LEVELS_MAX = 65_000

/** A task whose parent is not there, or that lies under itself, is at the top. Linear. */
export function outlineOf({
  taskCount,
  id,
  parentId,
}: Pick<ScheduleColumns, 'taskCount' | 'id' | 'parentId'>): Outline {
  const { table } = indexIds(id, taskCount, () => {})
  const { bytes, offsets } = parentId.values
  const rowOfCode = Array.from({ length: Math.max(0, offsets.length - 1) }, (_, code) =>
    table.entryOf(bytes, offsets[code], offsets[code + 1], hashOf(bytes, offsets[code], offsets[code + 1])),
  )
  const parent = new Int32Array(taskCount).fill(-1)
  for (let row = 0; row < taskCount; row++) {
    const code = parentId.codes[row]
    if (code > 0 && rowOfCode[code - 1] !== row) parent[row] = rowOfCode[code - 1]
  }
  cutCircles(parent)
  // children of each row, first and next, in the order of the schedule
  const firstChild = new Int32Array(taskCount + 1).fill(-1)
  const next = new Int32Array(taskCount).fill(-1)
  const isParent = new Uint8Array(taskCount)
  for (let row = taskCount - 1; row >= 0; row--) {
    const under = parent[row] < 0 ? taskCount : parent[row]
    next[row] = firstChild[under]
    firstChild[under] = row
    if (under < taskCount) isParent[under] = 1
  }
  const order = new Uint32Array(taskCount)
  const level = new Uint16Array(taskCount)
  let written = 0
  for (let row = firstChild[taskCount]; row >= 0; ) {
    order[written++] = row
    level[row] = parent[row] < 0 ? 1 : Math.min(LEVELS_MAX, level[parent[row]] + 1)
    let at = row
    row = firstChild[at]
    // up to where something follows
    while (row < 0 && at >= 0) {
      row = next[at]
      at = parent[at]
    }
  }
  return { order, level, isParent }
}

function cutCircles(parent: Int32Array): void {
  /** Entry row: the walk that came by. */
  const seen = new Int32Array(parent.length).fill(-1)
  for (let row = 0; row < parent.length; row++) {
    let at = row
    while (at >= 0 && seen[at] < 0) {
      seen[at] = row
      at = parent[at]
    }
    if (at >= 0 && seen[at] === row) parent[at] = -1
  }
}
