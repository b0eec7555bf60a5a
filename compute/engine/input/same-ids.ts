/** Tasks of one id: where each stands in the list, and the links as they are meant, by id. */

import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import type { IncomingLinks } from '../graph/links.ts'
import { zeros } from '../ids/short-arrays.ts'

const isDuplicated = ({ faults }: ScheduleColumns): boolean => faults.some(fault => fault.kind === 'duplicate_id')

/** First task of the same id, for every task; a task without an id is its own. Undefined when no id is repeated. */
function firstOfId(columns: ScheduleColumns): Uint32Array | undefined {
  if (!isDuplicated(columns)) return undefined
  const firstByText = new Map<string, number>()
  return Uint32Array.from({ length: columns.taskCount }, (_, i) => {
    const text = textAt(columns.id, i)
    const first = text === '' ? i : (firstByText.get(text) ?? i)
    if (first === i) firstByText.set(text, i)
    return first
  })
}

interface LinksById {
  /** Links of a task onto its own id, by task in input order. */
  readonly selfLinked: Uint32Array
  /** All others between known ids, those of every task of an id gathered at the first one. */
  readonly others: IncomingLinks
}

/** The reader resolves an id to its first task; a link from a later task of that id to it is a link onto itself. */
export function linksById(columns: ScheduleColumns): LinksById {
  const { taskCount, links } = columns
  const first = firstOfId(columns)
  const ownerOf = (task: number): number => (first === undefined ? task : first[task])
  const selfLinked: number[] = []
  const counts = zeros(Uint32Array, taskCount + 1)
  const isOther = zeros(Uint8Array, links.task.length)
  for (let s = 0; s < taskCount; s++) {
    const owner = ownerOf(s)
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0) continue
      if (p !== owner) counts[owner + 1] += isOther[k] = 1
      else if (selfLinked.at(-1) !== s) selfLinked.push(s)
    }
  }
  for (let i = 0; i < taskCount; i++) counts[i + 1] += counts[i]
  const start = counts.slice()
  const task = zeros(Int32Array, counts[taskCount])
  for (let s = 0; s < taskCount; s++) {
    const owner = ownerOf(s)
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (isOther[k] === 1) task[counts[owner]++] = links.task[k]
    }
  }
  return { selfLinked: Uint32Array.from(selfLinked), others: { start, task } }
}

/** Positions listed of one id. */
const POSITIONS_MAX = 20

/** For the ids of `tasks`, each once: all their places in the list, counted from 0. */
export function positionsOfIds(
  ids: TextColumn,
  taskCount: number,
  tasks: readonly number[],
): { id: string; positions: number[]; count: number }[] {
  const found = new Map(tasks.map(task => [textAt(ids, task), { positions: [] as number[], count: 0 }]))
  const lengths = new Set(tasks.map(task => ids.offsets[task + 1] - ids.offsets[task]))
  for (let i = 0; i < taskCount; i++) {
    if (!lengths.has(ids.offsets[i + 1] - ids.offsets[i])) continue
    const entry = found.get(textAt(ids, i))
    if (entry !== undefined && entry.count++ < POSITIONS_MAX) entry.positions.push(i)
  }
  return [...found].map(([id, entry]) => ({ id, ...entry }))
}
