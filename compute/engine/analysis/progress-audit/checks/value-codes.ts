/** PA19 to PA23: percents against each other, earned value, approvals, finishes stamped in bulk. */
import { APPROVAL_STATUSES } from '../../../../../shared/schedule/fields.ts'
import { NOT_STARTED, PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { figure } from '../../../wording/figure.ts'
import { WORDS } from '../words.ts'
import { BULK_SHARE_MIN, BULK_TASKS_MIN } from './bulk-dates.ts'
import { type AuditContext, type AuditRow, auditRow, isGiven } from './context.ts'
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
  Math.min(PERCENT_MAX, Math.max(0, columns.physicalPercentComplete[i]))
const hasPhysical = ({ columns }: AuditContext, i: number): boolean => !Number.isNaN(columns.physicalPercentComplete[i])
const hasEarned = ({ columns }: AuditContext, i: number): boolean =>
  !Number.isNaN(columns.earnedValue[i]) && !Number.isNaN(columns.budgetedCost[i])

/** Budget of the part that is done by the physical percent. */
const valueOfWork = (context: AuditContext, i: number): number =>
  (context.columns.budgetedCost[i] * physicalOf(context, i)) / PERCENT_MAX

const unlessAsked = ({ withEarnedValue }: AuditContext): string | undefined =>
  withEarnedValue ? undefined : WORDS.unlessAsked.message

export const VALUE_CODES = [
  auditRow({
    code: 'PA19',
    category: EARNED,
    severity: 'medium',
    title: WORDS.valueCodes.title,
    formula: WORDS.valueCodes.formula(PERCENT_APART_MIN),
    of: WORDS.valueCodes.of,
    needs: [needsPercent],
    shows: ['percent_complete', 'physical_percent_complete'],
    advice: {
      title: WORDS.valueCodes.adviceTitle,
      causes: [
        {
          found: ['claims more than was measured', 'claim more than was measured'],
          action: WORDS.valueCodes.adviceAction,
          holds: (context, i) => percentOf(context.columns, i) > physicalOf(context, i),
        },
        {
          found: ['reports less than was measured', 'report less than was measured'],
          action: WORDS.valueCodes.adviceAction2,
        },
      ],
    },
    size: (context, i) => Math.abs(percentOf(context.columns, i) - physicalOf(context, i)),
    sized: (context, i) =>
      `${figure(Math.abs(percentOf(context.columns, i) - physicalOf(context, i)))} percent points apart`,
    asks: hasPhysical,
    breaks: (context, i) =>
      Math.abs(percentOf(context.columns, i) - physicalOf(context, i)) >= PERCENT_APART_MIN - TOLERANCE,
  }),
  auditRow({
    code: 'PA20',
    category: EARNED,
    severity: 'high',
    title: WORDS.valueCodes.title2,
    formula: WORDS.valueCodes.formula2,
    of: WORDS.valueCodes.of2,
    needs: [needsEarnedValue],
    closed: unlessAsked,
    shows: ['earned_value', 'budgeted_cost'],
    advice: {
      title: WORDS.valueCodes.adviceTitle2,
      causes: [
        {
          found: ['has a budget of 0', 'have a budget of 0'],
          action: WORDS.valueCodes.adviceAction3,
          holds: ({ columns }, i) => !(columns.budgetedCost[i] > 0),
        },
        {
          found: ['earns more than its budget', 'earn more than their budget'],
          action: WORDS.valueCodes.adviceAction4,
        },
      ],
    },
    size: ({ columns }, i) => columns.earnedValue[i] - columns.budgetedCost[i],
    sized: ({ columns }, i) => `${figure(columns.earnedValue[i] - columns.budgetedCost[i])} above the budget`,
    asks: hasEarned,
    breaks: ({ columns }, i) => columns.earnedValue[i] > columns.budgetedCost[i],
  }),
  auditRow({
    code: 'PA21',
    category: EARNED,
    severity: 'low',
    title: WORDS.valueCodes.title3,
    formula: WORDS.valueCodes.formula3,
    of: WORDS.valueCodes.of3,
    needs: [needsPhysical],
    closed: unlessAsked,
    shows: ['earned_value', 'budgeted_cost', 'physical_percent_complete'],
    advice: {
      title: WORDS.valueCodes.adviceTitle3,
      causes: [
        {
          found: [WORDS.valueCodes.adviceFound, WORDS.valueCodes.adviceFound2],
          action: WORDS.valueCodes.adviceAction5,
          holds: (context, i) => context.columns.earnedValue[i] > valueOfWork(context, i),
        },
        {
          found: [WORDS.valueCodes.adviceFound3, WORDS.valueCodes.adviceFound4],
          action: WORDS.valueCodes.adviceAction6,
        },
      ],
    },
    size: (context, i) => Math.abs(context.columns.earnedValue[i] - valueOfWork(context, i)),
    sized: (context, i) => `${figure(valueOfWork(context, i))} by the physical percent`,
    asks: (context, i) => hasEarned(context, i) && hasPhysical(context, i),
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
    title: WORDS.valueCodes.title4,
    formula: WORDS.valueCodes.formula4,
    of: 'Started tasks that require approval',
    shows: ['approval_status', 'actual_start', 'percent_complete'],
    advice: {
      title: WORDS.valueCodes.adviceTitle4,
      causes: [
        {
          found: ['was refused its approval', 'were refused their approval'],
          action: WORDS.valueCodes.adviceAction7,
          holds: ({ columns }, i) => columns.approvalStatus[i] === REJECTED,
        },
        {
          found: ['has no approval_status', 'have no approval_status'],
          action: WORDS.valueCodes.adviceAction8,
          holds: ({ columns }, i) => columns.approvalStatus[i] === 0,
        },
        {
          found: ['waits for its approval', 'wait for their approval'],
          action: WORDS.valueCodes.adviceAction9,
        },
      ],
    },
    size: ({ columns }, i) => percentOf(columns, i),
    asks: ({ columns, tasks }, i) => tasks.state[i] !== NOT_STARTED && columns.approvalRequired[i] === APPROVAL_NEEDED,
    breaks: ({ columns }, i) => !APPROVED.includes(columns.approvalStatus[i]),
  }),
  auditRow({
    code: 'PA23',
    category: 'bulk_statusing',
    severity: 'low',
    title: WORDS.valueCodes.title5,
    formula: WORDS.valueCodes.formula5(BULK_TASKS_MIN, 100 * BULK_SHARE_MIN),
    of: 'Tasks with an actual finish',
    shows: ['actual_finish'],
    advice: {
      title: WORDS.valueCodes.adviceTitle5,
      causes: [
        {
          found: [WORDS.valueCodes.adviceFound5, WORDS.valueCodes.adviceFound6],
          action: WORDS.valueCodes.adviceAction10,
          holds: ({ columns, statusDay }, i) => columns.actualFinish[i] === statusDay,
        },
        {
          found: [WORDS.valueCodes.adviceFound7, WORDS.valueCodes.adviceFound8],
          action: WORDS.valueCodes.adviceAction11,
        },
      ],
    },
    asks: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ columns, bulk }, i) => bulk.has(columns.actualFinish[i]),
  }),
] as const satisfies readonly AuditRow[]
