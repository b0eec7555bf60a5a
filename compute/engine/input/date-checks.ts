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
import { type ColumnContext, columnRule, rule } from './context.ts'
import { WORDS } from './words.ts'

const [PLANNED] = DATE_PAIRS
const COMPLETE_PERCENT = 100
/** Days by which a duration and its dates may differ. */
const DURATION_TOLERANCE_DAYS = 1

export const finishBeforeStart = columnRule('error', {
  code: 'V009',
  title: WORDS.finishBeforeStart.title,
  severity: 'medium',
  population: WORDS.finishBeforeStart.population,
  formula: WORDS.finishBeforeStart.formula,
  unit: 'tasks',
  isSizeless: true,
  worst: worstTask<ColumnContext>(
    ({ columns }, i) => reversedDays(columns, i),
    ({ columns }, i) => reversedText(columns, i),
  ),
  run: ({ columns }) => {
    const { taskCount } = columns
    const given = allHitsWhere(taskCount, i => DATE_PAIRS.some(pair => isPairGiven(columns, pair, i)))
    const hits = allHitsWhere(taskCount, i => DATE_PAIRS.some(pair => isPairReversed(columns, pair, i)))
    const kinds = DATE_PAIRS.filter(pair => hits.tasks.some(i => isPairReversed(columns, pair, i)))
    const message = WORDS.finishBeforeStart.message(hits.count)
    return counted(hits, given.count, message, hits.count === 0 ? undefined : { pairs: kinds.map(pair => pair.name) })
  },
})

export const constraintWithoutPartner = rule('warning', {
  code: 'V103',
  title: WORDS.constraintWithoutPartner.title,
  severity: 'medium',
  population: WORDS.constraintWithoutPartner.population,
  formula: WORDS.constraintWithoutPartner.formula,
  unit: 'tasks',
  run: ({ columns: { taskCount, constraintType, constraintDate } }) => {
    const hasDate = (i: number): boolean => constraintDate[i] !== DAY_ABSENT
    const hasType = (i: number): boolean => constraintType[i] !== NO_CONSTRAINT
    const given = allHitsWhere(taskCount, i => hasDate(i) || hasType(i))
    const hits = allHitsWhere(taskCount, i => (hasDate(i) ? !hasType(i) : needsDate(constraintType[i])))
    return counted(hits, given.count, WORDS.constraintWithoutPartner.message(hits.count))
  },
})

export const milestoneDuration = rule('warning', {
  code: 'V104',
  title: WORDS.milestoneDuration.title,
  severity: 'low',
  population: WORDS.milestoneDuration.population,
  formula: WORDS.milestoneDuration.formula,
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
    return counted(hits, given.count, WORDS.milestoneDuration.message(hits.count))
  },
})

/** Inclusive days between the planned dates, by calendar. */
const plannedSpan = (columns: ScheduleColumns, calendar: Calendar, i: number): number =>
  calendar.daysBetween(columns[PLANNED.start][i], columns[PLANNED.finish][i])

export const durationAgainstDates = rule('warning', {
  code: 'V105',
  title: WORDS.durationAgainstDates.title,
  severity: 'medium',
  population: WORDS.durationAgainstDates.population,
  formula: WORDS.durationAgainstDates.formula(DURATION_TOLERANCE_DAYS),
  unit: 'tasks',
  run: ({ columns, choice }) => {
    const { taskCount, durationDays } = columns
    const calendars = [everyDay(), mondayToFriday(), ...(choice.mode === 'custom' ? [choice.calendar] : [])]
    const isComparable = (i: number): boolean =>
      durationDays[i] >= 0 && isPairGiven(columns, PLANNED, i) && !isPairReversed(columns, PLANNED, i)
    const isOff = (i: number, calendar: Calendar): boolean =>
      Math.abs(durationDays[i] - plannedSpan(columns, calendar, i)) > DURATION_TOLERANCE_DAYS
    const hits = allHitsWhere(taskCount, i => isComparable(i) && calendars.every(calendar => isOff(i, calendar)))
    return counted(hits, allHitsWhere(taskCount, isComparable).count, WORDS.durationAgainstDates.message(hits.count))
  },
})

export const progressAgainstDates = rule('warning', {
  code: 'V107',
  title: WORDS.progressAgainstDates.title,
  severity: 'medium',
  population: WORDS.progressAgainstDates.population,
  formula: WORDS.progressAgainstDates.formula,
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
    return counted(hits, given.count, WORDS.progressAgainstDates.message(hits.count))
  },
})

export const noDuration = rule('warning', {
  code: 'V110',
  title: WORDS.noDuration.title,
  severity: 'medium',
  population: WORDS.noDuration.population,
  formula: WORDS.noDuration.formula,
  unit: 'tasks',
  run: ({ columns }) => {
    const { taskCount, taskType, durationDays } = columns
    const pairs = DATE_PAIRS.filter(pair => pair.name === 'planned' || pair.name === 'baseline')
    const isWork = (i: number): boolean => isInPasses(taskType[i]) && !isMilestoneType(taskType[i])
    const hits = allHitsWhere(
      taskCount,
      i => isWork(i) && Number.isNaN(durationDays[i]) && !pairs.some(pair => isPairGiven(columns, pair, i)),
    )
    return counted(hits, allHitsWhere(taskCount, isWork).count, WORDS.noDuration.message(hits.count))
  },
})
