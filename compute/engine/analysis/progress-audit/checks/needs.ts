/** What codes of the progress audit cannot do without, over the whole schedule. */
import type { Need } from '../../../check/check.ts'
import { measuredPhysical } from '../../../population/progress.ts'
import { type AuditContext, isGiven } from './context.ts'

const someMember = ({ population, columns }: AuditContext, test: (task: number) => boolean): boolean => {
  for (let i = 0; i < columns.taskCount; i++) if (population.marks[i] === 1 && test(i)) return true
  return population.count === 0
}

/** Where no task has a percent, a percent of 0 says nothing about any of them. */
export const needsPercent: Need<AuditContext> = {
  message: 'requires percent_complete; no task has one',
  isMet: context => someMember(context, i => !Number.isNaN(context.columns.percentComplete[i])),
}

export const needsBaseline: Need<AuditContext> = {
  message: 'requires baseline dates; no task has one',
  isMet: context =>
    someMember(context, i => isGiven(context.columns.baselineStart[i]) || isGiven(context.columns.baselineFinish[i])),
}

export const needsPredecessors: Need<AuditContext> = {
  message: 'requires predecessors; no task has one',
  isMet: ({ sequence, population }) => population.count <= 1 || sequence.linkCount > 0,
}

/** Only on request: a schedule without the fields then gets a finding. */
const needsFields = (message: string, test: (context: AuditContext, task: number) => boolean): Need<AuditContext> => ({
  message,
  isMet: context => !context.withEarnedValue || someMember(context, i => test(context, i)),
})

const has = (values: Float64Array, task: number): boolean => !Number.isNaN(values[task])

export const needsEarnedValue = needsFields(
  'requires earned_value and budgeted_cost; no task has both',
  ({ columns }, i) => has(columns.earnedValue, i) && has(columns.budgetedCost, i),
)

export const needsPhysical = needsFields(
  'requires earned_value, budgeted_cost and physical_percent_complete; no task has all three',
  ({ columns }, i) => has(columns.earnedValue, i) && has(columns.budgetedCost, i) && has(measuredPhysical(columns), i),
)
