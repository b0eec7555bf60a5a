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
  WORDS.sized.afterStatus(inDays(day - statusDay, 'calendar'), dateText(statusDay))

export const DATE_CODES = [
  auditRow({
    code: 'PA01',
    category: CATEGORY,
    severity: 'critical',
    title: WORDS.futureStart.title,
    formula: WORDS.futureStart.formula,
    of: WORDS.population.withStart,
    withEfforts: true,
    shows: ['actual_start'],
    advice: {
      title: WORDS.futureStart.adviceTitle,
      causes: [
        {
          ...WORDS.futureStart.withProgress,
          holds: hasProgress,
        },
        {
          ...WORDS.futureStart.withoutProgress,
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
    title: WORDS.futureFinish.title,
    formula: WORDS.futureFinish.formula,
    of: WORDS.population.withFinish,
    withEfforts: true,
    shows: ['actual_finish'],
    advice: {
      title: WORDS.futureFinish.adviceTitle,
      causes: [
        {
          ...WORDS.futureFinish.complete,
          holds: ({ columns }, i) => percentOf(columns, i) >= PERCENT_MAX,
        },
        {
          ...WORDS.futureFinish.incomplete,
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
    title: WORDS.finishBeforeStart.title,
    formula: WORDS.finishBeforeStart.formula,
    of: WORDS.population.withActuals,
    withEfforts: true,
    shows: ['actual_start', 'actual_finish'],
    advice: {
      title: WORDS.finishBeforeStart.adviceTitle,
      causes: [
        {
          ...WORDS.finishBeforeStart.startInFuture,
          holds: ({ columns, statusDay }, i) => columns.actualStart[i] > statusDay,
        },
        {
          ...WORDS.finishBeforeStart.bothPast,
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
    title: WORDS.finishWithoutStart.title,
    formula: WORDS.finishWithoutStart.formula,
    of: WORDS.population.withFinish,
    withEfforts: true,
    shows: ['actual_finish'],
    advice: {
      title: WORDS.finishWithoutStart.adviceTitle,
      causes: [
        {
          ...WORDS.finishWithoutStart.milestone,
          holds: ({ tasks }, i) => isMilestoneTask(tasks, i),
        },
        {
          ...WORDS.finishWithoutStart.work,
        },
      ],
    },
    appliesTo: ({ columns }, i) => isGiven(columns.actualFinish[i]),
    breaks: ({ tasks }, i) => PROGRESS_FAULTS.PA04(tasks, i),
  }),
] as const satisfies readonly AuditRow[]
