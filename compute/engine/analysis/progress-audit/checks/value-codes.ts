/** PA19 to PA23: percents against each other, earned value, approvals, finishes stamped in bulk. */
import { APPROVAL_STATUSES } from '../../../../../shared/contract/schedule/fields.ts'
import { measuredPhysical, NOT_STARTED, PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { figure } from '../../../wording/numbers.ts'
import { type AuditContext, type AuditRow, auditRow, BULK_SHARE_MIN, BULK_TASKS_MIN, isGiven } from './context.ts'
import { needsEarnedValue, needsPercent, needsPhysical } from './needs.ts'

const EARNED = 'earned_value'
/** Points by which percent_complete and physical_percent_complete may not differ. */
const PERCENT_APART_MIN = 15
/** Share of the budget by which earned value may differ from budget times physical percent. */
const EARNED_TOLERANCE = 0.05
const TOLERANCE = 1e-9
const APPROVAL_NEEDED = 2
const REJECTED = APPROVAL_STATUSES.indexOf('rejected') + 1
const APPROVED: readonly number[] = [
  APPROVAL_STATUSES.indexOf('approved') + 1,
  APPROVAL_STATUSES.indexOf('not_required') + 1,
]

/** Held to 0 .. 100, as percent_complete is. */
const physicalOf = ({ columns }: AuditContext, i: number): number =>
  Math.min(PERCENT_MAX, Math.max(0, measuredPhysical(columns)[i]))
const hasPhysical = ({ columns }: AuditContext, i: number): boolean => !Number.isNaN(measuredPhysical(columns)[i])
const hasEarned = ({ columns }: AuditContext, i: number): boolean =>
  !Number.isNaN(columns.earnedValue[i]) && !Number.isNaN(columns.budgetedCost[i])

/** Budget of the part that is done by the physical percent. */
const valueOfWork = (context: AuditContext, i: number): number =>
  (context.columns.budgetedCost[i] * physicalOf(context, i)) / PERCENT_MAX

const unlessRequested = ({ withEarnedValue }: AuditContext): string | undefined =>
  withEarnedValue ? undefined : 'Not asked for: earned_value is read with options.include_ev_validation.'

export const VALUE_CODES = [
  auditRow({
    code: 'PA19',
    category: EARNED,
    severity: 'medium',
    title: 'Percent and physical percent far apart',
    formula: `percent_complete (absent: 0) and physical_percent_complete ${PERCENT_APART_MIN} points or more apart.`,
    of: 'Tasks with a physical percent complete',
    needs: [needsPercent],
    shows: ['percent_complete', 'physical_percent_complete'],
    advice: {
      title: 'Reconcile the two percents',
      causes: [
        {
          found: ['claims more than was measured', 'claim more than was measured'],
          action: 'lower percent_complete to the physical percent',
          holds: (context, i) => percentOf(context.columns, i) > physicalOf(context, i),
        },
        {
          found: ['reports less than was measured', 'report less than was measured'],
          action: 'raise percent_complete to the physical percent, or measure again',
        },
      ],
    },
    size: (context, i) => Math.abs(percentOf(context.columns, i) - physicalOf(context, i)),
    sized: (context, i) =>
      `${figure(Math.abs(percentOf(context.columns, i) - physicalOf(context, i)))} percent points apart`,
    appliesTo: hasPhysical,
    breaks: (context, i) =>
      Math.abs(percentOf(context.columns, i) - physicalOf(context, i)) >= PERCENT_APART_MIN - TOLERANCE,
  }),
  auditRow({
    code: 'PA20',
    category: EARNED,
    severity: 'high',
    title: 'Earned value above the budget',
    formula: 'earned_value greater than budgeted_cost. Runs with options.include_ev_validation.',
    of: 'Tasks with earned value and a budget',
    needs: [needsEarnedValue],
    closed: unlessRequested,
    shows: ['earned_value', 'budgeted_cost'],
    advice: {
      title: 'Cap earned value at the budget',
      causes: [
        {
          found: ['has a budget of 0', 'have a budget of 0'],
          action: 'enter the budget of the work, or set its earned value to 0',
          holds: ({ columns }, i) => !(columns.budgetedCost[i] > 0),
        },
        {
          found: ['earns more than its budget', 'earn more than their budget'],
          action: 'set earned_value to the budget at most; extra work needs the budget of an approved change',
        },
      ],
    },
    size: ({ columns }, i) => columns.earnedValue[i] - columns.budgetedCost[i],
    sized: ({ columns }, i) => `${figure(columns.earnedValue[i] - columns.budgetedCost[i])} above the budget`,
    appliesTo: hasEarned,
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
    closed: unlessRequested,
    shows: ['earned_value', 'budgeted_cost', 'physical_percent_complete'],
    advice: {
      title: 'Earn value by physical percent',
      causes: [
        {
          found: ['earns more than the work done', 'earn more than the work done'],
          action: 'lower earned_value to budgeted_cost times the physical percent',
          holds: (context, i) => context.columns.earnedValue[i] > valueOfWork(context, i),
        },
        {
          found: ['earns less than the work done', 'earn less than the work done'],
          action: 'raise earned_value to budgeted_cost times the physical percent, or measure again',
        },
      ],
    },
    size: (context, i) => Math.abs(context.columns.earnedValue[i] - valueOfWork(context, i)),
    sized: (context, i) => `${figure(valueOfWork(context, i))} by the physical percent`,
    appliesTo: (context, i) => hasEarned(context, i) && hasPhysical(context, i),
    breaks: (context, i) => {
      const budget = context.columns.budgetedCost[i]
      const off = Math.abs(context.columns.earnedValue[i] - valueOfWork(context, i))
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
    advice: {
      title: 'Obtain the missing approvals',
      causes: [
        {
          found: ['was refused its approval', 'were refused their approval'],
          action: 'stop the work until what was refused is settled',
          holds: ({ columns }, i) => columns.approvalStatus[i] === REJECTED,
        },
        {
          found: ['has no approval_status', 'have no approval_status'],
          action: 'send the status of the approval, or ask for it before the work goes on',
          holds: ({ columns }, i) => columns.approvalStatus[i] === 0,
        },
        {
          found: ['waits for its approval', 'wait for their approval'],
          action: 'have the pending approval decided, or stop the work until it is',
        },
      ],
    },
    size: ({ columns }, i) => percentOf(columns, i),
    appliesTo: ({ columns, tasks }, i) =>
      tasks.state[i] !== NOT_STARTED && columns.approvalRequired[i] === APPROVAL_NEEDED,
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
    advice: {
      title: 'Report each finish on its own day',
      causes: [
        {
          found: ['carries the status date as its finish', 'carry the status date as their finish'],
          action: 'replace the date of the report by the day on which each work ended',
          holds: ({ columns, statusDay }, i) => columns.actualFinish[i] === statusDay,
        },
        {
          found: ['shares one earlier finish with many others', 'share one earlier finish with many others'],
          action: 'look up the day on which each work ended; keep the date where it is true',
        },
      ],
    },
    appliesTo: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ columns, bulk }, i) => bulk.has(columns.actualFinish[i]),
  }),
] as const satisfies readonly AuditRow[]
