import type { Method } from '../../check/method.ts'
import { numberAt, rowsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { inDays } from '../../wording/days.ts'
import { historyAnalyser } from './analyser.ts'

const summary: SummarySentences = data => [
  ...rowsAt(data, 'milestones').map(milestone => {
    const lost = numberAt(milestone, 'float_lost_days')
    return lost === undefined || lost <= 0
      ? undefined
      : `${wordAt(milestone, 'id')} lost ${inDays(lost, 'working')} of total float.`
  }),
]

export const history = {
  analyser: historyAnalyser,
  checks: [],
  gates: [],
  summary,
  ranking: {},
} as const satisfies Method
