import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { NO_SENTENCES } from '../../summary/sentences.ts'
import { checksAnalyser } from './analyser.ts'

export const checks = {
  analyser: checksAnalyser,
  // its checks are those of the catalogues (GET /api/v1/catalogue, catalogues)
  checks: [],
  gates: [GATE_ROWS.cycle, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: NO_SENTENCES,
  ranking: {},
} as const satisfies Method
