/**
 * Fingerprint of a request as the engine reads it, in metadata.input_sha256. Two bodies with the same columns and the
 * same parameters have the same one, whatever their form (JSON, msgpack), the order of their members, or their blanks.
 */
import { createHash, hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { arraysOf, COLUMN_ROWS, type ColumnArray } from './column-rows.ts'
import type { ScheduleColumns } from './columns.ts'
import type { AnalysisInput } from './input.ts'

const bytesOf = (array: ColumnArray): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

/**
 * Adds the columns of a schedule to `arrays`. Columns that came later count only where they hold something, so that older inputs keep their
 * fingerprint; returns their names, since optional columns cannot be identified by their position.
 */
function addArrays(columns: ScheduleColumns, arrays: ColumnArray[]): string[] {
  const later: string[] = []
  for (const row of COLUMN_ROWS) {
    const own = arraysOf(row, columns)
    if (row.isLater) {
      if (row.isAbsent(own as never)) continue
      later.push(row.name)
    }
    arrays.push(...own)
  }
  return later
}

/** Canonical JSON of what stands before the arrays. Its long member, the lengths, is written here: numbers need no sorting. */
function headOf(
  input: AnalysisInput,
  paths: readonly string[],
  later: string[][],
  arrays: readonly ColumnArray[],
): string {
  const schedules = paths.map(path => input.schedules.get(path)!)
  const before = {
    faults: schedules.map(columns => columns.faults),
    ...(later.some(names => names.length > 0) && { later }),
  }
  const after = { params: input.params, paths, taskCounts: schedules.map(columns => columns.taskCount) }
  const lengths = arrays.map(array => array.length).join(',')
  return `${canonicalJson(before).slice(0, -1)},"lengths":[${lengths}],${canonicalJson(after).slice(1)}`
}

/** Inputs up to this size are hashed in one piece: each piece costs as much as some kilobytes. */
const PIECE_BYTES = 2 ** 16
const piece = new Uint8Array(PIECE_BYTES)
const encoder = new TextEncoder()

/** Lowercase hexadecimal SHA-256. The lengths of all arrays stand before their bytes, so no two inputs read alike. */
export function inputSha256(input: AnalysisInput): string {
  const paths = [...input.schedules.keys()].sort()
  const arrays: ColumnArray[] = []
  const later = paths.map(path => addArrays(input.schedules.get(path)!, arrays))
  const head = encoder.encode(headOf(input, paths, later, arrays))
  const byteCount = arrays.reduce((sum, array) => sum + array.byteLength, head.length)
  if (byteCount > PIECE_BYTES) return inPieces(head, arrays)
  piece.set(head)
  let at = head.length
  for (const array of arrays) {
    if (array.length === 0) continue
    piece.set(bytesOf(array), at)
    at += array.byteLength
  }
  return hash('sha256', piece.subarray(0, byteCount))
}

function inPieces(head: Uint8Array, arrays: readonly ColumnArray[]): string {
  const sum = createHash('sha256').update(head)
  for (const array of arrays) if (array.length > 0) sum.update(bytesOf(array))
  return sum.digest('hex')
}
