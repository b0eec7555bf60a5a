/** PA01 to PA04: actual dates that contradict the status date or each other. Level of effort is tested too. */
import { PROGRESS_FAULTS } from '../../population/progress-faults.ts'
import { type AuditRow, auditRow, isGiven } from './facts.ts'

const CATEGORY = 'date_integrity'

export const DATE_CODES: readonly AuditRow[] = [
  auditRow({
    code: 'PA01',
    category: CATEGORY,
    severity: 'critical',
    title: 'Actual start after the status date',
    formula: 'actual_start later than the status date.',
    of: 'Tasks with an actual start',
    withEfforts: true,
    shows: ['actual_start'],
    advice: { title: 'Correct future actual starts', description: 'What has begun lies on or before the status date.' },
    asks: ({ columns }, i) => isGiven(columns.actualStart[i]),
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
      description: 'What has ended lies on or before the status date.',
    },
    asks: ({ columns }, i) => isGiven(columns.actualFinish[i]),
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
    advice: { title: 'Put the actual dates in order', description: 'One of the two dates was reported wrongly.' },
    asks: ({ columns }, i) => isGiven(columns.actualStart[i]) && isGiven(columns.actualFinish[i]),
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
    advice: { title: 'Report the missing actual starts', description: 'What is finished has begun on some day.' },
    asks: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA04(tasks, i),
  }),
]
