/** PA05 to PA10: percent complete against the actual dates and its own range. */

import { scheduledFinish, scheduledStart } from '../../../calendar/best-dates.ts'
import { COMPLETE_WITHOUT_FINISH, START_AHEAD } from '../../../metrics/status.ts'
import { PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { PROGRESS_FAULTS } from '../../../population/status-faults.ts'
import { isMilestoneTask } from '../../../population/task-states.ts'
import { dateText, inDays } from '../../../wording/days.ts'
import { figure } from '../../../wording/numbers.ts'
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
    title: 'Complete without an actual finish',
    formula: 'percent_complete of 100 or more without actual_finish.',
    of: 'Tasks with a percent complete of 100 or more',
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_start'],
    advice: {
      title: 'Report the missing actual finishes',
      causes: [
        {
          ...COMPLETE_WITHOUT_FINISH.finishAhead,
          holds: ({ columns, statusDay }, i) => columns.forecastFinish[i] > statusDay,
        },
        {
          ...COMPLETE_WITHOUT_FINISH.neverStarted,
          holds: ({ columns }, i) => !isGiven(columns.actualStart[i]),
        },
        {
          ...COMPLETE_WITHOUT_FINISH.underWay,
        },
      ],
    },
    appliesTo: ({ columns }, i) => percentOf(columns, i) >= PERCENT_MAX,
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA05(tasks, i),
  }),
  auditRow({
    code: 'PA06',
    category: CATEGORY,
    severity: 'high',
    title: 'Actual finish below 100 percent',
    formula: 'actual_finish with a percent_complete (absent: 0) below 100.',
    of: 'Tasks with an actual finish',
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_finish'],
    advice: {
      title: 'Settle finished work below 100 percent',
      causes: [
        {
          found: ['has an actual finish after the status date', 'have an actual finish after the status date'],
          action: 'move the date to forecast_finish, since work is left',
          holds: ({ columns, statusDay }, i) => columns.actualFinish[i] > statusDay,
        },
        {
          found: ['has a finish and no percent above 0', 'have a finish and no percent above 0'],
          action: 'set percent_complete to 100',
          holds: ({ columns }, i) => !(percentOf(columns, i) > 0),
        },
        {
          found: ['has a finish and a part of the work done', 'have a finish and a part of the work done'],
          action: 'set percent_complete to 100, or remove the finish and forecast the rest',
        },
      ],
    },
    size: ({ columns }, i) => PERCENT_MAX - percentOf(columns, i),
    sized: ({ columns }, i) => `${figure(PERCENT_MAX - percentOf(columns, i))} percent points short`,
    appliesTo: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA06(tasks, i),
  }),
  auditRow({
    code: 'PA07',
    category: CATEGORY,
    severity: 'high',
    title: 'Progress without an actual start',
    formula: 'percent_complete above 0 and below 100 without actual_start.',
    of: 'Tasks with a percent complete above 0 and below 100',
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: 'Report the actual starts of running work',
      causes: [
        {
          ...START_AHEAD,
          holds: ({ columns, statusDay }, i) => scheduledStart(columns, i) > statusDay,
        },
        {
          found: ['was due to start by the status date', 'were due to start by the status date'],
          action: 'report the day on which the work began',
          holds: ({ columns }, i) => isGiven(scheduledStart(columns, i)),
        },
        {
          found: ['has no start date at all', 'have no start date at all'],
          action: 'report the day on which the work began and forecast its finish',
        },
      ],
    },
    size: ({ columns }, i) => percentOf(columns, i),
    appliesTo: ({ columns }, i) => percentOf(columns, i) > 0 && percentOf(columns, i) < PERCENT_MAX,
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA07(tasks, i),
  }),
  auditRow({
    code: 'PA08',
    category: CATEGORY,
    severity: 'medium',
    title: 'Started days ago without progress',
    formula: `actual_start ${START_WITHOUT_PROGRESS_DAYS_MIN} or more calendar days before the status date and a percent_complete of 0 (or absent).`,
    of: 'Tasks with an actual start',
    needs: [needsPercent],
    shows: ['actual_start', 'percent_complete'],
    advice: {
      title: 'Status the work that has begun',
      causes: [
        {
          found: ['should have ended by the status date', 'should have ended by the status date'],
          action: 'report what is done and forecast a new finish',
          holds: ({ columns, statusDay }, i) =>
            isGiven(scheduledFinish(columns, i)) && scheduledFinish(columns, i) < statusDay,
        },
        {
          found: ['is still due to finish later', 'are still due to finish later'],
          action: 'report the percent that is done, or remove the actual start',
        },
      ],
    },
    size: ({ columns, statusDay }, i) => statusDay - columns.actualStart[i],
    sized: ({ columns, statusDay }, i) =>
      `begun ${inDays(statusDay - columns.actualStart[i], 'calendar')} before the status date ${dateText(statusDay)}`,
    appliesTo: ({ columns }, i) => isGiven(columns.actualStart[i]),
    breaks: ({ columns, statusDay }, i) =>
      percentOf(columns, i) === 0 && statusDay - columns.actualStart[i] >= START_WITHOUT_PROGRESS_DAYS_MIN,
  }),
  auditRow({
    code: 'PA09',
    category: CATEGORY,
    severity: 'critical',
    title: 'Percent complete out of range',
    formula: 'percent_complete below 0 or above 100.',
    of: 'Tasks with a percent complete',
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: 'Correct percents out of range',
      causes: [
        {
          found: ['is above 100 %', 'are above 100 %'],
          action: 'set percent_complete to 100 with an actual finish; extra work is a task of its own',
          holds: ({ columns }, i) => columns.percentComplete[i] > PERCENT_MAX,
        },
        {
          found: ['is below 0 %', 'are below 0 %'],
          action: 'set percent_complete to 0, or to the part of the work that is done',
        },
      ],
    },
    size: ({ columns }, i) => Math.max(columns.percentComplete[i] - PERCENT_MAX, -columns.percentComplete[i]),
    appliesTo: ({ columns }, i) => !Number.isNaN(columns.percentComplete[i]),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA09(tasks, i),
  }),
  auditRow({
    code: 'PA10',
    category: CATEGORY,
    severity: 'medium',
    title: 'Milestone partly complete',
    formula: 'A milestone with a percent_complete above 0 and below 100.',
    of: 'Milestones',
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: 'Make milestones 0 or 100 percent',
      causes: [
        {
          found: ['has an actual finish', 'have an actual finish'],
          action: 'set percent_complete to 100, since the milestone is reached',
          holds: ({ columns }, i) => isGiven(columns.actualFinish[i]),
        },
        {
          found: ['has a duration', 'have a duration'],
          action: 'set task_type to task, since what takes time earns progress',
          holds: ({ columns }, i) => columns.durationDays[i] > 0,
        },
        {
          found: ['is not reached', 'are not reached'],
          action: 'set percent_complete to 0 until it is, and put the progress on the work before it',
        },
      ],
    },
    size: ({ columns }, i) => percentOf(columns, i),
    appliesTo: ({ tasks }, i) => isMilestoneTask(tasks, i),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA10(tasks, i),
  }),
] as const satisfies readonly AuditRow[]
