/** A task without a duration: a finding of every analysis that computes with durations. */
import type { FindingRow } from '../check/finding-rows.ts'
import { WORDS } from './words.ts'

export const DURATION_MISSING = {
  code: 'DURATION_MISSING',
  severity: 'medium',
  ...WORDS.durationMissing,
} as const satisfies FindingRow
