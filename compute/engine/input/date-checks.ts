/** Dates, durations and progress that contradict one another. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { everyDay, mondayToFriday } from '../calendar/calendar.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import {
  BASELINE_PAIR,
  DATE_PAIRS,
  type DatePair,
  isPairGiven,
  isPairReversed,
  PLAN_PAIRS,
  reversedDays,
  reversedText,
} from '../check/date-pairs.ts'
import { allHitsWhere } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { worstTask } from '../check/worst.ts'
import { NO_CONSTRAINT, needsDate } from '../kind/constraint-types.ts'
import { isInPasses, isMilestone, isMilestoneType } from '../kind/participation.ts'
import { spansByClock } from '../population/durations.ts'
import { type ColumnContext, columnRule, rule } from './context.ts'
import { WORDS } from './words.ts'

const [PLANNED] = PLAN_PAIRS
const COMPLETE_PERCENT = 100
/** Days by which a duration and its dates may differ. */
const DURATION_TOLERANCE_DAYS = 1

/** Tasks of which one of these pairs is reversed. */
const reversed = (pairs: readonly DatePair[], words: (count: number) => string) => ({
  unit: 'tasks' as const,
  isSizeless: true as const,
  worst: worstTask<ColumnContext>(
    ({ columns }, i) => reversedDays(columns, i, pairs),
    ({ columns }, i) => reversedText(columns, i, pairs),
  ),
  run: ({ columns }: ColumnContext) => {
    const { taskCount } = columns
    const given = allHitsWhere(taskCount, i => pairs.some(pair => isPairGiven(columns, pair, i)))
    const hits = allHitsWhere(taskCount, i => pairs.some(pair => isPairReversed(columns, pair, i)))
    const kinds = pairs.filter(pair => hits.tasks.some(i => isPairReversed(columns, pair, i)))
    return counted(
      hits,
      given.count,
      words(hits.count),
      hits.count === 0 ? undefined : { pairs: kinds.map(pair => pair.name) },
    )
  },
})

export const finishBeforeStart = columnRule('error', {
  code: 'V009',
  title: WORDS.finishBeforeStart.title,
  severity: 'medium',
  population: WORDS.finishBeforeStart.population,
  formula: WORDS.finishBeforeStart.formula,
  ...reversed(PLAN_PAIRS, WORDS.finishBeforeStart.message),
})

/** No date of the schedule follows from its baseline, so it stays valid. */
export const baselineReversed = columnRule('warning', {
  code: 'V111',
  title: WORDS.baselineReversed.title,
  severity: 'medium',
  population: WORDS.baselineReversed.population,
  formula: WORDS.baselineReversed.formula,
  ...reversed([BASELINE_PAIR], WORDS.baselineReversed.message),
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

type Span = (task: number) => number

/**
 * Days between the planned dates of a task by every calendar that its duration may count: its own where tasks have calendars, and that alone;
 * else calendar days, Monday to Friday, and the days of the request.
 */
function plannedSpans(columns: ScheduleColumns, { mode, calendar }: CalendarChoice): readonly Span[] {
  const own = spansByClock(columns)
  if (own !== undefined) return [i => own(PLANNED.start, PLANNED.finish, i)]
  const days = [everyDay(), mondayToFriday(), ...(mode === 'custom' ? [calendar] : [])]
  return days.map(each => i => each.daysBetween(columns[PLANNED.start][i], columns[PLANNED.finish][i]))
}

export const durationAgainstDates = rule('warning', {
  code: 'V105',
  title: WORDS.durationAgainstDates.title,
  severity: 'medium',
  population: WORDS.durationAgainstDates.population,
  formula: WORDS.durationAgainstDates.formula(DURATION_TOLERANCE_DAYS),
  unit: 'tasks',
  run: ({ columns, choice }) => {
    const { taskCount, durationDays } = columns
    const spans = plannedSpans(columns, choice)
    const isByTask = choice.mode === 'task_calendars'
    // files write the dates of started work over its plan, with the interruptions that it had
    const isOverwritten = (i: number): boolean => isByTask && columns.actualStart[i] === columns.plannedStart[i]
    const isComparable = (i: number): boolean =>
      durationDays[i] >= 0 &&
      isPairGiven(columns, PLANNED, i) &&
      !isPairReversed(columns, PLANNED, i) &&
      !isOverwritten(i)
    const isOff = (i: number): boolean =>
      spans.every(span => Math.abs(durationDays[i] - span(i)) > DURATION_TOLERANCE_DAYS + EPSILON_DAYS)
    const hits = allHitsWhere(taskCount, i => isComparable(i) && isOff(i))
    const message = WORDS.durationAgainstDates.message(hits.count, isByTask)
    return counted(hits, allHitsWhere(taskCount, isComparable).count, message)
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
