/** A table that is taken along: copied for a spreadsheet, or saved as CSV or XLSX. */
import { TEXT } from '../texts.ts'
import { download } from './download.ts'
import { h } from './element.ts'
import { workbookOf } from './workbook.ts'

export interface Written {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** A spreadsheet would compute a text that begins so. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.])/
const quoted = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
const plain = (text: string): string => text.replace(/[\t\n\r]+/g, ' ')

const lines = ({ heads, rows }: Written, separator: string, text: (text: string) => string): string =>
  [heads, ...rows]
    .map(cells => cells.map(cell => (typeof cell === 'number' ? String(cell) : text(cell))).join(separator))
    .join('\r\n')

/** name: of the file. */
export function takeTable(name: string, written: () => Written): HTMLElement[] {
  const said = h('span', { role: 'status', class: 'note' })
  const button = (text: string, act: () => void): HTMLElement =>
    h('button', { type: 'button', class: 'button small', onclick: act }, text)
  const copy = (): void => {
    const table = written()
    navigator.clipboard.writeText(lines(table, '\t', plain)).then(
      () => (said.textContent = TEXT.table.copied(table.rows.length)),
      () => (said.textContent = TEXT.table.notCopied),
    )
  }
  const csv = (): void =>
    download(
      new Blob([`\uFEFF${lines(written(), ',', quoted)}\r\n`], { type: 'text/csv;charset=utf-8' }),
      `${name}.csv`,
    )
  return [
    button(TEXT.table.copy, copy),
    button('CSV', csv),
    button('XLSX', () => download(workbookOf(name, written()), `${name}.xlsx`)),
    said,
  ]
}
