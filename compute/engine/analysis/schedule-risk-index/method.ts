import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { riskIndexAnalyser } from './analyser.ts'
import { RISK_ROWS } from './checks/rows.ts'
import { scheduleRiskIndexSummary } from './summary.ts'

export const scheduleRiskIndex = {
  analyser: riskIndexAnalyser,
  checks: RISK_ROWS,
  gates: [GATE_ROWS.cycle, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: scheduleRiskIndexSummary,
  ranking: {},
} as const satisfies Method
