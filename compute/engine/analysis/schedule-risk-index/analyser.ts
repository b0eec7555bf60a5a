/**
 * POST /api/v1/health/schedule-risk-index: five sub-metrics of risk, weighed into one index, and the tasks that drive it.
 * The sub-metrics are compute/engine/analysis/schedule-risk-index/checks; this file reads the request and says what came out. The index is a
 * risk, high = bad; the score of the envelope is 100 - index.
 */

import { RiskIndexData } from '../../../../shared/analysis/schedule-risk-index/data.ts'
import type { ScheduleRiskIndexRequest } from '../../../../shared/analysis/schedule-risk-index/request.ts'
import { checkPath } from '../../../../shared/endpoint/method-pages.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import {
  beyondDatesGate,
  earlyFinishDay,
  reportedFinish,
  reportedFinishSentence,
  showReportedFinish,
} from '../../check/beyond-dates.ts'
import { type CheckResult, findingOfCheck, runCheck } from '../../check/check.ts'
import { componentParts } from '../../check/components.ts'
import { coverageText } from '../../check/coverage.ts'
import { gradeOf } from '../../check/grade.ts'
import { recommendFromScore } from '../../check/recommend.ts'
import { findingsIn, withTold } from '../../check/told.ts'
import { verdictOf, verdictSummary } from '../../check/verdict.ts'
import { breakdownOf, weigh } from '../../check/weighing.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { showPopulation } from '../../population/populations.ts'
import { taskFacts } from '../../population/task-facts.ts'
import { totalFloats } from '../../population/total-floats.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import {
  dateOrNull,
  excludeTaskTypesOf,
  mustFinishDayOf,
  optionsOf,
  refuseInvalid,
  statusDayOf,
} from '../../result/options.ts'
import type { Analyser } from '../../result/result.ts'
import { networkFindings } from '../../supplied/network-findings.ts'
import { roundRatio, roundScore } from '../../wording/round.ts'
import { driversOf, type Weighed } from './checks/drivers.ts'
import {
  bandOf,
  type Measure,
  RISK_MAX,
  type RiskFacts,
  type RiskRow,
  riskFacts,
  type SubMetric,
} from './checks/facts.ts'
import { RISK_ROWS } from './checks/rows.ts'
import { AUTO, askedOf } from './options.ts'

const ID = 'health.schedule-risk-index'

const NEAR_CRITICAL_DAYS_DEFAULT = 10
const NOT_ASKED_FOR = 'not asked for in options.sub_metrics'

export const riskIndexAnalyser: Analyser = input => {
  const options = optionsOf<typeof ScheduleRiskIndexRequest>(input)
  const asked = askedOf(options.sub_metrics, options.baseline_weight_override)
  if (asked.faults.length > 0) return refuseInvalid(asked.faults)
  const fieldset = fieldsetOf(input, RiskIndexData)
  if (!isFieldset(fieldset)) return fieldset
  const columns = input.schedules.get('tasks')!
  const statusDay = statusDayOf(input)
  const choice = chooseCalendar(columns, input.params.calendar)
  const tasks = taskFacts(columns, excludeTaskTypesOf(input))
  const finish = reportedFinish(tasks, choice, statusDay)
  const facts = riskFacts(tasks, choice, {
    statusDay,
    mustFinishDay: mustFinishDayOf(input),
    nearCriticalDays: options.near_critical_float_threshold ?? NEAR_CRITICAL_DAYS_DEFAULT,
    withEarnedValue: options.include_ev_validation === true,
  })
  const { measures } = facts
  const results = RISK_ROWS.map(row => {
    const own = { ...row, weight: asked.weights[row.component] }
    const isAsked = asked.subMetrics === AUTO || asked.subMetrics.includes(row.component)
    return isAsked ? runCheck<RiskFacts, RiskRow>(own, facts) : notAskedFor(own)
  })
  const parts = componentParts(results)
  const evaluated = parts.filter(({ score }) => score !== null)
  // weights of any size are taken, so they are brought to 1 at most before they are summed
  const largestWeight = evaluated.reduce((largest, { weight }) => Math.max(largest, weight), 0)
  if (evaluated.length > 0 && largestWeight === 0) return refuseInvalid([noWeight(evaluated.map(({ name }) => name))])
  const scaled = (weight: number): number => weight / largestWeight
  const weighed = weigh(parts.map(part => (part.score === null ? part : { ...part, weight: scaled(part.weight) })))
  const weightSum = evaluated.reduce((sum, { weight }) => sum + scaled(weight), 0)
  const { cpm } = facts.network
  const floats = totalFloats(columns, cpm?.result.totalFloat, facts.t14.marks)
  const askedFor = results.filter(({ message }) => message !== NOT_ASKED_FOR)
  const others = networkFindings(columns, facts.durations, cpm, choice)
  const verdict = verdictOf({
    raw: weighed.score,
    checks: askedFor.map(({ status, row: { weight } }) => ({ status, weight })),
    gates: [
      ...facts.network.gates,
      ...beyondDatesGate(tasks, choice, statusDay, floats.days, finish, earlyFinishDay(cpm)),
    ],
    findings: [...results.flatMap(result => findingOfCheck(result, columns.id) ?? []), ...findingsIn(others)],
    ids: columns.id,
  })
  const index = verdict.capped === null ? null : roundScore(RISK_MAX - verdict.capped)
  const score = index === null ? null : roundScore(RISK_MAX - index)
  const grade = score === null ? null : gradeOf(score)
  const shareOf = (name: SubMetric): number => scaled(asked.weights[name]) / weightSum
  const inIndex = [...measures].flatMap(([name, measure]): Weighed[] =>
    measure.risk === null ? [] : [{ name, share: shareOf(name), measure }],
  )
  const data = {
    risk_index: index,
    band: index === null ? null : bandOf(index).band,
    risk_index_before_gates: weighed.score === null ? null : roundScore(RISK_MAX - weighed.score),
    ...verdict.coverage,
    ...showReportedFinish(tasks, finish),
    sub_metrics: results.map(result =>
      showSubMetric(result, measures.get(result.row.component), shareOf, options.include_sub_metric_details === true),
    ),
    risk_drivers: options.include_risk_drivers === false ? undefined : driversOf(columns, inIndex),
    sub_metrics_requested: asked.subMetrics === AUTO ? AUTO : [...new Set(asked.subMetrics)],
    near_critical_float_threshold: facts.nearCriticalDays,
    status_date: dateOrNull(statusDay),
    data_date: cpm === undefined ? null : showDataDate(cpm.prepared),
    calendar: showCalendar(choice),
    float_source: floats.source,
    populations: { t14: showPopulation(facts.t14) },
  }
  return {
    score,
    grade,
    summary: verdictSummary(
      index === null
        ? `Schedule risk index: ${verdict.noScoreNote ?? 'no sub-metric could be evaluated.'}`
        : `Schedule risk index ${index} (${bandOf(index).band}), score ${score}, grade ${grade}${verdict.capNote}.`,
      reportedFinishSentence(finish),
      `${coverageText(askedFor, 'sub-metric')}.`,
    ),
    breakdown: breakdownOf(parts),
    findings: verdict.findings,
    recommendations:
      options.include_recommendations === false
        ? []
        : withTold(recommendFromScore(weighed, verdict.gates, columns), others, score === null ? null : 0),
    skipped: score === null || results.some(({ status }) => status === 'skipped'),
    data: keepFields(data, fieldset),
  }
}

type RiskResult = CheckResult<RiskRow>

const notAskedFor = (row: RiskRow): RiskResult => ({
  row,
  status: 'not_applicable',
  severity: null,
  message: NOT_ASKED_FOR,
  outcome: undefined,
})

function showSubMetric(
  { row, status, severity, message, outcome }: RiskResult,
  measure: Measure | undefined,
  shareOf: (name: SubMetric) => number,
  withDetails: boolean,
) {
  const risk = measure?.risk ?? null
  const share = risk === null ? null : shareOf(row.component)
  return {
    name: row.component,
    code: row.code,
    title: row.title,
    status: status === 'info' ? 'evaluated' : status,
    message,
    risk: risk === null ? null : roundScore(risk),
    band: risk === null ? null : bandOf(risk).band,
    severity,
    base_weight: row.weight,
    weight: share === null ? null : roundRatio(share),
    contribution: share === null ? null : roundScore(risk! * share),
    degraded: risk === null ? null : (measure?.degraded ?? null),
    numerator: outcome?.numerator ?? null,
    denominator: outcome?.denominator ?? null,
    population: row.population,
    formula: row.formula,
    method_url: checkPath(ID, row.code),
    details: withDetails ? measure?.details : undefined,
  }
}

const noWeight = (names: readonly string[]) => ({
  loc: ['body', 'options', 'baseline_weight_override'],
  msg: `leaves every sub-metric that can be evaluated without weight: ${names.join(', ')}`,
  type: 'minimum',
})
