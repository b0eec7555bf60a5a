import { at, numberAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/plural.ts'

export const logicAuditSummary: SummarySentences = data => {
  const network = at(data, 'network')
  if (network === undefined) return []
  const figure = (name: string): number => numberAt(network, name) ?? 0
  const parts = numberAt(network, 'parts') ?? 1
  return [
    `Network: ${plural(figure('tasks'), 'task')}, ${plural(figure('links'), 'link')}, ${plural(figure('relationship_ratio'), 'link')} per task, ${parts === 1 ? 'connected' : `${parts} parts that no link joins, the largest of ${plural(figure('largest_part'), 'task')}`}.`,
  ]
}
