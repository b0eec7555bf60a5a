import type { Method } from '../../check/method.ts'
import { levellingAnalyser } from './analyser.ts'
import { levellingSummary } from './summary.ts'

export const levelling = {
  analyser: levellingAnalyser,
  checks: [],
  gates: [],
  summary: levellingSummary,
  ranking: {
    'data.delays': [
      ['beyond_float_days', 'largest'],
      ['delay_working_days', 'largest'],
    ],
    'data.use': [['over_hours_before', 'largest']],
  },
} as const satisfies Method
