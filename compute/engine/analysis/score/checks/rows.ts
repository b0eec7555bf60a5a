/** Components on the baseline, and all components of the health score in their order (/docs/methods/score). */

import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { needsKnownBaseline } from '../../../check/needs.ts'
import { namedTask } from '../../../check/worst.ts'
import { MISSED_TASKS, PERFORMANCE_TASKS } from '../../../metrics/execution.ts'
import { isBaselined } from '../../../population/task-states.ts'
import { plural } from '../../../wording/numbers.ts'
import { component, type HealthRow } from './context.ts'
import { LOGIC_COMPONENTS } from './logic-components.ts'
import { LOAD_COMPONENTS, PLAN_COMPONENTS } from './task-components.ts'

const baselineCoverage = component({
  component: 'baseline_coverage',
  code: 'HS09',
  title: 'Baseline coverage',
  weight: 7,
  threshold: 5,
  zero: 50,
  population: `${PERFORMANCE_TASKS}.`,
  formula: 'Those without a baseline start or finish / all such.',
  needs: [needsKnownBaseline],
  advice: {
    title: 'Baseline every task',
    description:
      'Send the approved baseline_start and baseline_finish of each; for added work, those of its approved change.',
  },
  worst: namedTask,
  run: ({ columns, execution: { population } }) => {
    const { taskCount } = columns
    const hits = allHitsWhere(taskCount, i => population.marks[i] === 1 && !isBaselined(columns, i))
    const message = `${plural(hits.count, 'task lacks', 'tasks lack')} a baseline date.`
    return shareOf(hits, population.count, message, { excluded_by_type: population.excludedByType })
  },
})

const baselinePerformance = component({
  component: 'baseline_performance',
  code: 'HS10',
  title: 'Baseline performance',
  weight: 4,
  threshold: 5,
  zero: 60,
  ...MISSED_TASKS,
})

const BASELINE_COMPONENTS = [baselineCoverage, baselinePerformance] as const satisfies readonly HealthRow[]

export const HEALTH_ROWS = [
  ...LOGIC_COMPONENTS,
  ...PLAN_COMPONENTS,
  ...BASELINE_COMPONENTS,
  ...LOAD_COMPONENTS,
] as const satisfies readonly HealthRow[]
