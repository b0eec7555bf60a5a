import type { Method } from '../../check/method.ts'
import { numberAt, rowsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { inDays } from '../../wording/days.ts'
import { collapsedAsBuiltAnalyser } from './analyser.ts'

const summary: SummarySentences = data => [
  ...rowsAt(data, 'simulations').map(simulation => {
    const [finish, without] = [wordAt(simulation, 'finish'), wordAt(simulation, 'finish_without_events')]
    if (finish === undefined || without === undefined || finish === without) return undefined
    return `${wordAt(simulation, 'schedule')}: finish on ${finish}, without the events on ${without}.`
  }),
  ...rowsAt(data, 'events').map(event => {
    const days = numberAt(event, 'alone_working_days') ?? 0
    return days === 0
      ? undefined
      : `${wordAt(event, 'id')} (${wordAt(event, 'party')}) alone: ${inDays(days, 'working')} earlier.`
  }),
]

export const collapsedAsBuilt = {
  analyser: collapsedAsBuiltAnalyser,
  checks: [],
  gates: [],
  summary,
  ranking: {
    'data.events': [['earlier_working_days', 'size']],
    'data.events[].extracted': [['duration_days', 'largest']],
    'data.simulations[].tasks': [['extracted_days', 'largest']],
    'data.simulations[].links': [['wait_days', 'size']],
  },
} as const satisfies Method
