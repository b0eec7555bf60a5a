/** A stored result into sheets: rows of cells, in the order in which they come. What becomes of them is said by whoever opens the sheets. */
import { nameListKeyOf } from '../../../../shared/contract/task-names.ts'
import type { MemberPath, ResultVisitor } from '../stored/visit-result.ts'
import { type ColumnKind, valueAt } from './columns.ts'
import { everyTable, LISTS_SHEET, type SheetPlan, SUMMARY_SHEET, type TableSheet } from './plan.ts'

// What stands in one cell of a list, and of members that no schema names: 'A; B', 'points: 3; codes: A, B'.

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inner = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inner).join(', ')
  if (isObject(value)) return `(${pairs(value)})`
  return value === null || value === undefined ? '' : String(value)
}

const pairs = (value: Readonly<Record<string, unknown>>): string =>
  Object.entries(value)
    .map(([name, member]) => `${name}: ${inner(member)}`)
    .join('; ')

export const cellWords = (value: object): string =>
  Array.isArray(value) ? value.map(inner).join('; ') : pairs(value as Readonly<Record<string, unknown>>)

export type Cell = string | number | boolean | null

export interface HeadColumn {
  readonly name: string
  readonly kind: ColumnKind
}

export interface SheetSink {
  /** kinds: of the cells, where they differ from those of the columns. */
  row(cells: readonly Cell[], kinds?: readonly ColumnKind[]): void
}

/** undefined: nobody wants that sheet. */
type OpenSheet = (name: string, columns: readonly HeadColumn[]) => SheetSink | undefined

interface SheetOptions {
  /** The longest text of a list that stands in one cell; a longer one gets rows of the sheet of lists. */
  readonly listCharactersMax: number
}

const text = (name: string): HeadColumn => ({ name, kind: 'text' })
const SUMMARY_COLUMNS: readonly HeadColumn[] = [text('member'), { name: 'value', kind: 'other' }]
const LIST_COLUMNS: readonly HeadColumn[] = [
  text('list'),
  { name: 'position', kind: 'number' },
  { name: 'value', kind: 'other' },
  text('name'),
]

const headOfTable = (table: TableSheet): HeadColumn[] => [...table.parentColumns, ...table.columns]

/** The columns of a sheet of the plan, whether or not a result has any of its rows. */
export function headOf(plan: SheetPlan, name: string): readonly HeadColumn[] {
  if (name === SUMMARY_SHEET) return SUMMARY_COLUMNS
  if (name === LISTS_SHEET) return LIST_COLUMNS
  return headOfTable(everyTable(plan.tables).find(table => table.name === name)!)
}

/** Texts of a list; names stand beside the ids that came before them. */
interface HeldList {
  readonly path: string
  readonly values: Cell[]
}

export class SheetVisitor implements ResultVisitor {
  readonly #plan: SheetPlan
  readonly #open: OpenSheet
  readonly #options: SheetOptions
  readonly #sinks = new Map<string, SheetSink | undefined>()
  readonly #tableByPath: ReadonlyMap<string, TableSheet>
  /** What becomes of an item of the list that is being read. */
  #item: (value: unknown) => void = () => {}
  #ids: HeldList | undefined

  constructor(plan: SheetPlan, open: OpenSheet, options: SheetOptions) {
    this.#plan = plan
    this.#open = open
    this.#options = options
    this.#tableByPath = new Map(plan.tables.map(table => [table.path.join('.'), table]))
  }

  /** After the last value. */
  finish(): void {
    this.#flushIds()
  }

  value(path: MemberPath, value: unknown): void {
    const name = path.join('.')
    const kind = typeof value === 'string' && this.#plan.days.has(name) ? 'day' : 'other'
    this.#sink(SUMMARY_SHEET, SUMMARY_COLUMNS)?.row([name, value as Cell], ['text', kind])
  }

  beginList(path: MemberPath): void {
    const name = path.join('.')
    const table = this.#tableByPath.get(name)
    if (table !== undefined) {
      this.#flushIds()
      let number = 0
      this.#sinkOf(table)
      this.#item = row => this.#addRow(table, row, ++number, [])
      return
    }
    const ids = this.#ids
    const isNames = ids !== undefined && namesPathOf(ids.path) === name
    if (isNames) this.#ids = undefined
    else this.#flushIds()
    const values: Cell[] = []
    if (isNames) {
      let at = 0
      this.#item = value => this.#addListRow(ids.path, ++at, ids.values[at - 1], value as Cell)
    } else {
      this.#ids = { path: name, values }
      this.#item = value =>
        values.push(typeof value === 'object' && value !== null ? cellWords(value) : (value as Cell))
    }
  }

  item(value: unknown): void {
    this.#item(value)
  }

  endList(): void {
    this.#item = () => {}
  }

  #sink(name: string, columns: readonly HeadColumn[]): SheetSink | undefined {
    if (!this.#sinks.has(name)) this.#sinks.set(name, this.#open(name, columns))
    return this.#sinks.get(name)
  }

  #sinkOf(table: TableSheet): SheetSink | undefined {
    return this.#sink(table.name, headOfTable(table))
  }

  #addRow(table: TableSheet, row: unknown, number: number, parent: readonly Cell[]): void {
    const sink = this.#sinkOf(table)
    if (sink !== undefined) {
      const cells = [...parent]
      for (const { path, name } of table.columns) cells.push(this.#cell(table, name, number, valueAt(row, path)))
      sink.row(cells)
    }
    for (const inner of table.inner) {
      const rows = valueAt(row, inner.path)
      if (!Array.isArray(rows)) continue
      const [, label] = inner.parentColumns
      const from: Cell[] = [number, ...(label === undefined ? [] : [(valueAt(row, label.path) ?? null) as Cell])]
      let innerNumber = 0
      for (const each of rows) this.#addRow(inner, each, ++innerNumber, from)
    }
  }

  #cell({ name: sheet }: TableSheet, column: string, number: number, value: unknown): Cell {
    if (value === undefined || value === null) return null
    if (typeof value !== 'object') return value as Cell
    const words = cellWords(value)
    if (words === '') return null
    if (words.length <= this.#options.listCharactersMax || !Array.isArray(value)) return words
    const list = `${sheet}.${column}, row ${number}`
    let position = 0
    for (const each of value) this.#addListRow(list, ++position, each as Cell, null)
    return `${value.length} values, in the sheet ${LISTS_SHEET}: ${list}`
  }

  #addListRow(list: string, position: number, value: Cell, name: Cell): void {
    this.#sink(LISTS_SHEET, LIST_COLUMNS)?.row([list, position, value, name])
  }

  #flushIds(): void {
    const ids = this.#ids
    this.#ids = undefined
    let position = 0
    for (const value of ids?.values ?? []) this.#addListRow(ids!.path, ++position, value, null)
  }
}

function namesPathOf(path: string): string {
  const at = path.lastIndexOf('.') + 1
  return path.slice(0, at) + nameListKeyOf(path.slice(at))
}
