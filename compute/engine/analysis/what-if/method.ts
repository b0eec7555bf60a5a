import type { Method } from '../../check/method.ts'
import { rowsAt, wordAt } from '../../summary/read-plain.ts'
import type { Ranking, SummarySentences } from '../../summary/sentences.ts'
import { whatIfAnalyser } from './analyser.ts'

const MOVES_MAX = 3

const whatIfSummary: SummarySentences = data => [
  ...rowsAt(data, 'alternatives').map(each => {
    const text = wordAt(each, 'driven_by', 'text')
    return text === undefined ? undefined : `${wordAt(each, 'name') ?? ''}: ${text}`
  }),
  ...rowsAt(data, 'search', 'options')
    .slice(0, 1)
    .map(option => {
      const moves = rowsAt(option, 'moves')
      const texts = moves.slice(0, MOVES_MAX).flatMap(move => wordAt(move, 'text') ?? [])
      const more = moves.length - texts.length
      return `Earliest option: ${texts.join('; ')}${more > 0 ? `; ${more} more` : ''}.`
    }),
]

const whatIfRanking: Ranking = {
  'data.alternatives[].float_lost': [['total_float_after', 'smallest']],
  'data.alternatives[].broken_constraints': [
    ['was_broken', 'smallest'],
    ['late_calendar_days', 'largest'],
  ],
  'data.alternatives[].effects': [['moves_calendar_days', 'size']],
}

export const whatIf = {
  analyser: whatIfAnalyser,
  checks: [],
  gates: [],
  summary: whatIfSummary,
  ranking: whatIfRanking,
} as const satisfies Method
