/** One sheet of a workbook: a head that stays in sight, filters, widths, and a row of cells at a time. A text is a text whatever it begins with. */
import type { ColumnKind } from '../sheets/columns.ts'
import type { Cell, HeadColumn } from '../sheets/sheet-visitor.ts'
import { CELL_CHARACTERS_MAX, cutToCell, xmlText } from './cell-text.ts'
import { serialDayOf } from './serial-day.ts'
import { STYLES, type StyleName } from './styles.ts'
import { ZipPart } from './zip.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const WIDTHS: Readonly<Record<ColumnKind, number>> = { text: 24, number: 9, boolean: 9, day: 17, other: 30 }
const WIDTH_MAX = 60
/** Columns that hold sentences. */
const SENTENCES = /(?:^|\.)(?:description|message|title|note|value|population|formula|name)$/
/** The arrow of the filter stands beside the name. */
const ARROW_CHARACTERS = 4

const widthOf = ({ name, kind }: HeadColumn): number =>
  Math.min(WIDTH_MAX, Math.max(name.length + ARROW_CHARACTERS, SENTENCES.test(name) ? 40 : WIDTHS[kind]))

/** 0 -> A, 26 -> AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

const style = (name: StyleName): string => ` s="${STYLES.indexOf(name)}"`
const HEAD = style('head')
const DAY = style('day')
const MOMENT = style('moment')
const TYPED = style('typed')
/** What Excel would take for a formula once somebody edits the cell; the style keeps it a text. */
const LIKE_FORMULA = /^[=+\-@]/

function textCell(at: string, text: string, more: string): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${at}"${more} t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`
}

/** Called for each text that was cut. */
type OnCut = (row: number, column: string, length: number) => void

export class SheetPart {
  readonly part: ZipPart
  readonly #columns: readonly HeadColumn[]
  readonly #letters: readonly string[]
  readonly #kinds: readonly ColumnKind[]
  readonly #onCut: OnCut
  /** Rows so far, the head among them. */
  rowCount = 0

  /** name: of the table. */
  constructor(path: string, name: string, columns: readonly HeadColumn[], onCut: OnCut) {
    this.part = new ZipPart(path)
    this.part.sink.part = name
    this.#columns = columns
    this.#kinds = columns.map(({ kind }) => kind)
    this.#letters = columns.map((_, i) => columnLetters(i))
    this.#onCut = onCut
    const widths = columns.map(
      (column, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"/>`,
    )
    this.part.sink.utf8(
      `${XML}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`,
    )
    this.rowCount++
    const head = columns.map(({ name }, i) => textCell(`${this.#letters[i]}1`, name, HEAD))
    this.part.sink.utf8(`<row r="1">${head.join('')}</row>`)
  }

  row(cells: readonly Cell[], kinds: readonly ColumnKind[] = this.#kinds): void {
    if (cells.length > this.#letters.length)
      throw new RangeError(`a row of ${cells.length} cells below a head of ${this.#letters.length}`)
    const row = ++this.rowCount
    let text = `<row r="${row}">`
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]
      if (cell === null) continue
      const at = this.#letters[i] + row
      if (typeof cell === 'number') text += `<c r="${at}"><v>${cell}</v></c>`
      else if (typeof cell === 'boolean') text += `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
      else text += this.#text(at, i, cell, kinds[i])
    }
    this.part.sink.utf8(`${text}</row>`)
  }

  #text(at: string, i: number, cell: string, kind: ColumnKind): string {
    const serial = kind === 'day' ? serialDayOf(cell) : null
    if (serial !== null) return `<c r="${at}"${serial.hasTime ? MOMENT : DAY}><v>${serial.text}</v></c>`
    if (cell.length > CELL_CHARACTERS_MAX) this.#onCut(this.rowCount, this.#columns[i].name, cell.length)
    return textCell(at, cutToCell(cell), LIKE_FORMULA.test(cell) ? TYPED : '')
  }

  /** Its filter as a name of the workbook. */
  filterOf(tab: string): string {
    return xmlText(`'${tab}'!$A$1:$${this.#letters[this.#letters.length - 1]}$${this.rowCount}`)
  }

  finish(): void {
    const last = `${this.#letters[this.#letters.length - 1]}${this.rowCount}`
    this.part.sink.utf8(`</sheetData><autoFilter ref="A1:${last}"/></worksheet>`)
    this.part.finish()
  }
}
