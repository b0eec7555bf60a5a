/**
 * The columns of a table in the memory of the row writer in WebAssembly: what describes each of them, and so many of their rows as a block
 * has room for. Texts lie there whole (table-module.ts).
 */
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { Table, TableColumn } from '../result/result.ts'
import { align, BLOCKS_BYTES, type Place, type TableModule } from './table-module.ts'

const BLOCK_ROWS = 1024
/** References of a column in a block. */
export const BLOCK_REFERENCES = 2048
/** The other half of the room is for references and labels. */
const COLUMNS_BYTES = BLOCKS_BYTES / 2
/** Most bytes that a column takes in each row, and beside its rows. */
const CELL_BYTES_MAX = 8
const COLUMN_BYTES_MORE = 96
/** Entry n: 10^n. More decimals are no exact decimal any more: see number-text.ts. */
const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
/** See TIE_TOLERANCE in compute/engine/wording/numbers.ts. */
const TIE_TOLERANCE = 5e-10

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array

/** A column that is described. */
interface LaidColumn {
  /** Where its description begins, in words of four bytes. */
  readonly at: number
  /** Most bytes of a cell and of what stands before it. */
  readonly cellBytes: number
  /** The value of each row, or all references; undefined: row i is text i. */
  readonly values: Numbers | undefined
  /** The memory as numbers of the same kind, and which of them is the first of the block. */
  readonly target: Numbers
  readonly first: number
  /** Where the lists begin: see Table. undefined: it has none. */
  readonly start: Uint32Array | undefined
  /** In the memory: where those of the block do, in words of four bytes. */
  readonly startsAt: number
}

/** Rows of a block of so many columns. */
const rowsOf = (columnCount: number): number =>
  Math.min(BLOCK_ROWS, Math.floor((COLUMNS_BYTES / columnCount - COLUMN_BYTES_MORE) / CELL_BYTES_MAX))

export class TableBlock {
  readonly module: TableModule
  readonly #table: Table
  /** 0: there are too many columns. */
  readonly rowCount: number
  readonly columns: LaidColumn[] = []
  /** Texts of the column that was described last have no room. */
  lacksTextRoom = false
  #freeAt: number

  constructor(module: TableModule, table: Table, columnCount: number) {
    this.module = module
    this.#table = table
    this.rowCount = Math.max(0, Math.min(table.rowCount, rowsOf(columnCount)))
    this.#freeAt = align(module.blocksAt + columnCount * module.layout.COLUMN_BYTES)
  }

  /** Describes the next column, with what stands before its cells. false: the table is left to TypeScript, or has no room here. */
  describe(column: TableColumn, before: Place | undefined): boolean {
    if (before === undefined) return false
    const { blocksAt, layout } = this.module
    const at = (blocksAt + this.columns.length * layout.COLUMN_BYTES) >> 2
    switch (column.kind) {
      case 'number':
        return this.#number(at, before, column.values, column.decimals)
      case 'day':
        return this.#lay(at, before, layout.DAY, column.values)
      case 'moment':
        return this.#lay(at, before, layout.MOMENT, column.values)
      case 'boolean':
        return this.#lay(at, before, layout.BOOLEAN, column.values)
      case 'label':
        return this.#labels(at, before, column.values, column.labels)
      case 'text': {
        const { values, emptyAsText } = column
        if (!this.#texts(at, values, 0, emptyAsText !== true)) return false
        return this.#lay(at, before, this.#table.rows === undefined ? layout.TEXT : layout.REFERENCE, undefined)
      }
      case 'coded': {
        const { codes, values } = column.values
        return this.#texts(at, values, 1, false) && this.#lay(at, before, layout.REFERENCE, codes)
      }
      case 'reference': {
        const { values, into, nullWhenEmpty } = column
        return this.#texts(at, into, 0, nullWhenEmpty === true) && this.#lay(at, before, layout.REFERENCE, values)
      }
      case 'references': {
        const { start, values, into, nullWhenEmpty } = column
        return this.#texts(at, into, 0, nullWhenEmpty === true) && this.#lists(at, before, values, start)
      }
    }
  }

  #number(
    at: number,
    before: Place,
    values: Float64Array | Int32Array | Uint32Array,
    decimals: number | undefined,
  ): boolean {
    const { u32, f64, layout } = this.module
    if (values instanceof Int32Array) return this.#lay(at, before, layout.SIGNED, values)
    if (values instanceof Uint32Array) return this.#lay(at, before, layout.UNSIGNED, values)
    if (decimals === undefined) return this.#lay(at, before, layout.NUMBER, values)
    if (decimals >= POWERS.length) return false
    u32[at + (layout.DECIMALS >> 2)] = decimals
    f64[(at + (layout.POWER >> 2)) >> 1] = POWERS[decimals]
    f64[(at + (layout.TIE >> 2)) >> 1] = TIE_TOLERANCE * POWERS[decimals]
    return this.#lay(at, before, layout.ROUNDED, values)
  }

  #labels(at: number, before: Place, values: Uint8Array, labels: readonly (string | null)[]): boolean {
    const { u32, layout } = this.module
    const entries = this.#freeAt >> 2
    let longest = 0
    this.#freeAt = align(this.#freeAt + 8 * labels.length)
    if (!this.#hasRoom) return false
    for (let v = 0; v < labels.length; v++) {
      const word = this.module.label(labels[v])
      if (word === undefined) return false
      u32[entries + 2 * v] = word.at
      u32[entries + 2 * v + 1] = word.size
      longest = Math.max(longest, word.size)
    }
    u32[at + (layout.TEXTS >> 2)] = 4 * entries
    return this.#lay(at, before, layout.LABEL, values, longest)
  }

  /** firstText: the value that names the first of them. */
  #texts(at: number, texts: TextColumn, firstText: number, isNullWhenEmpty: boolean): boolean {
    const place = this.module.layTexts(texts)
    if (place === undefined) {
      this.lacksTextRoom = true
      return false
    }
    this.module.describeTexts(at, place, firstText, isNullWhenEmpty)
    return true
  }

  #lists(at: number, before: Place, values: Int32Array | Uint32Array, start: Uint32Array): boolean {
    const { u32, layout } = this.module
    const startsAt = this.#freeAt
    u32[at + (layout.START >> 2)] = startsAt
    this.#freeAt = align(startsAt + 4 * (this.rowCount + 1))
    // a selection may list the same references many times
    const most = this.#table.rows === undefined ? Math.min(BLOCK_REFERENCES, values.length) : BLOCK_REFERENCES
    return this.#lay(at, before, layout.REFERENCES, values, 0, most, start, startsAt >> 2)
  }

  #lay(
    at: number,
    before: Place,
    kind: number,
    values: Numbers | undefined,
    wordBytes = 0,
    length = this.rowCount,
    start?: Uint32Array,
    startsAt = 0,
  ): boolean {
    const block = this.#freeAt
    const target = this.#memoryOf(values)
    const { BYTES_PER_ELEMENT } = target
    this.#freeAt = align(block + BYTES_PER_ELEMENT * length)
    this.module.describeColumn(at, kind, block, before)
    const cellBytes = before.size + Math.max(this.module.layout.CELL_BYTES_MAX, wordBytes)
    this.columns.push({ at, cellBytes, values, target, first: block / BYTES_PER_ELEMENT, start, startsAt })
    return this.#hasRoom
  }

  #memoryOf(values: Numbers | undefined): Numbers {
    const { u8, u32, i32, f64 } = this.module
    if (values instanceof Float64Array) return f64
    if (values instanceof Int32Array) return i32
    return values instanceof Uint8Array ? u8 : u32
  }

  get #hasRoom(): boolean {
    return this.#freeAt <= this.module.blocksAt + BLOCKS_BYTES
  }

  /** Loads rows from `row` on; gives how many, 0: the lists of this row alone are too long. */
  load(firstColumn: number, columnCount: number, row: number): number {
    let count = Math.min(this.rowCount, this.#table.rowCount - row)
    const end = firstColumn + columnCount
    for (let c = firstColumn; c < end; c++) {
      const { start } = this.columns[c]
      if (start !== undefined) while (count > 0 && this.#referencesIn(start, row, count) > BLOCK_REFERENCES) count >>= 1
    }
    if (count > 0) for (let c = firstColumn; c < end; c++) this.#load(this.columns[c], row, count)
    return count
  }

  #load({ at, values, target, first, start, startsAt }: LaidColumn, row: number, count: number): void {
    const { rows } = this.#table
    const { u32, layout } = this.module
    if (start !== undefined) this.#loadLists(at, values!, target, first, start, startsAt, row, count)
    else if (values === undefined) {
      // texts by the number of their row
      if (rows === undefined) u32[at + (layout.FIRST >> 2)] = -row
      else u32.set(rows.subarray(row, row + count), first)
    } else if (rows !== undefined) for (let i = 0; i < count; i++) target[first + i] = values[rows[row + i]]
    else target.set(count === values.length ? values : values.subarray(row, row + count), first)
  }

  #referencesIn(start: Uint32Array, row: number, count: number): number {
    const { rows } = this.#table
    if (rows === undefined) return start[row + count] - start[row]
    let sum = 0
    for (let i = row; i < row + count; i++) sum += start[rows[i] + 1] - start[rows[i]]
    return sum
  }

  #loadLists(
    at: number,
    values: Numbers,
    target: Numbers,
    first: number,
    start: Uint32Array,
    startsAt: number,
    row: number,
    count: number,
  ): void {
    const { rows } = this.#table
    const { u32, layout } = this.module
    if (rows === undefined) {
      u32.set(start.subarray(row, row + count + 1), startsAt)
      target.set(values.subarray(start[row], start[row + count]), first)
      // starts count from the first of all references
      u32[at + (layout.VALUES >> 2)] = 4 * (first - start[row])
      return
    }
    let length = 0
    for (let i = 0; i < count; i++) {
      u32[startsAt + i] = length
      const source = rows[row + i]
      for (let k = start[source]; k < start[source + 1]; k++) target[first + length++] = values[k]
    }
    u32[startsAt + count] = length
  }
}
