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
const SubMetricName = OneOf(SUB_METRICS, { description: 'Name of the sub-metric.' })
const Band = textOrNull(
  'Band of the risk: low below 20, moderate below 40, elevated below 60, high below 80, else critical. Null without a risk.',
  BANDS,
)

const SubMetricData = Type.Object(
  {
    name: SubMetricName,
    code: Type.String({ description: 'Stable code of the sub-metric.' }),
    title: Type.String({ description: 'Name of the sub-metric in words.' }),
    status: OneOf(['evaluated', 'skipped', 'not_applicable'], {
      description:
        'skipped: required data are missing. not_applicable: there is nothing to measure, or it was not requested.',
    }),
    message: Type.String({ description: 'What was found, or why it was not evaluated.' }),
    risk: riskOrNull('Risk from 0 (none) to 100; null unless evaluated.'),
    band: Band,
    severity: textOrNull('Severity of its finding; null without a finding.', SEVERITIES),
    base_weight: Type.Number({ minimum: 0, description: 'Weight if all sub-metrics are evaluated.' }),
    weight: numberOrNull('Share of the evaluated weights, 0 to 1; null unless evaluated.'),
    contribution: numberOrNull('Points of the index: risk * weight; null unless evaluated.'),
    degraded: Type.Unsafe({
      type: ['string', 'null'],
      description: 'Data that were missing, so that the risk is less certain; null if none.',
    }),
    numerator: numberOrNull('Number of members of the population with a fault; null unless evaluated.'),
    denominator: numberOrNull('Size of the population; null unless evaluated.'),
    population: Type.String({ description: 'Population that is counted.' }),
    formula: Type.String({ description: 'How the risk is computed.' }),
    method_url: checkUrl,
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Inputs, numerators and counts. Present with options.include_sub_metric_details.',
      }),
    ),
  },
  CLOSED,
)

const Driver = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Rank of the task; 1 adds most.' }),
    id: taskId('The task.'),
    name: Type.Unsafe({ type: ['string', 'null'], description: 'Name of the task; null if it has none.' }),
    points: Type.Number({ description: 'Points that its faults add to the index, over all sub-metrics.' }),
    reasons: Type.Array(
      Type.Object(
        {
          sub_metric: SubMetricName,
          points: Type.Number({ description: 'Points that these faults add to the index.' }),
          reasons: Type.Array(Type.String(), { description: 'Faults of the task in words.' }),
        },
        CLOSED,
      ),
      { description: 'Faults of the task by sub-metric.' },
    ),
  },
  CLOSED,
)

export const RiskIndexData = Type.Object(
  {
    risk_index: riskOrNull(
      'Risk index from 0 (none) to 100, higher is worse. The score of the envelope is 100 - risk_index. Null if nothing could be evaluated.',
    ),
    band: Band,
    risk_index_before_gates: riskOrNull(
      'Risk index before the GATE findings raised it; null if nothing could be evaluated.',
    ),
    checks_evaluated: scoreMembers.checks_evaluated,
    checks_total: scoreMembers.checks_total,
    ...reportedFinishMember,
    sub_metrics: Type.Array(SubMetricData, {
      minItems: SUB_METRICS.length,
      maxItems: SUB_METRICS.length,
      description: 'The sub-metrics. The index is the sum of their contributions.',
    }),
    risk_drivers: Type.Optional(
      Type.Array(Driver, {
        description:
          'The ten tasks that add most to the index. The points of all tasks sum to the index before gates. Absent if options.include_risk_drivers is false.',
      }),
    ),
    sub_metrics_requested: Type.Union([Type.Literal('auto'), Type.Array(SubMetricName)], {
      description: 'Sub-metrics of the request.',
    }),
    near_critical_float_threshold: Type.Number({
      minimum: 0,
      description: 'Largest total float, in days, of a near-critical task.',
      'x-unit': 'days',
    }),
    status_date: dateOrNull('As given in the request; null if absent.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    populations: Type.Object({ t14: PopulationData('Incomplete tasks of logic_risk and float_risk.') }, CLOSED),
  },
  { ...CLOSED, $id: 'ScheduleRiskIndexData', description: 'Result of the schedule risk index.' },
)
