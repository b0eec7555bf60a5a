/**
 * Which items of a long list are shown when not all are: the keys by which the list is ranked, the first difference decides. A list that is
 * not named here shows its first items.
 */
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import { METHODS } from '../engine/methods.ts'
import { type ResultValue, Table, type TableColumn } from '../engine/result/result.ts'
import type { RankingKey, RankingOrder } from '../engine/summary/sentences.ts'
import { roundHalfAway } from '../engine/wording/numbers.ts'
import { sourceRow } from '../engine/write/table-cells.ts'
import { uncut } from './choice.ts'

/** Value of a row of a table by which it is ranked; NaN = none. */
type Rank = (row: number) => number

function rankOf(column: TableColumn | undefined): Rank | undefined {
  switch (column?.kind) {
    case 'number':
    case 'day':
    case 'moment':
    case 'label':
      return row => column.values[row]!
    case 'boolean':
      return row => (column.values[row] === 1 ? 1 : 0)
    default:
      return undefined
  }
}

/** Figures of the items by one member, the highest ranked first; made once, since each is compared many times. */
function figuresOf(list: Table | readonly ResultValue[], [member, order]: RankingKey): Float64Array | undefined {
  const figures = new Float64Array(lengthOf(list))
  if (list instanceof Table) {
    const rank = rankOf(list.columns[member])
    if (rank === undefined) return undefined
    for (let i = 0; i < figures.length; i++) figures[i] = ordered(rank(sourceRow(list, i)), order)
  } else for (let i = 0; i < figures.length; i++) figures[i] = ordered(figureOf(list[i], member), order)
  return figures
}

function ordered(value: number, order: RankingOrder): number {
  if (Number.isNaN(value)) return Number.NEGATIVE_INFINITY
  if (order === 'size') return Math.abs(value)
  return order === 'largest' ? value : -value
}

function comparatorFor(
  shown: Table | readonly ResultValue[],
  keys: readonly RankingKey[],
): (a: number, b: number) => number {
  const list = uncut(shown)
  const each = keys.flatMap(key => figuresOf(list, key) ?? [])
  return (a, b) => {
    for (const figures of each) {
      const [first, second] = [figures[a]!, figures[b]!]
      if (first !== second) return second > first ? 1 : -1
    }
    return a - b
  }
}

/** A number as it is, a day by its digits. */
function figureOf(item: ResultValue | undefined, member: string): number {
  const value = (item as Readonly<Record<string, ResultValue>> | undefined)?.[member]
  if (typeof value === 'number') return value
  return typeof value === 'string' ? Number(value.replaceAll('-', '')) : Number.NaN
}

const lengthOf = (list: Table | readonly ResultValue[]): number => (list instanceof Table ? list.rowCount : list.length)

/** Lists of `data` outside any other list: these are turned over page by page. */
export const isPaged = (path: string): boolean => path.startsWith('data.') && !path.includes('[]')

/** Which items of a list are to be shown. */
interface Wish {
  readonly count: number
  /** Items that are passed over, the most relevant ones first; 0 = none. */
  readonly offset?: number
  /** A list that needs no cut is ranked as well. */
  readonly isRanked?: boolean | undefined
}

/** What decides first in the order of a list; undefined: it has none. */
export const firstKeyOf = (rowId: AnalysisId, path: string): RankingKey | undefined => METHODS[rowId].ranking[path]?.[0]

interface Tied {
  readonly member: string
  readonly value: number
  readonly count: number
}

/** How many items behind the first `count`, which are shown, have the figure of the last one shown. undefined: none, or the figure says nothing. */
export function tiedWithLast(rowId: AnalysisId, path: string, list: ResultValue, count: number): Tied | undefined {
  const key = firstKeyOf(rowId, path)
  if (key === undefined || !(list instanceof Table || Array.isArray(list))) return undefined
  const whole = list as Table | readonly ResultValue[]
  const [member, order] = key
  const figures = figuresOf(whole, key)
  if (figures === undefined || (whole instanceof Table && whole.columns[member]?.kind !== 'number')) return undefined
  const last = mostRelevant(rowId, path, whole, { count, isRanked: true }).at(-1)
  if (last === undefined || !Number.isFinite(figures[last]!) || figures[last] === 0) return undefined
  const alike = figures.reduce((sum, figure) => sum + (figure === figures[last] ? 1 : 0), 0)
  const better = figures.reduce((sum, figure) => sum + (figure > figures[last]! ? 1 : 0), 0)
  const others = better + alike - count
  if (others <= 0) return undefined
  const value = roundHalfAway(order === 'smallest' ? -figures[last]! : figures[last]!, 3)
  return { member, value, count: others }
}

/** More items than this are taken from the whole list in order. */
const PICKED_MAX = 128

/**
 * Indices of the items to show, in the order to show them: all in their own order when nothing is left out, else the highest ranked first.
 * orders: the first items of lists in order, or all, that were found before, by path; what is found here is added.
 */
export function mostRelevant(
  rowId: AnalysisId,
  path: string,
  list: Table | readonly ResultValue[],
  { count, offset = 0, isRanked = false }: Wish,
  orders?: Map<string, Uint32Array>,
): readonly number[] {
  const length = lengthOf(list)
  const end = Math.min(length, offset + count)
  const keys = METHODS[rowId].ranking[path]
  if (end <= offset) return []
  if (keys === undefined || (length <= count && offset === 0 && !isRanked))
    return Array.from({ length: end - offset }, (_, i) => offset + i)
  let order = orders?.get(path)
  if (order === undefined || order.length < end) {
    const compare = comparatorFor(list, keys)
    // what is kept for the next try is as much as it may want
    const pickedCount = orders === undefined ? end : PICKED_MAX
    order =
      end <= PICKED_MAX
        ? Uint32Array.from(picked(length, Math.min(length, pickedCount), compare))
        : Uint32Array.from({ length }, (_, i) => i).sort(compare)
    orders?.set(path, order)
  }
  return [...order.subarray(offset, end)]
}

/** The first of a list in order, in one pass with `count` places, so that nothing is made of the items left out. */
function picked(length: number, count: number, compare: (a: number, b: number) => number): number[] {
  const best: number[] = []
  for (let i = 0; i < length; i++) {
    if (best.length === count && compare(best[count - 1]!, i) <= 0) continue
    let low = 0
    let high = best.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(best[middle]!, i) <= 0) low = middle + 1
      else high = middle
    }
    best.splice(low, 0, i)
    if (best.length > count) best.pop()
  }
  return best
}
