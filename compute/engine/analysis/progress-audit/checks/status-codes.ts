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
    title: WORDS.completeWithoutFinish.title,
    formula: WORDS.completeWithoutFinish.formula,
    of: WORDS.completeWithoutFinish.of,
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_start'],
    advice: {
      title: WORDS.completeWithoutFinish.adviceTitle,
      causes: [
        {
          ...WORDS.completeWithoutFinish.finishAhead,
          holds: ({ columns, statusDay }, i) => columns.forecastFinish[i] > statusDay,
        },
        {
          ...WORDS.completeWithoutFinish.neverStarted,
          holds: ({ columns }, i) => !isGiven(columns.actualStart[i]),
        },
        {
          ...WORDS.completeWithoutFinish.underWay,
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
    title: WORDS.finishBelowComplete.title,
    formula: WORDS.finishBelowComplete.formula,
    of: WORDS.population.withFinish,
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_finish'],
    advice: {
      title: WORDS.finishBelowComplete.adviceTitle,
      causes: [
        {
          ...WORDS.finishBelowComplete.finishInFuture,
          holds: ({ columns, statusDay }, i) => columns.actualFinish[i] > statusDay,
        },
        {
          ...WORDS.finishBelowComplete.noPercent,
          holds: ({ columns }, i) => !(percentOf(columns, i) > 0),
        },
        {
          ...WORDS.finishBelowComplete.partDone,
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
    title: WORDS.progressWithoutStart.title,
    formula: WORDS.progressWithoutStart.formula,
    of: WORDS.progressWithoutStart.of,
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: WORDS.progressWithoutStart.adviceTitle,
      causes: [
        {
          ...WORDS.progressWithoutStart.startAhead,
          holds: ({ columns, statusDay }, i) => scheduledStart(columns, i) > statusDay,
        },
        {
          ...WORDS.progressWithoutStart.startDue,
          holds: ({ columns }, i) => isGiven(scheduledStart(columns, i)),
        },
        {
          ...WORDS.progressWithoutStart.undated,
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
    title: WORDS.startWithoutProgress.title,
    formula: WORDS.startWithoutProgress.formula(START_WITHOUT_PROGRESS_DAYS_MIN),
    of: WORDS.population.withStart,
    needs: [needsPercent],
    shows: ['actual_start', 'percent_complete'],
    advice: {
      title: WORDS.startWithoutProgress.adviceTitle,
      causes: [
        {
          ...WORDS.startWithoutProgress.overdue,
          holds: ({ columns, statusDay }, i) =>
            isGiven(scheduledFinish(columns, i)) && scheduledFinish(columns, i) < statusDay,
        },
        {
          ...WORDS.startWithoutProgress.dueLater,
        },
      ],
    },
    size: ({ columns, statusDay }, i) => statusDay - columns.actualStart[i],
    sized: ({ columns, statusDay }, i) =>
      WORDS.startWithoutProgress.sized(inDays(statusDay - columns.actualStart[i], 'calendar'), dateText(statusDay)),
    appliesTo: ({ columns }, i) => isGiven(columns.actualStart[i]),
    breaks: ({ columns, statusDay }, i) =>
      percentOf(columns, i) === 0 && statusDay - columns.actualStart[i] >= START_WITHOUT_PROGRESS_DAYS_MIN,
  }),
  auditRow({
    code: 'PA09',
    category: CATEGORY,
    severity: 'critical',
    title: WORDS.percentOutOfRange.title,
    formula: WORDS.percentOutOfRange.formula,
    of: WORDS.population.withPercent,
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: WORDS.percentOutOfRange.adviceTitle,
      causes: [
        {
          ...WORDS.percentOutOfRange.above,
          holds: ({ columns }, i) => columns.percentComplete[i] > PERCENT_MAX,
        },
        {
          ...WORDS.percentOutOfRange.below,
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
    title: WORDS.partlyMilestone.title,
    formula: WORDS.partlyMilestone.formula,
    of: WORDS.population.milestones,
    needs: [needsPercent],
    shows: ['percent_complete'],
    advice: {
      title: WORDS.partlyMilestone.adviceTitle,
      causes: [
        {
          ...WORDS.partlyMilestone.finished,
          holds: ({ columns }, i) => isGiven(columns.actualFinish[i]),
        },
        {
          ...WORDS.partlyMilestone.withDuration,
          holds: ({ columns }, i) => columns.durationDays[i] > 0,
        },
        {
          ...WORDS.partlyMilestone.notReached,
        },
      ],
    },
    size: ({ columns }, i) => percentOf(columns, i),
    appliesTo: ({ tasks }, i) => isMilestoneTask(tasks, i),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA10(tasks, i),
  }),
] as const satisfies readonly AuditRow[]
