/**
 * Fingerprint of a request as the engine reads it, in metadata.input_sha256. Two bodies with the same columns and the
 * same parameters have the same one, whatever their form (JSON, msgpack), the order of their members, or their blanks.
 */
import { createHash, type Hash, hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import { arraysOf, COLUMN_ROWS, type ColumnArray } from './column-rows.ts'
import type { ScheduleColumns } from './columns.ts'
import type { AnalysisInput } from './input.ts'

/**
 * Adds the columns of a schedule to `arrays`. Columns that came later count only where they hold something, so that older inputs keep their
 * fingerprint; returns their names, since optional columns cannot be identified by their position.
 */
function addArrays(columns: ScheduleColumns, arrays: ColumnArray[]): string[] {
  const later: string[] = []
  // the columns that no task has share an array, which is looked at once
  let absent: ColumnArray | undefined
  for (const row of COLUMN_ROWS) {
    const own = arraysOf(row, columns)
    if (row.isLater) {
      if (own.length === 1 && own[0] === absent) continue
      if (row.isAbsent(own as never)) {
        if (own.length === 1) absent = own[0]
        continue
      }
      later.push(row.name)
    }
    for (const array of own) arrays.push(array)
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
  const faults = schedules.map(columns => (columns.faults.length === 0 ? '[]' : canonicalJson(columns.faults)))
  const laterText = later.some(names => names.length > 0) ? `,"later":${JSON.stringify(later)}` : ''
  const taskCounts = schedules.map(columns => columns.taskCount)
  let lengths = ''
  for (let i = 0; i < arrays.length; i++) lengths += i === 0 ? arrays[i]!.length : `,${arrays[i]!.length}`
  return `{"faults":[${faults}]${laterText},"lengths":[${lengths}],"params":${canonicalJson(input.params)},"paths":${JSON.stringify(paths)},"taskCounts":[${taskCounts}]}`
}

/** Short arrays are gathered in here and hashed in pieces: each piece costs as much as some kilobytes. */
const PIECE_BYTES = 2 ** 16
/** A longer array is hashed where it lies. */
const SHORT_BYTES_MAX = 2 ** 14
const piece = new Uint8Array(PIECE_BYTES)
const encoder = new TextEncoder()

/** Lowercase hexadecimal SHA-256. The lengths of all arrays stand before their bytes, so no two inputs read alike. */
export function inputSha256(input: AnalysisInput): string {
  const paths = [...input.schedules.keys()].sort()
  const arrays: ColumnArray[] = []
  const later = paths.map(path => addArrays(input.schedules.get(path)!, arrays))
  const pieces = new Pieces()
  pieces.addText(headOf(input, paths, later, arrays))
  for (const array of arrays) pieces.add(array)
  return pieces.digest()
}

/** What is hashed, piece by piece; one at a time. */
class Pieces {
  #sum: Hash | undefined
  #gathered = 0
  /** The columns that no task has share an array, and stand side by side. */
  #last: ColumnArray | undefined
  #lastBytes = piece

  addText(text: string): void {
    if (3 * text.length > PIECE_BYTES) this.#update(encoder.encode(text))
    else this.#gathered = encoder.encodeInto(text, piece).written
  }

  add(array: ColumnArray): void {
    const { byteLength } = array
    if (byteLength === 0) return
    if (array !== this.#last) {
      this.#last = array
      this.#lastBytes = new Uint8Array(array.buffer as ArrayBuffer, array.byteOffset, byteLength)
    }
    if (byteLength > SHORT_BYTES_MAX) {
      this.#flush()
      this.#update(this.#lastBytes)
      return
    }
    if (this.#gathered + byteLength > PIECE_BYTES) this.#flush()
    piece.set(this.#lastBytes, this.#gathered)
    this.#gathered += byteLength
  }

  digest(): string {
    // in one call where it can be: a hash that is made first costs as much as 10 KB
    if (this.#sum === undefined) return hash('sha256', piece.subarray(0, this.#gathered))
    this.#flush()
    return this.#sum.digest('hex')
  }

  #flush(): void {
    if (this.#gathered > 0) this.#update(piece.subarray(0, this.#gathered))
    this.#gathered = 0
  }

  #update(bytes: Uint8Array): void {
    this.#sum ??= createHash('sha256')
    this.#sum.update(bytes)
  }
}
