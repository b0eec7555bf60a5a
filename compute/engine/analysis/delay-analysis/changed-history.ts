/**
 * Actual dates that the earlier schedule had and the later one reports otherwise. The later report counts, as progress of the window: a
 * half-step has one record of what was done. How many there are is told beside it.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { compareIds } from '../../ids/id-order.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { isInPasses } from '../../kind/participation.ts'

const LISTED_MAX = 20

/** Tasks of the earlier schedule, by id. */
export function tasksOfChangedHistory(earlier: ScheduleColumns, later: ScheduleColumns): number[] {
  const found: number[] = []
  matchIds(later, earlier).forEach((j, i) => {
    if (j === NO_MATCH || !isInPasses(earlier.taskType[i])) return
    if (isChanged(earlier, later, 'actualStart', i, j) || isChanged(earlier, later, 'actualFinish', i, j)) found.push(i)
  })
  return found.sort((a, b) => compareIds(earlier.id, a, b))
}

/** A date without a time of day is any time of its day. */
function isChanged(
  earlier: ScheduleColumns,
  later: ScheduleColumns,
  column: 'actualStart' | 'actualFinish',
  i: number,
  j: number,
): boolean {
  if (earlier[column][i] === DAY_ABSENT) return false
  if (earlier[column][i] !== later[column][j]) return true
  const [before, after] = [earlier[`${column}Time`][i] ?? 0, later[`${column}Time`][j] ?? 0]
  return before > 0 && after > 0 && before !== after
}

export function showHistory(earlier: SeriesItem, later: SeriesItem) {
  const changed = tasksOfChangedHistory(earlier.columns, later.columns)
  return {
    retroactive_change_count: changed.length,
    retroactive_change_ids: changed.slice(0, LISTED_MAX).map(i => textAt(earlier.columns.id, i)),
  }
}
