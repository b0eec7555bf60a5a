/** PA05 to PA10: percent complete against the actual dates and its own range. */

import { PERCENT_MAX, percentOf } from '../../population/progress.ts'
import { PROGRESS_FAULTS } from '../../population/progress-faults.ts'
import { isMilestoneTask } from '../../population/task-facts.ts'
import { type AuditRow, auditRow, isGiven } from './facts.ts'
import { needsPercent } from './needs.ts'

const CATEGORY = 'status_consistency'
/** A start this many calendar days ago without a percent of progress is stale. */
const START_WITHOUT_PROGRESS_DAYS_MIN = 5

export const STATUS_CODES: readonly AuditRow[] = [
  auditRow({
    code: 'PA05',
    category: CATEGORY,
    severity: 'high',
    title: 'Complete without an actual finish',
    formula: 'percent_complete of 100 or more without actual_finish.',
    of: 'Tasks with a percent complete of 100 or more',
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_start'],
    advice: { title: 'Report the missing actual finishes', description: 'Complete work has ended on some day.' },
    asks: ({ columns }, i) => percentOf(columns, i) >= PERCENT_MAX,
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
      description: 'Set the percent to 100, or take the finish back.',
    },
    asks: ({ columns }, i) => isGiven(columns.actualFinish[i]),
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
    advice: { title: 'Report the actual starts of running work', description: 'Progress has begun on some day.' },
    asks: ({ columns }, i) => percentOf(columns, i) > 0 && percentOf(columns, i) < PERCENT_MAX,
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
    advice: { title: 'Status the work that has begun', description: 'Report its percent, or take the start back.' },
    asks: ({ columns }, i) => isGiven(columns.actualStart[i]),
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
    advice: { title: 'Correct percents out of range', description: 'Percent complete runs from 0 to 100.' },
    asks: ({ columns }, i) => !Number.isNaN(columns.percentComplete[i]),
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
    advice: { title: 'Make milestones 0 or 100 percent', description: 'A milestone is reached or it is not.' },
    asks: ({ tasks }, i) => isMilestoneTask(tasks, i),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA10(tasks, i),
  }),
]
