import type { Method } from '../../check/method.ts'
import { numberAt, rowsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { levellingAnalyser } from './analyser.ts'

/** Delays that an agent reads as sentences; the others are in data.delays. */
const SENTENCES_MAX = 5

const levellingSummary: SummarySentences = data => {
  const unresolved = rowsAt(data, 'unresolved').slice(0, SENTENCES_MAX)
  const delays = rowsAt(data, 'delays').toSorted(
    (a, b) => (numberAt(b, 'beyond_float_days') ?? 0) - (numberAt(a, 'beyond_float_days') ?? 0),
  )
  return [...unresolved, ...delays.slice(0, SENTENCES_MAX)].map(row => wordAt(row, 'text'))
}

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
