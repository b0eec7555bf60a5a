import { COVERAGE_GATES, GATE_ROWS } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { numberAt, rowsAt, sentence, textsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/numbers.ts'
import { listed } from '../../wording/tasks.ts'
import { planningHorizonAnalyser } from './analyser.ts'
import { HORIZON_COMPONENTS } from './checks/components.ts'
import { HORIZON_OBSERVATIONS } from './checks/observations.ts'

const planningHorizonSummary: SummarySentences = (data, { empty_months: months }) => {
  const windows = rowsAt(data, 'windows').map(each => {
    const until = wordAt(each, 'to')
    const detail = wordAt(each, 'detail_percent')
    return `${wordAt(each, 'window')}${until === undefined ? '' : ` until ${until}`} ${plural(numberAt(each, 'tasks') ?? 0, 'task')} and ${plural(numberAt(each, 'planning_packages') ?? 0, 'planning package')}${detail === undefined ? '' : `, ${detail} % of the work detailed`}`
  })
  const empty = textsAt(data, 'empty_months')
  const emptyMonths = empty.length === 0 ? [] : [listed(empty, Array.isArray(months) ? months.length : empty.length)]
  return [sentence('Remaining work', windows, '; '), sentence('Months without work', emptyMonths)]
}

export const planningHorizon = {
  analyser: planningHorizonAnalyser,
  checks: [...HORIZON_COMPONENTS, ...HORIZON_OBSERVATIONS],
  gates: [GATE_ROWS.cycle, GATE_ROWS.beyondDates, ...COVERAGE_GATES, GATE_ROWS.criticalFinding],
  summary: planningHorizonSummary,
  ranking: {},
} as const satisfies Method
