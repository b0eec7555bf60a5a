/** A table of a result in HTML: the columns that fit a page, the first rows, and how many there are. */
import type { Cell, HeadColumn } from '../write/sheets/sheet-visitor.ts'
import type { ShownTable } from './collect.ts'
import { escaped, isolated } from './markup.ts'
import { labelOf, WORDS } from './words.ts'

const COLUMNS_MAX = 10

/** Columns that say less on paper than they take: offsets beside their dates, names beside names in lists, addresses. */
function isLeftOut({ name }: HeadColumn, columns: readonly HeadColumn[]): boolean {
  const has = (other: string): boolean => columns.some(column => column.name === other)
  return has(`${name}_date`) || name.endsWith('_names') || name.endsWith('method_url') || name === 'parent_row'
}

function hasValues(table: ShownTable, i: number): boolean {
  return table.rows.some(row => row[i] !== null && row[i] !== undefined)
}

interface ShownColumn extends HeadColumn {
  readonly at: number
}

function shownColumns(table: ShownTable): ShownColumn[] {
  const { columns } = table
  return columns
    .map((column, at): ShownColumn => ({ ...column, at }))
    .filter(column => !isLeftOut(column, columns) && hasValues(table, column.at))
    .slice(0, COLUMNS_MAX)
}

const DECIMALS = 2
/** Made when the first figure is shown: the first format of a process takes 20 ms. */
let format: Intl.NumberFormat | undefined

/** A date, with or without a time. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/
export const isMoment = (cell: string): boolean => MOMENT.test(cell)

/** A word of ours, such as late_constraint. */
const WORD = /^[a-z]+(?:_[a-z]+)+$/

/** A figure as it is shown everywhere: to two decimals, with commas between thousands. */
export function figureText(value: number): string {
  format ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: DECIMALS, signDisplay: 'negative' })
  return format.format(value)
}

/** null: nothing, false: no. */
export function cellText(cell: Cell | undefined, charactersMax?: number): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return figureText(cell)
  if (typeof cell === 'boolean') return cell ? WORDS.yes : WORDS.no
  const moment = MOMENT.exec(cell)
  if (moment !== null) return `<span class="w">${moment[1]}</span>${moment[2] === undefined ? '' : ` ${moment[2]}`}`
  return isolated(WORD.test(cell) ? cell.replaceAll('_', ' ') : cell, charactersMax)
}

const CLASSES: Readonly<Record<HeadColumn['kind'], string>> = {
  number: ' class="n"',
  day: '',
  text: ' class="t"',
  boolean: '',
  other: '',
}
const IDENTIFIERS = /(?:^|_)id$/
const classOf = ({ kind, name }: HeadColumn): string => (IDENTIFIERS.test(name) ? ' class="i"' : CLASSES[kind])

export function tableHtml(table: ShownTable): string {
  const { rows, rowCount, columns } = table
  if (rowCount === 0) return ''
  const shown = shownColumns(table)
  const left = columns.filter(column => !isLeftOut(column, columns)).length - shown.length
  const counts = rowCount > rows.length ? WORDS.more(rows.length, rowCount) : WORDS.rows(rowCount)
  const caption = left > 0 ? `${counts}; ${WORDS.columnsLeft(left)}` : counts
  const head = shown.map(
    column => `<th scope="col"${column.kind === 'number' ? ' class="n"' : ''}>${escaped(labelOf(column.name))}</th>`,
  )
  const body = rows.map(
    row => `<tr>${shown.map(column => `<td${classOf(column)}>${cellText(row[column.at])}</td>`).join('')}</tr>`,
  )
  return `<section><h2>${escaped(labelOf(table.name))}</h2><div class="scroll"><table><caption>${escaped(caption)}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div></section>\n`
}

/** Rows of a table as objects by the names of their columns. */
export const objectsOf = ({ columns, rows }: ShownTable): Readonly<Record<string, Cell>>[] =>
  rows.map(row => Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? null])))

/** Whose names the schedules have in their files. */
export const projectsOf = (imports: ShownTable | undefined): string => {
  const names = imports === undefined ? [] : objectsOf(imports).map(({ project_name: name }) => name)
  return [...new Set(names.filter(name => typeof name === 'string' && name !== ''))].join(', ')
}
