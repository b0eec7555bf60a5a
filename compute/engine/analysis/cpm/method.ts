import type { Method } from '../../check/method.ts'
import { cpmAnalyser } from './analyser.ts'
import { cpmRanking } from './ranking.ts'
import { cpmSummary } from './summary.ts'

export const cpm = {
  analyser: cpmAnalyser,
  checks: [],
  gates: [],
  summary: cpmSummary,
  ranking: cpmRanking,
} as const satisfies Method
