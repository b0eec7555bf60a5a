/**
 * The delay category of a task in a schedule that gives it none: that of the next schedule of the series that does, else of the one before. Who says once
 * whose a task is need not say it in every update.
 */
import { hasAnyColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { matchIds, NO_MATCH } from '../ids/match-ids.ts'
import { copied } from '../ids/short-arrays.ts'
import type { SeriesItem } from './series.ts'

export function withKeptCategories(items: readonly SeriesItem[]): readonly SeriesItem[] {
  if (!items.some(({ columns }) => hasAnyColumn(columns, ['delayCategory']))) return items
  const codes = items.map(({ columns }) => columns.delayCategory)
  const from = (k: number, other: number): void => {
    if (codes[k].every(code => code !== 0) || codes[other].every(code => code === 0)) return
    const match = matchIds(items[other].columns, items[k].columns)
    const given = codes[other]
    // most updates say the same: what was found out about their columns stays with them
    let filled: Uint8Array | undefined
    for (let i = 0; i < match.length; i++) {
      if (codes[k][i] !== 0 || match[i] === NO_MATCH || given[match[i]] === 0) continue
      filled ??= copied(codes[k])
      filled[i] = given[match[i]]
    }
    codes[k] = filled ?? codes[k]
  }
  for (let k = items.length - 2; k >= 0; k--) from(k, k + 1)
  for (let k = 1; k < items.length; k++) from(k, k - 1)
  return items.map((item, k) =>
    codes[k] === item.columns.delayCategory ? item : { ...item, columns: { ...item.columns, delayCategory: codes[k] } },
  )
}
