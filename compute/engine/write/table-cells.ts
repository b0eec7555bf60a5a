/** What both writers share about the cells of a table: where null stands, which numbers are no result, text by words. */
import { DAY_ABSENT, type TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { Table, TableColumn } from '../result/result.ts'
import { type ByteSink, SHORT_BYTES } from './byte-sink.ts'

/** Value of a reference column that names nothing. */
export const REFERENCE_ABSENT = -1

export const unwritable = (value: unknown): Error => new Error(`a result cannot hold ${String(value)}`)

/** Column row of row `row` of the table. */
export const sourceRow = (table: Table, row: number): number => (table.rows === undefined ? row : table.rows[row])

/** A text column with a view for reading its bytes by words. */
export interface ReadableTexts extends TextColumn {
  readonly view: DataView
}

export const readableTexts = ({ bytes, offsets }: TextColumn): ReadableTexts => ({
  bytes,
  offsets,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
})

export const isEmpty = ({ offsets }: TextColumn, i: number): boolean => offsets[i] === offsets[i + 1]

/** The bytes of text i as they are. */
export function writeTextBytes(sink: ByteSink, { bytes, offsets, view }: ReadableTexts, i: number): void {
  const start = offsets[i]
  const end = offsets[i + 1]
  if (end - start <= SHORT_BYTES && end + 4 <= bytes.length) sink.short(view, start, end)
  else sink.copy(bytes, start, end)
}

/** Whether a cell of the column is written as null, by the row of the column. */
function isNullIn(column: TableColumn): (row: number) => boolean {
  switch (column.kind) {
    case 'number':
    case 'moment':
      return row => Number.isNaN(column.values[row])
    case 'day':
      return row => column.values[row] === DAY_ABSENT
    case 'boolean':
      return row => column.values[row] === 2
    case 'label':
      return row => column.labels[column.values[row]] === null
    case 'text':
      return row => column.emptyAsText !== true && isEmpty(column.values, row)
    case 'coded':
      return row => column.values.codes[row] === 0
    case 'reference':
      return row =>
        column.values[row] === REFERENCE_ABSENT ||
        (column.nullWhenEmpty === true && isEmpty(column.into, column.values[row]))
    case 'references':
      return () => false
  }
}

function holdsAnything(table: Table, column: TableColumn): boolean {
  const isNull = isNullIn(column)
  for (let row = 0; row < table.rowCount; row++) if (!isNull(sourceRow(table, row))) return true
  return false
}

/** The columns that are not null in every row, by their place. */
export const givenColumns = (table: Table): number[] =>
  [...table.names.keys()].filter(c => holdsAnything(table, table.ordered[c]))
