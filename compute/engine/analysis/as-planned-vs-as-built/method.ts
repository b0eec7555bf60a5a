import { GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { AS_BUILT_METHOD } from '../../compare/methods.ts'
import { asBuiltAnalyser } from './analyser.ts'
import { asPlannedVsAsBuiltRanking } from './ranking.ts'
import { asPlannedVsAsBuiltSummary } from './summary.ts'

export const asPlannedVsAsBuilt = {
  analyser: asBuiltAnalyser,
  checks: [],
  gates: [GATE_ROWS.noPairs],
  summary: asPlannedVsAsBuiltSummary,
  ranking: asPlannedVsAsBuiltRanking,
  text: AS_BUILT_METHOD,
} as const satisfies Method
