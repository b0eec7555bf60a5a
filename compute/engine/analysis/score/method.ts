import { COVERAGE_GATES, GATE_ROWS, LINK_GATES } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { NO_SENTENCES } from '../../summary/sentences.ts'
import { scoreAnalyser } from './analyser.ts'
import { HEALTH_ROWS } from './checks/rows.ts'

export const score = {
  analyser: scoreAnalyser,
  checks: HEALTH_ROWS,
  gates: [
    GATE_ROWS.noLinks,
    ...LINK_GATES,
    GATE_ROWS.openEnds,
    GATE_ROWS.noDates,
    GATE_ROWS.beyondDates,
    ...COVERAGE_GATES,
    GATE_ROWS.criticalFinding,
  ],
  summary: NO_SENTENCES,
  ranking: {},
} as const satisfies Method
