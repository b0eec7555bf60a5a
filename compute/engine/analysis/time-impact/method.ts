import type { Method } from '../../check/method.ts'
import { timeImpactAnalyser } from './analyser.ts'
import { timeImpactSummary } from './summary.ts'

export const timeImpact = {
  analyser: timeImpactAnalyser,
  checks: [],
  gates: [],
  summary: timeImpactSummary,
  ranking: { 'data.events': [['moves_working_days', 'size']], 'data.events[].float_used': [['used_days', 'largest']] },
} as const satisfies Method
