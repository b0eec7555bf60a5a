import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { resourcesAnalyser } from './analyser.ts'
import { RESOURCE_ROWS } from './checks/rows.ts'
import { resourcesRanking } from './ranking.ts'
import { resourcesSummary } from './summary.ts'

export const resources = {
  analyser: resourcesAnalyser,
  checks: RESOURCE_ROWS,
  gates: [...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: resourcesSummary,
  ranking: resourcesRanking,
} as const satisfies Method
