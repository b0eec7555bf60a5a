/** Plain values as short as they stay clear: no nulls, no empty lists, three decimals, names in one text with their ids. */

import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { nameListKeyOf } from '../../../shared/contract/task-names.ts'
import type { AnalysisResult, ResultValue } from '../../engine/result/result.ts'
import type { Plain, PlainMap } from '../../engine/summary/plain.ts'
import { roundHalfAway } from '../../engine/wording/numbers.ts'
import { isNameList, type ListTotals } from '../lists.ts'
import { firstKeyOf, tiedWithLast } from '../relevance.ts'

const DECIMALS = 3
const NAME_CHARACTERS_MAX = 48

/** "A1040: Pour slab" */
export function idAndName(id: string, name: string | null | undefined): string {
  if (name === null || name === undefined || name === '' || name === id) return id
  return `${id}: ${name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX - 1)}…` : name}`
}

const isEmpty = (value: Plain): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0)

function tidyValue(value: Plain): Plain {
  if (typeof value === 'number') return roundHalfAway(value, DECIMALS)
  if (Array.isArray(value)) return value.map(tidyValue)
  return typeof value === 'object' && value !== null ? tidy(value) : value
}

export function tidy(members: PlainMap): PlainMap {
  const tidied: PlainMap = {}
  for (const [name, value] of Object.entries(members)) {
    if (isEmpty(value) || isNameList(name, members)) continue
    const names = members[nameListKeyOf(name)]
    const tidiedValue =
      Array.isArray(value) && Array.isArray(names)
        ? value.map((id, n) => (typeof id === 'string' ? idAndName(id, names[n] as string | null) : id))
        : tidyValue(value)
    if (!isEmpty(tidiedValue)) tidied[name] = tidiedValue
  }
  return tidied
}

// What is said of each list that is not whole: how many of how many items are here, by which order, and how many more are as bad as the last one.

/** Lists that run from a beginning to an end: of these the first and the last items are shown. */
export const CHAINS: Readonly<Partial<Record<AnalysisId, readonly string[]>>> = {
  'analysis.cpm': ['longest_path', 'longest_path_names'],
}

/** Lists inside items that are said to be there although none of them is here. */
const TOLD: readonly string[] = ['windows[].days']
/** Lists of which nothing is here, the longest. */
const ABSENT_MAX = 5

export const headOf = (count: number): number => Math.ceil(count / 2)

const isNested = (path: string): boolean => path.includes('[]')

const listAt = (data: AnalysisResult['data'], path: string): ResultValue | undefined =>
  path
    .split('.')
    .reduce<unknown>((here, name) => (here as Readonly<Record<string, unknown>> | null | undefined)?.[name], data) as
    | ResultValue
    | undefined

function orderWords(rowId: AnalysisId, path: string): string {
  const key = firstKeyOf(rowId, `data.${path}`)
  if (key === undefined) return 'the first'
  const [member, order] = key
  if (member.endsWith('date')) return order === 'largest' ? `latest ${member} first` : `earliest ${member} first`
  if (order === 'size') return `largest ${member} first, of either sign`
  return `${order} ${member} first`
}

function noteOf(rowId: AnalysisId, data: AnalysisResult['data'], path: string, count: number, total: number): string {
  const share = `${count} of ${total}`
  if (count === 0) return share
  if (CHAINS[rowId]?.includes(path)) {
    const head = headOf(count)
    return head === count ? `${share}, the first` : `${share}, the first ${head} and the last ${count - head}`
  }
  const order = orderWords(rowId, path)
  if (isNested(path)) return `${share}, ${order}`
  const list = listAt(data, path)
  const tied = list === undefined ? undefined : tiedWithLast(rowId, `data.${path}`, list, count)
  return tied === undefined
    ? `${share}, ${order}`
    : `${share}, ${order}; ${tied.count} more ${tied.count === 1 ? 'has' : 'have'} ${tied.member} ${tied.value}`
}

/** By the path of the list within data. hidden: lists that have members of their own. */
export function listNotes(
  rowId: AnalysisId,
  data: AnalysisResult['data'],
  totals: ListTotals,
  shown: ListTotals,
  hidden: readonly string[],
): PlainMap {
  const cut = [...totals]
    .map(([path, total]) => ({ path: path.replace(/^data\./, ''), total, count: shown.get(path) ?? 0 }))
    .filter(({ path, total, count }) => count < total && !hidden.includes(path))
    .sort((a, b) => b.total - b.count - (a.total - a.count) || (a.path < b.path ? -1 : 1))
  const here = cut.filter(({ count }) => count > 0)
  const absent = cut.filter(({ path, count }) => count === 0 && (!isNested(path) || TOLD.includes(path)))
  return Object.fromEntries(
    [...here, ...absent.slice(0, ABSENT_MAX)].map(({ path, total, count }) => [
      path,
      noteOf(rowId, data, path, count, total),
    ]),
  )
}
