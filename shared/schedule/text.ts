/** Strings out of a text column: for messages and the few that are printed one by one, never for every task. */
import type { TextColumn } from './columns.ts'

const decoder = new TextDecoder()

export const textAt = (column: TextColumn, index: number): string =>
  decoder.decode(column.bytes.subarray(column.offsets[index], column.offsets[index + 1]))
