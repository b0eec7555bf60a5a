/** Tasks of a population with a hard constraint, as DCMA point 5 and the logic audit count them. */

import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { isHardConstraint } from '../kind/constraint-types.ts'
import type { Population } from '../population/populations.ts'
import { plural } from '../wording/plural.ts'
import type { CheckOutcome } from './check.ts'
import { allHitsWhere } from './findings.ts'
import { shareOf } from './outcomes.ts'

export function hardConstraintsOf(columns: ScheduleColumns, population: Population): CheckOutcome {
  const { taskCount, constraintType } = columns
  const { marks, count, excludedByType } = population
  const hits = allHitsWhere(taskCount, i => marks[i] === 1 && isHardConstraint(constraintType[i]))
  const counts: Record<string, number> = {}
  for (const i of hits.all!) {
    const type = CONSTRAINT_TYPES[constraintType[i] - 1]
    counts[type] = (counts[type] ?? 0) + 1
  }
  const message = `${plural(hits.count, 'task has', 'tasks have')} a hard constraint.`
  return shareOf(hits, count, message, { counts, excluded_by_type: excludedByType })
}
