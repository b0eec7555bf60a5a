/** PA19 to PA23: percents against each other, earned value, approvals, finishes stamped in bulk. */
import { APPROVAL_STATUSES } from '../../../shared/schedule/fields.ts'
import { NOT_STARTED, PERCENT_MAX, percentOf } from '../../population/progress.ts'
import { BULK_SHARE_MIN, BULK_TASKS_MIN } from './bulk-dates.ts'
import { type AuditFacts, type AuditRow, auditRow, isGiven } from './facts.ts'
import { needsEarnedValue, needsPercent, needsPhysical } from './needs.ts'

const EARNED = 'earned_value'
/** Points by which percent_complete and physical_percent_complete may not differ. */
const PERCENT_APART_MIN = 15
/** Share of the budget by which earned value may differ from budget times physical percent. */
const EARNED_TOLERANCE = 0.05
const TOLERANCE = 1e-9
const APPROVAL_NEEDED = 2
const APPROVED: readonly number[] = [
  APPROVAL_STATUSES.indexOf('approved') + 1,
  APPROVAL_STATUSES.indexOf('not_required') + 1,
]

/** Held to 0 .. 100, as percent_complete is. */
const physicalOf = ({ columns }: AuditFacts, i: number): number =>
  Math.min(PERCENT_MAX, Math.max(0, columns.physicalPercentComplete[i]))
const hasPhysical = ({ columns }: AuditFacts, i: number): boolean => !Number.isNaN(columns.physicalPercentComplete[i])
const hasEarned = ({ columns }: AuditFacts, i: number): boolean =>
  !Number.isNaN(columns.earnedValue[i]) && !Number.isNaN(columns.budgetedCost[i])

const unlessAsked = ({ withEarnedValue }: AuditFacts): string | undefined =>
  withEarnedValue ? undefined : 'Not asked for: earned_value is read with options.include_ev_validation.'

export const VALUE_CODES: readonly AuditRow[] = [
  auditRow({
    code: 'PA19',
    category: EARNED,
    severity: 'medium',
    title: 'Percent and physical percent far apart',
    formula: `percent_complete (absent: 0) and physical_percent_complete ${PERCENT_APART_MIN} points or more apart.`,
    of: 'Tasks with a physical percent complete',
    needs: [needsPercent],
    shows: ['percent_complete', 'physical_percent_complete'],
    advice: { title: 'Reconcile the two percents', description: 'Measure the work done and report it once.' },
    asks: hasPhysical,
    breaks: (facts, i) => Math.abs(percentOf(facts.columns, i) - physicalOf(facts, i)) >= PERCENT_APART_MIN - TOLERANCE,
  }),
  auditRow({
    code: 'PA20',
    category: EARNED,
    severity: 'high',
    title: 'Earned value above the budget',
    formula: 'earned_value greater than budgeted_cost. Runs with options.include_ev_validation.',
    of: 'Tasks with earned value and a budget',
    needs: [needsEarnedValue],
    closed: unlessAsked,
    shows: ['earned_value', 'budgeted_cost'],
    advice: { title: 'Cap earned value at the budget', description: 'No work earns more than it was budgeted for.' },
    asks: hasEarned,
    breaks: ({ columns }, i) => columns.earnedValue[i] > columns.budgetedCost[i],
  }),
  auditRow({
    code: 'PA21',
    category: EARNED,
    severity: 'low',
    title: 'Earned value off the physical percent',
    formula:
      'earned_value differs from budgeted_cost * physical_percent_complete / 100 by more than 5 percent of the budget. Runs with options.include_ev_validation.',
    of: 'Tasks with earned value, a budget and a physical percent complete',
    needs: [needsPhysical],
    closed: unlessAsked,
    shows: ['earned_value', 'budgeted_cost', 'physical_percent_complete'],
    advice: { title: 'Earn value by physical percent', description: 'Earned value is the budget of the work done.' },
    asks: (facts, i) => hasEarned(facts, i) && hasPhysical(facts, i),
    breaks: (facts, i) => {
      const budget = facts.columns.budgetedCost[i]
      const off = Math.abs(facts.columns.earnedValue[i] - (budget * physicalOf(facts, i)) / PERCENT_MAX)
      return off > Math.abs(budget) * (EARNED_TOLERANCE + TOLERANCE)
    },
  }),
  auditRow({
    code: 'PA22',
    category: 'approval',
    severity: 'high',
    title: 'Started without approval',
    formula: 'Started with approval_required and an approval_status that is neither approved nor not_required.',
    of: 'Started tasks that require approval',
    shows: ['approval_status', 'actual_start', 'percent_complete'],
    advice: { title: 'Obtain the missing approvals', description: 'Approve the work, or stop it until it is.' },
    asks: ({ columns, tasks }, i) => tasks.state[i] !== NOT_STARTED && columns.approvalRequired[i] === APPROVAL_NEEDED,
    breaks: ({ columns }, i) => !APPROVED.includes(columns.approvalStatus[i]),
  }),
  auditRow({
    code: 'PA23',
    category: 'bulk_statusing',
    severity: 'low',
    title: 'Finishes stamped with one date',
    formula: `actual_finish equal to a date that ${BULK_TASKS_MIN} or more tasks and ${100 * BULK_SHARE_MIN} percent or more of all actual finishes share.`,
    of: 'Tasks with an actual finish',
    shows: ['actual_finish'],
    advice: { title: 'Report each finish on its own day', description: 'Many equal dates look stamped, not reported.' },
    asks: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ columns, bulk }, i) => bulk.has(columns.actualFinish[i]),
  }),
]
