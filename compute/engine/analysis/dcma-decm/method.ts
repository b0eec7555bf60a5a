import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { NO_SENTENCES } from '../../summary/sentences.ts'
import { decmAnalyser } from './analyser.ts'
import { DECM_ROWS } from './checks/rows.ts'

export const dcmaDecm = {
  analyser: decmAnalyser,
  checks: DECM_ROWS,
  gates: [GATE_ROWS.cycle, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: NO_SENTENCES,
  ranking: {},
} as const satisfies Method
