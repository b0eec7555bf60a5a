/**
 * Fingerprint of a request as the engine reads it, in metadata.input_sha256. Two bodies with the same columns and the
 * same parameters have the same one, whatever their form (JSON, msgpack), the order of their members, or their blanks. Columns that no task
 * has a value in are left out, so a field that is added to the service leaves the fingerprints of inputs without it as they are.
 */
import { Buffer } from 'node:buffer'
import { createHash, type Hash, hash } from 'node:crypto'
import { arraysOf, type ColumnArray } from './column-rows.ts'
import type { ScheduleColumns } from './columns.ts'
import type { AnalysisInput } from './input.ts'
import { presentColumns } from './present-columns.ts'

// JSON of a value with the members of every object in the order of code units: equal values give equal text.

/** A text that is printed as it is, in contrast to a value. */
class Literal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const COMMA = new Literal(',')
const CLOSE_ARRAY = new Literal(']')
const CLOSE_OBJECT = new Literal('}')

/** Members that are null or undefined are left out, as null equals absent. Iterative: depth is the caller's. */
export function canonicalJson(value: unknown): string {
  let text = ''
  const lists = new Map<readonly unknown[], string>()
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (next instanceof Literal) text += next.text
    else if (Array.isArray(next)) {
      let list = lists.get(next)
      if (list === undefined && isOfPairs(next)) lists.set(next, (list = JSON.stringify(next)))
      if (list !== undefined) {
        text += list
        continue
      }
      text += '['
      waiting.push(CLOSE_ARRAY)
      for (let i = next.length - 1; i >= 0; i--) waiting.push(next[i] ?? null, ...(i > 0 ? [COMMA] : []))
    } else if (typeof next === 'object' && next !== null) {
      const members = next as Record<string, unknown>
      const names = Object.keys(members).filter(name => members[name] !== null && members[name] !== undefined)
      text += '{'
      waiting.push(CLOSE_OBJECT)
      names
        .sort()
        .toReversed()
        .forEach((name, i) => {
          const isFirst = i === names.length - 1
          waiting.push(members[name], new Literal(`${isFirst ? '' : ','}${JSON.stringify(name)}:`))
        })
    } else text += JSON.stringify(next) ?? 'null'
  }
  return text
}

/** Pairs of texts, as shifts are: they need no sorting, and thousands of exceptions may share one list of them. */
const isOfPairs = (list: readonly unknown[]): boolean =>
  list.length > 0 &&
  list.every(
    pair => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && typeof pair[1] === 'string',
  )

const ZEROS = new Uint8Array(2 ** 14)

/** Zero bytes alone, as lags and types of links mostly are. */
function areZeros(bytes: Uint8Array): boolean {
  const { length } = bytes
  if (length === 0 || bytes[0] !== 0 || bytes[length - 1] !== 0) return false
  for (let at = 0; at < length; at += ZEROS.length) {
    const end = Math.min(at + ZEROS.length, length)
    if (Buffer.compare(bytes.subarray(at, end), ZEROS.subarray(0, end - at)) !== 0) return false
  }
  return true
}

/** What is hashed of the arrays of all schedules. */
interface Hashed {
  /** Their lengths as JSON, negative = so many zeros. */
  lengths: string
  /** The bytes of those that are no zeros. */
  readonly arrays: Uint8Array[]
  byteCount: number
}

/** Adds the columns of a schedule; returns their names, since without them the arrays could belong to others. */
function addColumns(columns: ScheduleColumns, hashed: Hashed): string[] {
  const { rows } = presentColumns(columns)
  const names: string[] = []
  for (let n = 0; n < rows.length; n++) {
    names.push(rows[n]!.name)
    const own = arraysOf(rows[n]!, columns)
    for (let i = 0; i < own.length; i++) addArray(own[i]!, hashed)
  }
  return names
}

function addArray({ buffer, byteOffset, byteLength, length }: ColumnArray, hashed: Hashed): void {
  const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
  const isLeftOut = areZeros(bytes)
  hashed.lengths += `${hashed.lengths === '' ? '' : ','}${isLeftOut ? -length : length}`
  if (isLeftOut) return
  hashed.arrays.push(bytes)
  hashed.byteCount += byteLength
}

/** Canonical JSON of what stands before the arrays. Its long members are written here: numbers and names of columns need no sorting. */
function headOf(input: AnalysisInput, paths: readonly string[], names: string[][], lengths: string): string {
  const schedules = paths.map(path => input.schedules.get(path)!)
  const faults = schedules.map(columns => (columns.faults.length === 0 ? '[]' : canonicalJson(columns.faults)))
  const taskCounts = schedules.map(columns => columns.taskCount)
  return `{"columns":${JSON.stringify(names)},"faults":[${faults}],"lengths":[${lengths}],"params":${canonicalJson(input.params)},"paths":${JSON.stringify(paths)},"taskCounts":[${taskCounts}]}`
}

/** Short arrays are gathered in here and hashed in pieces: each piece costs as much as some kilobytes. */
const PIECE_BYTES = 2 ** 17
/** Arrays longer than this are hashed where they lie, as long as the input is no single piece. */
const SHORT_BYTES_MAX = 2 ** 14
const piece = new Uint8Array(PIECE_BYTES)
const encoder = new TextEncoder()

/** Lowercase hexadecimal SHA-256. Names and lengths of all arrays stand before their bytes, so no two inputs read alike. */
export function inputSha256(input: AnalysisInput): string {
  const paths = [...input.schedules.keys()].sort()
  const hashed: Hashed = { lengths: '', arrays: [], byteCount: 0 }
  const names = paths.map(path => addColumns(input.schedules.get(path)!, hashed))
  const { lengths, arrays, byteCount } = hashed
  const pieces = new Pieces()
  pieces.addText(headOf(input, paths, names, lengths))
  const shortMax = pieces.leaves(byteCount) ? PIECE_BYTES : SHORT_BYTES_MAX
  for (let i = 0; i < arrays.length; i++) pieces.add(arrays[i]!, shortMax)
  return pieces.digest()
}

/** What is hashed, piece by piece; one at a time. */
class Pieces {
  #sum: Hash | undefined
  #gathered = 0

  addText(text: string): void {
    if (3 * text.length > PIECE_BYTES) this.#update(encoder.encode(text))
    else this.#gathered = encoder.encodeInto(text, piece).written
  }

  /** Whether the present piece has room for so many bytes. */
  leaves(byteCount: number): boolean {
    return this.#gathered + byteCount <= PIECE_BYTES
  }

  /** shortMax: longer bytes are hashed where they lie. */
  add(bytes: Uint8Array, shortMax: number): void {
    if (bytes.length > shortMax) {
      this.#flush()
      this.#update(bytes)
      return
    }
    if (!this.leaves(bytes.length)) this.#flush()
    piece.set(bytes, this.#gathered)
    this.#gathered += bytes.length
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
