/**
 * The rows of one table, one at a time: entry i of what is asked for lies in bytes[start(i), end(i)). Nothing is made per row. A line that begins with no
 * mark belongs to the row before it. What does not fit (fields missing or too many, numbers and dates that are none) is counted and reported by finish().
 */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { LooseDate, PLAIN, UNREADABLE } from '../loose-dates.ts'
import { type P6List, XER } from '../p6/p6-fields.ts'
import type { RowRecord } from '../row-record.ts'
import { XerTableFaults } from './xer-table-faults.ts'
import { FIELDS, isMark, lineEnd, ROW, type XerFile, type XerSegment, type XerTable } from './xer-tables.ts'
import { DEFAULT_SYMBOLS, isAscii, isPlain, type NumberSymbols, numberOf, PlainText } from './xer-values.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Columns of a table beyond these are not looked at. */
const COLUMNS_MAX = 2_000

/** Slots of a record, and by the same index the columns that feed them. */
interface SlotColumns {
  readonly slots: Int32Array
  readonly columns: Int32Array
}

const NO_SLOTS: SlotColumns = { slots: new Int32Array(0), columns: new Int32Array(0) }

function slotsOf(names: P6List['dates'], rows: XerRows, firstSlot = 0): SlotColumns {
  const fed = [...names.entries()].filter(([, [column]]) => column !== '')
  return {
    slots: Int32Array.from(fed, ([slot]) => firstSlot + slot),
    columns: Int32Array.from(fed, ([, [column]]) => rows.at(column)),
  }
}

export class XerRows {
  readonly #file: XerFile
  readonly #table: XerTable
  readonly #wanted: readonly string[]
  readonly #segments: readonly XerSegment[]
  readonly #symbols: NumberSymbols
  #segment = -1
  #at = 0
  #end = 0
  /** Entry i: position of wanted[i] among the columns of the present segment, -1 = it has none. */
  readonly #position: Int32Array
  #columnCount = 0
  /** Entry c: where field c of the present row begins; one more where it ends + 1. */
  #starts = new Int32Array(16)
  #fieldCount = 0
  /** The last wanted position. */
  #lastWanted = -1
  /** Rows met so far in the whole table. */
  count = 0
  /** Bytes of the rows that are still to come, for estimates. */
  readonly byteCount: number
  byteOffset = 0
  readonly #faults: XerTableFaults
  #isStray = false
  /** Whether the last row read ends before a column that is wanted. */
  isLastShort = false
  /** Row of the task that the present row is of, -1 = none. */
  task = -1
  /** Where text() put the last one. */
  bytes: Uint8Array
  from = 0
  to = 0
  /** Minutes after midnight + 1 of the last day(), 0 = it has none. */
  time = 0
  readonly #plain = new PlainText()
  readonly #date = new LooseDate()
  // slots of a record and the columns that feed them
  #dates = NO_SLOTS
  #numbers = NO_SLOTS
  #words = NO_SLOTS
  #texts = NO_SLOTS
  /** Whether those below are of the columns of the present segment. */
  #isPlanned = false
  #presentDates = NO_SLOTS
  #presentNumbers = NO_SLOTS
  #presentWords = NO_SLOTS
  #presentTexts = NO_SLOTS

  constructor(file: XerFile, table: XerTable, wanted: readonly string[], symbols = DEFAULT_SYMBOLS) {
    this.#file = file
    this.#table = table
    this.#wanted = wanted
    this.#symbols = symbols
    this.#segments = file.segments.get(table) ?? []
    this.#position = new Int32Array(wanted.length).fill(-1)
    this.#faults = new XerTableFaults(table, wanted)
    this.byteCount = this.#segments.reduce((sum, { start, end }) => sum + end - start, 0)
    this.bytes = file.bytes
  }

  /** Rows of a list of P6's own fields, for fill(), with more columns: see at(). */
  static of(file: XerFile, list: P6List, more: readonly string[], symbols?: NumberSymbols): XerRows {
    const { dates, numbers, texts } = list
    const columns = [...dates, ...numbers, ...texts].map(names => names[XER])
    const rows = new XerRows(
      file,
      list.name[XER] as XerTable,
      [...new Set([...columns, ...more])].filter(Boolean),
      symbols,
    )
    rows.#dates = slotsOf(dates, rows)
    rows.#numbers = slotsOf(numbers, rows)
    rows.#words = slotsOf(texts.slice(0, list.wordCount), rows)
    rows.#texts = slotsOf(texts.slice(list.wordCount), rows, list.wordCount)
    return rows
  }

  /** Position of a column among those that are wanted. */
  at(column: string): number {
    return this.#wanted.indexOf(column)
  }

  /** Puts the row into a record, which is that of these rows alone: what no column of the present segment feeds stays empty. */
  fill(record: RowRecord): void {
    if (!this.#isPlanned) this.#plan(record)
    const { days, times, values } = record
    const file = this.#file.bytes
    const { slots, columns } = this.#presentDates
    for (let k = 0; k < slots.length; k++) {
      days[slots[k]] = this.day(columns[k])
      times[slots[k]] = this.time
    }
    const numbers = this.#presentNumbers
    for (let k = 0; k < numbers.slots.length; k++) values[numbers.slots[k]] = this.number(numbers.columns[k])
    const words = this.#presentWords
    for (let k = 0; k < words.slots.length; k++) {
      const start = this.start(words.columns[k])
      const end = this.end(words.columns[k])
      if (isAscii(file, start, end)) record.setText(words.slots[k], file, start, end)
      else this.#fillText(record, words.slots[k], words.columns[k])
    }
    const texts = this.#presentTexts
    for (let k = 0; k < texts.slots.length; k++) this.#fillText(record, texts.slots[k], texts.columns[k])
  }

  #plan(record: RowRecord): void {
    record.clear()
    const present = ({ slots, columns }: SlotColumns): SlotColumns => ({
      slots: slots.filter((_, k) => this.#position[columns[k]] >= 0),
      columns: columns.filter(i => this.#position[i] >= 0),
    })
    this.#presentDates = present(this.#dates)
    this.#presentNumbers = present(this.#numbers)
    this.#presentWords = present(this.#words)
    this.#presentTexts = present(this.#texts)
    this.#isPlanned = true
  }

  #fillText(record: RowRecord, slot: number, column: number): void {
    if (!this.text(column)) record.setText(slot, this.#file.bytes, 0, 0)
    else if (this.bytes === this.#file.bytes) record.setText(slot, this.bytes, this.from, this.to)
    else record.holdText(slot, this.bytes, this.from, this.to)
  }

  /** What start() and end() are offsets in. */
  get body(): Uint8Array {
    return this.#file.bytes
  }

  /** Whether any segment read so far has the column. */
  has(i: number): boolean {
    return this.#position[i] >= 0
  }

  next(): boolean {
    for (;;) {
      if (this.#at >= this.#end && !this.#nextSegment()) return false
      const { bytes } = this.#file
      const at = this.#at
      const mark = isMark(bytes, at, this.#end) ? bytes[at + 1] : 0
      if (mark === ROW) {
        const isRead = this.#readRow(at + 2)
        if (isRead) return true
      } else if (mark === FIELDS) this.#readColumns(at + 2)
      else this.#at = lineEnd(bytes, at, this.#end)
    }
  }

  isEmpty(i: number): boolean {
    return this.end(i) <= this.start(i)
  }

  start(i: number): number {
    const c = this.#position[i]
    return c < 0 || c >= this.#fieldCount ? 0 : this.#starts[c]
  }

  end(i: number): number {
    const c = this.#position[i]
    return c < 0 || c >= this.#fieldCount ? 0 : this.#starts[c + 1] - 1
  }

  /** NaN = the field is empty, or no number, which is counted. */
  number(i: number): number {
    const start = this.start(i)
    const end = this.end(i)
    if (start >= end) return Number.NaN
    const value = numberOf(this.#file.bytes, start, end, this.#symbols)
    if (Number.isNaN(value)) this.noteBadNumber(i)
    return value
  }

  /** Reads a field whose other words the caller reads, and reports by noteBadNumber() where they are none either. */
  plainNumber(i: number): number {
    const start = this.start(i)
    const end = this.end(i)
    return start >= end ? 0 : numberOf(this.#file.bytes, start, end, this.#symbols)
  }

  noteBadNumber(i: number): void {
    this.#faults.badNumber(this, i)
  }

  /** DAY_ABSENT = the field is empty, or no date, which is counted. */
  day(i: number): number {
    const start = this.start(i)
    const end = this.end(i)
    this.time = 0
    if (start >= end) return DAY_ABSENT
    const date = this.#date
    const form = date.read(this.#file.view, start, end)
    this.time = date.time
    if (form === UNREADABLE) this.#faults.badDate(this, i)
    else if (form !== PLAIN) this.#faults.oddDate(this, i, form)
    return date.day
  }

  /** Minutes since 1970, NaN = none. */
  moment(i: number): number {
    const day = this.day(i)
    return day === DAY_ABSENT ? Number.NaN : day * MINUTES_PER_DAY + Math.max(0, this.time - 1)
  }

  /** Puts the text in bytes[from, to) as UTF-8: quotes are doubled in the file, and a pair of 0x7F is a line break. false = empty. */
  text(i: number): boolean {
    const start = this.start(i)
    const end = this.end(i)
    if (start >= end) return false
    const { texts } = this.#file
    texts.set(this.#file.bytes, start, end)
    this.bytes = texts.bytes
    this.from = texts.start
    this.to = texts.end
    if (isPlain(this.bytes, this.from, this.to)) return this.to > this.from
    this.to = this.#plain.set(this.bytes, this.from, this.to)
    this.from = 0
    this.bytes = this.#plain.bytes
    return this.to > 0
  }

  /** The field as a string, '' = empty. For the few rows of small tables. */
  string(i: number): string {
    return this.text(i) ? decoder.decode(this.bytes.subarray(this.from, this.to)) : ''
  }

  /** A key as it stands in the file, without the blanks around it. */
  key(i: number): string {
    const { bytes } = this.#file
    return bytes.toString('latin1', this.start(i), this.end(i)).trim()
  }

  /** Whether the field is this word, in ASCII. */
  is(i: number, word: string): boolean {
    const start = this.start(i)
    if (this.end(i) - start !== word.length) return false
    for (let k = 0; k < word.length; k++) if (this.#file.bytes[start + k] !== word.charCodeAt(k)) return false
    return true
  }

  /** Which of these words the field is, in either case; undefined: none. As the tool writes them no text is made. */
  wordOf<Word extends string>(i: number, words: readonly Word[]): Word | undefined {
    for (const word of words) if (this.is(i, word)) return word
    if (this.isEmpty(i)) return undefined
    const key = this.key(i).toLowerCase()
    return words.find(word => word.toLowerCase() === key)
  }

  /** Y or N, in either case; any other word is reported and read as `otherwise`, as an empty field is. */
  flag(i: number, otherwise: boolean, code?: string): boolean {
    if (this.is(i, 'Y')) return true
    if (this.is(i, 'N')) return false
    const word = this.key(i).toUpperCase()
    if (word === 'Y' || word === 'N') return word === 'Y'
    if (word !== '') this.reportUnknown(i, otherwise ? 'Y' : 'N', code)
    return otherwise
  }

  /** The bytes of field i as they stand in the file. */
  rawText(i: number): string {
    return decoder.decode(this.#file.bytes.subarray(this.start(i), this.end(i)))
  }

  /** The word of field i is none that is known here. */
  reportUnknown(i: number, readAs: string, code?: string): void {
    this.#file.warnings.addUnknown({
      ...(code === undefined ? {} : { code }),
      field: `${this.#table}.${this.#wanted[i]}`,
      word: this.string(i),
      place: `row ${this.count}`,
      task: this.task,
      readAs,
    })
  }

  /** Reports what did not fit; returns the rows that could not be read. */
  finish(): number {
    this.#faults.report(this.#file.warnings)
    return this.#faults.beforeFields
  }

  /** Where field i stands, in words; without one: the row. */
  placeOf(i?: number): string {
    return `${this.#table}${i === undefined ? '' : `.${this.#wanted[i]}`} in row ${this.count}`
  }

  #nextSegment(): boolean {
    const segment = this.#segments[++this.#segment]
    if (segment === undefined) return false
    this.#columnCount = 0
    this.#position.fill(-1)
    this.#end = segment.end
    this.#at = lineEnd(this.#file.bytes, segment.start, segment.end)
    return true
  }

  #readColumns(from: number): void {
    const { bytes } = this.#file
    const end = lineEnd(bytes, from, this.#end)
    this.#at = end
    let last = end
    while (last > from && (bytes[last - 1] === LINE_FEED || bytes[last - 1] === RETURN)) last--
    const line = bytes.toString('latin1', from, Math.min(last, from + 64 * COLUMNS_MAX))
    const names = line.split('\t', COLUMNS_MAX + 1).slice(1)
    this.#columnCount = names.length
    this.#isPlanned = false
    if (this.#starts.length < names.length + 2) this.#starts = new Int32Array(names.length + 2)
    const at = new Map(names.map((name, c) => [name.trim().toLowerCase(), c]))
    this.#isStray = this.#table !== 'TASKPRED' && at.has('pred_task_id') && at.has('pred_type')
    this.#lastWanted = -1
    for (const [i, name] of this.#wanted.entries()) {
      this.#position[i] = at.get(name) ?? -1
      this.#lastWanted = Math.max(this.#lastWanted, this.#position[i])
    }
  }

  /** `from` is the offset after %R. */
  #readRow(from: number): boolean {
    const { bytes } = this.#file
    const end = this.#end
    const starts = this.#starts
    const columnCount = this.#columnCount
    let fields = 0
    let at = from
    let last = end
    for (; at < end; at++) {
      const c = bytes[at]
      if (c > TAB && c !== LINE_FEED) continue
      if (c === TAB) {
        if (fields <= columnCount) starts[fields] = at + 1
        fields++
      } else if (c === LINE_FEED) {
        if (at + 1 >= end || isMark(bytes, at + 1, end)) {
          last = at
          break
        }
        if (bytes[at + 1] !== LINE_FEED && bytes[at + 1] !== RETURN) this.#faults.continued++
      }
    }
    this.byteOffset += at + 1 - this.#at
    this.#at = at + 1
    while (last > from && (bytes[last - 1] === RETURN || bytes[last - 1] === LINE_FEED)) last--
    if (columnCount === 0) {
      this.#faults.beforeFields++
      return false
    }
    if (this.#isStray) {
      this.#faults.strayLinks++
      return false
    }
    this.#fieldCount = Math.min(fields, columnCount)
    // the end of the last field, where the next one would begin
    if (fields <= columnCount) starts[fields] = last + 1
    this.isLastShort = this.#fieldCount <= this.#lastWanted
    if (this.isLastShort) this.#faults.short++
    this.count++
    if (fields > columnCount) this.#faults.left.add(this.task, () => this.placeOf())
    return true
  }
}
