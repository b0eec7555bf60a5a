/** A report of several analyses, gathered for a document while it is read: the values of each result, and the rows of its lists. */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import type { MemberPath, ResultVisitor } from '../../write/stored/visit-result.ts'

export type Row = Readonly<Record<string, unknown>>

/** Rows of a list that a page needs; all are counted. */
const ROWS_MAX = 5_000

interface List {
  readonly rows: unknown[]
  /** Places of the rows in the list. */
  readonly at: number[]
  count: number
}

/** Lists of tasks as long as the schedule: of these only what a report names is kept. */
const TASKS = 'data.tasks'
const DETAILS = 'data.task_details'
const OUTLOOK_DAYS = 90

/** Of one result, or of what stands around them. */
export class Part {
  readonly #values = new Map<string, unknown>()
  readonly #lists = new Map<string, List>()

  put(path: string, value: unknown): void {
    this.#values.set(path, value)
  }

  begin(path: string): List {
    const made: List = { rows: [], at: [], count: 0 }
    this.#lists.set(path, made)
    return made
  }

  value(path: string): unknown {
    return this.#values.get(path)
  }

  text(path: string): string | undefined {
    const value = this.#values.get(path)
    return typeof value === 'string' && value !== '' ? value : undefined
  }

  number(path: string): number | undefined {
    const value = this.#values.get(path)
    return typeof value === 'number' ? value : undefined
  }

  rows(path: string): readonly Row[] {
    return (this.#lists.get(path)?.rows ?? []) as readonly Row[]
  }

  /** Rows with their places: entry i of two lists of one length may both be about task i. */
  entries(path: string): readonly { readonly at: number; readonly row: Row }[] {
    const { rows = [], at = [] } = this.#lists.get(path) ?? {}
    return rows.map((row, n) => ({ at: at[n]!, row: row as Row }))
  }

  /** Whether the row of a task is kept where not all are: on a path, near one, a milestone, or soon. */
  isNamed(row: Row): boolean {
    if (row.is_on_longest_path === true || row.is_critical === true || row.early_start === row.early_finish) return true
    const float = row.total_float_days
    if (typeof float !== 'number') return false
    const near = this.number('data.near_critical_days') ?? 0
    const start = row.early_start as number
    return float <= near || start <= (this.number('data.data_date.offset') ?? 0) + OUTLOOK_DAYS
  }

  texts(path: string): readonly string[] {
    return (this.#lists.get(path)?.rows ?? []).map(String)
  }

  count(path: string): number {
    return this.#lists.get(path)?.count ?? 0
  }
}

/** data.results.<id of an analysis> */
const RESULT_DEPTH = 3

export class Gathered implements ResultVisitor {
  /** The report itself. */
  readonly own = new Part()
  readonly #results = new Map<string, Part>()
  #list: List | undefined
  #part: Part = this.own
  /** Of a list of tasks; empty = another one. */
  #name = ''
  #named: ReadonlySet<number> = new Set()
  readonly #rowsMax: number

  constructor(rowsMax = ROWS_MAX) {
    this.#rowsMax = rowsMax
  }

  /** undefined: it was not asked for, or could not be made. */
  of(id: AnalysisId): Part | undefined {
    return this.#results.get(id)
  }

  #place(path: MemberPath): [Part, string] {
    const [first, second, id] = path
    if (first !== 'data' || second !== 'results' || id === undefined) return [this.own, path.join('.')]
    let part = this.#results.get(id)
    if (part === undefined) this.#results.set(id, (part = new Part()))
    return [part, path.slice(RESULT_DEPTH).join('.')]
  }

  value(path: MemberPath, value: unknown): void {
    const [part, name] = this.#place(path)
    part.put(name, value)
  }

  beginList(path: MemberPath): void {
    const [part, name] = this.#place(path)
    this.#list = part.begin(name)
    this.#part = part
    this.#name = part !== this.own && (name === TASKS || name === DETAILS) ? name : ''
    if (name === DETAILS) this.#named = new Set(part.entries(TASKS).map(({ at }) => at))
  }

  item(value: unknown): void {
    const list = this.#list!
    const at = list.count++
    if (list.rows.length < this.#rowsMax && this.#isKept(at, value as Row)) {
      list.rows.push(value)
      list.at.push(at)
    }
  }

  /** A workbook has all. */
  #isKept(at: number, row: Row): boolean {
    if (this.#rowsMax === Number.POSITIVE_INFINITY || this.#name === '') return true
    return this.#name === TASKS ? this.#part.isNamed(row) : this.#named.has(at)
  }

  endList(): void {
    this.#list = undefined
  }
}

export const rowsIn = (row: Row, member: string): readonly Row[] =>
  Array.isArray(row[member]) ? (row[member] as Row[]) : []
export const numberIn = (row: Row, member: string): number | undefined => {
  const value = row[member]
  return typeof value === 'number' ? value : undefined
}
export const textIn = (row: Row, member: string): string => {
  const value = row[member]
  return typeof value === 'string' ? value : ''
}
