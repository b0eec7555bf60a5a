import { at, numberAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { WORDS } from './words.ts'

export const logicAuditSummary: SummarySentences = data => {
  const network = at(data, 'network')
  if (network === undefined) return []
  const figure = (name: string): number => numberAt(network, name) ?? 0
  const parts = numberAt(network, 'parts') ?? 1
  const { connected, parts: inParts, network: sentence } = WORDS.logicAuditSummary
  return [
    sentence(
      figure('tasks'),
      figure('links'),
      figure('relationship_ratio'),
      parts === 1 ? connected : inParts(parts, figure('largest_part')),
    ),
  ]
}
