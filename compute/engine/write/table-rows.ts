/**
 * A table in the memory of the row writer in WebAssembly: its texts whole, its columns block by block. What the row writer leaves out (a
 * number of unusual digits, a row longer than its window) is written in TypeScript, row by row.
 */
import { DAY_ABSENT, type TextColumn } from '../../../shared/schedule/columns.ts'
import type { Table, TableColumn } from '../result/result.ts'
import type { ByteSink } from './byte-sink.ts'
import {
  discardTableModule,
  isTrap,
  type Key,
  type Layout,
  type Place,
  type RowForm,
  type TableModule,
  tableModule,
} from './table-module.ts'

/** A smaller table costs more to lay out than to write. */
const ROWS_MIN = 8
const BLOCK_ROWS = 1024
/** References of a column in a block. */
const BLOCK_REFERENCES = 2048
/** In the block of a column: starts of lists behind the widest values. */
const STARTS_AT = Math.max(4 * BLOCK_REFERENCES, 8 * BLOCK_ROWS)
const COLUMN_BLOCK_BYTES = STARTS_AT + 4 * (BLOCK_ROWS + 4)
/** More text than this would lie in memory twice. */
const TEXT_BYTES_MAX = 128 * 1024 * 1024
/** More decimals are no exact decimal any more: see number-text.ts. */
const DECIMALS_MAX = 6
/** See TIE_TOLERANCE in compute/engine/wording/round.ts. */
const TIE_TOLERANCE = 5e-10

type ReferencesColumn = TableColumn & { readonly kind: 'references' }

const align = (at: number): number => Math.ceil(at / 16) * 16

const textsOf = (column: TableColumn): TextColumn | undefined => {
  if (column.kind === 'text') return column.values
  if (column.kind === 'coded') return column.values.values
  return 'into' in column ? column.into : undefined
}

const isNullWhenEmpty = (column: TableColumn): boolean =>
  column.kind === 'text' ? column.emptyAsText !== true : 'nullWhenEmpty' in column && column.nullWhenEmpty === true

function kindOf(column: TableColumn, layout: Layout, isSelected: boolean): number {
  switch (column.kind) {
    case 'number':
      if (column.values instanceof Float64Array) return column.decimals === undefined ? layout.NUMBER : layout.ROUNDED
      return column.values instanceof Int32Array ? layout.SIGNED : layout.UNSIGNED
    case 'day':
      return layout.DAY
    case 'moment':
      return layout.MOMENT
    case 'boolean':
      return layout.BOOLEAN
    case 'label':
      return layout.LABEL
    case 'text':
      return isSelected ? layout.REFERENCE : layout.TEXT
    case 'coded':
    case 'reference':
      return layout.REFERENCE
    case 'references':
      return layout.REFERENCES
  }
}

const bytesOf = ({ offsets }: TextColumn): number => offsets[offsets.length - 1] - offsets[0]

/** Bytes of a table in memory; undefined: it is left to TypeScript. */
function roomFor(columns: readonly TableColumn[]): number | undefined {
  let bytes = columns.length * (COLUMN_BLOCK_BYTES + 64)
  const seen: TextColumn[] = []
  for (let c = 0; c < columns.length; c++) {
    const column = columns[c]
    if (column.kind === 'number' && (column.decimals ?? 0) > DECIMALS_MAX) return undefined
    // labels lie in the place of texts
    if (column.kind === 'label') bytes += 8 * column.labels.length + 16
    const texts = textsOf(column)
    if (texts === undefined || seen.includes(texts)) continue
    seen.push(texts)
    bytes += bytesOf(texts) + 4 * texts.offsets.length + 64
  }
  return bytes > TEXT_BYTES_MAX ? undefined : bytes
}

/** Whether a column of numbers or dates is null in every row. Of a table with a selection nobody looks. */
function isNull({ rows }: Table, column: TableColumn): boolean {
  if (rows !== undefined) return false
  if (column.kind === 'day') return areAbsent(column.values)
  return (column.kind === 'number' || column.kind === 'moment') && column.values instanceof Float64Array
    ? areNaN(column.values)
    : false
}

function areAbsent(days: Int32Array): boolean {
  for (let i = 0; i < days.length; i++) if (days[i] !== DAY_ABSENT) return false
  return true
}

function areNaN(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) return false
  return true
}

const NOWHERE: Place = { at: 0, size: 0 }

interface TextPlace {
  readonly of: TextColumn
  readonly bytesAt: number
  readonly offsetsAt: number
}

export class TableRows {
  readonly #module: TableModule
  readonly #table: Table
  /** Those that are written: in objects without nulls that stand before another cell. */
  readonly #columns: TableColumn[] = []
  /** Entry c: most bytes of a cell and of what stands before it. */
  readonly #cellBytes: number[] = []
  /** Where the descriptions of the columns begin, and their blocks. */
  readonly #describedAt: number
  readonly #blocksAt: number
  readonly #texts: TextPlace[] = []
  #freeAt: number

  /** Rows as objects of these columns. undefined: the table is left to TypeScript. */
  static ofObjects(table: Table): TableRows | undefined {
    const made = TableRows.#of(table, table.ordered)
    if (made === undefined) return undefined
    return made.#describeObjects() ? made : undefined
  }

  /** Single columns, each cell by itself. undefined: they are left to TypeScript. */
  static ofCells(table: Table, columns: readonly TableColumn[]): TableRows | undefined {
    const made = TableRows.#of(table, columns)
    return made !== undefined && columns.every(column => made.#describe(column, NOWHERE)) ? made : undefined
  }

  static #of(table: Table, columns: readonly TableColumn[]): TableRows | undefined {
    if (table.rowCount < ROWS_MIN || columns.length === 0) return undefined
    const room = roomFor(columns)
    const module = room === undefined ? undefined : tableModule(room)
    return module === undefined ? undefined : new TableRows(module, table, columns.length)
  }

  private constructor(module: TableModule, table: Table, columnCount: number) {
    this.#module = module
    this.#table = table
    this.#describedAt = align(module.freeAt)
    this.#blocksAt = align(this.#describedAt + columnCount * module.layout.COLUMN_BYTES)
    this.#freeAt = this.#blocksAt + columnCount * COLUMN_BLOCK_BYTES
  }

  /** What is null in every row stands before the next cell, with the name of its column. */
  #describeObjects(): boolean {
    const { names, ordered } = this.#table
    // the key behind the nulls from this column on
    let firstNull = 0
    let nulls: Key | undefined
    for (let c = 0; c < ordered.length; c++) {
      let key = nulls === undefined ? this.#keyOf(c) : this.#module.keyBehind(nulls, names[c])
      if (key === undefined) {
        for (let n = firstNull; n < c; n++) if (!this.#describe(ordered[n], this.#keyOf(n).place)) return false
        key = this.#keyOf(c)
        nulls = undefined
      }
      if (c < ordered.length - 1 && isNull(this.#table, ordered[c])) {
        if (nulls === undefined) firstNull = c
        nulls = key
        continue
      }
      if (!this.#describe(ordered[c], key.place)) return false
      nulls = undefined
    }
    return true
  }

  get columnCount(): number {
    return this.#columns.length
  }

  #keyOf(c: number): Key {
    return this.#module.key(this.#table.names[c], c === 0)
  }

  /** The form of a range of columns. */
  form(firstColumn: number, columnCount: number, isObject: boolean): RowForm {
    let rowBytes = 2 * this.#module.layout.SLACK_BYTES
    for (let c = firstColumn; c < firstColumn + columnCount; c++) rowBytes += this.#cellBytes[c]
    return { firstColumn, columnCount, isObject, rowBytes }
  }

  /** All rows; writeRow writes one, with its comma, in TypeScript. */
  write(sink: ByteSink, form: RowForm, writeRow: (row: number) => void): void {
    const { rowCount } = this.#table
    const module = this.#module
    const described = this.#describedAt + form.firstColumn * module.layout.COLUMN_BYTES
    let row = 0
    try {
      while (row < rowCount) {
        const count = this.#loadBlock(form, row)
        const end = row + count
        for (let done = 0; row < end; ) {
          const written = module.writeRows(sink, described, done, count, row === 0, form)
          done += written
          row += written
          if (row === end || (written > 0 && !module.isUnusual)) continue
          writeRow(row++)
          done++
        }
        if (count === 0) writeRow(row++)
      }
    } catch (error) {
      if (!isTrap(error)) throw error
      discardTableModule()
      while (row < rowCount) writeRow(row++)
    }
  }

  /** The next column, and what stands before its cells. */
  #describe(column: TableColumn, before: Place | undefined): boolean {
    if (before === undefined) return false
    const module = this.#module
    const { u32, layout } = module
    const c = this.#columns.length
    const at = (this.#describedAt + c * layout.COLUMN_BYTES) / 4
    const block = this.#blocksAt + c * COLUMN_BLOCK_BYTES
    u32[at + layout.BEFORE / 4] = before.at
    u32[at + layout.BEFORE_SIZE / 4] = before.size
    u32[at + layout.VALUES / 4] = block
    u32[at + layout.START / 4] = block + STARTS_AT
    u32[at + layout.KIND / 4] = kindOf(column, layout, this.#table.rows !== undefined)
    u32[at + layout.FIRST / 4] = column.kind === 'coded' ? 1 : 0
    let cellBytes = layout.CELL_BYTES_MAX
    if (column.kind === 'number') {
      if (column.decimals !== undefined) {
        const power = 10 ** column.decimals
        u32[at + layout.DECIMALS / 4] = column.decimals
        module.f64[(4 * at + layout.POWER) / 8] = power
        module.f64[(4 * at + layout.TIE) / 8] = TIE_TOLERANCE * power
      }
    } else if (column.kind === 'label') {
      const { at: labelsAt, size } = this.#layLabels(column.labels)
      if (size < 0) return false
      u32[at + layout.TEXTS / 4] = labelsAt
      cellBytes = Math.max(cellBytes, size)
    } else {
      const texts = textsOf(column)
      if (texts !== undefined) {
        const { bytesAt, offsetsAt } = this.#layTexts(texts)
        // offsets count from where the bytes of the column begin
        u32[at + layout.TEXTS / 4] = bytesAt - texts.offsets[0]
        u32[at + layout.OFFSETS / 4] = offsetsAt
        u32[at + layout.NULL_WHEN_EMPTY / 4] = isNullWhenEmpty(column) ? 1 : 0
      }
    }
    this.#cellBytes.push(before.size + cellBytes)
    this.#columns.push(column)
    return true
  }

  /** Where they lie, and the bytes of the longest; -1: there is no room. */
  #layLabels(labels: readonly (string | null)[]): Place {
    const { u32 } = this.#module
    const at = align(this.#freeAt)
    this.#freeAt = at + 8 * labels.length
    let longest = 0
    for (let v = 0; v < labels.length; v++) {
      const word = this.#module.label(labels[v])
      if (word === undefined) return { at, size: -1 }
      u32[at / 4 + 2 * v] = word.at
      u32[at / 4 + 2 * v + 1] = word.size
      longest = Math.max(longest, word.size)
    }
    return { at, size: longest }
  }

  #layTexts(of: TextColumn): TextPlace {
    const known = this.#texts.find(each => each.of === of)
    if (known !== undefined) return known
    const { bytes, offsets } = of
    const size = bytesOf(of)
    const bytesAt = align(this.#freeAt)
    // the row writer reads sixteen bytes at a time
    const offsetsAt = align(bytesAt + size + 16)
    this.#module.u8.set(size === bytes.length ? bytes : bytes.subarray(offsets[0], offsets[0] + size), bytesAt)
    this.#module.u32.set(offsets, offsetsAt / 4)
    this.#freeAt = offsetsAt + 4 * offsets.length
    const made = { of, bytesAt, offsetsAt }
    this.#texts.push(made)
    return made
  }

  /** Rows of the block from `row` on; 0: the lists of this row alone are too long. */
  #loadBlock({ firstColumn, columnCount }: RowForm, row: number): number {
    const columns = this.#columns
    let count = Math.min(BLOCK_ROWS, this.#table.rowCount - row)
    for (let c = firstColumn; c < firstColumn + columnCount; c++) {
      const column = columns[c]
      if (column.kind !== 'references') continue
      while (count > 0 && this.#referencesIn(column, row, count) > BLOCK_REFERENCES) count >>= 1
    }
    if (count > 0) for (let c = firstColumn; c < firstColumn + columnCount; c++) this.#loadColumn(c, row, count)
    return count
  }

  #loadColumn(c: number, row: number, count: number): void {
    const { u8, u32, i32, f64 } = this.#module
    const column = this.#columns[c]
    const at = this.#blocksAt + c * COLUMN_BLOCK_BYTES
    switch (column.kind) {
      case 'number': {
        const { values } = column
        if (values instanceof Float64Array) this.#load(f64, at / 8, values, row, count)
        else this.#load(values instanceof Int32Array ? i32 : u32, at / 4, values, row, count)
        return
      }
      case 'moment':
        this.#load(f64, at / 8, column.values, row, count)
        return
      case 'day':
        this.#load(i32, at / 4, column.values, row, count)
        return
      case 'boolean':
      case 'label':
        this.#load(u8, at, column.values, row, count)
        return
      case 'coded':
        this.#load(u32, at / 4, column.values.codes, row, count)
        return
      case 'reference':
        this.#load(column.values instanceof Int32Array ? i32 : u32, at / 4, column.values, row, count)
        return
      case 'text':
        if (this.#table.rows === undefined) this.#setMember(c, 'FIRST', row)
        else u32.set(this.#table.rows.subarray(row, row + count), at / 4)
        return
      case 'references':
        this.#loadReferences(c, column, row, count)
    }
  }

  #setMember(c: number, member: 'FIRST' | 'VALUES', value: number): void {
    const { u32, layout } = this.#module
    u32[(this.#describedAt + c * layout.COLUMN_BYTES + layout[member]) / 4] = value
  }

  #load<Values extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
    target: Values,
    at: number,
    values: Values | Int32Array | Uint32Array,
    row: number,
    count: number,
  ): void {
    const { rows } = this.#table
    if (rows !== undefined) for (let i = 0; i < count; i++) target[at + i] = values[rows[row + i]]
    else target.set(count === values.length ? values : values.subarray(row, row + count), at)
  }

  #referencesIn({ start }: ReferencesColumn, row: number, count: number): number {
    const { rows } = this.#table
    if (rows === undefined) return start[row + count] - start[row]
    let sum = 0
    for (let i = row; i < row + count; i++) sum += start[rows[i] + 1] - start[rows[i]]
    return sum
  }

  #loadReferences(c: number, { start, values }: ReferencesColumn, row: number, count: number): void {
    const { u32, i32 } = this.#module
    const { rows } = this.#table
    const at = this.#blocksAt + c * COLUMN_BLOCK_BYTES
    const target = values instanceof Int32Array ? i32 : u32
    if (rows === undefined) {
      u32.set(start.subarray(row, row + count + 1), (at + STARTS_AT) / 4)
      target.set(values.subarray(start[row], start[row + count]), at / 4)
      // starts count from the first of all references
      this.#setMember(c, 'VALUES', at - 4 * start[row])
      return
    }
    let length = 0
    for (let i = 0; i < count; i++) {
      u32[(at + STARTS_AT) / 4 + i] = length
      const source = rows[row + i]
      for (let k = start[source]; k < start[source + 1]; k++) target[at / 4 + length++] = values[k]
    }
    u32[(at + STARTS_AT) / 4 + count] = length
  }
}
