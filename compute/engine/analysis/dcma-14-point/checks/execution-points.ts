/** Points 11 and 14: missed tasks and the baseline execution index, on the counts of execution.ts. */

import { deletedEvidence, executedText, indexOf, withoutDeleted } from '../../../check/execution.ts'
import { NO_HITS } from '../../../check/findings.ts'
import { MISSED_TASKS, needsBaseline, PERFORMANCE_TASKS } from '../../../check/missed-tasks.ts'
import { needsStatusDate } from '../../../check/needs.ts'
import { ratioOf } from '../../../check/outcomes.ts'
import { bySize } from '../../../check/severity.ts'
import { cite, published } from '../../../check/source.ts'
import { roundRatio } from '../../../wording/round.ts'
import { type Dcma14Row, pointCode } from './context.ts'

const missedTasks = {
  code: pointCode(11),
  title: 'Missed tasks',
  severity: bySize,
  unit: 'percent',
  threshold: 5,
  operator: '<=',
  source: published(cite('pam', 'section 4')),
  ...MISSED_TASKS,
} as const satisfies Dcma14Row

const executionIndex = {
  code: pointCode(14),
  title: 'Baseline execution index',
  severity: bySize,
  population: `${PERFORMANCE_TASKS}.`,
  formula:
    'BEI = complete tasks / (tasks with a baseline finish on or before the status date, deleted ones of schedule_history included + tasks without one).',
  unit: 'ratio',
  threshold: 0.95,
  operator: '>=',
  source: published(cite('pam', 'section 4'), cite('dau')),
  needs: [needsStatusDate, needsBaseline],
  advice: { title: 'Catch up with the baseline', description: 'Finish due tasks, and baseline those that have none.' },
  run: ({ execution }) => {
    const { complete, due, unbaselined, population } = execution
    const without = indexOf(withoutDeleted(execution))
    return ratioOf(NO_HITS, complete, due + unbaselined, executedText(execution), {
      ...deletedEvidence(execution, without === null ? null : roundRatio(without)),
      due,
      without_baseline: unbaselined,
      excluded_by_type: population.excludedByType,
    })
  },
} as const satisfies Dcma14Row

export const EXECUTION_POINTS = [missedTasks, executionIndex] as const satisfies readonly Dcma14Row[]
