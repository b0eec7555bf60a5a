/**
 * The rows of a table by the row writer in WebAssembly. What it leaves out (a number of unusual digits, a row longer than its window) is
 * written in TypeScript, row by row.
 */
import { DAY_ABSENT, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { Table, TableColumn } from '../result/result.ts'
import type { ByteSink } from './byte-sink.ts'
import { TableBlock } from './table-block.ts'
import { type Key, moduleWithRoom, NOWHERE, type RowForm, tableModule, textRoomOf } from './table-module.ts'

/** A smaller table costs more to lay out than to write. */
const ROWS_MIN = 8

const textsOf = (column: TableColumn): TextColumn | undefined => {
  if (column.kind === 'text') return column.values
  if (column.kind === 'coded') return column.values.values
  return 'into' in column ? column.into : undefined
}

/** Bytes of all texts of a table in the memory. */
function textRoom(columns: readonly TableColumn[]): number {
  let bytes = 0
  for (const texts of new Set(columns.map(textsOf))) if (texts !== undefined) bytes += textRoomOf(texts)
  return bytes
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

/** Describes the columns of a table as members of objects. What is null in every row stands before the next cell, with the name of its column. */
function describeObjects(block: TableBlock, table: Table): boolean {
  const { module } = block
  const { names, ordered } = table
  // the key behind the nulls from this column on, and the one before them
  let firstNull = 0
  let nulls: Key | undefined
  let before: Key | undefined
  for (let c = 0; c < ordered.length; c++) {
    let key = nulls === undefined ? module.key(before, names[c]) : module.keyBehind(nulls, names[c])
    if (key === undefined) {
      for (let n = firstNull; n < c; n++) {
        before = module.key(before, names[n])
        if (!block.describe(ordered[n], before.place)) return false
      }
      key = module.key(before, names[c])
      nulls = undefined
    }
    if (c < ordered.length - 1 && isNull(table, ordered[c])) {
      if (nulls === undefined) firstNull = c
      nulls = key
      continue
    }
    if (!block.describe(ordered[c], key.place)) return false
    before = key
    nulls = undefined
  }
  return true
}

function describeCells(block: TableBlock, columns: readonly TableColumn[]): boolean {
  for (let c = 0; c < columns.length; c++) if (!block.describe(columns[c], NOWHERE)) return false
  return true
}

export class TableRows {
  readonly #table: Table
  readonly #block: TableBlock

  /** Rows as objects of these columns. undefined: the table is left to TypeScript. */
  static ofObjects(table: Table): TableRows | undefined {
    return TableRows.#of(table, table.ordered, true)
  }

  /** Single columns, each cell by itself. undefined: they are left to TypeScript. */
  static ofCells(table: Table, columns: readonly TableColumn[]): TableRows | undefined {
    return TableRows.#of(table, columns, false)
  }

  static #of(table: Table, columns: readonly TableColumn[], isObject: boolean): TableRows | undefined {
    if (table.rowCount < ROWS_MIN || columns.length === 0) return undefined
    let module = tableModule()
    for (let isFirst = true; module !== undefined; isFirst = false) {
      const block = new TableBlock(module, table, columns.length)
      if (block.rowCount === 0) return undefined
      if (isObject ? describeObjects(block, table) : describeCells(block, columns)) return new TableRows(table, block)
      if (!block.lacksTextRoom || !isFirst) return undefined
      module = moduleWithRoom(textRoom(columns))
    }
    return undefined
  }

  private constructor(table: Table, block: TableBlock) {
    this.#table = table
    this.#block = block
  }

  get columnCount(): number {
    return this.#block.columns.length
  }

  /** The form of a range of columns. */
  form(firstColumn: number, columnCount: number, isObject: boolean): RowForm {
    const { columns, module } = this.#block
    let rowBytes = 2 * module.layout.SLACK_BYTES
    for (let c = firstColumn; c < firstColumn + columnCount; c++) rowBytes += columns[c].cellBytes
    return { firstColumn, columnCount, isObject, rowBytes }
  }

  /** All rows; writeRow writes one, with its comma, in TypeScript. */
  write(sink: ByteSink, form: RowForm, writeRow: (row: number) => void): void {
    const { rowCount } = this.#table
    const { module } = this.#block
    const described = module.blocksAt + form.firstColumn * module.layout.COLUMN_BYTES
    let row = 0
    while (row < rowCount) {
      const count = this.#block.load(form.firstColumn, form.columnCount, row)
      const first = row
      if (count === 0) writeRow(row++)
      else if (module.writeBlock(sink, described, count, row === 0, form, done => writeRow(first + done))) row += count
      else for (row += count; row < rowCount; row++) writeRow(row)
    }
  }
}
