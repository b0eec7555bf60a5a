/**
 * A table of any number of rows: rows stand in chunks, and only chunks near what is seen have elements, the others are as high as they were. Rows may be of
 * any height. A click on a head orders the rows; all of them, seen or not, can be copied or saved as CSV.
 */
import { TEXT } from '../texts.ts'
import { type Child, h } from './element.ts'
import { takeTable, type Written } from './take-table.ts'

export interface Column<Row> {
  readonly title: string
  /** Pixels; the last column takes what is left, or the one that grows. */
  readonly width: number
  readonly grows?: boolean
  readonly isNumber?: boolean
  readonly text: (row: Row) => string
  /** Where it is more than its text. */
  readonly cell?: (row: Row) => Child
  /** What rows are ordered by; absent: by the text. NaN comes last. */
  readonly order?: (row: Row) => number
}

const CHUNK = 50
const ROW_HEIGHT = 31
/** Chunks this far outside of what is seen have elements, too. */
const MARGIN = '600px'
const PRINTED_MAX = 2_000

/** What is printed has elements, too. */
const PRINT = 'sis-print'
globalThis.addEventListener?.('beforeprint', () => {
  for (const element of document.querySelectorAll('.long')) element.dispatchEvent(new Event(PRINT))
})

export class LongTable<Row> {
  readonly element: HTMLElement
  readonly #columns: readonly Column<Row>[]
  readonly #scroll: HTMLElement
  readonly #table: HTMLTableElement
  readonly #heads: readonly HTMLElement[]
  readonly #seen: IntersectionObserver
  readonly #chunks = new Map<Element, number>()
  #rows: readonly Row[] = []
  #given: readonly Row[] = []
  #ordered = -1
  #descending = false

  /** name: of the table, and of the file that it is saved as. */
  constructor(name: string, columns: readonly Column<Row>[], more: readonly HTMLElement[] = []) {
    this.#columns = columns
    this.#heads = columns.map((column, i) =>
      h(
        'th',
        { scope: 'col', class: column.isNumber ? 'number' : undefined },
        h('button', { type: 'button', class: 'order', onclick: () => this.#order(i) }, column.title),
      ),
    )
    const growing = columns.some(({ grows }) => grows) ? columns.findIndex(({ grows }) => grows) : columns.length - 1
    const widths = columns.map(({ width }, i) => {
      const col = h('col')
      if (i !== growing) col.style.width = `${width}px`
      return col
    })
    this.#table = h('table', {}, h('colgroup', {}, ...widths), h('thead', {}, h('tr', {}, ...this.#heads)))
    this.#table.style.minWidth = `${columns.reduce((sum, { width }) => sum + width, 0)}px`
    this.#scroll = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name }, this.#table)
    this.element = h(
      'div',
      { class: 'long' },
      this.#scroll,
      h('p', { class: 'actions' }, ...more, ...takeTable(name, () => this.#written())),
    )
    this.#seen = new IntersectionObserver(entries => this.#draw(entries), { root: this.#scroll, rootMargin: MARGIN })
    this.element.addEventListener(PRINT, () => this.#drawForPrint())
  }

  get rowCount(): number {
    return this.#rows.length
  }

  show(rows: readonly Row[]): void {
    this.#given = rows
    this.#put()
  }

  #order(column: number): void {
    // up, down, and as it came
    if (this.#ordered !== column) [this.#ordered, this.#descending] = [column, false]
    else if (this.#descending) [this.#ordered, this.#descending] = [-1, false]
    else this.#descending = true
    this.#put()
  }

  #sorted(): readonly Row[] {
    const column = this.#columns[this.#ordered]
    if (column === undefined) return this.#given
    const sign = this.#descending ? -1 : 1
    const { order, text } = column
    if (order === undefined) {
      const compare = new Intl.Collator(TEXT.counting.locale, { numeric: true }).compare
      return this.#given.toSorted((a, b) => sign * compare(text(a), text(b)))
    }
    const last = sign * Number.POSITIVE_INFINITY
    const value = (row: Row): number => {
      const known = order(row)
      return Number.isNaN(known) ? last : known
    }
    return this.#given.toSorted((a, b) => {
      const [x, y] = [value(a), value(b)]
      return x === y ? 0 : sign * (x - y)
    })
  }

  #put(): void {
    this.#rows = this.#sorted()
    for (const [i, head] of this.#heads.entries()) {
      if (i === this.#ordered) head.setAttribute('aria-sort', this.#descending ? 'descending' : 'ascending')
      else head.removeAttribute('aria-sort')
    }
    this.#seen.disconnect()
    this.#chunks.clear()
    for (const body of [...this.#table.tBodies]) body.remove()
    this.#table.setAttribute('aria-rowcount', String(this.#rows.length + 1))
    this.#scroll.scrollTop = 0
    for (let from = 0; from < this.#rows.length; from += CHUNK) {
      const body = h('tbody')
      this.#chunks.set(body, from)
      if (from === 0) this.#fill(body, from)
      else this.#empty(body, Math.min(CHUNK, this.#rows.length - from) * ROW_HEIGHT)
      this.#table.append(body)
      this.#seen.observe(body)
    }
  }

  #draw(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const from = this.#chunks.get(target)
      if (from === undefined) continue
      const body = target as HTMLTableSectionElement
      const isFilled = body.dataset.filled !== undefined
      if (isIntersecting && !isFilled) this.#fill(body, from)
      else if (!isIntersecting && isFilled && boundingClientRect.height > 0 && !body.contains(document.activeElement))
        this.#empty(body, boundingClientRect.height)
    }
  }

  #fill(body: HTMLTableSectionElement, from: number): void {
    body.dataset.filled = ''
    body.replaceChildren(
      ...this.#rows
        .slice(from, from + CHUNK)
        .map((row, i) =>
          h(
            'tr',
            { 'aria-rowindex': from + i + 2 },
            ...this.#columns.map(({ cell, text, isNumber }) =>
              h('td', { class: isNumber ? 'number' : undefined }, (cell ?? text)(row)),
            ),
          ),
        ),
    )
  }

  #empty(body: HTMLTableSectionElement, height: number): void {
    delete body.dataset.filled
    const cell = h('td', { colspan: this.#columns.length })
    cell.style.height = `${height}px`
    body.replaceChildren(h('tr', { class: 'empty' }, cell))
  }

  #drawForPrint(): void {
    let count = 0
    for (const [body, from] of this.#chunks) {
      if ((count += CHUNK) > PRINTED_MAX) return
      this.#fill(body as HTMLTableSectionElement, from)
    }
  }

  #written(): Written {
    const cell = ({ text, order, isNumber }: Column<Row>, row: Row): string | number => {
      if (isNumber !== true || order === undefined) return text(row)
      // as a number, which a spreadsheet counts with
      const value = order(row)
      return Number.isNaN(value) ? '' : value
    }
    return {
      heads: this.#columns.map(({ title }) => title),
      rows: this.#rows.map(row => this.#columns.map(column => cell(column, row))),
    }
  }
}
