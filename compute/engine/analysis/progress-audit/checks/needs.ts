/** What codes of the progress audit cannot do without, over the whole schedule. */
import type { Need } from '../../../check/check.ts'
import { type AuditFacts, isGiven } from './facts.ts'

const someMember = ({ population, columns }: AuditFacts, test: (task: number) => boolean): boolean => {
  for (let i = 0; i < columns.taskCount; i++) if (population.marks[i] === 1 && test(i)) return true
  return population.count === 0
}

/** Where no task has a percent, a percent of 0 tells nothing about any of them. */
export const needsPercent: Need<AuditFacts> = {
  message: 'requires percent_complete; no task has one',
  isMet: facts => someMember(facts, i => !Number.isNaN(facts.columns.percentComplete[i])),
}

export const needsBaseline: Need<AuditFacts> = {
  message: 'requires baseline dates; no task has one',
  isMet: facts =>
    someMember(facts, i => isGiven(facts.columns.baselineStart[i]) || isGiven(facts.columns.baselineFinish[i])),
}

export const needsPredecessors: Need<AuditFacts> = {
  message: 'requires predecessors; no task has one',
  isMet: ({ sequence, population }) => population.count <= 1 || sequence.linkCount > 0,
}

/** Only where the request asks for it: then a schedule without the fields is told so. */
const needsFields = (message: string, test: (facts: AuditFacts, task: number) => boolean): Need<AuditFacts> => ({
  message,
  isMet: facts => !facts.withEarnedValue || someMember(facts, i => test(facts, i)),
})

const has = (values: Float64Array, task: number): boolean => !Number.isNaN(values[task])

export const needsEarnedValue = needsFields(
  'requires earned_value and budgeted_cost; no task has both',
  ({ columns }, i) => has(columns.earnedValue, i) && has(columns.budgetedCost, i),
)

export const needsPhysical = needsFields(
  'requires earned_value, budgeted_cost and physical_percent_complete; no task has all three',
  ({ columns }, i) =>
    has(columns.earnedValue, i) && has(columns.budgetedCost, i) && has(columns.physicalPercentComplete, i),
)
