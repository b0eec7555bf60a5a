/** Points 11 and 14, missed tasks and the baseline execution index, and the fourteen points in their order (/docs/methods/dcma-14-point). */

import { bySize } from '../../../check/check.ts'
import { needsStatusDate } from '../../../check/needs.ts'
import { cite, published } from '../../../check/source.ts'
import { executionOutcome, MISSED_TASKS, needsBaseline, PERFORMANCE_TASKS } from '../../../metrics/execution.ts'
import { type Dcma14Row, pointCode } from './context.ts'
import { LOGIC_POINTS } from './logic-points.ts'
import { pathLength } from './path-length.ts'
import { pathTest } from './path-test.ts'
import { TASK_POINTS } from './task-points.ts'

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
  run: ({ execution }) => executionOutcome(execution),
} as const satisfies Dcma14Row

export const DCMA14_ROWS = [
  ...LOGIC_POINTS,
  ...TASK_POINTS,
  missedTasks,
  pathTest,
  pathLength,
  executionIndex,
] as const satisfies readonly Dcma14Row[]
