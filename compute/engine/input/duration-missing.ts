/** A task without a duration: a finding of every analysis that computes with durations. */

import type { FindingRow } from '../check/finding-rows.ts'
import { plural } from '../wording/plural.ts'

export const SUPPLY_DURATION = 'Send duration_days, or planned or baseline dates it can be taken from.'

export const DURATION_MISSING = {
  code: 'DURATION_MISSING',
  severity: 'medium',
  title: 'Durations missing',
  description: (count: number) =>
    `${plural(count, 'task has', 'tasks have')} neither a positive duration nor dates that give one; taken as 0 days.`,
  advice: {
    title: 'Supply the missing durations',
    description: SUPPLY_DURATION,
  },
} as const satisfies FindingRow
