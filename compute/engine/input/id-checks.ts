/** Ids: missing, repeated, ambiguous. */
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { allHitsWhere } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { ambiguousIds } from './ambiguous-id.ts'
import { faultHits, rule } from './context.ts'
import { positionsOfIds } from './same-ids.ts'
import { WORDS } from './words.ts'

export const missingId = rule('error', {
  code: 'V001',
  title: WORDS.missingId.title,
  severity: 'critical',
  population: WORDS.missingId.population,
  formula: WORDS.missingId.formula,
  unit: 'tasks',
  run: ({ columns }) => {
    const { tasks, count } = faultHits(columns, fault => fault.kind === 'missing_id')
    // there is no id to name them by, only their place in the list, counted from 0
    const evidence = count === 0 ? undefined : { positions: tasks }
    return counted({ tasks: [], count }, columns.taskCount, WORDS.missingId.message(count), evidence)
  },
})

export const duplicateId = rule('error', {
  code: 'V002',
  title: WORDS.duplicateId.title,
  severity: 'critical',
  population: WORDS.duplicateId.population,
  formula: WORDS.duplicateId.formula,
  unit: 'tasks',
  run: ({ columns }) => {
    const hits = faultHits(columns, fault => fault.kind === 'duplicate_id')
    const message = WORDS.duplicateId.message(hits.count)
    const evidence = hits.count === 0 ? undefined : { ids: positionsOfIds(columns.id, columns.taskCount, hits.tasks) }
    return counted(hits, columns.taskCount, message, evidence)
  },
})

export const ambiguousId = rule('warning', {
  code: 'V109',
  title: WORDS.ambiguousId.title,
  severity: 'low',
  population: WORDS.ambiguousId.population,
  formula: WORDS.ambiguousId.formula,
  unit: 'tasks',
  // its message shows one
  worst: { describe: () => undefined },
  run: ({ columns }) => {
    const marks = ambiguousIds(columns.id, columns.taskCount)
    const hits = allHitsWhere(columns.taskCount, i => marks[i] === 1)
    const example = hits.tasks.length === 0 ? undefined : textAt(columns.id, hits.tasks[0])
    return counted(hits, columns.taskCount, WORDS.ambiguousId.message(hits.count, example))
  },
})
