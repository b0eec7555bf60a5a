/** Strings out of a text column: for messages and the few that are printed one by one, never for every task. */
import type { TextColumn } from './columns.ts'

// a text that begins with a byte order mark keeps it
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const textAt = (column: TextColumn, index: number): string =>
  decoder.decode(column.bytes.subarray(column.offsets[index], column.offsets[index + 1]))
