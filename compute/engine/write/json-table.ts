/**
 * A table as a JSON array of objects, row by row from its columns, or as an object of arrays. The text before each cell (`,"early_start":`)
 * is made once per column; a cell is a loop over bytes, so nothing is allocated per row. The row writer in WebAssembly (table-rows.ts)
 * writes the same bytes faster; what stands here is its oracle, and writes what it leaves out.
 */
import { DAY_ABSENT, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { References, Table, TableColumn } from '../result/result.ts'
import { type ByteSink, type Words, wordsOf } from './byte-sink.ts'
import { writeJsonText } from './json-text.ts'
import { knownWords, labelWords, nextKey, openingKey } from './known-words.ts'
import { writeInteger, writeNumber, writeQuotedDay, writeQuotedMoment, writeRounded } from './number-text.ts'
import { BLOCK_REFERENCES } from './table-block.ts'
import { givenColumns, isEmpty, REFERENCE_ABSENT, sourceRow, unwritable } from './table-cells.ts'
import { NOWHERE, type RowForm, tableModule, textRoomOf } from './table-module.ts'
import { TableRows } from './table-rows.ts'

const COMMA = 44
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const encoder = new TextEncoder()
const words = (text: string): Words => wordsOf(encoder.encode(text))
const NULL = words('null')
/** Entry v: the cell of value v of a boolean column. */
const BOOLEANS = [words('false'), words('true'), NULL]

/** Writes the cell of one row of one column. */
type CellWriter = (sink: ByteSink, row: number) => void

function writeReference(sink: ByteSink, texts: TextColumn, index: number): void {
  if (index === REFERENCE_ABSENT) sink.words(NULL)
  else writeJsonText(sink, texts, index)
}

function writeUnlessEmpty(sink: ByteSink, texts: TextColumn, index: number): void {
  if (index === REFERENCE_ABSENT || isEmpty(texts, index)) sink.words(NULL)
  else writeJsonText(sink, texts, index)
}

function cellWriter(column: TableColumn): CellWriter {
  switch (column.kind) {
    case 'number': {
      const { values, decimals } = column
      if (!(values instanceof Float64Array)) return (sink, row) => writeInteger(sink, values[row])
      return (sink, row) => {
        const value = values[row]
        if (Number.isNaN(value)) sink.words(NULL)
        else if (value - value !== 0) throw unwritable(value)
        else if (decimals === undefined) writeNumber(sink, value)
        else writeRounded(sink, value, decimals)
      }
    }
    case 'day': {
      const { values } = column
      return (sink, row) => {
        const day = values[row]
        if (day === DAY_ABSENT) sink.words(NULL)
        else writeQuotedDay(sink, day)
      }
    }
    case 'moment': {
      const { values } = column
      return (sink, row) => {
        if (Number.isNaN(values[row])) sink.words(NULL)
        else writeQuotedMoment(sink, values[row])
      }
    }
    case 'boolean': {
      const { values } = column
      return (sink, row) => sink.words(BOOLEANS[values[row]])
    }
    case 'label': {
      const texts = column.labels.map(label => (label === null ? NULL : labelWords(label)))
      const { values } = column
      return (sink, row) => sink.words(texts[values[row]])
    }
    case 'text': {
      const texts = column.values
      const nullWhenEmpty = column.emptyAsText !== true
      return (sink, row) => {
        if (nullWhenEmpty && isEmpty(texts, row)) sink.words(NULL)
        else writeJsonText(sink, texts, row)
      }
    }
    case 'coded': {
      const { codes, values } = column.values
      return (sink, row) => writeReference(sink, values, codes[row] - 1)
    }
    case 'reference': {
      const { values, into } = column
      const write = column.nullWhenEmpty === true ? writeUnlessEmpty : writeReference
      return (sink, row) => write(sink, into, values[row])
    }
    case 'references': {
      const { start, values, into } = column
      const write = column.nullWhenEmpty === true ? writeUnlessEmpty : writeReference
      return (sink, row) => writeList(sink, values, into, start[row], start[row + 1], write)
    }
  }
}

/** Entries start .. end of `values` as an array of strings. */
function writeList(
  sink: ByteSink,
  values: Int32Array | Uint32Array,
  texts: TextColumn,
  start: number,
  end: number,
  write: typeof writeReference,
): void {
  sink.byte(OPEN_ARRAY)
  for (let i = start; i < end; i++) {
    if (i > start) sink.byte(COMMA)
    write(sink, texts, values[i])
  }
  sink.byte(CLOSE_ARRAY)
}

export function writeJsonReferences(sink: ByteSink, references: References): void {
  const { values, into, nullWhenEmpty } = references
  const write = nullWhenEmpty ? writeUnlessEmpty : writeReference
  const writeItem = (i: number): void => {
    if (i > 0) sink.byte(COMMA)
    write(sink, into, values[i])
  }
  sink.byte(OPEN_ARRAY)
  if (!writeReferenceRows(sink, references, writeItem)) for (let i = 0; i < values.length; i++) writeItem(i)
  sink.byte(CLOSE_ARRAY)
}

export function writeJsonTable(sink: ByteSink, table: Table): void {
  sink.byte(OPEN_ARRAY)
  if (table.rowCount > 0) writeJsonRows(sink, table)
  sink.byte(CLOSE_ARRAY)
}

function writeJsonRows(sink: ByteSink, table: Table): void {
  const slow = rowOf(table)
  const rows = TableRows.ofObjects(table)
  if (rows === undefined) for (let row = 0; row < table.rowCount; row++) slow(sink, row)
  else rows.write(sink, rows.form(0, rows.columnCount, true), row => slow(sink, row))
}

/** Writes one row, with the comma before it. */
function rowOf(table: Table): CellWriter {
  let cells: CellWriter[] | undefined
  let before: Words[] = []
  return (sink, row) => {
    if (cells === undefined) {
      before = table.names.map((name, c) => knownWords(c === 0 ? openingKey(name) : nextKey(name)))
      cells = table.ordered.map(cellWriter)
    }
    if (row > 0) sink.byte(COMMA)
    if (cells.length === 0) sink.byte(OPEN_OBJECT)
    const source = sourceRow(table, row)
    for (let i = 0; i < cells.length; i++) {
      sink.words(before[i])
      cells[i](sink, source)
    }
    sink.byte(CLOSE_OBJECT)
  }
}

/** Fewer are written sooner in TypeScript, since each column is a call of its own. */
const LAID_OUT_ROWS_MIN = 24

/** The columns that hold anything, each as an array. */
export function writeJsonColumns(sink: ByteSink, table: Table): void {
  const given = givenColumns(table)
  const names = given.map(c => table.names[c])
  const columns = given.map(c => table.ordered[c])
  const rows = table.rowCount < LAID_OUT_ROWS_MIN ? undefined : TableRows.ofCells(table, columns)
  if (columns.length === 0) sink.byte(OPEN_OBJECT)
  columns.forEach((column, i) => {
    sink.words(knownWords(i === 0 ? openingKey(names[i]) : nextKey(names[i])))
    sink.byte(OPEN_ARRAY)
    let cell: CellWriter | undefined
    const slow = (row: number): void => {
      if (row > 0) sink.byte(COMMA)
      cell ??= cellWriter(column)
      cell(sink, sourceRow(table, row))
    }
    if (rows === undefined) for (let row = 0; row < table.rowCount; row++) slow(row)
    else rows.write(sink, rows.form(i, 1, false), slow)
    sink.byte(CLOSE_ARRAY)
  })
  sink.byte(CLOSE_OBJECT)
}

/** Fewer are written sooner in TypeScript. */
const REFERENCES_MIN = 4
/** Texts that do not lie in the memory yet are laid there for a list of them if they are fewer bytes for each of its items. */
const TEXT_BYTES_MAX = 256

/** A list of references by the row writer in WebAssembly, each of them a row of one cell: all of them, with their commas; writeReference writes one in TypeScript. false: nothing is written. */
function writeReferenceRows(
  sink: ByteSink,
  { values, into, nullWhenEmpty }: References,
  writeReference: (i: number) => void,
): boolean {
  const { length } = values
  if (length < REFERENCES_MIN) return false
  const module = tableModule()
  if (module === undefined || (!module.holds(into) && textRoomOf(into) > TEXT_BYTES_MAX * length)) return false
  const texts = module.layTexts(into)
  if (texts === undefined) return false
  const { u32, i32, layout, blocksAt } = module
  const block = blocksAt + layout.COLUMN_BYTES
  const at = blocksAt >> 2
  module.describeColumn(at, layout.REFERENCE, block, NOWHERE)
  module.describeTexts(at, texts, 0, nullWhenEmpty === true)
  const rowBytes = layout.CELL_BYTES_MAX + 2 * layout.SLACK_BYTES
  const form: RowForm = { firstColumn: 0, columnCount: 1, isObject: false, rowBytes }
  const target = values instanceof Int32Array ? i32 : u32
  for (let from = 0; from < length; ) {
    const count = Math.min(BLOCK_REFERENCES, length - from)
    target.set(count === length ? values : values.subarray(from, from + count), block >> 2)
    const first = from
    from += count
    if (module.writeBlock(sink, blocksAt, count, first === 0, form, row => writeReference(first + row))) continue
    for (; from < length; from++) writeReference(from)
  }
  return true
}
