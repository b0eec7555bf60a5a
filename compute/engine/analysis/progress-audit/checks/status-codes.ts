/** PA05 to PA10: percent complete against the actual dates and its own range. */

import { scheduledFinish, scheduledStart } from '../../../calendar/best-dates.ts'
import { PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { PROGRESS_FAULTS } from '../../../population/progress-faults.ts'
import { isMilestoneTask } from '../../../population/task-states.ts'
import { dateText, inDays } from '../../../wording/days.ts'
import { figure } from '../../../wording/figure.ts'
import { WORDS } from '../words.ts'
import { type AuditRow, auditRow, isGiven } from './context.ts'
import { needsPercent } from './needs.ts'

const CATEGORY = 'status_consistency'
/** A start this many calendar days ago without a percent of progress is stale. */
const START_WITHOUT_PROGRESS_DAYS_MIN = 5

export const STATUS_CODES = [
  auditRow({
    code: 'PA05',
    category: CATEGORY,
    severity: 'high',
    title: WORDS.statusCodes.title,
    formula: WORDS.statusCodes.formula,
    of: WORDS.statusCodes.of,
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_start'],
    advice: {
      title: WORDS.statusCodes.adviceTitle,
      causes: [
        {
          found: [WORDS.statusCodes.adviceFound, WORDS.statusCodes.adviceFound2],
          action: WORDS.statusCodes.adviceAction,
          holds: ({ columns, statusDay }, i) => columns.forecastFinish[i] > statusDay,
        },
        {
          found: ['has no actual start either', 'have no actual start either'],
          action: WORDS.statusCodes.adviceAction2,
          holds: ({ columns }, i) => !isGiven(columns.actualStart[i]),
        },
        {
          found: ['has begun and is at 100 %', 'have begun and are at 100 %'],
          action: WORDS.statusCodes.adviceAction3,
        },
      ],
    },
    asks: ({ columns }, i) => percentOf(columns, i) >= PERCENT_MAX,
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA05(tasks, i),
  }),
  auditRow({
    code: 'PA06',
    category: CATEGORY,
    severity: 'high',
    title: WORDS.statusCodes.title2,
    formula: WORDS.statusCodes.formula2,
    of: 'Tasks with an actual finish',
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_finish'],
    advice: {
      title: WORDS.statusCodes.adviceTitle2,
      causes: [
        {
          found: [WORDS.statusCodes.adviceFound3, WORDS.statusCodes.adviceFound4],
          action: WORDS.statusCodes.adviceAction4,
          holds: ({ columns, statusDay }, i) => columns.actualFinish[i] > statusDay,
        },
        {
          found: [WORDS.statusCodes.adviceFound5, WORDS.statusCodes.adviceFound6],
          action: WORDS.statusCodes.adviceAction5,
          holds: ({ columns }, i) => !(percentOf(columns, i) > 0),
        },
        {
          found: [WORDS.statusCodes.adviceFound7, WORDS.statusCodes.adviceFound8],
          action: WORDS.statusCodes.adviceAction6,
        },
      ],
    },
    size: ({ columns }, i) => PERCENT_MAX - percentOf(columns, i),
    sized: ({ columns }, i) => `${figure(PERCENT_MAX - percentOf(columns, i))} percent points short`,
    asks: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA06(tasks, i),
  }),
  auditRow({
    code: 'PA07',
    category: CATEGORY,
    severity: 'high',
    title: WORDS.statusCodes.title3,
    formula: WORDS.statusCodes.formula3,
    of: WORDS.statusCodes.of2,
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: WORDS.statusCodes.adviceTitle3,
      causes: [
        {
          found: [WORDS.statusCodes.adviceFound9, WORDS.statusCodes.adviceFound10],
          action: WORDS.statusCodes.adviceAction7,
          holds: ({ columns, statusDay }, i) => scheduledStart(columns, i) > statusDay,
        },
        {
          found: [WORDS.statusCodes.adviceFound11, WORDS.statusCodes.adviceFound12],
          action: WORDS.statusCodes.adviceAction8,
          holds: ({ columns }, i) => isGiven(scheduledStart(columns, i)),
        },
        {
          found: [WORDS.statusCodes.adviceFound13, WORDS.statusCodes.adviceFound14],
          action: WORDS.statusCodes.adviceAction9,
        },
      ],
    },
    size: ({ columns }, i) => percentOf(columns, i),
    asks: ({ columns }, i) => percentOf(columns, i) > 0 && percentOf(columns, i) < PERCENT_MAX,
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA07(tasks, i),
  }),
  auditRow({
    code: 'PA08',
    category: CATEGORY,
    severity: 'medium',
    title: WORDS.statusCodes.title4,
    formula: WORDS.statusCodes.formula4(START_WITHOUT_PROGRESS_DAYS_MIN),
    of: 'Tasks with an actual start',
    needs: [needsPercent],
    shows: ['actual_start', 'percent_complete'],
    advice: {
      title: WORDS.statusCodes.adviceTitle4,
      causes: [
        {
          found: [WORDS.statusCodes.adviceFound15, WORDS.statusCodes.adviceFound15],
          action: WORDS.statusCodes.adviceAction10,
          holds: ({ columns, statusDay }, i) =>
            isGiven(scheduledFinish(columns, i)) && scheduledFinish(columns, i) < statusDay,
        },
        {
          found: [WORDS.statusCodes.adviceFound16, WORDS.statusCodes.adviceFound17],
          action: WORDS.statusCodes.adviceAction11,
        },
      ],
    },
    size: ({ columns, statusDay }, i) => statusDay - columns.actualStart[i],
    sized: ({ columns, statusDay }, i) =>
      WORDS.statusCodes.sized(inDays(statusDay - columns.actualStart[i], 'calendar'), dateText(statusDay)),
    asks: ({ columns }, i) => isGiven(columns.actualStart[i]),
    breaks: ({ columns, statusDay }, i) =>
      percentOf(columns, i) === 0 && statusDay - columns.actualStart[i] >= START_WITHOUT_PROGRESS_DAYS_MIN,
  }),
  auditRow({
    code: 'PA09',
    category: CATEGORY,
    severity: 'critical',
    title: WORDS.statusCodes.title5,
    formula: WORDS.statusCodes.formula5,
    of: 'Tasks with a percent complete',
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: WORDS.statusCodes.adviceTitle5,
      causes: [
        {
          found: ['is above 100 %', 'are above 100 %'],
          action: WORDS.statusCodes.adviceAction12,
          holds: ({ columns }, i) => columns.percentComplete[i] > PERCENT_MAX,
        },
        {
          found: ['is below 0 %', 'are below 0 %'],
          action: WORDS.statusCodes.adviceAction13,
        },
      ],
    },
    size: ({ columns }, i) => Math.max(columns.percentComplete[i] - PERCENT_MAX, -columns.percentComplete[i]),
    asks: ({ columns }, i) => !Number.isNaN(columns.percentComplete[i]),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA09(tasks, i),
  }),
  auditRow({
    code: 'PA10',
    category: CATEGORY,
    severity: 'medium',
    title: WORDS.statusCodes.title6,
    formula: WORDS.statusCodes.formula6,
    of: 'Milestones',
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: WORDS.statusCodes.adviceTitle6,
      causes: [
        {
          found: ['has an actual finish', 'have an actual finish'],
          action: WORDS.statusCodes.adviceAction14,
          holds: ({ columns }, i) => isGiven(columns.actualFinish[i]),
        },
        {
          found: ['has a duration', 'have a duration'],
          action: WORDS.statusCodes.adviceAction15,
          holds: ({ columns }, i) => columns.durationDays[i] > 0,
        },
        {
          found: ['is not reached', 'are not reached'],
          action: WORDS.statusCodes.adviceAction16,
        },
      ],
    },
    size: ({ columns }, i) => percentOf(columns, i),
    asks: ({ tasks }, i) => isMilestoneTask(tasks, i),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA10(tasks, i),
  }),
] as const satisfies readonly AuditRow[]
