/**
 * POST /api/v1/forensics/baseline-compare: where the current schedule stands against its baseline
 * (/docs/methods/baseline-compare). The parts are beside this file, which reads the request and puts the blocks together.
 */

import { BaselineCompareData } from '../../../../shared/contract/analysis/baseline-compare/data.ts'
import type { BaselineCompareRequest } from '../../../../shared/contract/analysis/baseline-compare/request.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { runCheck } from '../../check/check.ts'
import { componentParts, componentResult } from '../../check/components.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { saidFirst } from '../../compare/last-task.ts'
import { FUZZY_THRESHOLD } from '../../compare/match-tasks.ts'
import { showDataDate, statusDayOfPlan } from '../../cpm/data-date.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, dayOf, optionsOf } from '../../result/options.ts'
import type { Analyser } from '../../result/result.ts'
import { dayBasis } from '../../wording/days.ts'
import { optionalBlocks } from './blocks.ts'
import {
  BASELINE_COMPARE_COMPONENTS,
  type BaselineCompareContext,
  type BaselineCompareRow,
} from './checks/components.ts'
import { type Comparison, comparisonOf } from './context.ts'
import { comparisonFindings, END_CHANGED } from './findings.ts'
import { comparisonGates, finishAgainstBaseline, finishSentence } from './finish.ts'
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
import { hasLogic, StatusComputer, statusesOf } from './statuses.ts'

const ID = 'forensics.baseline-compare'

const THRESHOLD_DAYS = 5

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
  // snapshots that are left out may hold no cycle either
  const baselineStatus = {
    columns: baselineColumns,
    day: statusDayOfPlan(baselineColumns, dayOf(baseline_schedule?.baseline_date)),
  }
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
  const blocks = optionalBlocks(comparison, statuses.all, computer, options, checkpoint)
  const context = factsOf(comparison)
  const finish = finishAgainstBaseline(comparison)
  const results = BASELINE_COMPARE_COMPONENTS.map(row =>
    runCheck<BaselineCompareContext, BaselineCompareRow>(row, context),
  )
  const result = componentResult({
    analysis: ID,
    name: 'Baseline comparison',
    parts: componentParts(results),
    gates: comparisonGates(comparison, finish),
    finishSentence: finishSentence(comparison, finish),
    findings: [...blocks.findings, ...comparisonFindings(comparison)],
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
        in_window: blocks.windowLength,
        superseded: statuses.superseded,
        not_earlier: statuses.earlier.notEarlier,
      },
      task_variances:
        options.include_task_variances === false
          ? undefined
          : taskVariances(comparison, options.include_critical_path_only === true),
      ...blocks.shown,
    },
    keep: data => keepFields(data, fieldset),
  })
  return saidFirst(result, END_CHANGED.code, comparison.finishes.text)
}

function factsOf(comparison: Comparison): BaselineCompareContext {
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
