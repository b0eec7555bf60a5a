import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { baselineCompareAnalyser } from './analyser.ts'
import { BASELINE_COMPARE_COMPONENTS } from './checks/components.ts'
import { baselineCompareRanking } from './ranking.ts'
import { baselineCompareSummary } from './summary.ts'

export const baselineCompare = {
  analyser: baselineCompareAnalyser,
  checks: BASELINE_COMPARE_COMPONENTS,
  gates: [GATE_ROWS.noPairs, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: baselineCompareSummary,
  ranking: baselineCompareRanking,
} as const satisfies Method
