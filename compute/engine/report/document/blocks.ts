/**
 * A document to sign as a list of blocks: what it says, without a word of HTML or of Office Open XML. The writers beside this file make a page (html.ts),
 * a Word document (docx.ts) and a workbook (book.ts) of the same blocks, so none can say what the others do not.
 */
import { straight } from '../../../../shared/contract/schedule/text.ts'
import { withCommas } from '../../wording/numbers.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { shortened } from '../markup.ts'

export interface Column {
  readonly label: string
  /** number: at the right. id: never broken. */
  readonly kind?: 'text' | 'number' | 'id'
  /** Dates that may have ACTUAL_MARK behind them; in a workbook the mark has a column of its own, so that dates stay dates. */
  readonly isMarked?: true
}

export const ACTUAL_MARK = ' A'

export type Block =
  /** anchor: where the contents lead to; only those of level 1 have one. */
  | { readonly is: 'heading'; readonly level: 1 | 2; readonly text: string; readonly anchor?: string }
  | { readonly is: 'text'; readonly text: string; readonly kind?: 'lead' | 'soft' | 'limit' }
  | { readonly is: 'list'; readonly items: readonly string[] }
  | {
      readonly is: 'table'
      readonly caption: string
      readonly columns: readonly Column[]
      readonly rows: readonly (readonly Cell[])[]
      /** All there are, where not all were gathered. */
      readonly count: number
      /** Sheet of the workbook that has its rows, empty = none; tables of one sheet have the same columns. */
      readonly sheet: string
      /** What sets its rows apart from those of the other tables of its sheet; the workbook has it in a first column. */
      readonly apart?: { readonly label: string; readonly value: string }
      /** Too long for paper. */
      readonly isOfBookAlone?: true
    }
  /** Of the figure, a document that cannot draw has the rows; without rows a table beside it says the same. isWide: it has a page of its own, across. */
  | {
      readonly is: 'figure'
      readonly svg: string
      readonly caption: string
      readonly rows?: Table
      readonly isWide?: true
    }
  | { readonly is: 'break' }

export type Table = Extract<Block, { is: 'table' }>

export interface Cover {
  readonly title: string
  readonly subject: string
  /** PNG or JPEG. */
  readonly logo: Logo | undefined
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** What must be read before any figure. */
  readonly notice: string
  readonly signature: readonly string[]
}

export interface Logo {
  readonly type: 'png' | 'jpeg'
  readonly base64: string
  readonly width: number
  readonly height: number
}

export interface Document {
  readonly cover: Cover
  readonly blocks: readonly Block[]
  /** In the margin of every page. */
  readonly running: { readonly left: string; readonly right: string; readonly foot: string }
  readonly paper: 'a4' | 'letter'
  /** Behind it stands each analysis as in its own report. */
  readonly hasAppendix: boolean
}

export const heading = (text: string, level: 1 | 2 = 1): Block => ({
  is: 'heading',
  level,
  text,
  ...(level === 1 && { anchor: text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') }),
})
export const text = (words: string, kind?: 'lead' | 'soft' | 'limit'): Block => ({
  is: 'text',
  text: words,
  ...(kind && { kind }),
})
export const list = (items: readonly string[]): Block[] => (items.length === 0 ? [] : [{ is: 'list', items }])

/** Rows of a table on paper; what is beyond is counted in its caption, and the workbook has it. */
const TABLE_ROWS_MAX = 400

/** sheet: that of the workbook, empty = none. count: of all rows, where not all were gathered. */
export const table = (
  sheet: string,
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  count = 0,
): Table => ({ is: 'table', caption, columns, rows, count: Math.max(count, rows.length), sheet })

export const shownRows = ({ rows }: Table): readonly (readonly Cell[])[] => rows.slice(0, TABLE_ROWS_MAX)

/** With what is left out. */
export function captionOf(table: Table): string {
  const shown = shownRows(table).length
  return table.count > shown
    ? `${table.caption} ${withCommas(shown)} of ${withCommas(table.count)} rows; the workbook has all.`
    : table.caption
}

export const number = (label: string): Column => ({ label, kind: 'number' })
export const id = (label: string): Column => ({ label, kind: 'id' })
export const dateOf = (label: string): Column => ({ label, kind: 'id', isMarked: true })
export const plain = (label: string): Column => ({ label })

/** Moments within words as people write them; an object of JSON stays as it was sent. */
export const readable = (words: string): string =>
  words.startsWith('{') ? words : words.replaceAll(/(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?!:\d)/g, '$1 $2')

// A name of a schedule within a sentence is kept apart from it: its letters may run from right to left.

const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1']
const NAME = /\ufdd0([^\ufdd0\ufdd1]*)\ufdd1/

export const named = (name: string, max = 80): string =>
  `${OPEN}${shortened(straight(name.replaceAll(/[\ufdd0\ufdd1]/g, '')), max)}${CLOSE}`

/** The pieces of a sentence: those at odd places are names. */
export const piecesOf = (sentence: string): readonly string[] => sentence.split(NAME)
