/** A result tree as MessagePack: the same tree as the JSON form, whole numbers as integers up to 32 bits, else float 64. */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { formatTime } from '../../../shared/contract/schedule/time-of-day.ts'
import { References, type ResultValue, Table, type TableColumn, TableColumns, TaskRows } from '../result/result.ts'
import { roundHalfAway } from '../wording/numbers.ts'
import { ByteSink, type Words, wordsOf } from './byte-sink.ts'
import { kept } from './known-words.ts'
import { writeQuotedDay, writeQuotedMoment } from './number-text.ts'
import {
  givenColumns,
  isEmpty,
  REFERENCE_ABSENT,
  type ReadableTexts,
  readableTexts,
  sourceRow,
  unwritable,
  writeTextBytes,
} from './table-cells.ts'
import { type RowFormat, writeTaskRows } from './task-rows.ts'
import { type TreeWriter, writeMembers } from './tree-writer.ts'

/** First bytes of the format (github.com/msgpack/msgpack/blob/master/spec.md). */
const FIX_MAP = 0x80
const FIX_ARRAY = 0x90
const FIX_STR = 0xa0
const NIL = 0xc0
const FALSE = 0xc2
const TRUE = 0xc3
const FLOAT_64 = 0xcb
const UINT_8 = 0xcc
const UINT_16 = 0xcd
const UINT_32 = 0xce
const INT_8 = 0xd0
const INT_16 = 0xd1
const INT_32 = 0xd2
const STR_8 = 0xd9
const STR_16 = 0xda
const STR_32 = 0xdb
const ARRAY_16 = 0xdc
const ARRAY_32 = 0xdd
const MAP_16 = 0xde
const MAP_32 = 0xdf
/** Most bytes of a head or of a number. */
const HEAD_BYTES_MAX = 9
/** Quotes, sign and six digits of the year included. */
const DAY_TEXT_MAX = '"+YYYYYY-MM-DD"'.length
const MOMENT_TEXT_MAX = '"+YYYYYY-MM-DDTHH:MM"'.length
const UINT_32_MAX = 2 ** 32 - 1

/** Entry v: the cell of value v of a boolean column. */
const BOOLEANS = [FALSE, TRUE, NIL]

type CellWriter = (sink: ByteSink, row: number) => void

/** A first byte and a number of `width` bytes after it. */
function head(sink: ByteSink, first: number, width: 1 | 2 | 4, value: number): void {
  sink.reserve(HEAD_BYTES_MAX)
  const { view } = sink
  let at = sink.position
  view.setUint8(at++, first)
  if (width === 1) view.setUint8(at, value)
  else if (width === 2) view.setUint16(at, value)
  else view.setUint32(at, value)
  sink.position = at + width
}

function writeLength(sink: ByteSink, length: number, fix: number, fixMax: number, wide: number, widest: number): void {
  if (length <= fixMax) sink.byte(fix | length)
  else if (length <= 0xffff) head(sink, wide, 2, length)
  else head(sink, widest, 4, length)
}

const mapHead = (sink: ByteSink, count: number): void => writeLength(sink, count, FIX_MAP, 15, MAP_16, MAP_32)
const arrayHead = (sink: ByteSink, count: number): void => writeLength(sink, count, FIX_ARRAY, 15, ARRAY_16, ARRAY_32)

function stringHead(sink: ByteSink, byteCount: number): void {
  if (byteCount > 31 && byteCount <= 0xff) head(sink, STR_8, 1, byteCount)
  else writeLength(sink, byteCount, FIX_STR, 31, STR_16, STR_32)
}

function writeString(sink: ByteSink, text: string): void {
  stringHead(sink, Buffer.byteLength(text))
  sink.utf8(text)
}

function writeNumber(sink: ByteSink, value: number): void {
  if (!Number.isInteger(value) || value > UINT_32_MAX || value < -0x80000000) {
    if (!Number.isFinite(value)) throw unwritable(value)
    sink.reserve(HEAD_BYTES_MAX)
    sink.bytes[sink.position] = FLOAT_64
    sink.view.setFloat64(sink.position + 1, value)
    sink.position += HEAD_BYTES_MAX
  } else if (value >= 0) {
    if (value < 0x80) sink.byte(value)
    else if (value <= 0xff) head(sink, UINT_8, 1, value)
    else if (value <= 0xffff) head(sink, UINT_16, 2, value)
    else head(sink, UINT_32, 4, value)
  } else if (value >= -32) sink.byte(value & 0xff)
  else if (value >= -0x80) head(sink, INT_8, 1, value)
  else if (value >= -0x8000) head(sink, INT_16, 2, value)
  else head(sink, INT_32, 4, value)
}

function writeText(sink: ByteSink, texts: ReadableTexts, i: number): void {
  stringHead(sink, texts.offsets[i + 1] - texts.offsets[i])
  writeTextBytes(sink, texts, i)
}

function writeReference(sink: ByteSink, texts: ReadableTexts, index: number): void {
  if (index === REFERENCE_ABSENT) sink.byte(NIL)
  else writeText(sink, texts, index)
}

function writeUnlessEmpty(sink: ByteSink, texts: ReadableTexts, index: number): void {
  if (index === REFERENCE_ABSENT || isEmpty(texts, index)) sink.byte(NIL)
  else writeText(sink, texts, index)
}

/** Entries start .. end of `values` as an array of strings. */
function writeList(
  sink: ByteSink,
  values: Int32Array | Uint32Array,
  texts: ReadableTexts,
  start: number,
  end: number,
  write: typeof writeReference,
): void {
  arrayHead(sink, end - start)
  for (let i = start; i < end; i++) write(sink, texts, values[i])
}

/** Bytes of a text written apart, for what every row repeats; made once per process. */
const packedText = kept((text): Words => {
  const sink = new ByteSink()
  writeString(sink, text)
  return wordsOf(Buffer.concat(sink.finish()))
})
const PACKED_NIL = wordsOf(Uint8Array.of(NIL))
const packed = (text: string | null): Words => (text === null ? PACKED_NIL : packedText(text))

/** A short text between quotes, from `at` on, as msgpack has it: the first quote gives its place to the head, the second is given back. */
function unquote(sink: ByteSink, at: number): void {
  sink.position--
  sink.bytes[at] = FIX_STR | (sink.position - at - 1)
}

function cellWriter(column: TableColumn): CellWriter {
  switch (column.kind) {
    case 'number': {
      const { values, decimals } = column
      return (sink, row) => {
        const value = values[row]
        if (Number.isNaN(value)) sink.byte(NIL)
        else writeNumber(sink, decimals === undefined ? value : roundHalfAway(value, decimals))
      }
    }
    case 'day': {
      const { values } = column
      return (sink, row) => {
        const day = values[row]
        if (day === DAY_ABSENT) {
          sink.byte(NIL)
          return
        }
        sink.reserve(DAY_TEXT_MAX)
        const at = sink.position
        writeQuotedDay(sink, day)
        unquote(sink, at)
      }
    }
    case 'moment': {
      const { values } = column
      return (sink, row) => {
        if (Number.isNaN(values[row])) {
          sink.byte(NIL)
          return
        }
        sink.reserve(MOMENT_TEXT_MAX)
        const at = sink.position
        writeQuotedMoment(sink, values[row])
        unquote(sink, at)
      }
    }
    case 'boolean': {
      const { values } = column
      return (sink, row) => sink.byte(BOOLEANS[values[row]])
    }
    case 'label': {
      const texts = column.labels.map(packed)
      const { values } = column
      return (sink, row) => sink.words(texts[values[row]])
    }
    case 'text': {
      const texts = readableTexts(column.values)
      const nullWhenEmpty = column.emptyAsText !== true
      return (sink, row) => {
        if (nullWhenEmpty && texts.offsets[row] === texts.offsets[row + 1]) sink.byte(NIL)
        else writeText(sink, texts, row)
      }
    }
    case 'coded': {
      const { codes, values } = column.values
      const texts = readableTexts(values)
      return (sink, row) => writeReference(sink, texts, codes[row] - 1)
    }
    case 'reference': {
      const { values, into } = column
      const texts = readableTexts(into)
      const write = column.nullWhenEmpty === true ? writeUnlessEmpty : writeReference
      return (sink, row) => write(sink, texts, values[row])
    }
    case 'references': {
      const { start, values, into } = column
      const texts = readableTexts(into)
      const write = column.nullWhenEmpty === true ? writeUnlessEmpty : writeReference
      return (sink, row) => writeList(sink, values, texts, start[row], start[row + 1], write)
    }
  }
}

function writeReferences(sink: ByteSink, { values, into, nullWhenEmpty }: References): void {
  const write = nullWhenEmpty ? writeUnlessEmpty : writeReference
  writeList(sink, values, readableTexts(into), 0, values.length, write)
}

function writeTable(sink: ByteSink, table: Table): void {
  const { names } = table
  const keys = names.map(packed)
  const cells = table.ordered.map(cellWriter)
  arrayHead(sink, table.rowCount)
  for (let row = 0; row < table.rowCount; row++) {
    const source = sourceRow(table, row)
    mapHead(sink, names.length)
    for (let i = 0; i < cells.length; i++) {
      sink.words(keys[i])
      cells[i](sink, source)
    }
  }
}

/** The columns that hold anything, each as an array. */
function writeColumns(sink: ByteSink, table: Table): void {
  const given = givenColumns(table)
  mapHead(sink, given.length)
  for (const c of given) {
    sink.words(packed(table.names[c]))
    arrayHead(sink, table.rowCount)
    const cell = cellWriter(table.ordered[c])
    for (let row = 0; row < table.rowCount; row++) cell(sink, sourceRow(table, row))
  }
}

/** The tasks of a schedule: see task-rows.ts. */
function msgpackRows(sink: ByteSink): RowFormat {
  const made: Words[] = []
  return {
    beginArray: count => arrayHead(sink, count),
    item: () => {},
    endArray: () => {},
    beginMap: count => mapHead(sink, count),
    key: key => sink.words(made[key]),
    endMap: () => {},
    number: value => writeNumber(sink, value),
    boolean: value => sink.byte(value ? TRUE : FALSE),
    moment: (day, time) => writeString(sink, time === 0 ? formatDay(day) : `${formatDay(day)}T${formatTime(time - 1)}`),
    texts: column => {
      const texts = readableTexts(column)
      return i => writeText(sink, texts, i)
    },
    prepared: text => made.push(packed(text)) - 1,
    word: word => sink.words(made[word]),
  }
}

export class MsgpackWriter implements TreeWriter {
  readonly sink: ByteSink
  /** Lists that are open. */
  private depth = 0
  constructor(sink: ByteSink) {
    this.sink = sink
  }

  beginMap(memberCount: number): void {
    mapHead(this.sink, memberCount)
  }

  key(name: string, _isFirst: boolean): void {
    if (this.depth === 0) this.sink.part = name
    this.sink.words(packedText(name))
  }

  endMap(): void {}

  value(value: ResultValue): void {
    const { sink } = this
    if (typeof value === 'string') writeString(sink, value)
    else if (typeof value === 'number') writeNumber(sink, value)
    else if (value === null) sink.byte(NIL)
    else if (typeof value === 'boolean') sink.byte(value ? TRUE : FALSE)
    else if (value instanceof Table) writeTable(sink, value)
    else if (value instanceof TableColumns) writeColumns(sink, value.table)
    else if (value instanceof References) writeReferences(sink, value)
    else if (value instanceof TaskRows) writeTaskRows(msgpackRows(sink), value.columns)
    else if (Array.isArray(value)) {
      arrayHead(sink, value.length)
      this.depth++
      for (const item of value as readonly ResultValue[]) this.value(item)
      this.depth--
    } else writeMembers(this, value as Readonly<Record<string, ResultValue | undefined>>)
  }
}
