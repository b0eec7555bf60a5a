/** Components on the baseline: whether there is one, and whether what was due was done. */

import { BASELINE_ADVICE } from '../../../check/advice.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { MISSED_TASKS } from '../../../check/missed-tasks.ts'
import { needsKnownBaseline } from '../../../check/needs.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { namedTask } from '../../../check/worst.ts'
import { isBaselined } from '../../../population/task-states.ts'
import { WORDS } from '../words.ts'
import { component, type HealthRow } from './context.ts'

const baselineCoverage = component({
  component: 'baseline_coverage',
  code: 'HS09',
  title: WORDS.baselineCoverage.title,
  weight: 7,
  threshold: 5,
  zero: 50,
  population: WORDS.baselineCoverage.population,
  formula: WORDS.baselineCoverage.formula,
  needs: [needsKnownBaseline],
  advice: BASELINE_ADVICE,
  worst: namedTask,
  run: ({ columns, execution: { population } }) => {
    const { taskCount } = columns
    const hits = allHitsWhere(taskCount, i => population.marks[i] === 1 && !isBaselined(columns, i))
    const message = WORDS.baselineCoverage.message(hits.count)
    return shareOf(hits, population.count, message, { excluded_by_type: population.excludedByType })
  },
})

const baselinePerformance = component({
  component: 'baseline_performance',
  code: 'HS10',
  title: WORDS.baselinePerformance.title,
  weight: 4,
  threshold: 5,
  zero: 60,
  ...MISSED_TASKS,
})

export const BASELINE_COMPONENTS = [baselineCoverage, baselinePerformance] as const satisfies readonly HealthRow[]
