import type { Method } from '../../check/method.ts'
import { whatIfAnalyser } from './analyser.ts'
import { whatIfRanking } from './ranking.ts'
import { whatIfSummary } from './summary.ts'

export const whatIf = {
  analyser: whatIfAnalyser,
  checks: [],
  gates: [],
  summary: whatIfSummary,
  ranking: whatIfRanking,
} as const satisfies Method
