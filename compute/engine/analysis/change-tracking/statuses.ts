/**
 * The statuses of a request in the order of their dates, the current schedule last, and which of them a comparison mode
 * puts side by side (/docs/methods/change-tracking#input).
 */
import type {
  ChangeTrackingRequest,
  COMPARISON_MODES,
} from '../../../../shared/contract/analysis/change-tracking/request.ts'
import { LISTED_CATEGORIES, type ListedCategory } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { dayOf, type OptionsOf, optionsOf, refuseInvalid } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'
import type { Thresholds } from './pair.ts'

type ComparisonMode = (typeof COMPARISON_MODES)[number]

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

/** The options of the comparison as requested, each absent option as its default. */
const MODE_DEFAULT: ComparisonMode = 'sequential'
const DATE_CHANGE_DAYS_DEFAULT = 5
const PROGRESS_CHANGE_PCT_DEFAULT = 5
const ALL = 'all'

export interface Requested {
  readonly mode: ComparisonMode
  readonly thresholds: Thresholds
  readonly categories: readonly ListedCategory[]
  readonly withDetails: boolean
  readonly withEarnedValue: boolean
  readonly withImpact: boolean
  readonly withTrends: boolean
}

export function requestedOf(input: AnalysisInput): Requested {
  const options = optionsOf<typeof ChangeTrackingRequest>(input)
  return {
    mode: options.comparison_mode ?? MODE_DEFAULT,
    thresholds: {
      dateChangeDays: options.materiality_thresholds?.date_change_days ?? DATE_CHANGE_DAYS_DEFAULT,
      progressChangePct: options.materiality_thresholds?.progress_change_pct ?? PROGRESS_CHANGE_PCT_DEFAULT,
    },
    categories: categoriesOf(options.change_categories),
    withDetails: options.include_details === true,
    withEarnedValue: options.include_ev_validation === true,
    withImpact: options.include_impact_analysis !== false,
    withTrends: options.include_trends === true,
  }
}

/** Absent, empty or with `all`: every category, scope among them. */
function categoriesOf(
  names: OptionsOf<typeof ChangeTrackingRequest>['change_categories'] | undefined,
): readonly ListedCategory[] {
  if (names === undefined || names === null || names.length === 0 || names.includes(ALL)) return LISTED_CATEGORIES
  return LISTED_CATEGORIES.filter(category => (names as readonly string[]).includes(category))
}
