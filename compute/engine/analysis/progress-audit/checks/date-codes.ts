/** PA01 to PA04: actual dates that contradict the status date or each other. Level of effort is tested too. */
import { PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { PROGRESS_FAULTS } from '../../../population/progress-faults.ts'
import { isMilestoneTask } from '../../../population/task-states.ts'
import { dateText, inDays } from '../../../wording/days.ts'
import { WORDS } from '../words.ts'
import { type AuditContext, type AuditRow, auditRow, isGiven } from './context.ts'

const CATEGORY = 'date_integrity'

const hasProgress = ({ columns }: AuditContext, i: number): boolean =>
  percentOf(columns, i) > 0 || isGiven(columns.actualFinish[i])

const afterStatus = ({ statusDay }: AuditContext, day: number): string =>
  `${inDays(day - statusDay, 'calendar')} after the status date ${dateText(statusDay)}`

export const DATE_CODES = [
  auditRow({
    code: 'PA01',
    category: CATEGORY,
    severity: 'critical',
    title: WORDS.dateCodes.title,
    formula: WORDS.dateCodes.formula,
    of: 'Tasks with an actual start',
    withEfforts: true,
    shows: ['actual_start'],
    advice: {
      title: WORDS.dateCodes.adviceTitle,
      causes: [
        {
          found: [WORDS.dateCodes.adviceFound, WORDS.dateCodes.adviceFound2],
          action: WORDS.dateCodes.adviceAction,
          holds: hasProgress,
        },
        {
          found: ['reports no progress', 'report no progress'],
          action: WORDS.dateCodes.adviceAction2,
        },
      ],
    },
    size: ({ columns, statusDay }, i) => columns.actualStart[i] - statusDay,
    sized: (context, i) => afterStatus(context, context.columns.actualStart[i]),
    asks: ({ columns }, i) => isGiven(columns.actualStart[i]),
    breaks: ({ columns, statusDay }, i) => columns.actualStart[i] > statusDay,
  }),
  auditRow({
    code: 'PA02',
    category: CATEGORY,
    severity: 'critical',
    title: WORDS.dateCodes.title2,
    formula: WORDS.dateCodes.formula2,
    of: 'Tasks with an actual finish',
    withEfforts: true,
    shows: ['actual_finish'],
    advice: {
      title: WORDS.dateCodes.adviceTitle2,
      causes: [
        {
          found: ['is at 100 %', 'are at 100 %'],
          action: WORDS.dateCodes.adviceAction3,
          holds: ({ columns }, i) => percentOf(columns, i) >= PERCENT_MAX,
        },
        {
          found: ['is below 100 %', 'are below 100 %'],
          action: WORDS.dateCodes.adviceAction4,
        },
      ],
    },
    size: ({ columns, statusDay }, i) => columns.actualFinish[i] - statusDay,
    sized: (context, i) => afterStatus(context, context.columns.actualFinish[i]),
    asks: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ columns, statusDay }, i) => columns.actualFinish[i] > statusDay,
  }),
  auditRow({
    code: 'PA03',
    category: CATEGORY,
    severity: 'critical',
    title: WORDS.dateCodes.title3,
    formula: WORDS.dateCodes.formula3,
    of: 'Tasks with both actual dates',
    withEfforts: true,
    shows: ['actual_start', 'actual_finish'],
    advice: {
      title: WORDS.dateCodes.adviceTitle3,
      causes: [
        {
          found: [WORDS.dateCodes.adviceFound3, WORDS.dateCodes.adviceFound4],
          action: WORDS.dateCodes.adviceAction5,
          holds: ({ columns, statusDay }, i) => columns.actualStart[i] > statusDay,
        },
        {
          found: [WORDS.dateCodes.adviceFound5, WORDS.dateCodes.adviceFound6],
          action: WORDS.dateCodes.adviceAction6,
        },
      ],
    },
    size: ({ columns }, i) => columns.actualStart[i] - columns.actualFinish[i],
    sized: ({ columns }, i) => `${inDays(columns.actualStart[i] - columns.actualFinish[i], 'calendar')} in reverse`,
    asks: ({ columns }, i) => isGiven(columns.actualStart[i]) && isGiven(columns.actualFinish[i]),
    breaks: ({ columns }, i) => columns.actualFinish[i] < columns.actualStart[i],
  }),
  auditRow({
    code: 'PA04',
    category: CATEGORY,
    severity: 'high',
    title: WORDS.dateCodes.title4,
    formula: WORDS.dateCodes.formula4,
    of: 'Tasks with an actual finish',
    withEfforts: true,
    shows: ['actual_finish'],
    advice: {
      title: WORDS.dateCodes.adviceTitle4,
      causes: [
        {
          found: ['is a milestone', 'are milestones'],
          action: WORDS.dateCodes.adviceAction7,
          holds: ({ tasks }, i) => isMilestoneTask(tasks, i),
        },
        {
          found: [WORDS.dateCodes.adviceFound7, WORDS.dateCodes.adviceFound8],
          action: WORDS.dateCodes.adviceAction8,
        },
      ],
    },
    asks: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA04(tasks, i),
  }),
] as const satisfies readonly AuditRow[]
