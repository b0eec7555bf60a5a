/** The options of the comparison as requested, each absent option as its default. */
import type { ChangeTrackingRequest } from '../../../../shared/contract/analysis/change-tracking/request.ts'
import { LISTED_CATEGORIES, type ListedCategory } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import { type OptionsOf, optionsOf } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'
import type { Thresholds } from './pair.ts'
import type { ComparisonMode } from './statuses.ts'

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
