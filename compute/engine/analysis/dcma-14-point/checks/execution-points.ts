/** Points 11 and 14: missed tasks and the baseline execution index. */

import { needsStatusDate } from '../../../check/needs.ts'
import { bySize } from '../../../check/severity.ts'
import { cite, published } from '../../../check/source.ts'
import { executionOutcome, MISSED_TASKS, needsBaseline, PERFORMANCE_TASKS } from '../../../metrics/execution.ts'
import { type Dcma14Row, pointCode } from './context.ts'

export const missedTasks = {
  code: pointCode(11),
  title: 'Missed tasks',
  severity: bySize,
  unit: 'percent',
  threshold: 5,
  operator: '<=',
  source: published(cite('pam', 'section 4')),
  ...MISSED_TASKS,
} as const satisfies Dcma14Row

export const executionIndex = {
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
  run: ({ execution }) => executionOutcome(execution),
} as const satisfies Dcma14Row
