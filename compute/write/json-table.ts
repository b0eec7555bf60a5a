/**
 * A table as a JSON array of objects, row by row from its columns. The text before each cell (`,"early_start":`) is made
 * once per column; a cell is a loop over bytes, so nothing is allocated per row.
 */
import { DAY_ABSENT, type TextColumn } from '../../shared/schedule/columns.ts'
import type { References, Table, TableColumn } from '../result.ts'
import type { ByteSink } from './byte-sink.ts'
import { isClean, writeJsonBytes } from './json-text.ts'
import { writeDay, writeInteger, writeNumber, writeRounded } from './number-text.ts'
import { REFERENCE_ABSENT, sourceRow, unwritable } from './table-cells.ts'

const COMMA = 44
const QUOTE = 34
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const encoder = new TextEncoder()
const NULL = encoder.encode('null')
/** Entry v: the cell of value v of a boolean column. */
const BOOLEANS = [encoder.encode('false'), encoder.encode('true'), NULL]

/** Writes the cell of one row of one column. */
type CellWriter = (sink: ByteSink, row: number) => void

/** For sources of a few bytes: cheaper than TypedArray.set. */
function copyShort(sink: ByteSink, source: Uint8Array): void {
  sink.reserve(source.length)
  const out = sink.bytes
  let at = sink.position
  for (let i = 0; i < source.length; i++) out[at++] = source[i]!
  sink.position = at
}

function writeReference(sink: ByteSink, into: TextColumn, index: number, clean: boolean): void {
  if (index === REFERENCE_ABSENT) copyShort(sink, NULL)
  else writeJsonBytes(sink, into.bytes, into.offsets[index]!, into.offsets[index + 1]!, clean)
}

function cellWriter(column: TableColumn): CellWriter {
  switch (column.kind) {
    case 'number': {
      const { values, decimals } = column
      if (!(values instanceof Float64Array)) return (sink, row) => writeInteger(sink, values[row]!)
      return (sink, row) => {
        const value = values[row]!
        if (Number.isNaN(value)) copyShort(sink, NULL)
        else if (value - value !== 0) throw unwritable(value)
        else if (decimals === undefined) writeNumber(sink, value)
        else writeRounded(sink, value, decimals)
      }
    }
    case 'day': {
      const { values } = column
      return (sink, row) => {
        const day = values[row]!
        if (day === DAY_ABSENT) {
          copyShort(sink, NULL)
          return
        }
        sink.byte(QUOTE)
        writeDay(sink, day)
        sink.byte(QUOTE)
      }
    }
    case 'boolean': {
      const { values } = column
      return (sink, row) => copyShort(sink, BOOLEANS[values[row]!]!)
    }
    case 'label': {
      const texts = column.labels.map(label => encoder.encode(JSON.stringify(label)))
      const { values } = column
      return (sink, row) => copyShort(sink, texts[values[row]!]!)
    }
    case 'text': {
      const { bytes, offsets } = column.values
      const clean = isClean(column.values)
      const nullWhenEmpty = column.emptyAsText !== true
      return (sink, row) => {
        const start = offsets[row]!
        const end = offsets[row + 1]!
        if (start === end && nullWhenEmpty) copyShort(sink, NULL)
        else writeJsonBytes(sink, bytes, start, end, clean)
      }
    }
    case 'coded': {
      const { codes, values } = column.values
      const clean = isClean(values)
      return (sink, row) => writeReference(sink, values, codes[row]! - 1, clean)
    }
    case 'reference': {
      const { values, into } = column
      const clean = isClean(into)
      return (sink, row) => writeReference(sink, into, values[row]!, clean)
    }
    case 'references': {
      const { start, values, into } = column
      return (sink, row) => writeList(sink, values, into, start[row]!, start[row + 1]!)
    }
  }
}

/** Entries start .. end of `values` as an array of strings. */
function writeList(
  sink: ByteSink,
  values: Int32Array | Uint32Array,
  into: TextColumn,
  start: number,
  end: number,
): void {
  const clean = isClean(into)
  sink.byte(OPEN_ARRAY)
  for (let i = start; i < end; i++) {
    if (i > start) sink.byte(COMMA)
    writeReference(sink, into, values[i]!, clean)
  }
  sink.byte(CLOSE_ARRAY)
}

export function writeJsonReferences(sink: ByteSink, references: References): void {
  writeList(sink, references.values, references.into, 0, references.values.length)
}

export function writeJsonTable(sink: ByteSink, table: Table): void {
  const names = Object.keys(table.columns)
  const before = names.map((name, i) => encoder.encode(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  const cells = names.map(name => cellWriter(table.columns[name]!))
  sink.byte(OPEN_ARRAY)
  for (let row = 0; row < table.rowCount; row++) {
    if (row > 0) sink.byte(COMMA)
    if (names.length === 0) sink.byte(OPEN_OBJECT)
    const source = sourceRow(table, row)
    for (let i = 0; i < cells.length; i++) {
      copyShort(sink, before[i]!)
      cells[i]!(sink, source)
    }
    sink.byte(CLOSE_OBJECT)
  }
  sink.byte(CLOSE_ARRAY)
}
