/** Components on the baseline: whether there is one, and whether what was due was done. */
import { allHitsWhere, hitsOf } from '../../findings.ts'
import { isBaselined } from '../../population/task-facts.ts'
import type { Need } from '../check.ts'
import { needsStatusDate } from '../needs.ts'
import { plural, shareOf } from '../outcomes.ts'
import { component, type HealthFacts, type HealthRow } from './facts.ts'

const TASKS =
  'Tasks and planning packages, complete ones included: no milestones, summaries, level of effort, margin or visibility tasks'

const needsBaseline: Need<HealthFacts> = {
  message: 'requires a baseline: no task has baseline_finish',
  isMet: ({ execution }) => execution.baselined > 0,
}

const baselineCoverage = component({
  component: 'baseline_coverage',
  code: 'HS09',
  title: 'Baseline coverage',
  weight: 7,
  threshold: 5,
  zero: 50,
  population: `${TASKS}.`,
  formula: 'Those without a baseline start or finish / all such.',
  advice: { title: 'Baseline every task', description: 'Work without a baseline cannot be early or late.' },
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
  population: `${TASKS}; with a baseline finish on or before the status date.`,
  formula:
    'Due tasks that finished after their baseline finish, or are unfinished with a finish or the status date after it / due tasks.',
  needs: [needsStatusDate, needsBaseline],
  advice: {
    title: 'Recover the missed tasks',
    description: 'Finish what is due, or ask for a new baseline with reasons.',
  },
  run: ({ execution: { missed, due, undatedFinishes, population } }) => {
    const hits = hitsOf(missed)
    const message = `${plural(hits.count, 'due task', 'due tasks')} of ${due} finished late or ${hits.count === 1 ? 'is' : 'are'} late.`
    return shareOf(hits, due, message, {
      complete_without_actual_finish: undatedFinishes,
      excluded_by_type: population.excludedByType,
    })
  },
})

export const BASELINE_COMPONENTS: readonly HealthRow[] = [baselineCoverage, baselinePerformance]
