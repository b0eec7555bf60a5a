/** `data` of POST /api/v1/health/schedule-risk-index. */

import Type, { type TSchema } from 'typebox'
import { checkUrl } from '../../endpoint/data/check-data.ts'
import { FloatSourceUsed, PopulationData, reportedFinishMember, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, dateOrNull, numberOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { taskId } from '../../endpoint/data/named.ts'
import { SEVERITIES } from '../../envelope.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CalendarUsed, DataDateUnlessCycle } from '../cpm/data.ts'
import { SUB_METRICS } from './request.ts'

const BANDS = ['low', 'moderate', 'elevated', 'high', 'critical'] as const

const riskOrNull = (description: string): TSchema =>
  Type.Unsafe({ type: ['number', 'null'], minimum: 0, maximum: 100, description })
const SubMetricName = OneOf(SUB_METRICS, { description: 'A sub-metric.' })
const Band = textOrNull('Below 20 low, 40 moderate, 60 elevated, 80 high, else critical.', BANDS)

const SubMetricData = Type.Object(
  {
    name: SubMetricName,
    code: Type.String({ description: 'Stable code.' }),
    title: Type.String({ description: 'Its name in words.' }),
    status: OneOf(['evaluated', 'skipped', 'not_applicable'], {
      description: 'skipped: data it needs is missing; not_applicable: nothing to measure, or not asked for.',
    }),
    message: Type.String({ description: 'What was found, or why it was not evaluated.' }),
    risk: riskOrNull('0 (none) to 100; null unless evaluated.'),
    band: Band,
    severity: textOrNull('Severity of its finding; null without one.', SEVERITIES),
    base_weight: Type.Number({ minimum: 0, description: 'Weight before those not evaluated were dropped.' }),
    weight: numberOrNull('Share of the weights evaluated; null unless evaluated.'),
    contribution: numberOrNull('Points of the index: risk * weight; null unless evaluated.'),
    degraded: Type.Unsafe({ type: ['string', 'null'], description: 'What it had to do without.' }),
    numerator: numberOrNull('Members of the population that it found.'),
    denominator: numberOrNull('Size of the population.'),
    population: Type.String({ description: 'What is counted over.' }),
    formula: Type.String({ description: 'How the risk comes about.' }),
    method_url: checkUrl,
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Inputs, numerators and counts; with options.include_sub_metric_details.',
      }),
    ),
  },
  CLOSED,
)

const Driver = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: '1 adds most.' }),
    id: taskId('The task.'),
    name: Type.Unsafe({ type: ['string', 'null'], description: 'Its name.' }),
    points: Type.Number({ description: 'Points of the index that its faults add, over all sub-metrics.' }),
    reasons: Type.Array(
      Type.Object(
        {
          sub_metric: SubMetricName,
          points: Type.Number({ description: 'Points of the index that they add.' }),
          reasons: Type.Array(Type.String(), { description: 'Its faults in words.' }),
        },
        CLOSED,
      ),
      { description: 'Its faults by sub-metric.' },
    ),
  },
  CLOSED,
)

export const RiskIndexData = Type.Object(
  {
    risk_index: riskOrNull('0 (none) to 100, high is bad; the score of the envelope is 100 - risk_index.'),
    band: Band,
    risk_index_before_gates: riskOrNull('The index before the GATE findings lifted it.'),
    checks_evaluated: scoreMembers.checks_evaluated,
    checks_total: scoreMembers.checks_total,
    ...reportedFinishMember,
    sub_metrics: Type.Array(SubMetricData, {
      minItems: SUB_METRICS.length,
      maxItems: SUB_METRICS.length,
      description: 'The five sub-metrics; the index is the sum of their contributions.',
    }),
    risk_drivers: Type.Optional(
      Type.Array(Driver, {
        description:
          'The ten tasks that add most. A fault weighs what it adds to its sub-metric, so the points of all tasks sum up to the index before gates. Absent with options.include_risk_drivers false.',
      }),
    ),
    sub_metrics_requested: Type.Union([Type.Literal('auto'), Type.Array(SubMetricName)], {
      description: 'As asked for.',
    }),
    near_critical_float_threshold: Type.Number({
      minimum: 0,
      description: 'Float up to which a task counted as near-critical.',
      'x-unit': 'days',
    }),
    status_date: dateOrNull('As given.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    populations: Type.Object({ t14: PopulationData('Incomplete tasks of logic_risk and float_risk.') }, CLOSED),
  },
  { ...CLOSED, $id: 'ScheduleRiskIndexData', description: 'Result of the schedule risk index.' },
)
