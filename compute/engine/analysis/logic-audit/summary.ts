import { at, numberAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/plural.ts'
import { WORDS } from './words.ts'

export const logicAuditSummary: SummarySentences = data => {
  const network = at(data, 'network')
  if (network === undefined) return []
  const parts = numberAt(network, 'parts') ?? 1
  return [
    `Network: ${plural(numberAt(network, 'tasks') ?? 0, 'task')}, ${plural(numberAt(network, 'links') ?? 0, 'link')}, ${plural(numberAt(network, 'relationship_ratio') ?? 0, 'link')} per task, ${parts === 1 ? 'connected' : WORDS.logicAuditSummary.message(parts, numberAt(network, 'largest_part') ?? 0)}.`,
  ]
}
