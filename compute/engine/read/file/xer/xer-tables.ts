/**
 * Where the tables of an XER lie: a line %T with the name, a line %F with its columns, lines %R with its rows; ERMHDR before them and %E at the end.
 * The file is searched for the lines %T alone, so that tables that nobody reads cost no more than that, whatever their size.
 */
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import type { DecodedFile, TextDecoding } from '../text-decoding.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const BLANK = 0x20
const PERCENT = 0x25
export const [FIELDS, ROW] = [0x46, 0x52]
const [TABLE, END] = [0x54, 0x45]

/** The tables that are read. */
const XER_TABLES = [
  'CURRTYPE',
  'PROJECT',
  'SCHEDOPTIONS',
  'RSRCLEVELLIST',
  'CALENDAR',
  'PROJWBS',
  'RSRC',
  'RSRCRATE',
  'ACTVTYPE',
  'ACTVCODE',
  'TASK',
  'TASKRSRC',
  'PROJCOST',
  'TASKACTV',
  'UDFTYPE',
  'UDFVALUE',
  'TASKPRED',
] as const
export type XerTable = (typeof XER_TABLES)[number]

/** Nothing of the schedule stands in them: who may see it in P6, and how its database counts periods. Nearly every file has them. */
const OF_THE_DATABASE: ReadonlySet<string> = new Set(['OBS', 'POBS', 'FINTMPL'])

/** Rows of a table with the columns that stand before them; a file that two were made one of has several of one name. */
export interface XerSegment {
  /** Bytes from after the line %T to the next one. */
  readonly start: number
  readonly end: number
}

export interface XerFile {
  readonly bytes: Buffer
  readonly view: DataView
  readonly texts: TextDecoding
  readonly encoding: string
  /** Fields of the line ERMHDR after that word; undefined = there is none. */
  readonly header: readonly string[] | undefined
  /** Whether the line %E is there. */
  readonly hasEnd: boolean
  readonly segments: ReadonlyMap<XerTable, readonly XerSegment[]>
  readonly warnings: ImportWarnings
  readonly meter: WorkMeter
}

const TABLE_MARK = Buffer.from('\n%T\t')
const END_MARK = Buffer.from('\n%E')
const HEADER = 'ERMHDR'
const HEADER_BYTES_MAX = 2_000
/** Entry n: the names of n characters; no string is made of a name of another length. */
const BY_LENGTH: XerTable[][] = []
for (const name of XER_TABLES) {
  BY_LENGTH[name.length] ??= []
  BY_LENGTH[name.length].push(name)
}

/** undefined: there is no table at all. */
export function findTables(
  { bytes, texts, encoding }: DecodedFile,
  warnings: ImportWarnings,
  meter: WorkMeter,
): XerFile | undefined {
  const body = withLineFeeds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const end = endOf(body, warnings)
  const segments = new Map<XerTable, XerSegment[]>()
  const unread = new Notes()
  let hasTable = false
  for (let at = firstTable(body, end); at >= 0 && at < end; ) {
    hasTable = true
    const nameEnd = fieldEnd(body, at, end)
    const next = body.indexOf(TABLE_MARK, nameEnd)
    const segmentEnd = next < 0 || next > end ? end : next + 1
    const name = tableCalled(body, at, nameEnd)
    if (name !== undefined && segmentEnd > nameEnd) {
      const list = segments.get(name)
      if (list === undefined) segments.set(name, [{ start: nameEnd, end: segmentEnd }])
      else list.push({ start: nameEnd, end: segmentEnd })
    } else if (name === undefined) noteUnread(unread, body, { start: at, end: segmentEnd }, nameEnd)
    at = segmentEnd === end ? -1 : next + TABLE_MARK.length
  }
  warnings.addNotes('tables_left_out', TABLES_LEFT_OUT, unread)
  const header = headerOf(body, texts)
  if (!hasTable) return undefined
  if (header === undefined)
    warnings.add(
      'header_missing',
      'The file has no line ERMHDR, so its version and currency are not known; it was read all the same.',
    )
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  return { bytes: body, view, texts, encoding, header, hasEnd: end < body.length, segments, warnings, meter }
}

const TABLES_LEFT_OUT =
  'Tables that nothing here reads were left out; a file that is written from the schedule does not have their rows.'
const ROW_MARK = Buffer.from('\n%R')
const TABLE_NAME_MAX = 40

/** A table without rows is no loss. */
function noteUnread(notes: Notes, body: Buffer, { start, end }: XerSegment, nameEnd: number): void {
  const name = body.toString('latin1', start, Math.min(nameEnd, start + TABLE_NAME_MAX)).trim()
  if (OF_THE_DATABASE.has(name)) return
  const table = body.subarray(nameEnd, end)
  let rows = 0
  for (let at = table.indexOf(ROW_MARK); at >= 0; at = table.indexOf(ROW_MARK, at + 1)) rows++
  if (rows === 0) return
  notes.add(
    -1,
    () => name,
    () => `${rows} row${rows === 1 ? '' : 's'}`,
  )
}

/** A file whose lines end with returns alone, as a copy whose lines end with line feeds. */
function withLineFeeds(body: Buffer): Buffer {
  if (body.includes(LINE_FEED) || !body.includes(RETURN)) return body
  const copy = Buffer.from(body)
  for (let at = copy.indexOf(RETURN); at >= 0; at = copy.indexOf(RETURN, at + 1)) copy[at] = LINE_FEED
  return copy
}

/** Offset of the name of the first table, -1 = there is none. */
function firstTable(body: Buffer, end: number): number {
  if (end > 3 && body.compare(TABLE_MARK, 1, 4, 0, 3) === 0) return 3
  const mark = body.indexOf(TABLE_MARK)
  return mark < 0 ? -1 : mark + TABLE_MARK.length
}

function fieldEnd(body: Buffer, from: number, end: number): number {
  let at = from
  while (at < end && body[at] !== TAB && body[at] !== LINE_FEED && body[at] !== RETURN) at++
  return at
}

function tableCalled(body: Buffer, start: number, nameEnd: number): XerTable | undefined {
  let end = nameEnd
  while (end > start && body[end - 1] === BLANK) end--
  const names = BY_LENGTH[end - start]
  if (names === undefined) return undefined
  const word = body.toString('latin1', start, end).toUpperCase()
  return names.find(name => name === word)
}

/** Offset of the line %E, else the length of the body. */
function endOf(body: Buffer, warnings: ImportWarnings): number {
  for (let at = body.indexOf(END_MARK); at >= 0; at = body.indexOf(END_MARK, at + 1)) {
    const after = body[at + END_MARK.length]
    if (after !== undefined && after !== LINE_FEED && after !== RETURN && after !== TAB) continue
    if (body.indexOf(TABLE_MARK, at + END_MARK.length) >= 0)
      warnings.add(
        'text_after_end',
        'Tables follow after the end of the file (%E); they were not read. Is it two files in one?',
      )
    return at + 1
  }
  warnings.add('end_missing', 'The file has no end (%E): it may have been cut off, and rows at its end may be missing.')
  return body.length
}

function headerOf(body: Buffer, texts: TextDecoding): readonly string[] | undefined {
  let start = 0
  while (start < HEADER_BYTES_MAX && body[start] <= BLANK) start++
  if (body.toString('latin1', start, start + HEADER.length).toUpperCase() !== HEADER) return undefined
  const line = body.subarray(start, start + HEADER_BYTES_MAX)
  const end = line.indexOf(LINE_FEED)
  return texts
    .textOf(line, 0, end < 0 ? line.length : end)
    .trimEnd()
    .split('\t')
    .slice(1)
}

/** A line that begins with %T, %F, %R or %E and nothing else in the first field. */
export function isMark(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] !== PERCENT || at + 1 >= end) return false
  const kind = bytes[at + 1]
  if (kind !== ROW && kind !== FIELDS && kind !== TABLE && kind !== END) return false
  const after = at + 2 < end ? bytes[at + 2] : TAB
  return after === TAB || after === LINE_FEED || after === RETURN
}

/** Offset after the line feed that ends the line of `at`. */
export function lineEnd(bytes: Uint8Array, at: number, end: number): number {
  const found = bytes.indexOf(LINE_FEED, at)
  return found < 0 || found >= end ? end : found + 1
}
