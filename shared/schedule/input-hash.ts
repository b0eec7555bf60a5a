/**
 * Fingerprint of a request as the engine reads it, in metadata.input_sha256. Two bodies with the same columns and the
 * same parameters have the same one, whatever their form (JSON, msgpack), the order of their members, or their blanks.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { arraysOf, COLUMN_ROWS, type ColumnArray, type ColumnRow } from './column-rows.ts'
import type { ScheduleColumns } from './columns.ts'
import type { AnalysisInput } from './input.ts'

const bytesOf = (array: ColumnArray): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

/** Columns that came later count only where they hold something, so that older inputs keep their fingerprint. */
const hashedRows = (columns: ScheduleColumns): readonly ColumnRow[] =>
  COLUMN_ROWS.filter(row => !row.isLater || !row.isAbsent(arraysOf(row, columns) as never))

/** Their names, since columns that may be missing cannot be told by their place. */
function laterOf(schedules: readonly ScheduleColumns[]): { later?: string[][] } {
  const later = schedules.map(columns => hashedRows(columns).flatMap(row => (row.isLater ? [row.name] : [])))
  return later.some(names => names.length > 0) ? { later } : {}
}

/** Lowercase hexadecimal SHA-256. The lengths of all arrays stand before their bytes, so no two inputs read alike. */
export function inputSha256(input: AnalysisInput): string {
  const hash = createHash('sha256')
  const paths = [...input.schedules.keys()].sort()
  const schedules = paths.map(path => input.schedules.get(path)!)
  const arrays = schedules.flatMap(columns => hashedRows(columns).flatMap(row => arraysOf(row, columns)))
  const head = {
    params: input.params,
    paths,
    taskCounts: schedules.map(columns => columns.taskCount),
    faults: schedules.map(columns => columns.faults),
    ...laterOf(schedules),
    lengths: arrays.map(array => array.length),
  }
  hash.update(canonicalJson(head))
  for (const array of arrays) if (array.length > 0) hash.update(bytesOf(array))
  return hash.digest('hex')
}
