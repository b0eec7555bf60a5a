import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { planningHorizonAnalyser } from './analyser.ts'
import { HORIZON_COMPONENTS } from './checks/components.ts'
import { HORIZON_OBSERVATIONS } from './checks/observations.ts'
import { planningHorizonSummary } from './summary.ts'

export const planningHorizon = {
  analyser: planningHorizonAnalyser,
  checks: [...HORIZON_COMPONENTS, ...HORIZON_OBSERVATIONS],
  gates: [GATE_ROWS.cycle, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: planningHorizonSummary,
  ranking: {},
} as const satisfies Method
