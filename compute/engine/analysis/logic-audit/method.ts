import { COVERAGE_GATES, GATE_ROWS, LINK_GATES } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { logicAuditAnalyser } from './analyser.ts'
import { LOGIC_OBSERVATIONS } from './checks/observations.ts'
import { LOGIC_COMPONENTS } from './checks/rows.ts'
import { logicAuditSummary } from './summary.ts'

export const logicAudit = {
  analyser: logicAuditAnalyser,
  checks: [...LOGIC_COMPONENTS, ...LOGIC_OBSERVATIONS],
  gates: [
    GATE_ROWS.cycle,
    GATE_ROWS.noLinks,
    ...LINK_GATES,
    GATE_ROWS.openEnds,
    ...COVERAGE_GATES,
    GATE_ROWS.criticalFinding,
  ],
  summary: logicAuditSummary,
  ranking: {},
} as const satisfies Method
