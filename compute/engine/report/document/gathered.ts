/** A report of several analyses, gathered for a document while it is read: the values of each result, and the rows of its lists. */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import type { MemberPath, ResultVisitor } from '../../write/stored/visit-result.ts'

export type Row = Readonly<Record<string, unknown>>

/** Rows of a list that a page needs; all are counted. */
const ROWS_MAX = 5_000

interface List {
  readonly rows: unknown[]
  count: number
}

/** Of one result, or of what stands around them. */
export class Part {
  readonly #values = new Map<string, unknown>()
  readonly #lists = new Map<string, List>()

  put(path: string, value: unknown): void {
    this.#values.set(path, value)
  }

  begin(path: string): List {
    const made: List = { rows: [], count: 0 }
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
  }

  item(value: unknown): void {
    const { rows } = this.#list!
    if (++this.#list!.count <= this.#rowsMax) rows.push(value)
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
