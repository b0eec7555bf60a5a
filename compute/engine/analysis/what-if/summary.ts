import { rowsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'

const MOVES_MAX = 3

export const whatIfSummary: SummarySentences = data => [
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
