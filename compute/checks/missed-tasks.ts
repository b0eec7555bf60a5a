/** Tasks that missed their baseline finish, as DCMA point 11 and the baseline performance of the health score count them. */
import { hitsOf } from '../findings.ts'
import { plural } from '../wording/plural.ts'
import type { CheckRow, Need } from './check.ts'
import type { Execution } from './dcma-14/execution.ts'
import { needsStatusDate } from './needs.ts'
import { shareOf } from './outcomes.ts'

export const PERFORMANCE_TASKS =
  'Tasks and planning packages, complete ones included: no milestones, summaries, level of effort, margin or visibility tasks'

interface Facts {
  readonly statusDay: number
  readonly execution: Execution
}

export const needsBaseline: Need<Facts> = {
  message: 'requires a baseline: no task has baseline_finish',
  isMet: ({ execution }) => execution.baselined > 0,
}

export const MISSED_TASKS: Pick<CheckRow<Facts>, 'population' | 'formula' | 'needs' | 'advice' | 'run'> = {
  population: `${PERFORMANCE_TASKS}; with a baseline finish on or before the status date.`,
  formula:
    'Due tasks that finished after their baseline finish, or are unfinished with a finish or the status date after it / due tasks.',
  needs: [needsStatusDate, needsBaseline],
  advice: {
    title: 'Recover the missed tasks',
    description: 'Finish what is due, or ask for a new baseline with reasons.',
  },
  run: ({ execution: { missed, due, undatedFinishes, population } }) => {
    const hits = hitsOf(missed)
    const message = `${plural(hits.count, 'due task')} of ${due} finished late or ${hits.count === 1 ? 'is' : 'are'} late.`
    return shareOf(hits, due, message, {
      complete_without_actual_finish: undatedFinishes,
      excluded_by_type: population.excludedByType,
    })
  },
}
