/** Order of tasks by id, for choices among equals, so that the order of the input decides nothing. */
import type { TextColumn } from '../../../shared/schedule/columns.ts'

/** Negative when the id of task i comes first, by its bytes. It runs for every task of a schedule, so it allocates nothing. */
export function compareIds({ bytes, offsets }: TextColumn, i: number, other: number): number {
  const [from, to] = [offsets[i], offsets[other]]
  const [length, otherLength] = [offsets[i + 1] - from, offsets[other + 1] - to]
  const shorter = Math.min(length, otherLength)
  for (let at = 0; at < shorter; at++) {
    const difference = bytes[from + at] - bytes[to + at]
    if (difference !== 0) return difference
  }
  return length - otherLength
}

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
    const isBefore = (other: { readonly task: number; readonly size: number }): boolean =>
      size > other.size || (size === other.size && compareIds(ids, task, other.task) < 0)
    // most tasks are before none of the first, which the last of these shows
    if (first.length === max && !isBefore(first[max - 1])) continue
    const at = first.findIndex(isBefore)
    first.splice(at < 0 ? first.length : at, 0, { task, size })
    if (first.length > max) first.pop()
  }
  return first.map(({ task }) => task)
}
