/** The blocks that an option requests, with their findings: drift of the logic, work out of sequence, trends, forecasts, charts. */
import type { BaselineCompareRequest } from '../../../../shared/contract/analysis/baseline-compare/request.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { civilOfDay, dayOfCivil, daysInMonth, formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { matchTasks } from '../../compare/match-tasks.ts'
import type { OptionsOf } from '../../result/options.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { offsetBasis } from '../../wording/days.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import type { Comparison } from './context.ts'
import type { Totals } from './earned-value-figures.ts'
import { driftFindings, oosFindings, stabilityFindings, trendFindings } from './findings.ts'
import { earnedValue, type PlannedValue, plannedAt } from './planned-value.ts'
import { driftBlock, oosBlock } from './show-logic.ts'
import type { ProjectFinish } from './statuses.ts'
import { projectFinishOf, type Status, type StatusComputer } from './statuses.ts'
import { evmsTrends, forecastStability, meanVariance, type TrendStatus, varianceTrend } from './trends.ts'

const TREND_PERIODS = 6
const ACCELERATION_THRESHOLD_DAYS = 2

type Options = OptionsOf<typeof BaselineCompareRequest>

interface Blocks {
  /** Statuses that trends look at. */
  readonly windowLength: number
  readonly findings: readonly AdvisedFinding[]
  /** Members of `data`. */
  readonly shown: { readonly [name: string]: ResultValue | undefined }
}

export function optionalBlocks(
  comparison: Comparison,
  all: readonly Status[],
  computer: StatusComputer,
  options: Options,
  checkpoint: (() => void) | undefined,
): Blocks {
  const { current, baseline, choice } = comparison
  const window = all.slice(-(options.trend_analysis_periods ?? TREND_PERIODS))
  const method = options.eac_method ?? 'cpi'
  const withTrends = options.include_trends === true
  const withStability = options.include_forecast_trends === true
  const withCharts = options.include_chart_data === true
  const trendStatuses =
    withTrends || withStability || withCharts ? trendStatusesOf(comparison, window, computer, checkpoint) : []
  const drift = options.include_logic_changes === true ? driftBlock(comparison) : undefined
  const oos = options.include_oos_impact === true ? oosBlock(comparison) : undefined
  const accelerationThreshold = options.variance_acceleration_threshold ?? ACCELERATION_THRESHOLD_DAYS
  const trend = withTrends ? varianceTrend(trendStatuses, accelerationThreshold) : undefined
  const stability = withStability ? forecastStability(trendStatuses, method) : undefined
  return {
    windowLength: window.length,
    findings: [
      ...(drift === undefined ? [] : driftFindings(drift, baseline)),
      ...(oos === undefined ? [] : oosFindings(oos.impact, current, offsetBasis(choice.mode))),
      ...(trend === undefined ? [] : trendFindings(trend, current)),
      ...(stability === undefined ? [] : stabilityFindings(stability, current)),
    ],
    shown: {
      logic_drift: drift?.block,
      oos_impact: oos?.block,
      trends: trend?.block,
      evms_trends: options.include_evms_trends === true ? evmsTrends(periodsOf(comparison, window), method) : undefined,
      forecast_stability: stability?.block,
      chart_data: withCharts ? chartData(comparison, trendStatuses) : undefined,
    },
  }
}

const periodsOf = (comparison: Comparison, window: readonly Status[]) =>
  window.map(status => ({
    day: status.day,
    isCurrent: status.totals === undefined,
    totals: status.totals ?? currentTotals(comparison),
  }))

/** Planned and earned value of the tasks, where they are money; the current schedule brings no actual cost. */
function currentTotals({ planned, earned, current, choice }: Comparison): Totals {
  const actualCost = Number.NaN
  if (planned.basis !== 'budgeted_cost' || planned.budget <= 0) {
    return { planned: Number.NaN, earned: Number.NaN, actualCost, budget: Number.NaN }
  }
  const time = choice.calendar.indexOf(current.day) - planned.startIndex
  return { planned: plannedAt(planned, time), earned: earned.value, actualCost, budget: planned.budget }
}

function trendStatusesOf(
  comparison: Comparison,
  window: readonly Status[],
  computer: StatusComputer,
  checkpoint: (() => void) | undefined,
): TrendStatus[] {
  const { setting, dates, planned, baseline } = comparison
  const { strategy, fuzzyThreshold } = setting
  return window.map(status => {
    checkpoint?.()
    const isCurrent = status.totals === undefined
    const computed = isCurrent ? comparison.current : computer.compute(status)
    const match = isCurrent
      ? comparison.match
      : matchTasks(status.columns, baseline.columns, { strategy, fuzzyThreshold, checkpoint })
    return {
      day: status.day,
      isCurrent,
      ...meanVariance(computed, match, dates),
      totals: status.totals ?? currentTotals(comparison),
      finish: projectFinishOf(computed),
      earned: earnedValue(planned, status.columns, match, setting.readsEarnedValue).value,
    }
  })
}

const chartData = (
  { planned, choice, variances, setting, baseline }: Comparison,
  statuses: readonly TrendStatus[],
): ResultValue => ({
  value_curve: valueCurve(planned, choice.calendar, statuses),
  variance_histogram: varianceHistogram(variances.finish, setting.thresholdDays),
  finish_by_status: finishSeries(projectFinishOf(baseline), statuses),
})

/** Data for charts: planned and earned value per month, a histogram of variances, finishes. */
const VALUE_DECIMALS = 2
/** Bounds of the bins in widths: a bin holds what is above the bound before it and at most its own. */
const BIN_BOUNDS = [-4, -2, -1, 0, 1, 2, 4]
/** Width of the bins where the threshold is 0. */
const BIN_WIDTH_DAYS = 5

/** Month by month from the baseline start to its finish or the last status; the earned value of a month is that of its last status. */
function valueCurve(planned: PlannedValue, calendar: Calendar, statuses: readonly TrendStatus[]): ResultValue[] {
  if (planned.startDay === DAY_ABSENT || planned.budget <= 0) return []
  const dated = statuses.filter(({ day }) => day !== DAY_ABSENT)
  const planEnd = calendar.dayOf(planned.startIndex + Math.max(0, planned.durationDays - 1))
  const lastDay = dated.reduce((last, { day }) => Math.max(last, day), planEnd)
  const months: ResultValue[] = []
  let [year, month] = civilOfDay(planned.startDay)
  for (;;) {
    const first = dayOfCivil(year, month, 1)
    if (first > lastDay) return months
    const last = first + daysInMonth(year, month) - 1
    const status = dated.findLast(({ day }) => day >= first && day <= last)
    months.push({
      month: formatDay(first).slice(0, -3),
      planned_value: roundHalfAway(plannedAt(planned, calendar.indexOf(last + 1) - planned.startIndex), VALUE_DECIMALS),
      earned_value: status === undefined ? null : roundHalfAway(status.earned, VALUE_DECIMALS),
    })
    month++
    if (month > 12) [year, month] = [year + 1, 1]
  }
}

/** Finish variances by bins that are multiples of the threshold. */
function varianceHistogram(finishVariances: Float64Array, thresholdDays: number): ResultValue[] {
  const width = thresholdDays > 0 ? thresholdDays : BIN_WIDTH_DAYS
  const bounds = BIN_BOUNDS.map(multiple => multiple * width)
  const counts = new Array<number>(bounds.length + 1).fill(0)
  for (const variance of finishVariances) {
    if (Number.isNaN(variance)) continue
    const bin = bounds.findIndex(bound => variance <= bound)
    counts[bin < 0 ? bounds.length : bin]++
  }
  return counts.map((count, bin) => ({ above_days: bounds[bin - 1] ?? null, up_to_days: bounds[bin] ?? null, count }))
}

const finishSeries = (baseline: ProjectFinish, statuses: readonly TrendStatus[]): ResultValue[] => [
  { status: 'baseline', date: null, finish_date: dateOrNull(baseline.day), source: baseline.source },
  ...statuses.map(({ day, isCurrent, finish }) => ({
    status: isCurrent ? 'current' : 'snapshot',
    date: dateOrNull(day),
    finish_date: dateOrNull(finish.day),
    source: finish.source,
  })),
]
