import { numberAt, rowsAt, sentence, textsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/plural.ts'
import { listed } from '../../wording/tasks.ts'

export const planningHorizonSummary: SummarySentences = (data, { empty_months: months }) => {
  const windows = rowsAt(data, 'windows').map(each => {
    const until = wordAt(each, 'to')
    const detail = wordAt(each, 'detail_percent')
    return `${wordAt(each, 'window')}${until === undefined ? '' : ` until ${until}`} ${plural(numberAt(each, 'tasks') ?? 0, 'task')} and ${plural(numberAt(each, 'planning_packages') ?? 0, 'planning package')}${detail === undefined ? '' : `, ${detail} % of the work detailed`}`
  })
  const empty = textsAt(data, 'empty_months')
  const emptyMonths = empty.length === 0 ? [] : [listed(empty, Array.isArray(months) ? months.length : empty.length)]
  return [sentence('Remaining work', windows, '; '), sentence('Months without work', emptyMonths)]
}
