/** Order of tasks by id, for choices among equals, so that the order of the input decides nothing. */
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'

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
  tasks: ArrayLike<number>,
  sizeOf: ((task: number) => number) | undefined,
  max: number,
): number[] {
  const first: number[] = []
  const sizes: number[] = []
  for (let n = 0; n < tasks.length; n++) {
    const task = tasks[n]
    const size = (sizeOf?.(task) ?? 0) || 0
    // most tasks are before none of the first, which the last of these shows
    let at = first.length
    while (at > 0 && (size > sizes[at - 1] || (size === sizes[at - 1] && compareIds(ids, task, first[at - 1]) < 0)))
      at--
    if (at === max) continue
    first.splice(at, 0, task)
    sizes.splice(at, 0, size)
    if (first.length > max) first.length = sizes.length = max
  }
  return first
}
