/** Limits of the reader for benchmarks and tests: no schedule is too large. */
import type { ReadLimits } from '../engine/read/read-request.ts'

export const NO_LIMITS: ReadLimits = {
  tier: 'government',
  taskCountMax: Number.POSITIVE_INFINITY,
  taskSumMax: Number.POSITIVE_INFINITY,
  syncTaskCountMax: Number.POSITIVE_INFINITY,
  asyncHint: '',
}
