/** One schedule of the record as the result has it, and milestones over all of them. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { SeriesItem } from '../../compare/series.ts'
import {
  type Finish,
  finishText,
  marginOf,
  movementOf,
  NO_MOVEMENT,
  showMovement,
  taskFinishOf,
} from '../../edits/finish-moves.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { compareIds } from '../../ids/id-order.ts'
import { matchIds, NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { isSummary } from '../../kind/participation.ts'
import { COMPLETE, IN_PROGRESS } from '../../population/progress.ts'
import { dateOrNull } from '../../result/options.ts'
import { References, type ResultValue } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import type { Quality } from './quality.ts'

export interface Update {
  readonly item: SeriesItem
  readonly of: Computed
  readonly finish: Finish
  readonly quality: Quality
}

/** Tasks that are listed of changed history. */
const LISTED_MAX = 100

/** The day of a finish, DAY_ABSENT = none. */
export const finishDayOf = ({ finish }: Update): number => finish.day

/** Whether work is left, so that a finish is still a forecast. */
export const hasOpenWork = ({ of: { network, prepared } }: Update): boolean =>
  network.order.some(i => prepared.input.state[i] !== COMPLETE)

/** Tasks of an update whose actual dates were others before, or are gone; by id. Dates of a summary follow from those of its tasks. */
export function rewrittenIn({ item }: Update, before: Update | undefined): number[] {
  if (before === undefined || before.item.isBaseline) return []
  const [was, is] = [before.item.columns, item.columns]
  const partner = matchIds(was, is)
  const changed: number[] = []
  for (let i = 0; i < is.taskCount; i++) {
    const p = partner[i]
    if (p === NO_MATCH || isSummary(is.taskType[i]) || isSummary(was.taskType[p])) continue
    const hasMoved = (days: 'actualStart' | 'actualFinish'): boolean =>
      was[days][p] !== DAY_ABSENT && was[days][p] !== is[days][i]
    if (hasMoved('actualStart') || hasMoved('actualFinish')) changed.push(i)
  }
  return changed.sort((a, b) => compareIds(is.id, a, b))
}

export function showUpdate(update: Update, before: Update | undefined, completionDay: number) {
  const { item, of, finish, quality } = update
  const { network, prepared, result } = of
  const { state } = prepared.input
  const count = (test: (i: number) => boolean): number => network.order.filter(test).length
  const rewritten = rewrittenIn(update, before)
  const margin = marginOf(finish, completionDay)
  const isDated = before !== undefined && before.item.statusDay !== DAY_ABSENT && item.statusDay !== DAY_ABSENT
  return {
    schedule: item.place,
    data_date: dateOrNull(item.statusDay),
    is_baseline: item.isBaseline,
    elapsed_calendar_days: isDated ? item.statusDay - before.item.statusDay : null,
    finish: finishText(finish),
    ...showMovement(before === undefined ? NO_MOVEMENT : movementOf(before.finish, finish)),
    margin_calendar_days: margin.calendarDays,
    margin_working_days: margin.workingDays,
    task_count: item.columns.taskCount,
    complete_count: count(i => state[i] === COMPLETE),
    in_progress_count: count(i => state[i] === IN_PROGRESS),
    negative_float_count: count(i => state[i] !== COMPLETE && result.totalFloat[i] < -EPSILON_DAYS),
    health_score: quality.healthScore,
    dcma_score: quality.dcmaScore,
    dcma_failed: quality.dcmaFailed,
    changed_history_count: rewritten.length,
    changed_history_ids: new References(Uint32Array.from(rewritten.slice(0, LISTED_MAX)), item.columns.id),
    changed_history_names: undefined as never,
  }
}

export function milestonesOf(updates: readonly Update[], ids: readonly string[]): ResultValue[] {
  return ids.map((id): ResultValue => {
    const points = updates.flatMap(({ item, of }) => {
      const [task] = tasksOfIds(item.columns, [id])
      if (task === NO_MATCH || textAt(item.columns.id, task) !== id || of.network.takesPart[task] === 0) return []
      const float = of.prepared.input.state[task] === COMPLETE ? Number.NaN : of.result.totalFloat[task]
      return [
        {
          item,
          finish: taskFinishOf(of, task),
          float: Number.isNaN(float) ? null : roundHalfAway(float, OFFSET_DECIMALS),
        },
      ]
    })
    const floats = points.flatMap(({ float }) => (float === null ? [] : [float]))
    const [first, last] = [points[0], points.at(-1)]
    return {
      id,
      points: points.map(({ item, finish, float }) => ({
        schedule: item.place,
        data_date: dateOrNull(item.statusDay),
        finish: finishText(finish),
        total_float_days: float,
      })),
      float_lost_days: floats.length < 2 ? null : roundHalfAway(floats[0]! - floats.at(-1)!, OFFSET_DECIMALS),
      ...showMovement(points.length < 2 ? NO_MOVEMENT : movementOf(first!.finish, last!.finish)),
    }
  })
}
