/**
 * POST /api/v1/forensics/baseline-compare: where the current schedule stands against its baseline
 * (/docs/methods/baseline-compare). The parts are beside this file, which reads the request and puts the blocks together.
 */

import { BaselineCompareData } from '../../../../shared/analysis/baseline-compare/data.ts'
import type { BaselineCompareRequest } from '../../../../shared/analysis/baseline-compare/request.ts'
import { DAY_ABSENT } from '../../../../shared/schedule/columns.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { runCheck } from '../../check/check.ts'
import { componentResult } from '../../check/component-result.ts'
import { componentParts } from '../../check/components.ts'
import { allHitsWhere } from '../../check/findings.ts'
import type { Told } from '../../check/told.ts'
import { FUZZY_THRESHOLD, matchTasks } from '../../compare/match-tasks.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, dayOf, optionsOf } from '../../result/options.ts'
import type { Analyser, ResultValue } from '../../result/result.ts'
import { dayBasis } from '../../wording/days.ts'
import { finishSeries, valueCurve, varianceHistogram } from './charts.ts'
import { BASELINE_COMPARE_COMPONENTS, type BaselineCompareFacts, type BaselineCompareRow } from './checks/components.ts'
import type { Totals } from './earned-value-figures.ts'
import { type Comparison, comparisonOf } from './facts.ts'
import { comparisonFindings, driftFindings, oosFindings, stabilityFindings, trendFindings } from './findings.ts'
import { comparisonGates, finishAgainstBaseline, finishSentence } from './finish.ts'
import { earnedValue, plannedAt } from './planned-value.ts'
import {
  isOnTrack,
  showBei,
  showCei,
  showCriticalBei,
  showMatching,
  showProjectFinish,
  showSpiT,
  showVariance,
  taskVariances,
} from './show.ts'
import { driftBlock, oosBlock } from './show-logic.ts'
import { hasLogic, projectFinishOf, type Status, StatusComputer, statusesOf } from './statuses.ts'
import { evmsTrends, forecastStability, meanVariance, type TrendStatus, varianceTrend } from './trends.ts'

const ID = 'forensics.baseline-compare'

const THRESHOLD_DAYS = 5
const TREND_PERIODS = 6
const ACCELERATION_THRESHOLD_DAYS = 2

export const baselineCompareAnalyser: Analyser = (input, { checkpoint }) => {
  const fieldset = fieldsetOf(input, BaselineCompareData)
  if (!isFieldset(fieldset)) return fieldset
  const options = optionsOf<typeof BaselineCompareRequest>(input)
  const { current_schedule, baseline_schedule } = input.params as Record<string, Record<string, unknown>>
  const columns = input.schedules.get('current_schedule.tasks')!
  const baselineColumns = input.schedules.get('baseline_schedule.tasks')!
  const currentDay = dayOf(current_schedule?.status_date)
  const statuses = statusesOf(input, currentDay)
  const choice = chooseCalendar(columns, input.params.calendar)
  // a baseline date is a label, no data date; snapshots that are left out may hold no cycle either
  const baselineStatus = { columns: baselineColumns, day: DAY_ABSENT }
  const compared = [...statuses.all, baselineStatus]
  const computer = StatusComputer.of(compared, input.schedules.values(), choice.calendar, checkpoint)
  if (!(computer instanceof StatusComputer)) return computer
  checkpoint?.()
  const current = computer.compute(statuses.all.at(-1)!)
  checkpoint?.()
  const baseline = computer.compute(baselineStatus)
  checkpoint?.()
  const setting = {
    strategy: options.match_strategy ?? 'id',
    fuzzyThreshold: options.fuzzy_match_threshold ?? FUZZY_THRESHOLD,
    thresholdDays: options.variance_threshold_days ?? THRESHOLD_DAYS,
    readsEarnedValue: options.include_ev_validation === true,
  }
  const comparison = comparisonOf({ current, baseline, statuses, choice }, setting, checkpoint)
  checkpoint?.()

  const window = statuses.all.slice(-(options.trend_analysis_periods ?? TREND_PERIODS))
  const method = options.eac_method ?? 'cpi'
  const withTrends = options.include_trends === true
  const withStability = options.include_forecast_trends === true
  const withCharts = options.include_chart_data === true
  const trendStatuses =
    withTrends || withStability || withCharts ? trendStatusesOf(comparison, window, computer, checkpoint) : []
  const periods = window.map(status => ({
    day: status.day,
    isCurrent: status.totals === undefined,
    totals: status.totals ?? currentTotals(comparison),
  }))
  const drift = options.include_logic_changes === true ? driftBlock(comparison) : undefined
  const oos = options.include_oos_impact === true ? oosBlock(comparison) : undefined
  const accelerationThreshold = options.variance_acceleration_threshold ?? ACCELERATION_THRESHOLD_DAYS
  const trend = withTrends ? varianceTrend(trendStatuses, accelerationThreshold) : undefined
  const stability = withStability ? forecastStability(trendStatuses, method) : undefined
  const findings: Told[] = [
    ...(drift === undefined ? [] : driftFindings(drift, baseline)),
    ...(oos === undefined ? [] : oosFindings(oos.impact, current, dayBasis(choice.mode))),
    ...(trend === undefined ? [] : trendFindings(trend)),
    ...(stability === undefined ? [] : stabilityFindings(stability)),
    ...comparisonFindings(comparison),
  ]
  const facts = factsOf(comparison)
  const finish = finishAgainstBaseline(comparison)
  const results = BASELINE_COMPARE_COMPONENTS.map(row => runCheck<BaselineCompareFacts, BaselineCompareRow>(row, facts))
  return componentResult({
    analysis: ID,
    name: 'Baseline comparison',
    parts: componentParts(results),
    gates: comparisonGates(comparison, finish),
    finishSentence: finishSentence(comparison, finish),
    findings,
    columns,
    withDetails: false,
    withRecommendations: true,
    data: {
      status_date: dateOrNull(currentDay),
      baseline_date: dateOrNull(dayOf(baseline_schedule?.baseline_date)),
      data_date: showDataDate(current.prepared),
      calendar: showCalendar(choice),
      matching: showMatching(comparison),
      bei: showBei(comparison),
      critical_bei: showCriticalBei(comparison),
      spi_t: showSpiT(comparison),
      variance: showVariance(comparison),
      project_finish: showProjectFinish(comparison, finish),
      cei: showCei(comparison),
      statuses: {
        in_window: window.length,
        superseded: statuses.superseded,
        not_earlier: statuses.earlier.notEarlier,
      },
      task_variances:
        options.include_task_variances === false
          ? undefined
          : taskVariances(comparison, options.include_critical_path_only === true),
      logic_drift: drift?.block,
      oos_impact: oos?.block,
      trends: trend?.block,
      evms_trends: options.include_evms_trends === true ? evmsTrends(periods, method) : undefined,
      forecast_stability: stability?.block,
      chart_data: withCharts ? chartData(comparison, trendStatuses) : undefined,
    },
    keep: data => keepFields(data, fieldset),
  })
}

function factsOf(comparison: Comparison): BaselineCompareFacts {
  const { executions, baseline, planned, earnedSchedule, variances, setting, current } = comparison
  const isVaried = (i: number): boolean => !Number.isNaN(variances.finish[i])
  const late = allHitsWhere(current.columns.taskCount, i => isVaried(i) && !isOnTrack(comparison, i))
  const variedPairs = variances.finish.reduce((count, days) => count + (Number.isNaN(days) ? 0 : 1), 0)
  return {
    executions,
    hasBaselineLogic: hasLogic(baseline),
    pairCount: comparison.match.pairCount,
    planned,
    earnedSchedule,
    variedPairs,
    onTrack: variedPairs - late.count,
    late,
    thresholdDays: setting.thresholdDays,
    basis: dayBasis(comparison.choice.mode),
  }
}

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
