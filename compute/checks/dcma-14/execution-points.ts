/** Points 11 and 14: missed tasks and the baseline execution index, on the counts of execution.ts. */
import { hitsOf, NO_HITS } from '../../findings.ts'
import type { Need } from '../check.ts'
import { needsStatusDate } from '../needs.ts'
import { plural, ratioOf, shareOf } from '../outcomes.ts'
import { bySize } from '../severity.ts'
import { type Dcma14Facts, type Dcma14Row, pointCode } from './facts.ts'

const TASKS =
  'Tasks and planning packages, complete ones included: no milestones, summaries, level of effort, margin or visibility tasks'

const needsBaseline: Need<Dcma14Facts> = {
  message: 'requires a baseline: no task has baseline_finish',
  isMet: ({ execution }) => execution.baselined > 0,
}

const missedTasks: Dcma14Row = {
  code: pointCode(11),
  title: 'Missed tasks',
  severity: bySize,
  population: `${TASKS}; with a baseline finish on or before the status date.`,
  formula:
    'Due tasks that finished after their baseline finish, or are unfinished with a finish or the status date after it / due tasks.',
  unit: 'percent',
  threshold: 5,
  operator: '<=',
  source: 'DCMA-EA PAM 200.1 section 4',
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
}

const executionIndex: Dcma14Row = {
  code: pointCode(14),
  title: 'Baseline execution index',
  severity: bySize,
  population: `${TASKS}.`,
  formula: 'BEI = complete tasks / (tasks with a baseline finish on or before the status date + tasks without one).',
  unit: 'ratio',
  threshold: 0.95,
  operator: '>=',
  source: 'DCMA-EA PAM 200.1 section 4; DAU Acquipedia',
  needs: [needsStatusDate, needsBaseline],
  advice: { title: 'Catch up with the baseline', description: 'Finish due tasks, and baseline those that have none.' },
  run: ({ execution: { complete, due, unbaselined, population } }) => {
    const message = `${plural(complete, 'task is', 'tasks are')} complete; ${due} were due and ${unbaselined} have no baseline.`
    return ratioOf(NO_HITS, complete, due + unbaselined, message, {
      due,
      without_baseline: unbaselined,
      excluded_by_type: population.excludedByType,
    })
  },
}

export const EXECUTION_POINTS: readonly Dcma14Row[] = [missedTasks, executionIndex]
