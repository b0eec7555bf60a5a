import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { progressAuditAnalyser } from './analyser.ts'
import { AUDIT_ROWS } from './checks/rows.ts'
import { progressAuditRanking } from './ranking.ts'
import { progressAuditSummary } from './summary.ts'

export const progressAudit = {
  analyser: progressAuditAnalyser,
  checks: AUDIT_ROWS,
  gates: [GATE_ROWS.criticalAnomaly, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: progressAuditSummary,
  ranking: progressAuditRanking,
} as const satisfies Method
