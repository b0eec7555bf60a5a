/** Dates, durations and progress that contradict one another. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/schedule/columns.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { everyDay, mondayToFriday } from '../calendar/calendar.ts'
import { DATE_PAIRS, isPairGiven, isPairReversed, reversedDays, reversedText } from '../check/date-pairs.ts'
import { allHitsWhere } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { worstTask } from '../check/worst.ts'
import { NO_CONSTRAINT, needsDate } from '../kind/constraint-types.ts'
import { isInPasses, isMilestone, isMilestoneType } from '../kind/participation.ts'
import { plural } from '../wording/plural.ts'
import { type ColumnFacts, columnRule, rule } from './context.ts'

const [PLANNED] = DATE_PAIRS
const COMPLETE_PERCENT = 100
/** Days by which a duration and its dates may differ. */
const DURATION_TOLERANCE_DAYS = 1

export const finishBeforeStart = columnRule('error', {
  code: 'V009',
  title: 'Finish before start',
  severity: 'medium',
  population: 'Tasks with a start and a finish of one kind: planned, actual, forecast or baseline.',
  formula: 'Tasks of which a finish lies before the start of the same kind.',
  unit: 'tasks',
  isSizeless: true,
  worst: worstTask<ColumnFacts>(
    ({ columns }, i) => reversedDays(columns, i),
    ({ columns }, i) => reversedText(columns, i),
  ),
  run: ({ columns }) => {
    const { taskCount } = columns
    const given = allHitsWhere(taskCount, i => DATE_PAIRS.some(pair => isPairGiven(columns, pair, i)))
    const hits = allHitsWhere(taskCount, i => DATE_PAIRS.some(pair => isPairReversed(columns, pair, i)))
    const kinds = DATE_PAIRS.filter(pair => hits.tasks.some(i => isPairReversed(columns, pair, i)))
    const message = `${plural(hits.count, 'task finishes before it starts', 'tasks finish before they start')}.`
    return counted(hits, given.count, message, hits.count === 0 ? undefined : { pairs: kinds.map(pair => pair.name) })
  },
})

export const constraintWithoutPartner = rule('warning', {
  code: 'V103',
  title: 'Constraint without date, or date without constraint',
  severity: 'medium',
  population: 'Tasks with a constraint type or a constraint date.',
  formula: 'Constraint types other than ASAP and ALAP without constraint_date; constraint_date without a type.',
  unit: 'tasks',
  run: ({ columns: { taskCount, constraintType, constraintDate } }) => {
    const hasDate = (i: number): boolean => constraintDate[i] !== DAY_ABSENT
    const hasType = (i: number): boolean => constraintType[i] !== NO_CONSTRAINT
    const given = allHitsWhere(taskCount, i => hasDate(i) || hasType(i))
    const hits = allHitsWhere(taskCount, i => (hasDate(i) ? !hasType(i) : needsDate(constraintType[i])))
    return counted(
      hits,
      given.count,
      `${plural(hits.count, 'task has', 'tasks have')} a constraint type without its date or a constraint date without a type.`,
    )
  },
})

export const milestoneDuration = rule('warning', {
  code: 'V104',
  title: 'Milestone with a duration, or task without one',
  severity: 'low',
  population: 'Milestones and tasks with duration_days.',
  formula: 'Milestones with a duration above 0; tasks of type task with a duration of 0, which count as milestones.',
  unit: 'tasks',
  run: ({ columns: { taskCount, taskType, durationDays } }) => {
    const isMarked = (i: number): boolean => isMilestoneType(taskType[i])
    const given = allHitsWhere(
      taskCount,
      // a plain task is what a duration of 0 would make a milestone
      i => !Number.isNaN(durationDays[i]) && isMilestone(taskType[i], 0),
    )
    const hits = allHitsWhere(taskCount, i =>
      isMarked(i) ? durationDays[i] > 0 : isMilestone(taskType[i], durationDays[i]),
    )
    const message = `${plural(hits.count, 'task is', 'tasks are')} a milestone by one field and not by the other.`
    return counted(hits, given.count, message)
  },
})

/** Inclusive days between the planned dates, by calendar. */
const plannedSpan = (columns: ScheduleColumns, calendar: Calendar, i: number): number =>
  calendar.daysBetween(columns[PLANNED.start][i], columns[PLANNED.finish][i])

export const durationAgainstDates = rule('warning', {
  code: 'V105',
  title: 'Duration differs from the planned dates',
  severity: 'medium',
  population: 'Tasks with a duration of 0 or more and planned dates in order.',
  formula: `Duration more than ${DURATION_TOLERANCE_DAYS} day off the planned dates, counted in calendar days, Monday to Friday, and the calendar given.`,
  unit: 'tasks',
  run: ({ columns, choice }) => {
    const { taskCount, durationDays } = columns
    const calendars = [everyDay(), mondayToFriday(), ...(choice.mode === 'custom' ? [choice.calendar] : [])]
    const isTold = (i: number): boolean =>
      durationDays[i] >= 0 && isPairGiven(columns, PLANNED, i) && !isPairReversed(columns, PLANNED, i)
    const isOff = (i: number, calendar: Calendar): boolean =>
      Math.abs(durationDays[i] - plannedSpan(columns, calendar, i)) > DURATION_TOLERANCE_DAYS
    const hits = allHitsWhere(taskCount, i => isTold(i) && calendars.every(calendar => isOff(i, calendar)))
    const message = `${plural(hits.count, 'duration fits', 'durations fit')} the planned dates in no calendar.`
    return counted(hits, allHitsWhere(taskCount, isTold).count, message)
  },
})

export const progressAgainstDates = rule('warning', {
  code: 'V107',
  title: 'Actual dates and percent complete disagree',
  severity: 'medium',
  population: 'Tasks with an actual finish or a percent complete.',
  formula:
    'actual_finish without actual_start; actual_finish with percent_complete below 100; percent_complete of 100 without actual_finish, or above 0 without actual_start.',
  unit: 'tasks',
  run: ({ columns: { taskCount, actualStart, actualFinish, percentComplete } }) => {
    const isStarted = (i: number): boolean => actualStart[i] !== DAY_ABSENT
    const isFinished = (i: number): boolean => actualFinish[i] !== DAY_ABSENT
    const contradicts = (i: number): boolean => {
      const percent = percentComplete[i]
      if (isFinished(i)) return !isStarted(i) || percent < COMPLETE_PERCENT
      return percent >= COMPLETE_PERCENT || (percent > 0 && !isStarted(i))
    }
    const given = allHitsWhere(taskCount, i => isFinished(i) || !Number.isNaN(percentComplete[i]))
    const hits = allHitsWhere(taskCount, contradicts)
    const message = `${plural(hits.count, 'task has', 'tasks have')} progress that its dates contradict.`
    return counted(hits, given.count, message)
  },
})

export const nothingToGoBy = rule('warning', {
  code: 'V110',
  title: 'Neither duration nor dates',
  severity: 'medium',
  population: 'Tasks other than milestones, summaries and level of effort.',
  formula: 'Tasks without duration_days and without a pair of planned or baseline dates to take it from.',
  unit: 'tasks',
  run: ({ columns }) => {
    const { taskCount, taskType, durationDays } = columns
    const pairs = DATE_PAIRS.filter(pair => pair.name === 'planned' || pair.name === 'baseline')
    const isWork = (i: number): boolean => isInPasses(taskType[i]) && !isMilestoneType(taskType[i])
    const hits = allHitsWhere(
      taskCount,
      i => isWork(i) && Number.isNaN(durationDays[i]) && !pairs.some(pair => isPairGiven(columns, pair, i)),
    )
    const message = `${plural(hits.count, 'task has', 'tasks have')} neither a duration nor dates that give one.`
    return counted(hits, allHitsWhere(taskCount, isWork).count, message)
  },
})
