import { GATE_ROWS, LINK_GATES } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { VALIDATE_ROWS } from '../../input/rows.ts'
import { validateAnalyser } from './analyser.ts'
import { validateSummary } from './summary.ts'

export const validate = {
  analyser: validateAnalyser,
  checks: VALIDATE_ROWS,
  gates: [GATE_ROWS.invalid, ...LINK_GATES],
  summary: validateSummary,
  ranking: {},
} as const satisfies Method
