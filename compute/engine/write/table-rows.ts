/**
 * A table in the memory of the row writer in WebAssembly: its texts whole, its columns block by block. What the row writer leaves out (a
 * number of unusual digits, a row longer than its window) is written in TypeScript, row by row.
 */
import { DAY_ABSENT, type TextColumn } from '../../../shared/schedule/columns.ts'
import type { Table, TableColumn } from '../result/result.ts'
import type { ByteSink } from './byte-sink.ts'
import {
  align,
  type Key,
  type Layout,
  type Place,
  type RowForm,
  type TableModule,
  tableModule,
  textBytesOf,
} from './table-module.ts'

/** A smaller table costs more to lay out than to write. */
const ROWS_MIN = 8
const BLOCK_ROWS = 1024
/** References of a column in a block. */
const BLOCK_REFERENCES = 2048
/** The most that a column takes in a block, and its description: starts of lists behind references. */
const COLUMN_BYTES_MAX = 4 * BLOCK_REFERENCES + 4 * BLOCK_ROWS + 256
/** More text than this would lie in memory twice. */
const TEXT_BYTES_MAX = 128 * 1024 * 1024
/** Entry n: 10^n. More decimals are no exact decimal any more: see number-text.ts. */
const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
/** See TIE_TOLERANCE in compute/engine/wording/round.ts. */
const TIE_TOLERANCE = 5e-10

type ReferencesColumn = TableColumn & { readonly kind: 'references' }

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

/** Most bytes of a table in memory; undefined: it is left to TypeScript. */
function roomFor(columns: readonly TableColumn[]): number | undefined {
  let bytes = columns.length * COLUMN_BYTES_MAX
  const seen: TextColumn[] = []
  for (let c = 0; c < columns.length; c++) {
    const column = columns[c]
    if (column.kind === 'number' && (column.decimals ?? 0) >= POWERS.length) return undefined
    // labels lie in the place of texts
    if (column.kind === 'label') bytes += 8 * column.labels.length + 16
    const texts = textsOf(column)
    if (texts === undefined || seen.includes(texts)) continue
    seen.push(texts)
    bytes += textBytesOf(texts) + 4 * texts.offsets.length + 96
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

/** Bytes of a value in the block of a column; 0: texts of a table without a selection need no block. */
function widthOf(column: TableColumn, isSelected: boolean): number {
  if (column.kind === 'boolean' || column.kind === 'label') return 1
  if (column.kind === 'number' || column.kind === 'moment') return column.values.BYTES_PER_ELEMENT
  return column.kind === 'text' && !isSelected ? 0 : 4
}

export class TableRows {
  readonly #module: TableModule
  readonly #table: Table
  readonly #blockRows: number
  /** Those that are written: in objects without nulls that stand before another cell. */
  readonly #columns: TableColumn[] = []
  /** Entry c: where its block begins. */
  readonly #blocks: number[] = []
  /** Entry c: most bytes of a cell and of what stands before it. */
  readonly #cellBytes: number[] = []
  /** Where the descriptions of the columns begin. */
  readonly #describedAt: number
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
    return module === undefined ? undefined : new TableRows(module, table, columns)
  }

  private constructor(module: TableModule, table: Table, columns: readonly TableColumn[]) {
    this.#module = module
    this.#table = table
    this.#blockRows = Math.min(BLOCK_ROWS, table.rowCount)
    for (let c = 0; c < columns.length; c++) {
      const texts = textsOf(columns[c])
      if (texts !== undefined) module.layTexts(texts)
    }
    this.#describedAt = module.freeAt
    this.#freeAt = align(module.freeAt + columns.length * module.layout.COLUMN_BYTES)
  }

  /** What is null in every row stands before the next cell, with the name of its column. */
  #describeObjects(): boolean {
    const module = this.#module
    const { names, ordered } = this.#table
    // the key behind the nulls from this column on, and the one before them
    let firstNull = 0
    let nulls: Key | undefined
    let before: Key | undefined
    for (let c = 0; c < ordered.length; c++) {
      let key = nulls === undefined ? module.key(before, names[c]) : module.keyBehind(nulls, names[c])
      if (key === undefined) {
        for (let n = firstNull; n < c; n++) {
          before = module.key(before, names[n])
          if (!this.#describe(ordered[n], before.place)) return false
        }
        key = module.key(before, names[c])
        nulls = undefined
      }
      if (c < ordered.length - 1 && isNull(this.#table, ordered[c])) {
        if (nulls === undefined) firstNull = c
        nulls = key
        continue
      }
      if (!this.#describe(ordered[c], key.place)) return false
      before = key
      nulls = undefined
    }
    return true
  }

  get columnCount(): number {
    return this.#columns.length
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
    while (row < rowCount) {
      const count = this.#loadBlock(form, row)
      const first = row
      if (count === 0) writeRow(row++)
      else if (module.writeBlock(sink, described, count, row === 0, form, done => writeRow(first + done))) row += count
      else for (row += count; row < rowCount; row++) writeRow(row)
    }
  }

  /** The next column, and what stands before its cells. */
  #describe(column: TableColumn, before: Place | undefined): boolean {
    if (before === undefined) return false
    const module = this.#module
    const { u32, layout } = module
    const isSelected = this.#table.rows !== undefined
    const c = this.#columns.length
    const at = (this.#describedAt + c * layout.COLUMN_BYTES) >> 2
    const block = this.#freeAt
    this.#freeAt = align(block + widthOf(column, isSelected) * this.#blockRows)
    u32[at + (layout.BEFORE >> 2)] = before.at
    u32[at + (layout.BEFORE_SIZE >> 2)] = before.size
    u32[at + (layout.VALUES >> 2)] = block
    u32[at + (layout.KIND >> 2)] = kindOf(column, layout, isSelected)
    u32[at + (layout.FIRST >> 2)] = column.kind === 'coded' ? 1 : 0
    let cellBytes = layout.CELL_BYTES_MAX
    if (column.kind === 'number') {
      if (column.decimals !== undefined) {
        const power = POWERS[column.decimals]
        u32[at + (layout.DECIMALS >> 2)] = column.decimals
        module.f64[(at + (layout.POWER >> 2)) >> 1] = power
        module.f64[(at + (layout.TIE >> 2)) >> 1] = TIE_TOLERANCE * power
      }
    } else if (column.kind === 'label') {
      const { at: labelsAt, size } = this.#layLabels(column.labels)
      if (size < 0) return false
      u32[at + (layout.TEXTS >> 2)] = labelsAt
      cellBytes = Math.max(cellBytes, size)
    } else {
      if (column.kind === 'references') {
        const listed = isSelected ? BLOCK_REFERENCES : Math.min(BLOCK_REFERENCES, column.values.length)
        const startsAt = align(block + 4 * listed)
        u32[at + (layout.START >> 2)] = startsAt
        this.#freeAt = align(startsAt + 4 * (this.#blockRows + 1))
      }
      const texts = textsOf(column)
      if (texts !== undefined) {
        const { bytesAt, offsetsAt, plain } = module.layTexts(texts)
        u32[at + (layout.TEXTS >> 2)] = bytesAt
        u32[at + (layout.OFFSETS >> 2)] = offsetsAt
        u32[at + (layout.PLAIN >> 2)] = plain
        u32[at + (layout.NULL_WHEN_EMPTY >> 2)] = isNullWhenEmpty(column) ? 1 : 0
      }
    }
    this.#cellBytes.push(before.size + cellBytes)
    this.#columns.push(column)
    this.#blocks.push(block)
    return true
  }

  /** Where they lie, and the bytes of the longest; -1: there is no room. */
  #layLabels(labels: readonly (string | null)[]): Place {
    const { u32 } = this.#module
    const at = this.#freeAt
    this.#freeAt = align(at + 8 * labels.length)
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
    const at = this.#blocks[c]
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
        if (this.#table.rows === undefined) u32[this.#member(c, 'FIRST')] = -row
        else u32.set(this.#table.rows.subarray(row, row + count), at / 4)
        return
      case 'references':
        this.#loadReferences(c, column, row, count)
    }
  }

  /** Index of a member of what describes the column. */
  #member(c: number, member: 'FIRST' | 'VALUES' | 'START'): number {
    const { layout } = this.#module
    return (this.#describedAt + c * layout.COLUMN_BYTES + layout[member]) >> 2
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
    const at = this.#blocks[c]
    const startsAt = u32[this.#member(c, 'START')] / 4
    const target = values instanceof Int32Array ? i32 : u32
    if (rows === undefined) {
      u32.set(start.subarray(row, row + count + 1), startsAt)
      target.set(values.subarray(start[row], start[row + count]), at / 4)
      // starts count from the first of all references
      u32[this.#member(c, 'VALUES')] = at - 4 * start[row]
      return
    }
    let length = 0
    for (let i = 0; i < count; i++) {
      u32[startsAt + i] = length
      const source = rows[row + i]
      for (let k = start[source]; k < start[source + 1]; k++) target[at / 4 + length++] = values[k]
    }
    u32[startsAt + count] = length
  }
}
