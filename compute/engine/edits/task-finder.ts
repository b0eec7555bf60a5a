/** Tasks by id while changes are applied: those of the schedule, those that were added, none that was removed. */

import type { SentChange } from '../../../shared/contract/schedule/changes.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { DependencyReader, type IdFinder } from '../../../shared/contract/schedule/dependency.ts'
import { ID_LENGTH_MAX, RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { hashOf } from '../ids/byte-hash.ts'
import type { ByteTable } from '../ids/byte-table.ts'
import { tableOf } from '../ids/match-ids.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const NO_TASK = -1

/** A link as a change says it; the lag in days. */
export interface ReadLink {
  readonly task: number
  readonly type: number
  readonly lagDays: number
  readonly isElapsed: boolean
}

/** What a change names a task by: its id, or a link that was written out. */
type TaskName = { readonly id: string } | { readonly link: unknown }

const idsIn = (ids: readonly (string | null | undefined)[]): TaskName[] =>
  ids.flatMap(id => (typeof id === 'string' ? [{ id }] : []))
const linksIn = (links: unknown): TaskName[] => (Array.isArray(links) ? links : []).map(link => ({ link }))

/** The tasks that a change delays: those that it is about, and those that it leads to. */
export const delayedBy = ({ task_id, link, change_link, successors }: SentChange): readonly TaskName[] => [
  ...idsIn([task_id, link?.successor, change_link?.successor]),
  ...linksIn(successors),
]

/** All tasks that a change names, by whatever member. */
export const namedBy = (change: SentChange): readonly TaskName[] => {
  const { remove_task, predecessors, add_task, link, unlink, change_link } = change
  return [
    ...delayedBy(change),
    ...idsIn([remove_task, link?.predecessor, change_link?.predecessor, unlink?.predecessor, unlink?.successor]),
    ...[predecessors, (add_task as SentChange | null | undefined)?.predecessors].flatMap(linksIn),
  ]
}

export class TaskFinder implements IdFinder {
  readonly bytesMax: number
  readonly #table: ByteTable
  readonly #added = new Map<string, number>()
  readonly #removed: ReadonlySet<number>
  readonly #dependency = new DependencyReader()
  #bytes: Uint8Array = new Uint8Array(0)
  #start = 0

  constructor(columns: ScheduleColumns, removed: ReadonlySet<number>) {
    this.#table = tableOf(columns)
    this.#removed = removed
    // in UTF-8 a character takes four bytes at most
    this.bytesMax = Math.max(this.#table.bytesMax, 4 * ID_LENGTH_MAX)
  }

  begin(bytes: Uint8Array, start: number): void {
    this.#bytes = bytes
    this.#start = start
  }

  find(end: number): number {
    return this.#at(this.#bytes, this.#start, end)
  }

  #at(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#table.entryOf(bytes, start, end, hashOf(bytes, start, end))
    if (known >= 0 && !this.#removed.has(known)) return known
    if (this.#added.size === 0) return NO_TASK
    return this.#added.get(decoder.decode(bytes.subarray(start, end))) ?? NO_TASK
  }

  taskOf(id: string): number {
    const bytes = encoder.encode(id)
    return this.#at(bytes, 0, bytes.length)
  }

  /** Those of the names that are of a task. */
  tasksOf(names: readonly TaskName[]): number[] {
    return names.flatMap(name => {
      if ('id' in name) {
        const task = this.taskOf(name.id)
        return task === NO_TASK ? [] : [task]
      }
      const link = name.link === null ? undefined : this.linkOf(name.link)
      return typeof link === 'object' ? [link.task] : []
    })
  }

  add(id: string, task: number): void {
    this.#added.set(id, task)
  }

  forget(id: string): void {
    this.#added.delete(id)
  }

  /** "A SS+2 d", or the same as an object; undefined: nothing is written. */
  linkOf(sent: unknown): ReadLink | 'unknown' | 'unparsable' | undefined {
    if (typeof sent === 'string') {
      const bytes = encoder.encode(sent)
      const kind = this.#dependency.read(bytes, 0, bytes.length, this)
      const { task, type, lagDays, isElapsed, start, end } = this.#dependency
      if (kind === 'link') return { task, type, lagDays, isElapsed }
      return kind === 'unknown' && start === end ? undefined : kind
    }
    const { task_id, type, lag_days, lag_elapsed } = sent as {
      readonly task_id?: string
      readonly type?: (typeof RELATION_TYPES)[number]
      readonly lag_days?: number
      readonly lag_elapsed?: boolean
    }
    if (task_id === undefined) return 'unknown'
    const bytes = encoder.encode(task_id)
    const task = this.#dependency.findWhole(bytes, 0, bytes.length, this)
    if (task < 0) return 'unknown'
    return {
      task,
      type: type === undefined ? 0 : RELATION_TYPES.indexOf(type),
      lagDays: lag_days ?? 0,
      isElapsed: lag_elapsed === true && (lag_days ?? 0) !== 0,
    }
  }
}
