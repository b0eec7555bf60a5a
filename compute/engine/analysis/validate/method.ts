import { GATE_ROWS, LINK_GATES } from '../../check/gate-rows.ts'
import type { Method } from '../../check/method.ts'
import { VALIDATE_ROWS } from '../../input/rows.ts'
import { numberAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { plural } from '../../wording/numbers.ts'
import { validateAnalyser } from './analyser.ts'

const validateSummary: SummarySentences = data => {
  const parts = numberAt(data, 'components', 'count')
  return [
    parts === undefined || parts < 2
      ? undefined
      : `The network falls into ${parts} parts that no link joins; the largest has ${plural(numberAt(data, 'components', 'largest_task_count') ?? 0, 'task')}.`,
  ]
}

export const validate = {
  analyser: validateAnalyser,
  checks: VALIDATE_ROWS,
  gates: [GATE_ROWS.invalid, ...LINK_GATES],
  summary: validateSummary,
  ranking: {},
} as const satisfies Method
