/** The seven health analyses: scored checks. */
import { analysis } from '../endpoint/analysis-row.ts'
import { Dcma14Data } from './dcma-14-point/data.ts'
import { DecmData } from './dcma-decm/data.ts'
import { LogicAuditData } from './logic-audit/data.ts'
import { PlanningHorizonData } from './planning-horizon/data.ts'
import { ProgressAuditData } from './progress-audit/data.ts'
import {
  Dcma14PointRequest,
  DcmaDecmRequest,
  HealthScoreRequest,
  LogicAuditRequest,
  PlanningHorizonRequest,
  ProgressAuditRequest,
  ScheduleRiskIndexRequest,
} from './requests/health.ts'
import { RiskIndexData } from './schedule-risk-index/data.ts'
import { HealthScoreData } from './score/data.ts'

export const healthRows = [
  analysis('health', 'score', {
    request: HealthScoreRequest,
    data: HealthScoreData,
    input: 'tolerant',
    summary: 'Health score',
    description:
      'One score of a schedule in a single pass, without building the network or running the critical-path method.',
  }),
  analysis('health', 'logic-audit', {
    request: LogicAuditRequest,
    data: LogicAuditData,
    input: 'tolerant',
    summary: 'Logic audit',
    description: 'Open ends, dangling tasks, leads, lags, relation types, density and connectivity of the network.',
  }),
  analysis('health', 'progress-audit', {
    request: ProgressAuditRequest,
    data: ProgressAuditData,
    input: 'tolerant',
    summary: 'Progress audit',
    description: 'Anomalies of dates, status, forecasts, sequence, earned value and approvals.',
  }),
  analysis('health', 'dcma-14-point', {
    request: Dcma14PointRequest,
    data: Dcma14Data,
    input: 'tolerant',
    summary: 'DCMA 14-point assessment',
    description: 'The fourteen points of DCMA-EA PAM 200.1, each with numerator, denominator and threshold.',
  }),
  analysis('health', 'dcma-decm', {
    request: DcmaDecmRequest,
    data: DecmData,
    input: 'tolerant',
    summary: 'DECM assessment',
    description: 'The 17 schedule-only checks of the DCMA EVMS compliance metrics.',
  }),
  analysis('health', 'planning-horizon', {
    request: PlanningHorizonRequest,
    data: PlanningHorizonData,
    input: 'tolerant',
    summary: 'Planning horizon',
    description: 'Detail of the near term, conversion of planning packages, rolling-wave integrity.',
  }),
  analysis('health', 'schedule-risk-index', {
    request: ScheduleRiskIndexRequest,
    data: RiskIndexData,
    input: 'tolerant',
    summary: 'Schedule risk index',
    description: 'Composite of logic, float, baseline drift, progress and resource risk with its drivers.',
  }),
]
