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

const [ZERO, NINE] = [48, 57]

/** Ids that are whole numbers come first, by their value; the others by their bytes. */
export function compareNumbers(ids: TextColumn, i: number, other: number): number {
  const [digits, otherDigits] = [digitsOf(ids, i), digitsOf(ids, other)]
  if (digits < 0 || otherDigits < 0)
    return digits < 0 && otherDigits < 0 ? compareIds(ids, i, other) : digits < 0 ? 1 : -1
  if (digits !== otherDigits) return digits - otherDigits
  const [end, otherEnd] = [ids.offsets[i + 1], ids.offsets[other + 1]]
  for (let at = digits; at > 0; at--) {
    const difference = ids.bytes[end - at] - ids.bytes[otherEnd - at]
    if (difference !== 0) return difference
  }
  return compareIds(ids, i, other)
}

/** How many digits the number has without zeros ahead, -1 = the id is none. */
function digitsOf({ bytes, offsets }: TextColumn, i: number): number {
  const end = offsets[i + 1]
  let first = -1
  for (let at = offsets[i]; at < end; at++) {
    if (bytes[at] < ZERO || bytes[at] > NINE) return -1
    if (first < 0 && bytes[at] > ZERO) first = at
  }
  return first < 0 ? (end > offsets[i] ? 0 : -1) : end - first
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
