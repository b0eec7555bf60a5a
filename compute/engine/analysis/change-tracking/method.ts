import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { changeTrackingAnalyser } from './analyser.ts'
import { CHANGE_TRACKING_ROWS } from './checks/rows.ts'
import { changeTrackingRanking } from './ranking.ts'
import { changeTrackingSummary } from './summary.ts'

export const changeTracking = {
  analyser: changeTrackingAnalyser,
  checks: CHANGE_TRACKING_ROWS,
  gates: [GATE_ROWS.noPairs, GATE_ROWS.lostScope, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: changeTrackingSummary,
  ranking: changeTrackingRanking,
} as const satisfies Method
