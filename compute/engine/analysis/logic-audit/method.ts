import { COVERAGE_GATES, GATE_ROWS, LINK_GATES } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { at, numberAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/numbers.ts'
import { logicAuditAnalyser } from './analyser.ts'
import { LOGIC_OBSERVATIONS } from './checks/observations.ts'
import { LOGIC_COMPONENTS } from './checks/rows.ts'

const logicAuditSummary: SummarySentences = data => {
  const network = at(data, 'network')
  if (network === undefined) return []
  const figure = (name: string): number => numberAt(network, name) ?? 0
  const parts = numberAt(network, 'parts') ?? 1
  return [
    `Network: ${plural(figure('tasks'), 'task')}, ${plural(figure('links'), 'link')}, ${plural(figure('relationship_ratio'), 'link')} per task, ${parts === 1 ? 'connected' : `${parts} parts that no link joins, the largest of ${plural(figure('largest_part'), 'task')}`}.`,
  ]
}

export const logicAudit = {
  analyser: logicAuditAnalyser,
  checks: [...LOGIC_COMPONENTS, ...LOGIC_OBSERVATIONS],
  gates: [
    GATE_ROWS.cycle,
    GATE_ROWS.noLinks,
    ...LINK_GATES,
    GATE_ROWS.openEnds,
    ...COVERAGE_GATES,
    GATE_ROWS.criticalFinding,
  ],
  summary: logicAuditSummary,
  ranking: {},
} as const satisfies Method
