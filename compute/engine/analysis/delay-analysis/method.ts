import { GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { DELAY_METHOD } from '../../compare/methods.ts'
import { delayAnalyser } from './analyser.ts'
import { delayAnalysisRanking } from './ranking.ts'
import { delayAnalysisSummary } from './summary.ts'

export const delayAnalysis = {
  analyser: delayAnalyser,
  checks: [],
  gates: [GATE_ROWS.noPairs],
  summary: delayAnalysisSummary,
  ranking: delayAnalysisRanking,
  text: DELAY_METHOD,
} as const satisfies Method
