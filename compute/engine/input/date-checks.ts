/** Dates, durations and progress that contradict one another. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { everyDay, mondayToFriday } from '../calendar/calendar.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import type { RowAdvice } from '../check/check.ts'
import {
  BASELINE_PAIR,
  DATE_PAIRS,
  type DatePair,
  isPairGiven,
  isPairReversed,
  PAIR_REVERSED,
  PLAN_PAIRS,
  pairMarks,
  reversedDays,
  reversedText,
} from '../check/date-pairs.ts'
import { allHitsWhere, counted } from '../check/findings.ts'
import { worstTask } from '../check/worst.ts'
import { NO_CONSTRAINT, needsDate } from '../kind/constraint-types.ts'
import { isInPasses, isMilestone, isMilestoneType } from '../kind/participation.ts'
import { spansByClock } from '../population/durations.ts'
import { PERCENT_MAX } from '../population/progress.ts'
import { plural } from '../wording/numbers.ts'
import { type ColumnContext, columnRule, rule } from './context.ts'
import { SUPPLY_DURATION } from './schedule-findings.ts'

const withArticle = (pair: string): string => `${pair === 'actual' ? 'an' : 'a'} ${pair}`

const PAIR_ACTIONS = {
  planned: 'exchange planned_start and planned_finish, or count planned_finish anew from the start and the duration',
  actual: 'take both days from the site diary; work ends on or after the day on which it began',
  forecast: 'ask the owner of the work for a new forecast of both dates',
  baseline: 'take both dates from the baseline that was approved',
}

const reversedAdvice = (title: string, pairs: readonly DatePair[]): RowAdvice<ColumnContext> => ({
  title,
  causes: pairs.map(pair => ({
    found: [
      `has ${withArticle(pair.name)} finish before its start`,
      `have ${withArticle(pair.name)} finish before their start`,
    ],
    action: PAIR_ACTIONS[pair.name],
    holds: ({ columns }, i) => isPairReversed(columns, pair, i),
  })),
})

const isGiven = (day: number): boolean => day !== DAY_ABSENT

/** Progress and actual dates that contradict each other. */
export const PROGRESS_CAUSES = [
  {
    found: ['has an actual finish and no actual start', 'have an actual finish and no actual start'],
    action: 'report the day on which the work began',
    holds: ({ columns }: ColumnContext, i: number) =>
      isGiven(columns.actualFinish[i]) && !isGiven(columns.actualStart[i]),
  },
  {
    found: ['has an actual finish and less than 100 %', 'have an actual finish and less than 100 %'],
    action: 'set percent_complete to 100, or move the finish to forecast_finish while work is left',
    holds: ({ columns }: ColumnContext, i: number) => isGiven(columns.actualFinish[i]),
  },
  {
    found: ['is at 100 % without an actual finish', 'are at 100 % without an actual finish'],
    action: 'report the day on which the work ended, or lower percent_complete to what is done',
    holds: ({ columns }: ColumnContext, i: number) => columns.percentComplete[i] >= PERCENT_MAX,
  },
  {
    found: ['has progress and no actual start', 'have progress and no actual start'],
    action: 'report the day on which the work began, or set percent_complete to 0',
  },
] as const

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
    const marks = pairMarks(columns, pairs)
    const given = marks.reduce((sum, mark) => sum + (mark === 0 ? 0 : 1), 0)
    const hits = allHitsWhere(taskCount, i => marks[i] === PAIR_REVERSED)
    const kinds = pairs.filter(pair => hits.tasks.some(i => isPairReversed(columns, pair, i)))
    return counted(
      hits,
      given,
      words(hits.count),
      hits.count === 0 ? undefined : { pairs: kinds.map(pair => pair.name) },
    )
  },
})

export const finishBeforeStart = columnRule('error', {
  code: 'V009',
  title: 'Finish before start',
  severity: 'medium',
  population: 'Tasks with a start and a finish of one kind: planned, actual or forecast.',
  formula: 'Tasks of which a finish lies before the start of the same kind.',
  ...reversed(
    PLAN_PAIRS,
    (count: number) => `${plural(count, 'task finishes before it starts', 'tasks finish before they start')}.`,
  ),
  advice: reversedAdvice('Correct the reversed dates', PLAN_PAIRS),
})

/** No date of the schedule follows from its baseline, so it stays valid. */
export const baselineReversed = columnRule('warning', {
  code: 'V111',
  title: 'Baseline finish before its start',
  severity: 'medium',
  population: 'Tasks with a baseline start and a baseline finish.',
  formula:
    'Tasks whose baseline finish lies before their baseline start. No date of the schedule follows from them, so it stays valid.',
  ...reversed(
    [BASELINE_PAIR],
    (count: number) =>
      `${plural(count, 'baseline finish lies', 'baseline finishes lie')} before ${count === 1 ? 'its start' : 'their starts'}.`,
  ),
  advice: reversedAdvice('Correct the reversed baseline dates', [BASELINE_PAIR]),
})

export const constraintWithoutPartner = rule('warning', {
  code: 'V103',
  title: 'Constraint without date, or date without constraint',
  severity: 'medium',
  population: 'Tasks with a constraint type or a constraint date.',
  formula: 'Constraint types other than ASAP and ALAP without constraint_date; constraint_date without a type.',
  unit: 'tasks',
  advice: {
    title: 'Complete the constraints',
    causes: [
      {
        found: ['has a constraint_date and no constraint_type', 'have a constraint_date and no constraint_type'],
        action: 'send the type, SNET where nothing else is known, or remove the date',
        holds: ({ columns }, i) => isGiven(columns.constraintDate[i]),
      },
      {
        found: ['has a constraint_type and no constraint_date', 'have a constraint_type and no constraint_date'],
        action: 'send the date, or remove the constraint; only ASAP and ALAP need none',
      },
    ],
  },
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
  formula:
    'Milestones with a duration or remaining duration above 0, which is not used; tasks of type task with a duration of 0, which count as milestones.',
  unit: 'tasks',
  advice: {
    title: 'Say which tasks are milestones',
    causes: [
      {
        found: ['is a milestone with a duration', 'are milestones with a duration'],
        action: 'set duration and remaining duration to 0 days, or the type to task where work is done',
        holds: ({ columns }, i) => columns.durationDays[i] > 0 || columns.remainingDurationDays[i] > 0,
      },
      {
        found: ['is of type task with a duration of 0 days', 'are of type task with a duration of 0 days'],
        action: 'set task_type to milestone, or send the days of work',
      },
    ],
  },
  run: ({ columns: { taskCount, taskType, durationDays, remainingDurationDays } }) => {
    const isMarked = (i: number): boolean => isMilestoneType(taskType[i])
    const isLong = (i: number): boolean => durationDays[i] > 0 || remainingDurationDays[i] > 0
    const given = allHitsWhere(
      taskCount,
      // a plain task is what a duration of 0 would make a milestone
      i => (!Number.isNaN(durationDays[i]) && isMilestone(taskType[i], 0)) || (isMarked(i) && isLong(i)),
    )
    const hits = allHitsWhere(taskCount, i => (isMarked(i) ? isLong(i) : isMilestone(taskType[i], durationDays[i])))
    return counted(
      hits,
      given.count,
      `${plural(hits.count, 'task is', 'tasks are')} a milestone by one field and not by the other.`,
    )
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
  title: 'Duration differs from the planned dates',
  severity: 'medium',
  population:
    'Tasks with a duration of 0 or more and planned dates in order; where tasks have calendars, not those whose planned start is their actual one, as files write the dates of started work over its plan.',
  formula: `Duration more than ${DURATION_TOLERANCE_DAYS} day off the planned dates in the calendar of the task; without calendars, in each of calendar days, Monday to Friday, and the work days given. By Microsoft Project's rules a duration shorter than the dates is a split and no fault.`,
  unit: 'tasks',
  advice: {
    title: 'Reconcile durations and dates',
    causes: [
      {
        found: ['has a duration longer than its planned dates', 'have a duration longer than their planned dates'],
        action: 'move planned_finish out, or send days where duration_days holds hours',
        holds: ({ columns }, i) => columns.durationDays[i] > columns.plannedFinish[i] - columns.plannedStart[i] + 1,
      },
      {
        found: ['has a duration shorter than its planned dates', 'have a duration shorter than their planned dates'],
        action: 'correct either, or name the calendar with the days on which no work is done between them',
      },
    ],
  },
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
    const maySplit = columns.setting?.rules.rules === 'ms_project'
    const isOff = (i: number): boolean =>
      spans.every(
        span =>
          (maySplit ? durationDays[i] - span(i) : Math.abs(durationDays[i] - span(i))) >
          DURATION_TOLERANCE_DAYS + EPSILON_DAYS,
      )
    const hits = allHitsWhere(taskCount, i => isComparable(i) && isOff(i))
    const message = isByTask
      ? `${plural(hits.count, 'duration does', 'durations do')} not fit the planned dates in the calendar of ${hits.count === 1 ? 'its task' : 'their tasks'}.`
      : `${plural(hits.count, 'duration fits', 'durations fit')} the planned dates in no calendar.`
    return counted(hits, allHitsWhere(taskCount, isComparable).count, message)
  },
})

export const progressAgainstDates = columnRule('warning', {
  code: 'V107',
  title: 'Actual dates and percent complete disagree',
  severity: 'medium',
  population: 'Tasks with an actual finish or a percent complete.',
  formula:
    'actual_finish without actual_start; actual_finish with percent_complete below 100; percent_complete of 100 without actual_finish, or above 0 without actual_start.',
  unit: 'tasks',
  advice: { title: 'Reconcile progress and actual dates', causes: PROGRESS_CAUSES },
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
    return counted(
      hits,
      given.count,
      `${plural(hits.count, 'task has progress that its', 'tasks have progress that their')} dates contradict; a missing actual date is taken from the duration, at the latest the status date.`,
    )
  },
})

export const noDuration = rule('warning', {
  code: 'V110',
  title: 'Neither duration nor dates',
  severity: 'medium',
  population: 'Tasks other than milestones, summaries and level of effort.',
  formula: 'Tasks without duration_days and without a pair of planned or baseline dates to take it from.',
  unit: 'tasks',
  advice: {
    title: 'Supply durations',
    description: SUPPLY_DURATION,
  },
  run: ({ columns }) => {
    const { taskCount, taskType, durationDays } = columns
    const pairs = DATE_PAIRS.filter(pair => pair.name === 'planned' || pair.name === 'baseline')
    const isWork = (i: number): boolean => isInPasses(taskType[i]) && !isMilestoneType(taskType[i])
    const hits = allHitsWhere(
      taskCount,
      i => isWork(i) && Number.isNaN(durationDays[i]) && !pairs.some(pair => isPairGiven(columns, pair, i)),
    )
    return counted(
      hits,
      allHitsWhere(taskCount, isWork).count,
      `${plural(hits.count, 'task has', 'tasks have')} neither a duration nor dates that give one.`,
    )
  },
})
