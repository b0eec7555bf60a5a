/**
 * A table in the memory of the row writer in WebAssembly: its texts whole, its columns block by block. What the row writer leaves out (a
 * number of unusual digits, a row longer than its window) is written in TypeScript, row by row.
 */
import type { TextColumn } from '../../../shared/schedule/columns.ts'
import type { Table, TableColumn } from '../result/result.ts'
import type { ByteSink } from './byte-sink.ts'
import { discardTableModule, isTrap, type Layout, type RowForm, type TableModule, tableModule } from './table-module.ts'

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
  let bytes = 0
  const seen = new Set<TextColumn>()
  for (const column of columns) {
    if (column.kind === 'number' && (column.decimals ?? 0) > DECIMALS_MAX) return undefined
    // labels lie in the place of texts
    bytes += COLUMN_BLOCK_BYTES + 64 + (column.kind === 'label' ? 8 * column.labels.length + 16 : 0)
    const texts = textsOf(column)
    if (texts === undefined || seen.has(texts)) continue
    seen.add(texts)
    bytes += bytesOf(texts) + 4 * texts.offsets.length + 64
  }
  return bytes > TEXT_BYTES_MAX ? undefined : bytes
}

interface TextPlace {
  readonly of: TextColumn
  readonly bytesAt: number
  readonly offsetsAt: number
}

export class TableRows {
  readonly #module: TableModule
  readonly #table: Table
  readonly #columns: readonly TableColumn[]
  /** Entry c: most bytes of a cell and of what stands before it. */
  readonly #cellBytes: number[] = []
  /** Where the descriptions of the columns begin, and their blocks. */
  readonly #describedAt: number
  readonly #blocksAt: number
  readonly #texts: TextPlace[] = []
  #freeAt: number

  /** before: what stands before each cell. undefined: the table is left to TypeScript. */
  static of(table: Table, columns: readonly TableColumn[], before: readonly string[]): TableRows | undefined {
    if (table.rowCount < ROWS_MIN || columns.length === 0) return undefined
    const room = roomFor(columns)
    const module = room === undefined ? undefined : tableModule(room)
    if (module === undefined) return undefined
    const made = new TableRows(module, table, columns)
    return columns.every((column, c) => made.#describe(c, column, before[c])) ? made : undefined
  }

  private constructor(module: TableModule, table: Table, columns: readonly TableColumn[]) {
    this.#module = module
    this.#table = table
    this.#columns = columns
    this.#describedAt = align(module.freeAt)
    this.#blocksAt = align(this.#describedAt + columns.length * module.layout.COLUMN_BYTES)
    this.#freeAt = this.#blocksAt + columns.length * COLUMN_BLOCK_BYTES
  }

  /** The form of a range of columns. */
  form(firstColumn: number, columnCount: number, isObject: boolean): RowForm {
    const cells = this.#cellBytes.slice(firstColumn, firstColumn + columnCount)
    const rowBytes = cells.reduce((sum, bytes) => sum + bytes, 2 * this.#module.layout.SLACK_BYTES)
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

  #describe(c: number, column: TableColumn, before: string): boolean {
    const module = this.#module
    const { u32, layout } = module
    const at = this.#describedAt + c * layout.COLUMN_BYTES
    const set = (member: number, value: number): void => {
      u32[(at + member) / 4] = value
    }
    const word = module.word(before)
    if (word === undefined) return false
    set(layout.BEFORE, word.at)
    set(layout.BEFORE_SIZE, word.size)
    const block = this.#blocksAt + c * COLUMN_BLOCK_BYTES
    set(layout.VALUES, block)
    set(layout.START, block + STARTS_AT)
    const isSelected = this.#table.rows !== undefined
    set(layout.KIND, kindOf(column, layout, isSelected))
    set(layout.FIRST, column.kind === 'coded' ? 1 : 0)
    set(layout.NULL_WHEN_EMPTY, isNullWhenEmpty(column) ? 1 : 0)
    let cellBytes = layout.CELL_BYTES_MAX
    if (column.kind === 'number' && column.decimals !== undefined) {
      const power = 10 ** column.decimals
      set(layout.DECIMALS, column.decimals)
      module.f64[(at + layout.POWER) / 8] = power
      module.f64[(at + layout.TIE) / 8] = TIE_TOLERANCE * power
    }
    if (column.kind === 'label') {
      const longest = this.#layLabels(column.labels, value => set(layout.TEXTS, value))
      if (longest === undefined) return false
      cellBytes = Math.max(cellBytes, longest)
    }
    const texts = textsOf(column)
    if (texts !== undefined) {
      const { bytesAt, offsetsAt } = this.#layTexts(texts)
      // offsets count from where the bytes of the column begin
      set(layout.TEXTS, bytesAt - texts.offsets[0])
      set(layout.OFFSETS, offsetsAt)
    }
    this.#cellBytes.push(word.size + cellBytes)
    return true
  }

  /** Bytes of the longest of them; undefined: there is no room. */
  #layLabels(labels: readonly (string | null)[], setAt: (at: number) => void): number | undefined {
    const { u32 } = this.#module
    const at = align(this.#freeAt)
    setAt(at)
    this.#freeAt = at + 8 * labels.length
    let longest = 0
    for (let v = 0; v < labels.length; v++) {
      const word = this.#module.label(labels[v])
      if (word === undefined) return undefined
      u32[at / 4 + 2 * v] = word.at
      u32[at / 4 + 2 * v + 1] = word.size
      longest = Math.max(longest, word.size)
    }
    return longest
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
