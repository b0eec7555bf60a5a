/**
 * A table as a JSON array of objects, row by row from its columns. The text before each cell (`,"early_start":`) is made
 * once per column; a cell is a loop over bytes, so nothing is allocated per row.
 */
import { DAY_ABSENT } from '../../../shared/schedule/columns.ts'
import type { References, Table, TableColumn } from '../result/result.ts'
import { type ByteSink, type Words, wordsOf } from './byte-sink.ts'
import { type JsonTexts, jsonTexts, writeJsonText } from './json-text.ts'
import { writeInteger, writeNumber, writeQuotedDay, writeQuotedMoment, writeRounded } from './number-text.ts'
import { isEmpty, REFERENCE_ABSENT, sourceRow, unwritable } from './table-cells.ts'

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

/** What the tables of this program call their columns and labels: few, and made over and over for small results. */
const KNOWN_MAX = 5_000
const known = new Map<string, Words>()

function knownWords(text: string): Words {
  const found = known.get(text)
  if (found !== undefined) return found
  const made = words(text)
  if (known.size < KNOWN_MAX) known.set(text, made)
  return made
}

/** Writes the cell of one row of one column. */
type CellWriter = (sink: ByteSink, row: number) => void

function writeReference(sink: ByteSink, texts: JsonTexts, index: number): void {
  if (index === REFERENCE_ABSENT) sink.words(NULL)
  else writeJsonText(sink, texts, index)
}

function writeUnlessEmpty(sink: ByteSink, texts: JsonTexts, index: number): void {
  if (index === REFERENCE_ABSENT || isEmpty(texts.texts, index)) sink.words(NULL)
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
      const texts = column.labels.map(label => knownWords(JSON.stringify(label)))
      const { values } = column
      return (sink, row) => sink.words(texts[values[row]])
    }
    case 'text': {
      const { offsets } = column.values
      const texts = jsonTexts(column.values)
      const nullWhenEmpty = column.emptyAsText !== true
      return (sink, row) => {
        if (nullWhenEmpty && offsets[row] === offsets[row + 1]) sink.words(NULL)
        else writeJsonText(sink, texts, row)
      }
    }
    case 'coded': {
      const { codes, values } = column.values
      const texts = jsonTexts(values)
      return (sink, row) => writeReference(sink, texts, codes[row] - 1)
    }
    case 'reference': {
      const { values, into } = column
      const texts = jsonTexts(into)
      const write = column.nullWhenEmpty === true ? writeUnlessEmpty : writeReference
      return (sink, row) => write(sink, texts, values[row])
    }
    case 'references': {
      const { start, values, into } = column
      const texts = jsonTexts(into)
      const write = column.nullWhenEmpty === true ? writeUnlessEmpty : writeReference
      return (sink, row) => writeList(sink, values, texts, start[row], start[row + 1], write)
    }
  }
}

/** Entries start .. end of `values` as an array of strings. */
function writeList(
  sink: ByteSink,
  values: Int32Array | Uint32Array,
  texts: JsonTexts,
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
  writeList(sink, values, jsonTexts(into), 0, values.length, nullWhenEmpty ? writeUnlessEmpty : writeReference)
}

export function writeJsonTable(sink: ByteSink, table: Table): void {
  const names = Object.keys(table.columns)
  const before = names.map((name, i) => knownWords(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  const cells = names.map(name => cellWriter(table.columns[name]))
  sink.byte(OPEN_ARRAY)
  for (let row = 0; row < table.rowCount; row++) {
    if (row > 0) sink.byte(COMMA)
    if (names.length === 0) sink.byte(OPEN_OBJECT)
    const source = sourceRow(table, row)
    for (let i = 0; i < cells.length; i++) {
      sink.words(before[i])
      cells[i](sink, source)
    }
    sink.byte(CLOSE_OBJECT)
  }
  sink.byte(CLOSE_ARRAY)
}
