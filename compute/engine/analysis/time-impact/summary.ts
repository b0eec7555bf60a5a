import { numberAt, rowsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { inDays } from '../../wording/days.ts'

export const timeImpactSummary: SummarySentences = data => [
  ...rowsAt(data, 'events').map(event => {
    const [before, after] = [wordAt(event, 'finish_before'), wordAt(event, 'finish_after')]
    if (before === undefined || after === undefined || before === after) return undefined
    return `${wordAt(event, 'id')} (${wordAt(event, 'party')}) moves the finish from ${before} to ${after}.`
  }),
  ...rowsAt(data, 'bases').map(base => {
    const days = numberAt(base, 'moves_working_days') ?? 0
    const count = numberAt(base, 'event_count') ?? 0
    if (count < 2) return undefined
    return `All events of one base together: ${inDays(days, 'working')}.`
  }),
]
