/** The shape every graph routine reads: links listed at their successor. LinkColumns and Network both have it. */
import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { copied, zeros } from '../ids/short-arrays.ts'

export interface IncomingLinks {
  /** Links into task i are start[i] .. start[i + 1]; length taskCount + 1. */
  readonly start: Uint32Array
  /** Predecessor of link k; LINK_UNKNOWN (-1) = no task has the id, the link is passed over. */
  readonly task: Int32Array
}

/** The links turned round, listed at their predecessor. */
export interface OutgoingLinks {
  /** Links out of task i are start[i] .. start[i + 1]; length taskCount + 1. */
  readonly start: Uint32Array
  /** Successor; those of one task stand in input order. */
  readonly task: Uint32Array
  /** Index of the link among the incoming ones. */
  readonly link: Uint32Array
}

/** Turns the links round in two counting passes, O(n + m). */
export function outgoingLinks(taskCount: number, incoming: IncomingLinks): OutgoingLinks {
  const { start: inStart, task: inTask } = incoming
  const start = zeros(Uint32Array, taskCount + 1)
  for (let k = 0; k < inTask.length; k++) if (inTask[k] >= 0) start[inTask[k] + 1]++
  for (let i = 0; i < taskCount; i++) start[i + 1] += start[i]
  const next = copied(start.subarray(0, taskCount))
  const task = zeros(Uint32Array, start[taskCount])
  const link = zeros(Uint32Array, start[taskCount])
  for (let s = 0; s < taskCount; s++) {
    for (let k = inStart[s]; k < inStart[s + 1]; k++) {
      if (inTask[k] < 0) continue
      const at = next[inTask[k]]++
      task[at] = s
      link[at] = k
    }
  }
  return { start, task, link }
}

const ofColumns = new ColumnNote<OutgoingLinks>()

/** The links of a schedule as it was sent, turned round once for all that ask. */
export const outgoingOf = (columns: ScheduleColumns): OutgoingLinks =>
  ofColumns.of(columns) ?? ofColumns.set(columns, outgoingLinks(columns.taskCount, columns.links))
