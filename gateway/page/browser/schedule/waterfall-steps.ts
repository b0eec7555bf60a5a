/** The movement of the finish in steps, each with its days: what the work did, then what revisions of the plan did. Those of no day are left out. */
import { TEXT } from '../texts.ts'
import type { DelaysData } from './comparison-replies.ts'

const T = TEXT.compare

interface Step {
  readonly name: string
  readonly days: number
}

export function stepsOf({ by_category: categories, recovery_days, revision, unexplained_days }: DelaysData): Step[] {
  const slips = Object.values(categories).reduce((sum, days) => sum + days, 0)
  return [
    { name: T.steps.slips, days: slips },
    { name: T.steps.recovery, days: recovery_days },
    { name: T.steps.scope, days: revision?.scope_days ?? 0 },
    { name: T.steps.logic, days: revision?.logic_days ?? 0 },
    { name: T.steps.duration, days: revision?.duration_days ?? 0 },
    { name: T.steps.constraint, days: revision?.constraint_days ?? 0 },
    { name: T.steps.calendar, days: revision?.calendar_days ?? 0 },
    { name: T.steps.options, days: revision?.options_days ?? 0 },
    { name: T.steps.start, days: revision?.project_start_days ?? 0 },
    { name: T.steps.other, days: revision?.other_days ?? 0 },
    { name: T.steps.unexplained, days: unexplained_days },
  ].filter(({ days }) => days !== 0)
}
