/** The blocks of the answer, and the tasks that drive the index. */
import type { ScheduleRiskIndexRequest } from '../../../../shared/contract/analysis/schedule-risk-index/request.ts'
import { checkPath } from '../../../../shared/contract/endpoint/method-pages.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { type CalendarChoice, showCalendar } from '../../calendar/choice.ts'
import { type ReportedFinish, showReportedFinish } from '../../check/beyond-dates.ts'
import type { CheckResult } from '../../check/check.ts'
import type { Verdict } from '../../check/verdict.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { sumOf } from '../../demand/profiles.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { showPopulation } from '../../population/populations.ts'
import type { totalFloats } from '../../population/total-floats.ts'
import { dateOrNull, type OptionsOf } from '../../result/options.ts'
import { RATIO_DECIMALS, roundHalfAway, roundRatio, roundScore } from '../../wording/numbers.ts'
import { bandOf, type Measure, RISK_MAX, type RiskContext, type RiskRow, type SubMetric } from './checks/context.ts'
import type { SubMetricWeights } from './options.ts'
import { AUTO, type requestedOf } from './options.ts'

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

/** The tasks that make up most of the index: what each adds to it through every sub-metric, with the reasons. */
const DRIVERS_MAX = 10

/** A sub-metric that was measured, with its share of the weights; risk * share are its points of the index. */
export interface Weighed {
  readonly name: SubMetric
  readonly share: number
  readonly measure: Measure
}

/** Points of the index that one fault of the sub-metric adds. */
const perFault = ({ share, measure }: Weighed): number => {
  const all = sumOf(measure.faults)
  return all === 0 ? 0 : ((measure.risk ?? 0) * share) / all
}

/** Most points first, of equal ones in input order. The points of all tasks sum up to the index before any gate. */
function driversOf(columns: ScheduleColumns, weighed: readonly Weighed[]) {
  const { taskCount, id, name } = columns
  const points = zeros(Float64Array, taskCount)
  const each = weighed.map(perFault)
  weighed.forEach(({ measure: { faults } }, m) => {
    for (let i = 0; i < taskCount; i++) points[i] += each[m] * faults[i]
  })
  return largest(points).map((i, n) => ({
    rank: n + 1,
    id: textAt(id, i),
    name: textAt(name, i) || null,
    points: roundHalfAway(points[i], RATIO_DECIMALS),
    reasons: weighed.flatMap(({ name: subMetric, measure }, m) =>
      measure.faults[i] === 0
        ? []
        : [
            {
              sub_metric: subMetric,
              points: roundHalfAway(each[m] * measure.faults[i], RATIO_DECIMALS),
              reasons: measure.reasonsOf(i),
            },
          ],
    ),
  }))
}

/** Points this close count as equal: sums of the same shares in another order. */
const TIE = 1e-9

/** The indices of the DRIVERS_MAX largest values above 0. O(n * DRIVERS_MAX). */
function largest(values: Float64Array): number[] {
  const best: number[] = []
  for (let i = 0; i < values.length; i++) {
    if (!(values[i] > TIE)) continue
    let at = best.length
    while (at > 0 && values[i] > values[best[at - 1]] + TIE) at--
    if (at < DRIVERS_MAX) {
      best.splice(at, 0, i)
      if (best.length > DRIVERS_MAX) best.pop()
    }
  }
  return best
}
