/** Limits of the reader from the header of a call. */
import { TASK_SUM_FACTOR } from '../../shared/contract/tiers.ts'
import type { ReadLimits } from '../engine/read/read-request.ts'
import type { WorkHeader } from './work.ts'

export const limitsOf = (header: WorkHeader): ReadLimits => ({
  tier: header.tier,
  taskCountMax: header.taskCountMax,
  taskSumMax: header.taskCountMax * TASK_SUM_FACTOR,
  syncTaskCountMax: header.syncTaskCountMax,
  asyncHint: header.syncHint,
})
