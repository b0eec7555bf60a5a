/**
 * POST /api/v1/health/schedule-risk-index: five sub-metrics of risk, weighed into one index, and the tasks that drive it.
 * The sub-metrics are compute/engine/analysis/schedule-risk-index/checks; this file reads the request and says what came out. The index is a
 * risk, high = bad; the score of the envelope is 100 - index.
 */

import { RiskIndexData } from '../../../../shared/contract/analysis/schedule-risk-index/data.ts'
import type { ScheduleRiskIndexRequest } from '../../../../shared/contract/analysis/schedule-risk-index/request.ts'
import { chooseCalendar } from '../../calendar/choice.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { jobFinish, reportedFinishSentence } from '../../check/beyond-dates.ts'
import { type CheckResult, findingOfCheck, runCheck } from '../../check/check.ts'
import { componentParts } from '../../check/components.ts'
import { breakdownOf, coverageText } from '../../check/coverage.ts'
import { recommendFromScore } from '../../check/scored-result.ts'
import { gradeOf, verdictOf, verdictSummary } from '../../check/verdict.ts'
import { taskStates } from '../../population/task-states.ts'
import { totalFloats } from '../../population/total-floats.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { excludeTaskTypesOf, mustFinishDayOf, optionsOf, refuseInvalid, statusDayOf } from '../../result/options.ts'
import type { Analyser } from '../../result/result.ts'
import { networkFindings } from '../../supplied/supplied-findings.ts'
import { roundScore } from '../../wording/numbers.ts'
import { bandOf, RISK_MAX, type RiskContext, type RiskRow, riskContext } from './checks/context.ts'
import { RISK_ROWS } from './checks/rows.ts'
import { AUTO, requestedOf, weighSubMetrics } from './options.ts'
import { type RiskParts, showRisk } from './show.ts'

const NEAR_CRITICAL_DAYS_DEFAULT = 10
const NOT_REQUESTED = 'not asked for in options.sub_metrics'

export const riskIndexAnalyser: Analyser = (input, { checkpoint }) => {
  const options = optionsOf<typeof ScheduleRiskIndexRequest>(input)
  const requested = requestedOf(options.sub_metrics, options.baseline_weight_override)
  if (requested.faults.length > 0) return refuseInvalid(requested.faults)
  const fieldset = fieldsetOf(input, RiskIndexData)
  if (!isFieldset(fieldset)) return fieldset
  // which sub-metrics can be evaluated is known once they are
  checkpoint?.(Object.values(requested.weights).includes(0))
  const columns = input.schedules.get('tasks')!
  const statusDay = statusDayOf(input)
  const choice = chooseCalendar(columns, input.params.calendar)
  const tasks = taskStates(columns, excludeTaskTypesOf(input))
  const context = riskContext(tasks, choice, {
    statusDay,
    mustFinishDay: mustFinishDayOf(input),
    nearCriticalDays: options.near_critical_float_threshold ?? NEAR_CRITICAL_DAYS_DEFAULT,
    withEarnedValue: options.include_ev_validation === true,
  })
  const results = RISK_ROWS.map(row => {
    const own = { ...row, weight: requested.weights[row.component] }
    const isRequested = requested.subMetrics === AUTO || requested.subMetrics.includes(row.component)
    return isRequested ? runCheck<RiskContext, RiskRow>(own, context) : notRequested(own)
  })
  const parts = componentParts(results)
  const weighing = weighSubMetrics(parts, requested.weights)
  if ('unweighed' in weighing) return refuseInvalid([noWeight(weighing.unweighed)])
  checkpoint?.()
  const { weighed } = weighing
  const { cpm } = context.network
  const floats = totalFloats(columns, cpm?.result.totalFloat, context.t14.marks)
  const { finish, lateGates } = jobFinish(tasks, choice, statusDay, cpm, floats)
  const requestedResults = results.filter(({ message }) => message !== NOT_REQUESTED)
  const others = networkFindings(columns, context.durations, cpm, choice)
  const verdict = verdictOf({
    raw: weighed.score,
    checks: requestedResults.map(({ status, row: { weight } }) => ({ status, weight })),
    gates: [...context.network.gates, ...lateGates],
    findings: [...results.flatMap(result => findingOfCheck(result, columns.id) ?? []), ...findingsIn(others)],
    ids: columns.id,
  })
  const index = verdict.capped === null ? null : roundScore(RISK_MAX - verdict.capped)
  const score = index === null ? null : roundScore(RISK_MAX - index)
  const grade = score === null ? null : gradeOf(score)
  const risk: RiskParts = {
    requested,
    options,
    context,
    results,
    finish,
    weighing,
    verdict,
    index,
    floats,
    statusDay,
    choice,
  }
  return {
    score,
    grade,
    summary: verdictSummary(
      index === null
        ? `Schedule risk index: ${verdict.noScoreNote ?? 'no sub-metric could be evaluated.'}`
        : `Schedule risk index ${index} (${bandOf(index).band}), score ${score}, grade ${grade}${verdict.capNote}.`,
      reportedFinishSentence(finish),
      `${coverageText(requestedResults, 'sub-metric')}.`,
    ),
    breakdown: breakdownOf(parts),
    findings: verdict.findings,
    recommendations:
      options.include_recommendations === false
        ? []
        : withAdvice(recommendFromScore(weighed, verdict.gates, columns), others, score === null ? null : 0),
    skipped: score === null || results.some(({ status }) => status === 'skipped'),
    data: keepFields(showRisk(risk), fieldset),
  }
}

type RiskResult = CheckResult<RiskRow>

const notRequested = (row: RiskRow): RiskResult => ({
  row,
  status: 'not_applicable',
  severity: null,
  message: NOT_REQUESTED,
  outcome: undefined,
})

const noWeight = (names: readonly string[]) => ({
  loc: ['body', 'options', 'baseline_weight_override'],
  msg: `leaves every sub-metric that can be evaluated without weight: ${names.join(', ')}`,
  type: 'minimum',
})
