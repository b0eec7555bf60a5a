/**
 * A result as plain values with its long lists cut. Lists with a fixed bound stay whole; of lists that grow with the schedule the most
 * relevant items are kept. Numbers, dates and ids are unchanged; only long prose is shortened.
 */
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import { References, type ResultValue, Table } from '../engine/result/result.ts'
import { type Plain, type PlainMap, plainCell, positiveZero, referenceAt } from '../engine/summary/plain.ts'
import { sourceRow } from '../engine/write/table-cells.ts'
import { isNameList, type ListTotals } from './lists.ts'
import { isPaged, mostRelevant } from './relevance.ts'

/** Longest lists: of objects and of texts, outside any other list and inside one. */
export interface ListLimits {
  readonly items: number
  readonly texts: number
  readonly innerItems: number
  readonly innerTexts: number
  /** Items of each list of `data` that are passed over. */
  readonly offset?: number
  /** Lists that need no cut are ranked as well. */
  readonly isRanked?: true
  /** Lists of data of which the first and the last items are kept. */
  readonly chains?: readonly string[]
  /** Lists of names are left out, so that there is room for more ids. */
  readonly withoutNames?: true
  /** Texts are cut to so many UTF-8 bytes of JSON, ids too: the last resort. */
  readonly textBytes?: number
}

/** Lists with one item per check, category or rule, however large the schedule is. */
const WHOLE_LISTS: ReadonlySet<string> = new Set([
  'findings',
  'recommendations',
  'codes',
  'checks',
  'components',
  'observations',
  'sub_metrics',
  'categories',
  'rules',
  'terms',
])

/** Texts of each check, its page and the rule of whom it counts: the full result has them, its message says what is counted, and here the room is for what was found. */
const OF_FULL_RESULTS: ReadonlySet<string> = new Set(['method_url', 'population'])

/** Longest text; an id (ID_LENGTH_MAX) is shorter, so what is cut is prose or a name. */
const TEXT_CHARACTERS_MAX = 300

type ReferenceList = Pick<References, 'values' | 'into'> & { readonly nullWhenEmpty?: boolean }

export class Cutter {
  readonly #rowId: AnalysisId
  readonly #limits: ListLimits
  readonly #orders: Map<string, Uint32Array>
  /** Items that were kept, by path. */
  readonly shown: ListTotals = new Map()
  /** A list inside a shown item is longer than it may be. */
  isInnerCut = false

  /** orders: what of long lists was put in order before, for the same result. */
  constructor(rowId: AnalysisId, limits: ListLimits, orders = new Map<string, Uint32Array>()) {
    this.#rowId = rowId
    this.#limits = limits
    this.#orders = orders
  }

  /** isInner: the value stands in an item of a list. */
  cut(value: ResultValue, path: string, isInner = false): Plain {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value === 'number') return positiveZero(value)
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof References) return this.#texts(value, path, isInner)
    if (value instanceof Table) return this.#table(value, path, isInner)
    if (Array.isArray(value)) return this.#array(value, path, isInner)
    return this.map(value as Readonly<Record<string, ResultValue | undefined>>, path, isInner)
  }

  map(value: Readonly<Record<string, ResultValue | undefined>>, path: string, isInner = false): PlainMap {
    const plain: PlainMap = {}
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined || this.#leavesOut(name, value)) continue
      plain[name] = this.cut(member, path === '' ? name : `${path}.${name}`, isInner)
    }
    return plain
  }

  #leavesOut(name: string, members: Readonly<Record<string, unknown>>): boolean {
    return (
      (OF_FULL_RESULTS.has(name) && typeof members[name] === 'string') ||
      (this.#limits.withoutNames === true && isNameList(name, members))
    )
  }

  #text(text: string): string
  #text(text: string | null): string | null
  #text(text: string | null): string | null {
    const { textBytes } = this.#limits
    if (text === null) return null
    return textBytes === undefined ? shorten(text) : shorten(text, charactersWithin(text, textBytes))
  }

  #note(path: string, count: number): void {
    this.shown.set(path, (this.shown.get(path) ?? 0) + count)
  }

  /** Where the items of a list begin that are shown, and how many there are. */
  #pageOf(length: number, path: string, isInner: boolean, isTexts: boolean): { offset: number; count: number } {
    if (WHOLE_LISTS.has(path.slice(path.lastIndexOf('.') + 1))) return { offset: 0, count: length }
    const { items, texts, innerItems, innerTexts } = this.#limits
    const most = isTexts ? (isInner ? innerTexts : texts) : isInner ? innerItems : items
    const offset = isPaged(path) ? Math.min(this.#limits.offset ?? 0, length) : 0
    if (isInner && length > most) this.isInnerCut = true
    return { offset, count: Math.min(length - offset, most) }
  }

  #texts(
    { values, into, nullWhenEmpty }: ReferenceList,
    path: string,
    isInner: boolean,
    start = 0,
    end = values.length,
  ): Plain[] {
    const { offset, count } = this.#pageOf(end - start, path, isInner, true)
    this.#note(path, count)
    const first = start + offset
    const kept =
      count < end - start && this.#limits.chains?.some(name => path === `data.${name}`) === true
        ? [
            ...values.subarray(first, first + Math.ceil(count / 2)),
            ...values.subarray(end - Math.floor(count / 2), end),
          ]
        : values.subarray(first, first + count)
    return Array.from(kept, index => this.#text(referenceAt(into, index, nullWhenEmpty)))
  }

  /** Indices of the items of a list that are shown. */
  #shownOf(list: Table | readonly ResultValue[], path: string, page: { offset: number; count: number }) {
    this.#note(path, page.count)
    // lists inside items share a path
    const orders = isPaged(path) ? this.#orders : undefined
    return mostRelevant(this.#rowId, path, list, { ...page, isRanked: this.#limits.isRanked }, orders)
  }

  #array(values: readonly ResultValue[], path: string, isInner: boolean): Plain[] {
    const page = this.#pageOf(values.length, path, isInner, typeof values[0] !== 'object')
    return this.#shownOf(values, path, page).map(i => this.cut(values[i]!, `${path}[]`, true))
  }

  #table(table: Table, path: string, isInner: boolean): Plain[] {
    const page = this.#pageOf(table.rowCount, path, isInner, false)
    return this.#shownOf(table, path, page).map(i => this.#row(table, sourceRow(table, i), path))
  }

  #row(table: Table, row: number, path: string): PlainMap {
    const plain: PlainMap = {}
    for (const [name, column] of Object.entries(table.columns)) {
      if (column.kind === 'references') {
        if (this.#leavesOut(name, table.columns)) continue
        const [start, end] = [column.start[row]!, column.start[row + 1]!]
        plain[name] = this.#texts(column, `${path}[].${name}`, true, start, end)
      } else {
        const value = plainCell(column, row)
        plain[name] = typeof value === 'string' ? this.#text(value) : value
      }
    }
    return plain
  }
}

/** How many characters of a text take at most so many bytes as JSON, if each took as much as the average. */
function charactersWithin(text: string, bytesMax: number): number {
  const bytes = Buffer.byteLength(JSON.stringify(text.slice(0, TEXT_CHARACTERS_MAX)))
  const characters = Math.min(text.length, TEXT_CHARACTERS_MAX)
  return bytes <= bytesMax ? TEXT_CHARACTERS_MAX : Math.max(2, Math.floor((characters * bytesMax) / bytes))
}

/** At the end of a sentence or of a word where one is near, and never in the middle of a character. */
export function shorten(text: string, charactersMax = TEXT_CHARACTERS_MAX): string {
  if (text.length <= charactersMax) return text
  const last = text.charCodeAt(charactersMax - 2)
  const left = text.slice(0, last >= 0xd800 && last <= 0xdbff ? charactersMax - 2 : charactersMax - 1)
  const sentence = left.lastIndexOf('. ')
  if (2 * sentence > charactersMax) return `${left.slice(0, sentence + 1)} …`
  const word = left.lastIndexOf(' ')
  return 2 * word > charactersMax ? `${left.slice(0, word)} …` : `${left}…`
}
