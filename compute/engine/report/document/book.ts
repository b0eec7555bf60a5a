/** The tables of a document as a workbook: a sheet for each kind of table, with all rows that the pages cut. */
import type { ColumnKind } from '../../write/sheets/columns.ts'
import type { SheetSink } from '../../write/sheets/sheet-visitor.ts'
import { Workbook } from '../../write/xlsx/workbook.ts'
import { type Document, piecesOf, type Table } from './blocks.ts'

const COVER_SHEET = 'Cover'
const COVER_COLUMNS = ['Name', 'Value'].map(name => ({ name, kind: 'text' as const }))

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/

const plain = (sentence: string): string => piecesOf(sentence).join('')

const tablesOf = ({ blocks }: Document): Table[] =>
  blocks.flatMap(block => (block.is === 'table' ? [block] : block.is === 'figure' ? [block.rows] : []))

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
  for (const { sheet, columns, rows } of tablesOf(document)) {
    if (sheet === '') continue
    let sink = sheets.get(sheet)
    if (sink === undefined) {
      const heads = columns.map(({ label, kind }) => ({
        name: label,
        kind: kind === 'number' ? ('number' as const) : ('text' as const),
      }))
      sheets.set(sheet, (sink = workbook.open(sheet, heads)))
    }
    for (const row of rows) {
      const kinds = row.map((cell): ColumnKind => (typeof cell === 'string' && DATE.test(cell) ? 'day' : 'other'))
      sink.row(row, kinds)
    }
  }
  return workbook.finish()
}
