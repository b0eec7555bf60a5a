/** Order of tasks by id, for choices among equals: the order of the input must decide nothing. */
import type { TextColumn } from '../../shared/schedule/columns.ts'

const bytesAt = ({ bytes, offsets }: TextColumn, i: number): Uint8Array => bytes.subarray(offsets[i], offsets[i + 1])

/** Negative when the id of task i comes first. */
export const compareIds = (ids: TextColumn, i: number, other: number): number =>
  Buffer.compare(bytesAt(ids, i), bytesAt(ids, other))
