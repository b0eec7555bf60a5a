import { numberAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/plural.ts'

export const validateSummary: SummarySentences = data => {
  const parts = numberAt(data, 'components', 'count')
  return [
    parts === undefined || parts < 2
      ? undefined
      : `The network falls into ${parts} parts that no link joins; the largest has ${plural(numberAt(data, 'components', 'largest_task_count') ?? 0, 'task')}.`,
  ]
}
