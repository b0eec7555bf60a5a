/** PA19 to PA23: percents against each other, earned value, approvals, finishes stamped in bulk. */
import { APPROVAL_STATUSES } from '../../../../../shared/contract/schedule/fields.ts'
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

const unlessRequested = ({ withEarnedValue }: AuditContext): string | undefined =>
  withEarnedValue ? undefined : WORDS.unlessRequested.message

export const VALUE_CODES = [
  auditRow({
    code: 'PA19',
    category: EARNED,
    severity: 'medium',
    title: WORDS.percentsApart.title,
    formula: WORDS.percentsApart.formula(PERCENT_APART_MIN),
    of: WORDS.percentsApart.of,
    needs: [needsPercent],
    shows: ['percent_complete', 'physical_percent_complete'],
    advice: {
      title: WORDS.percentsApart.adviceTitle,
      causes: [
        {
          ...WORDS.percentsApart.claimsMore,
          holds: (context, i) => percentOf(context.columns, i) > physicalOf(context, i),
        },
        {
          ...WORDS.percentsApart.reportsLess,
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
    title: WORDS.aboveBudget.title,
    formula: WORDS.aboveBudget.formula,
    of: WORDS.aboveBudget.of,
    needs: [needsEarnedValue],
    closed: unlessRequested,
    shows: ['earned_value', 'budgeted_cost'],
    advice: {
      title: WORDS.aboveBudget.adviceTitle,
      causes: [
        {
          ...WORDS.aboveBudget.noBudget,
          holds: ({ columns }, i) => !(columns.budgetedCost[i] > 0),
        },
        {
          ...WORDS.aboveBudget.withBudget,
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
    title: WORDS.earnedOffPhysical.title,
    formula: WORDS.earnedOffPhysical.formula,
    of: WORDS.earnedOffPhysical.of,
    needs: [needsPhysical],
    closed: unlessRequested,
    shows: ['earned_value', 'budgeted_cost', 'physical_percent_complete'],
    advice: {
      title: WORDS.earnedOffPhysical.adviceTitle,
      causes: [
        {
          ...WORDS.earnedOffPhysical.earnsMore,
          holds: (context, i) => context.columns.earnedValue[i] > valueOfWork(context, i),
        },
        {
          ...WORDS.earnedOffPhysical.earnsLess,
        },
      ],
    },
    size: (context, i) => Math.abs(context.columns.earnedValue[i] - valueOfWork(context, i)),
    sized: (context, i) => WORDS.sized.byPhysical(figure(valueOfWork(context, i))),
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
    title: WORDS.unapproved.title,
    formula: WORDS.unapproved.formula,
    of: WORDS.population.approvalRequired,
    shows: ['approval_status', 'actual_start', 'percent_complete'],
    advice: {
      title: WORDS.unapproved.adviceTitle,
      causes: [
        {
          ...WORDS.unapproved.refused,
          holds: ({ columns }, i) => columns.approvalStatus[i] === REJECTED,
        },
        {
          ...WORDS.unapproved.notSaid,
          holds: ({ columns }, i) => columns.approvalStatus[i] === 0,
        },
        {
          ...WORDS.unapproved.pending,
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
    title: WORDS.bulkFinish.title,
    formula: WORDS.bulkFinish.formula(BULK_TASKS_MIN, 100 * BULK_SHARE_MIN),
    of: WORDS.population.withFinish,
    shows: ['actual_finish'],
    advice: {
      title: WORDS.bulkFinish.adviceTitle,
      causes: [
        {
          ...WORDS.bulkFinish.onStatusDate,
          holds: ({ columns, statusDay }, i) => columns.actualFinish[i] === statusDay,
        },
        {
          ...WORDS.bulkFinish.onEarlierDate,
        },
      ],
    },
    appliesTo: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ columns, bulk }, i) => bulk.has(columns.actualFinish[i]),
  }),
] as const satisfies readonly AuditRow[]
