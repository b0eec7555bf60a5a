/** Tasks of a population with a hard constraint, as DCMA point 5 and the logic audit count them. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { isHardConstraint } from '../kind/constraint-types.ts'
import type { Population } from '../population/populations.ts'
import type { CheckOutcome } from './check.ts'
import { allHitsWhere } from './findings.ts'
import { shareOf } from './outcomes.ts'
import { WORDS } from './words.ts'

export function hardConstraintsOf(columns: ScheduleColumns, population: Population): CheckOutcome {
  const { taskCount, constraintType } = columns
  const { marks, count, excludedByType } = population
  const hits = allHitsWhere(taskCount, i => marks[i] === 1 && isHardConstraint(constraintType[i]))
  const counts: Record<string, number> = {}
  for (const i of hits.all!) {
    const type = CONSTRAINT_TYPES[constraintType[i] - 1]
    counts[type] = (counts[type] ?? 0) + 1
  }
  const message = WORDS.hardConstraints(hits.count)
  return shareOf(hits, count, message, { counts, excluded_by_type: excludedByType })
}
