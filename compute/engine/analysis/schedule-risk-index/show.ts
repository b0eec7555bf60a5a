/** The blocks of the answer. */
import type { ScheduleRiskIndexRequest } from '../../../../shared/contract/analysis/schedule-risk-index/request.ts'
import { checkPath } from '../../../../shared/contract/endpoint/method-pages.ts'
import { type CalendarChoice, showCalendar } from '../../calendar/choice.ts'
import { type ReportedFinish, showReportedFinish } from '../../check/beyond-dates.ts'
import type { CheckResult } from '../../check/check.ts'
import type { Verdict } from '../../check/verdict.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { showPopulation } from '../../population/populations.ts'
import type { totalFloats } from '../../population/total-floats.ts'
import { dateOrNull, type OptionsOf } from '../../result/options.ts'
import { roundRatio, roundScore } from '../../wording/round.ts'
import { bandOf, type Measure, RISK_MAX, type RiskContext, type RiskRow, type SubMetric } from './checks/context.ts'
import { driversOf, type Weighed } from './checks/drivers.ts'
import { AUTO, type requestedOf } from './options.ts'

import type { SubMetricWeights } from './weigh-sub-metrics.ts'

const ID = 'health.schedule-risk-index'

/** All that was found. */
export interface RiskParts {
  readonly requested: ReturnType<typeof requestedOf>
  readonly options: OptionsOf<typeof ScheduleRiskIndexRequest>
  readonly statusDay: number
  readonly choice: CalendarChoice
  readonly context: RiskContext
  readonly results: readonly CheckResult<RiskRow>[]
  readonly finish: ReportedFinish | undefined
  readonly weighing: SubMetricWeights
  readonly floats: ReturnType<typeof totalFloats>
  readonly verdict: Verdict
  /** Under its gates, rounded; null = nothing could be scored. */
  readonly index: number | null
}

export function showRisk(parts: RiskParts) {
  const { requested, options, context, results, finish, weighing, verdict, index, floats } = parts
  const { shareOf, weighed } = weighing
  const { columns, measures, network } = context
  const inIndex = [...measures].flatMap(([name, measure]): Weighed[] =>
    measure.risk === null ? [] : [{ name, share: shareOf(name), measure }],
  )
  return {
    risk_index: index,
    band: index === null ? null : bandOf(index).band,
    risk_index_before_gates: weighed.score === null ? null : roundScore(RISK_MAX - weighed.score),
    ...verdict.coverage,
    ...showReportedFinish(context.tasks, finish),
    sub_metrics: results.map(result =>
      showSubMetric(result, measures.get(result.row.component), shareOf, options.include_sub_metric_details === true),
    ),
    risk_drivers: options.include_risk_drivers === false ? undefined : driversOf(columns, inIndex),
    sub_metrics_requested: requested.subMetrics === AUTO ? AUTO : [...new Set(requested.subMetrics)],
    near_critical_float_threshold: context.nearCriticalDays,
    status_date: dateOrNull(parts.statusDay),
    data_date: network.cpm === undefined ? null : showDataDate(network.cpm.prepared),
    calendar: showCalendar(parts.choice),
    float_source: floats.source,
    populations: { t14: showPopulation(context.t14) },
  }
}

function showSubMetric(
  { row, status, severity, message, outcome }: CheckResult<RiskRow>,
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
