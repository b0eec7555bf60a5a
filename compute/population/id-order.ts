/** Order of tasks by id, for choices among equals: the order of the input must decide nothing. */
import type { TextColumn } from '../../shared/schedule/columns.ts'

const bytesAt = ({ bytes, offsets }: TextColumn, i: number): Uint8Array => bytes.subarray(offsets[i], offsets[i + 1])

/** Negative when the id of task i comes first. */
export const compareIds = (ids: TextColumn, i: number, other: number): number =>
  Buffer.compare(bytesAt(ids, i), bytesAt(ids, other))

/** The first `max` of these tasks: those of the largest size ahead, of equal ones by id; without a size all are equal. */
export function worstFirst(
  ids: TextColumn,
  tasks: Iterable<number>,
  sizeOf: ((task: number) => number) | undefined,
  max: number,
): number[] {
  const first: { readonly task: number; readonly size: number }[] = []
  for (const task of tasks) {
    const size = (sizeOf?.(task) ?? 0) || 0
    const last = first.at(-1)
    if (first.length === max && last !== undefined && size < last.size) continue
    const at = first.findIndex(
      other => size > other.size || (size === other.size && compareIds(ids, task, other.task) < 0),
    )
    if (at >= 0) first.splice(at, 0, { task, size })
    else if (first.length < max) first.push({ task, size })
    if (first.length > max) first.pop()
  }
  return first.map(({ task }) => task)
}
