/** PA01 to PA04: actual dates that contradict the status date or each other. Level of effort is tested too. */
import { PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { PROGRESS_FAULTS } from '../../../population/status-faults.ts'
import { isMilestoneTask } from '../../../population/task-states.ts'
import { dateText, inDays } from '../../../wording/days.ts'
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
    title: 'Actual start after the status date',
    formula: 'actual_start later than the status date.',
    of: 'Tasks with an actual start',
    withEfforts: true,
    shows: ['actual_start'],
    advice: {
      title: 'Correct future actual starts',
      causes: [
        {
          found: ['has progress or an actual finish as well', 'have progress or an actual finish as well'],
          action:
            'correct the date to the day on which the work began; where the report is of a later day, send that as the status date',
          holds: hasProgress,
        },
        {
          found: ['reports no progress', 'report no progress'],
          action: 'move the date to forecast_start and leave actual_start empty',
        },
      ],
    },
    size: ({ columns, statusDay }, i) => columns.actualStart[i] - statusDay,
    sized: (context, i) => afterStatus(context, context.columns.actualStart[i]),
    appliesTo: ({ columns }, i) => isGiven(columns.actualStart[i]),
    breaks: ({ columns, statusDay }, i) => columns.actualStart[i] > statusDay,
  }),
  auditRow({
    code: 'PA02',
    category: CATEGORY,
    severity: 'critical',
    title: 'Actual finish after the status date',
    formula: 'actual_finish later than the status date.',
    of: 'Tasks with an actual finish',
    withEfforts: true,
    shows: ['actual_finish'],
    advice: {
      title: 'Correct future actual finishes',
      causes: [
        {
          found: ['is at 100 %', 'are at 100 %'],
          action:
            'correct the date to the day on which the work ended; where the report is of a later day, send that as the status date',
          holds: ({ columns }, i) => percentOf(columns, i) >= PERCENT_MAX,
        },
        {
          found: ['is below 100 %', 'are below 100 %'],
          action: 'move the date to forecast_finish and leave actual_finish empty',
        },
      ],
    },
    size: ({ columns, statusDay }, i) => columns.actualFinish[i] - statusDay,
    sized: (context, i) => afterStatus(context, context.columns.actualFinish[i]),
    appliesTo: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ columns, statusDay }, i) => columns.actualFinish[i] > statusDay,
  }),
  auditRow({
    code: 'PA03',
    category: CATEGORY,
    severity: 'critical',
    title: 'Actual finish before the actual start',
    formula: 'actual_finish earlier than actual_start.',
    of: 'Tasks with both actual dates',
    withEfforts: true,
    shows: ['actual_start', 'actual_finish'],
    advice: {
      title: 'Put the actual dates in order',
      causes: [
        {
          found: ['has an actual start after the status date', 'have an actual start after the status date'],
          action: 'correct the start, which has not happened yet',
          holds: ({ columns, statusDay }, i) => columns.actualStart[i] > statusDay,
        },
        {
          found: ['has both dates in the past', 'have both dates in the past'],
          action: 'look up both days in the site diary; exchange them, or correct the one with the wrong month or year',
        },
      ],
    },
    size: ({ columns }, i) => columns.actualStart[i] - columns.actualFinish[i],
    sized: ({ columns }, i) => `${inDays(columns.actualStart[i] - columns.actualFinish[i], 'calendar')} in reverse`,
    appliesTo: ({ columns }, i) => isGiven(columns.actualStart[i]) && isGiven(columns.actualFinish[i]),
    breaks: ({ columns }, i) => columns.actualFinish[i] < columns.actualStart[i],
  }),
  auditRow({
    code: 'PA04',
    category: CATEGORY,
    severity: 'high',
    title: 'Actual finish without an actual start',
    formula: 'actual_finish without actual_start.',
    of: 'Tasks with an actual finish',
    withEfforts: true,
    shows: ['actual_finish'],
    advice: {
      title: 'Report the missing actual starts',
      causes: [
        {
          found: ['is a milestone', 'are milestones'],
          action: 'set actual_start to the day of the actual finish',
          holds: ({ tasks }, i) => isMilestoneTask(tasks, i),
        },
        {
          found: ['is finished work without a start', 'are finished work without a start'],
          action: 'report the day on which the work began',
        },
      ],
    },
    appliesTo: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA04(tasks, i),
  }),
] as const satisfies readonly AuditRow[]
