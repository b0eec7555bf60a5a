/** The fourteen points in their order (/docs/methods/dcma-14-point). */

import type { Dcma14Row } from './context.ts'
import { executionIndex, missedTasks } from './execution-points.ts'
import { LOGIC_POINTS } from './logic-points.ts'
import { pathLength } from './path-length.ts'
import { pathTest } from './path-test.ts'
import { TASK_POINTS } from './task-points.ts'

export const DCMA14_ROWS = [
  ...LOGIC_POINTS,
  ...TASK_POINTS,
  missedTasks,
  pathTest,
  pathLength,
  executionIndex,
] as const satisfies readonly Dcma14Row[]
