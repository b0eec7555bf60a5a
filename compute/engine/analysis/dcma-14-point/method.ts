import { COVERAGE_GATES, GATE_ROWS, LINK_GATES } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { dcma14Analyser } from './analyser.ts'
import { DCMA14_ROWS } from './checks/rows.ts'
import { dcma14PointSummary } from './summary.ts'

export const dcma14Point = {
  analyser: dcma14Analyser,
  checks: DCMA14_ROWS,
  gates: [
    GATE_ROWS.cycle,
    GATE_ROWS.noLinks,
    ...LINK_GATES,
    GATE_ROWS.beyondDates,
    ...COVERAGE_GATES,
    GATE_ROWS.criticalFinding,
  ],
  summary: dcma14PointSummary,
  ranking: {},
} as const satisfies Method
