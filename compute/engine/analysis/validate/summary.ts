import { numberAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { WORDS } from './words.ts'

export const validateSummary: SummarySentences = data => {
  const parts = numberAt(data, 'components', 'count')
  return [
    parts === undefined || parts < 2
      ? undefined
      : WORDS.validateSummary.message(parts, numberAt(data, 'components', 'largest_task_count') ?? 0),
  ]
}
