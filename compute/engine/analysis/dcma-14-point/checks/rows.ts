/** The fourteen points in their order (/docs/methods/dcma-14-point). */

import type { Dcma14Row } from './context.ts'
import { EXECUTION_POINTS } from './execution-points.ts'
import { LOGIC_POINTS } from './logic-points.ts'
import { PATH_POINTS } from './path-points.ts'
import { TASK_POINTS } from './task-points.ts'

const [missedTasks, executionIndex] = EXECUTION_POINTS

export const DCMA14_ROWS = [
  ...LOGIC_POINTS,
  ...TASK_POINTS,
  missedTasks,
  ...PATH_POINTS,
  executionIndex,
] as const satisfies readonly Dcma14Row[]
