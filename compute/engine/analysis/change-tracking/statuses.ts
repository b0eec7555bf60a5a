/**
 * The statuses of a request in the order of their dates, the current schedule last, and which of them a comparison mode
 * puts side by side (/docs/methods/change-tracking#input).
 */
import type { COMPARISON_MODES } from '../../../../shared/contract/analysis/change-tracking/request.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { dayOf, refuseInvalid } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'

export type ComparisonMode = (typeof COMPARISON_MODES)[number]

/** A snapshot after the status date of the current schedule is refused. Of one date, snapshots keep the order of the request, before the current schedule. */
export function statusesOf({ params, schedules }: AnalysisInput): readonly SeriesItem[] | Refusal {
  const currentDay = dayOf((params.current_schedule as { status_date?: unknown }).status_date)
  const history = params.schedule_history as readonly { readonly snapshot_date?: unknown }[]
  const snapshots = history.map(({ snapshot_date }, index) => ({ index, day: dayOf(snapshot_date) }))
  const faults = snapshots
    .filter(({ day }) => day > currentDay)
    .map(({ index, day }) => ({
      loc: ['body', 'schedule_history', index, 'snapshot_date'],
      msg: `must not be later than current_schedule.status_date (${formatDay(currentDay)}), is ${formatDay(day)}`,
      type: 'conflict',
    }))
  if (faults.length > 0) return refuseInvalid(faults)
  const item = (place: string, statusDay: number): SeriesItem => ({
    place,
    columns: schedules.get(`${place}.tasks`)!,
    statusDay,
    isBaseline: false,
  })
  return [
    ...snapshots
      .sort((a, b) => a.day - b.day || a.index - b.index)
      .map(({ index, day }) => item(`schedule_history.${index}`, day)),
    item('current_schedule', currentDay),
  ]
}

/** Places of the earlier and the later status of each comparison, in order. */
export function pairsOf(mode: ComparisonMode, statusCount: number): (readonly [before: number, after: number])[] {
  const last = statusCount - 1
  const laterOnes = Array.from({ length: last }, (_, n) => n + 1)
  switch (mode) {
    case 'sequential':
      return laterOnes.map(n => [n - 1, n] as const)
    case 'baseline_anchored':
      return laterOnes.map(n => [0, n] as const)
    case 'latest':
      return [[last - 1, last]]
    case 'first_last':
      return [[0, last]]
  }
}
