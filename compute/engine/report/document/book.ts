/** The tables of a document as a workbook: a sheet for each kind of table, with all rows that the pages cut. */
import type { ColumnKind } from '../../write/sheets/columns.ts'
import type { Cell, SheetSink } from '../../write/sheets/sheet-visitor.ts'
import { Workbook } from '../../write/xlsx/workbook.ts'
import { ACTUAL_MARK, type Column, type Document, piecesOf, readable, type Table } from './blocks.ts'

const COVER_SHEET = 'Cover'
const COVER_COLUMNS = ['Name', 'Value'].map(name => ({ name, kind: 'text' as const }))

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/

/** A date, and its mark beside it. */
function markApart(cell: Cell): Cell[] {
  const words = String(cell ?? '')
  return words.endsWith(ACTUAL_MARK) ? [words.slice(0, -ACTUAL_MARK.length), ACTUAL_MARK.trim()] : [cell, '']
}

const plain = (sentence: string): string => readable(piecesOf(sentence).join(''))

const tablesOf = ({ blocks }: Document): Table[] =>
  blocks.flatMap(block =>
    block.is === 'table' ? [block] : block.is === 'figure' && block.rows !== undefined ? [block.rows] : [],
  )

/** A head that stands more than once is told with the one it goes with, the last one before it that stands once: whoever filters a sheet sees no column beside it. */
function headNames(columns: readonly Column[]): string[] {
  const isOnce = (label: string): boolean => columns.filter(column => column.label === label).length === 1
  return columns.map(({ label }, n) => {
    const before = columns.slice(0, n).findLast(column => isOnce(column.label))
    return isOnce(label) || before === undefined ? label : `${before.label}: ${label}`
  })
}

export function documentBook(document: Document): Uint8Array<ArrayBuffer>[] {
  const { cover } = document
  const workbook = new Workbook()
  const first = workbook.open(COVER_SHEET, COVER_COLUMNS)
  for (const [name, value] of [
    ['Title', cover.title],
    ['Project', cover.subject],
    ...cover.facts,
    ['To be read first', cover.notice],
  ] as const)
    first.row([name, plain(value)])
  const sheets = new Map<string, SheetSink>()
  for (const { sheet, apart, columns, rows } of tablesOf(document)) {
    if (sheet === '') continue
    let sink = sheets.get(sheet)
    if (sink === undefined) {
      const names = headNames(columns)
      const heads = columns.flatMap(({ label, kind, isMarked }, n) => [
        { name: names[n], kind: kind === 'number' ? ('number' as const) : ('text' as const) },
        ...(isMarked === true ? [{ name: `${label}, actual`, kind: 'text' as const }] : []),
      ])
      if (apart !== undefined) heads.unshift({ name: apart.label, kind: 'text' })
      sheets.set(sheet, (sink = workbook.open(sheet, heads)))
    }
    for (const given of rows) {
      const row = given.flatMap((cell, n) => (columns[n]?.isMarked === true ? markApart(cell) : [cell]))
      if (apart !== undefined) row.unshift(apart.value)
      const kinds = row.map((cell): ColumnKind => (typeof cell === 'string' && DATE.test(cell) ? 'day' : 'other'))
      sink.row(row, kinds)
    }
  }
  return workbook.finish()
}
