/** Tables of an XER as text: fields between tabs, quotes doubled, a line break as two 0x7F, dates and numbers as P6 writes them. */
import { Buffer, isUtf8 } from 'node:buffer'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarSpec } from '../../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { addOutput } from '../output-bound.ts'
import { calendarDataOf } from './xer-calendar-data.ts'

export type XerCell = string | number | null

/** Where the tables of P6 go: into an XER, or into the elements of its XML (p6-xml.ts). */
export interface P6Tables {
  table(name: string, columns: readonly string[]): void
  /** In the order of the columns. */
  row(cells: readonly XerCell[]): void
  /** The cell clndr_data of a calendar. */
  workingTimes(calendar: CalendarSpec): XerCell
}

const LINE_END = '\r\n'
const LOT_CHARACTERS = 2 ** 18

export class XerText implements P6Tables {
  /** Lots of lines, since V8 ends a string at 536,870,888 characters. */
  readonly #lots: string[] = []
  #lines: string[] = []
  /** Characters of the lines. */
  #length = 0
  #width = 0
  #name = ''

  /** A line outside the tables. */
  line(...fields: readonly string[]): void {
    this.#add(fields.join('\t'))
  }

  #add(line: string): void {
    this.#lines.push(line)
    this.#length += line.length + LINE_END.length
    if (this.#length >= LOT_CHARACTERS) this.#endLot()
  }

  #endLot(): void {
    addOutput(this.#length, this.#name)
    this.#lots.push(this.#lines.join(LINE_END) + LINE_END)
    this.#lines = []
    this.#length = 0
  }

  table(name: string, columns: readonly string[]): void {
    this.#width = columns.length
    this.#name = name
    this.line('%T', name)
    this.line('%F', ...columns)
  }

  readonly workingTimes = calendarDataOf

  row(cells: readonly XerCell[]): void {
    if (cells.length !== this.#width)
      throw new Error(`a row of ${cells.length} fields in a table of ${this.#width} columns`)
    let line = '%R'
    for (const cell of cells)
      line += `\t${cell === null ? '' : typeof cell === 'number' ? numberText(cell) : plainText(cell)}`
    this.#add(line)
  }

  /** In windows-1252, which every P6 reads, where it can say all of it and nobody could take it for UTF-8; else in UTF-8. */
  finish(): Uint8Array {
    this.line('%E')
    this.#endLot()
    const western = this.#western()
    return Buffer.concat(western ?? this.#lots.map(lot => Buffer.from(lot)))
  }

  #western(): Buffer[] | undefined {
    let isPlain = true
    let isAlsoUtf8 = true
    const lots: Buffer[] = []
    for (const lot of this.#lots) {
      const bytes = westernBytes(lot)
      if (bytes === undefined) return undefined
      isPlain &&= bytes.length === Buffer.byteLength(lot)
      isAlsoUtf8 &&= isUtf8(bytes)
      lots.push(bytes)
    }
    return isAlsoUtf8 && !isPlain ? undefined : lots
  }
}

/** At most six places: hours are stored so. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  return String(Math.round(1e6 * value) / 1e6)
}

function plainText(text: string): string {
  return text
    .replaceAll('"', '""')
    .replace(/\r\n?|\n/g, '\u007f\u007f')
    .replace(/[\t\0]/g, ' ')
}

/** "2026-03-02 08:00" of a moment, null = none. */
export function momentCell(moment: number): string | null {
  if (Number.isNaN(moment)) return null
  const day = Math.floor(moment / MINUTES_PER_DAY)
  return `${formatDay(day)} ${formatTime(moment - day * MINUTES_PER_DAY)}`
}

/** The cell of a day and its entry in the column of times; `minute` is that of a day without a time. */
export const dayCell = (day: number, time: number, minute: number): string | null =>
  day === DAY_ABSENT ? null : momentCell(day * MINUTES_PER_DAY + (time === 0 ? minute : time - 1))

/** Character to byte, of those above 0x7f. */
const WESTERN = new Map(
  Array.from({ length: 128 }, (_, n) => [new TextDecoder('windows-1252').decode(Uint8Array.of(128 + n)), 128 + n]),
)

/** undefined: a character has no place in it. */
function westernBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 0x80) continue
    const byte = WESTERN.get(text[at]!)
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  return bytes
}
