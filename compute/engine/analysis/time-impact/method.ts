import type { Method } from '../../check/method.ts'
import { numberAt, rowsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { inDays } from '../../wording/days.ts'
import { figure } from '../../wording/numbers.ts'
import { timeImpactAnalyser } from './analyser.ts'

const summary: SummarySentences = data => [
  ...rowsAt(data, 'events').map(event => {
    const [before, after] = [wordAt(event, 'finish_before'), wordAt(event, 'finish_after')]
    const days = numberAt(event, 'moves_working_days')
    const who = `${wordAt(event, 'id')} (${wordAt(event, 'party')})`
    if (before === undefined || after === undefined || before === after || days === undefined) return undefined
    const [least, most] = [numberAt(event, 'min_working_days') ?? days, numberAt(event, 'max_working_days') ?? days]
    if (least !== most)
      return `${who}, of events that began on one day: ${inDays(days, 'working')}, ${figure(least)} to ${figure(most)} over their orders.`
    if (days === 0 && numberAt(event, 'moves_calendar_days') === 0) return undefined
    const isOneOfSeveral = Array.isArray(event.flags) && event.flags.includes('same_start')
    return isOneOfSeveral
      ? `${who} moves the finish by ${inDays(days, 'working')}.`
      : `${who} moves the finish from ${before} to ${after}.`
  }),
  ...rowsAt(data, 'bases').map(base => {
    const days = numberAt(base, 'moves_working_days') ?? 0
    const count = numberAt(base, 'event_count') ?? 0
    if (count < 2) return undefined
    return `All events of one base together: ${inDays(days, 'working')}.`
  }),
]

export const timeImpact = {
  analyser: timeImpactAnalyser,
  checks: [],
  gates: [],
  waitsToResume: true,
  summary,
  ranking: { 'data.events': [['moves_working_days', 'size']], 'data.events[].float_used': [['used_days', 'largest']] },
} as const satisfies Method
