/**
 * What the last statuses show over time: mean finish variance and its slope, earned value figures, the stability of the
 * forecasts (/docs/methods/baseline-compare#over-the-statuses). Each block says why it is empty.
 */

import type { STABILITIES, TRENDS } from '../../../../shared/contract/analysis/baseline-compare/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { TaskMatch } from '../../compare/match-tasks.ts'
import { discreteTasks } from '../../population/populations.ts'
import { isComplete } from '../../population/task-states.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { plural, roundHalfAway, roundRatio, roundScore } from '../../wording/numbers.ts'
import type { BaselineDates } from './baseline-dates.ts'
import { type EacMethod, earnedValueFigures, missingTotals, type Totals } from './earned-value-figures.ts'
import { type ProjectFinish, type ToldStatus, toldOrEarlyFinish } from './statuses.ts'

function slopeOf(values: readonly number[]): number | undefined {
  const n = values.length
  if (n < 2) return undefined
  const middle = (n - 1) / 2
  const mean = meanOf(values)
  let sum = 0
  let squares = 0
  values.forEach((value, k) => {
    sum += (k - middle) * (value - mean)
    squares += (k - middle) ** 2
  })
  return sum / squares
}

/** Second difference at the end of the list; undefined below three values. */
function accelerationOf(values: readonly number[]): number | undefined {
  const n = values.length
  return n < 3 ? undefined : values[n - 1] - 2 * values[n - 2] + values[n - 3]
}

/** What follows from a list of figures, one per status: slope, acceleration, spread, mean change (/docs/methods/baseline-compare#over-the-statuses). */
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Standard deviation of a sample (divisor n - 1); undefined below two values. */
function deviationOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** Mean of the absolute changes from each value to the next; undefined below two values. */
function meanChangeOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  return meanOf(values.slice(1).map((value, k) => Math.abs(value - values[k])))
}

/** A status in the trend window with all that the blocks read of it. */
export interface TrendStatus {
  readonly day: number
  readonly isCurrent: boolean
  /** Mean finish variance of its incomplete pairs in calendar days; NaN when none has one. */
  readonly meanVarianceDays: number
  readonly incompletePairs: number
  readonly totals: Totals
  readonly finish: ProjectFinish
  /** Earned against the curve of the baseline. */
  readonly earned: number
}

/** Mean finish variance of the incomplete pairs of a status. */
export function meanVariance(
  status: ToldStatus,
  match: TaskMatch,
  dates: BaselineDates,
): Pick<TrendStatus, 'meanVarianceDays' | 'incompletePairs'> {
  const { states } = status
  const { marks } = discreteTasks(states)
  let sum = 0
  let count = 0
  for (let i = 0; i < marks.length; i++) {
    const j = match.baselineOf[i]
    if (marks[i] === 0 || j < 0 || isComplete(states, i) || dates.finish[j] === DAY_ABSENT) continue
    const finish = toldOrEarlyFinish(status, i)
    if (finish === DAY_ABSENT) continue
    sum += finish - dates.finish[j]
    count++
  }
  return { meanVarianceDays: sum / count, incompletePairs: count }
}

/** Days of variance per period beyond which a trend improves or deteriorates. */
const SLOPE_STABLE_MAX = 0.5

const days = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : roundHalfAway(value, 3)
const money = (value: number | null): number | null =>
  value === null || Number.isNaN(value) ? null : roundHalfAway(value, 2)
const ratio = (value: number | null): number | null => (value === null ? null : roundRatio(value))

export interface VarianceTrend {
  readonly trend: (typeof TRENDS)[number] | null
  readonly acceleration: number | undefined
  readonly isAccelerating: boolean
  readonly slope: number | undefined
  readonly block: ResultValue
}

/** Needs two statuses with a mean variance at least. */
export function varianceTrend(statuses: readonly TrendStatus[], accelerationThreshold: number): VarianceTrend {
  const values = statuses.map(status => status.meanVarianceDays).filter(value => !Number.isNaN(value))
  const slope = slopeOf(values)
  const acceleration = accelerationOf(values)
  const isAccelerating = acceleration !== undefined && acceleration > accelerationThreshold
  const trend = slope === undefined ? null : trendOf(slope)
  return {
    trend,
    acceleration,
    isAccelerating,
    slope,
    block: {
      periods: statuses.map(({ day, isCurrent, meanVarianceDays, incompletePairs }) => ({
        date: dateOrNull(day),
        is_current: isCurrent,
        mean_finish_variance_days: days(meanVarianceDays),
        incomplete_pairs: incompletePairs,
      })),
      trend,
      slope_days_per_period: days(slope),
      acceleration_days: days(acceleration),
      acceleration_threshold_days: accelerationThreshold,
      is_accelerating: isAccelerating,
      message:
        slope === undefined
          ? `requires two statuses with incomplete pairs of tasks; there ${values.length === 1 ? 'is one' : 'is none'}`
          : null,
    },
  }
}

function trendOf(slope: number): (typeof TRENDS)[number] {
  if (slope < -SLOPE_STABLE_MAX) return 'improving'
  return slope > SLOPE_STABLE_MAX ? 'deteriorating' : 'stable'
}

const NO_TOTALS =
  'the current schedule has no totals: planned and earned value need a budgeted_cost of every baseline task, actual cost is not known'

export function evmsTrends(
  statuses: readonly Pick<TrendStatus, 'day' | 'isCurrent' | 'totals'>[],
  method: EacMethod,
): ResultValue {
  return {
    eac_method: method,
    periods: statuses.map(({ day, isCurrent, totals }) => {
      const figures = earnedValueFigures(totals, method)
      const missing = missingTotals(totals)
      return {
        date: dateOrNull(day),
        is_current: isCurrent,
        source: isCurrent ? 'tasks' : 'snapshot_totals',
        planned_value: money(totals.planned),
        earned_value: money(totals.earned),
        actual_cost: money(totals.actualCost),
        budget_at_completion: money(totals.budget),
        spi: ratio(figures.spi),
        cpi: ratio(figures.cpi),
        eac: money(figures.estimateAtCompletion),
        vac: money(figures.varianceAtCompletion),
        tcpi: ratio(figures.tcpi),
        message: missing.length === 0 ? null : isCurrent ? NO_TOTALS : `without ${missing.join(', ')}`,
      }
    }),
  }
}

/** Coefficient of variation in percent. */
const STABLE_MAX_PCT = 5
const WATCH_MAX_PCT = 10

export interface ForecastStability {
  readonly stability: (typeof STABILITIES)[number] | null
  readonly variationPct: number | undefined
  readonly block: ResultValue
}

export function forecastStability(statuses: readonly TrendStatus[], method: EacMethod): ForecastStability {
  const estimates = statuses
    .map(({ totals }) => earnedValueFigures(totals, method).estimateAtCompletion)
    .filter(estimate => estimate !== null)
  const finishes = statuses.map(({ finish }) => finish.day).filter(day => day !== DAY_ABSENT)
  const deviation = deviationOf(estimates)
  const mean = estimates.length === 0 ? undefined : meanOf(estimates)
  const variationPct = deviation === undefined || mean === undefined || mean <= 0 ? undefined : (100 * deviation) / mean
  const stability = variationPct === undefined ? null : stabilityOf(variationPct)
  return {
    stability,
    variationPct,
    block: {
      eac_method: method,
      eac_count: estimates.length,
      mean_eac: mean === undefined ? null : money(mean),
      coefficient_of_variation_pct: variationPct === undefined ? null : roundScore(variationPct),
      stability,
      mean_absolute_change: money(meanChangeOf(estimates) ?? null),
      finish_count: finishes.length,
      finish_deviation_days: days(deviationOf(finishes)),
      finish_mean_absolute_change_days: days(meanChangeOf(finishes)),
      message:
        variationPct !== undefined
          ? null
          : mean !== undefined && mean <= 0
            ? 'the mean estimate at completion is not above 0'
            : `requires two estimates at completion; the statuses of the window have ${plural(estimates.length, 'estimate')}`,
    },
  }
}

function stabilityOf(variationPct: number): (typeof STABILITIES)[number] {
  if (variationPct <= STABLE_MAX_PCT) return 'stable'
  return variationPct <= WATCH_MAX_PCT ? 'watch' : 'unstable'
}
