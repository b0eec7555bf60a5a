import { numberAt, rowsAt, sentence, textsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { listed } from '../../wording/tasks.ts'
import { WORDS } from './words.ts'

export const planningHorizonSummary: SummarySentences = (data, { empty_months: months }) => {
  const windows = rowsAt(data, 'windows').map(each => {
    const until = wordAt(each, 'to')
    const detail = wordAt(each, 'detail_percent')
    return WORDS.planningHorizonSummary.windows(
      wordAt(each, 'window'),
      until,
      numberAt(each, 'tasks') ?? 0,
      numberAt(each, 'planning_packages') ?? 0,
      detail,
    )
  })
  const empty = textsAt(data, 'empty_months')
  const emptyMonths = empty.length === 0 ? [] : [listed(empty, Array.isArray(months) ? months.length : empty.length)]
  return [
    sentence(WORDS.planningHorizonSummary.remainingTitle, windows, '; '),
    sentence(WORDS.planningHorizonSummary.emptyTitle, emptyMonths),
  ]
}
