/** Components on durations, dates, progress, resources and supplied float. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { DATE_PAIRS, isPairReversed } from '../../../check/date-pairs.ts'
import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { NOUNS } from '../../../check/needs.ts'
import { namedTask } from '../../../check/worst.ts'
import { PROGRESS_CAUSES } from '../../../input/date-checks.ts'
import { isPlanningPackage } from '../../../kind/participation.ts'
import { DATES_ADVICE, furthestDate } from '../../../metrics/dates.ts'
import {
  isLongDuration,
  LONG_DURATION_DAYS,
  LONG_TASKS_ADVICE,
  longestTask,
  longText,
} from '../../../metrics/durations.ts'
import {
  floatHits,
  isNegativeFloat,
  leastFloat,
  NEGATIVE_FLOAT_ADVICE,
  NEGATIVE_FLOAT_FORMULA,
  negativeFloatText,
} from '../../../metrics/floats.ts'
import { loadedCount, notLoaded, RESOURCES_ADVICE, unloadedText } from '../../../metrics/load.ts'
import { isActualInFuture, isOverdue, PROGRESS_FAULTS } from '../../../population/status-faults.ts'
import { isLoaded } from '../../../population/task-states.ts'
import { plural } from '../../../wording/numbers.ts'
import { shareText } from '../../../wording/shares.ts'
import { component, type HealthRow, T14 } from './context.ts'

/** An outcome over data that is not there: the component leaves the score. */
const NOTHING = null

const longDurations = component({
  component: 'long_durations',
  code: 'HS06',
  title: 'Long durations',
  weight: 8,
  threshold: 5,
  zero: 50,
  population: `${T14}; planning packages are part of the whole, and none is counted as long.`,
  noun: NOUNS.openTasks,
  formula: `Those longer than ${LONG_DURATION_DAYS} days, planning packages aside / such tasks.`,
  advice: LONG_TASKS_ADVICE,
  worst: longestTask,
  run: context => {
    const {
      columns: { taskCount },
      tasks,
      t14,
      durations,
    } = context
    const isIn = (i: number): boolean => t14.marks[i] === 1
    const hits = allHitsWhere(
      taskCount,
      i => isIn(i) && !isPlanningPackage(tasks.kind[i]) && isLongDuration(durations.days[i]),
    )
    const missing = allHitsWhere(taskCount, i => isIn(i) && durations.missing[i] === 1).count
    const evidence = { missing_duration: missing, excluded_by_type: t14.excludedByType }
    if (missing === t14.count) {
      return { ...shareOf(hits, t14.count, 'No such task has a duration.', evidence), value: NOTHING }
    }
    const message = longText(hits.count, context)
    return shareOf(hits, t14.count, message, evidence)
  },
})

export const hasDate = (columns: ScheduleColumns, i: number): boolean =>
  DATE_PAIRS.some(({ start, finish }) => columns[start][i] !== DAY_ABSENT || columns[finish][i] !== DAY_ABSENT)

const dateValidity = component({
  component: 'date_validity',
  code: 'HS07',
  title: 'Date validity',
  weight: 12,
  threshold: 0,
  zero: 10,
  population: 'All tasks but summaries, complete ones included.',
  formula:
    'Tasks with a start after the finish of the same kind or, with a status date, an actual date after it, a forecast (else planned) start before it though not started, or such a finish though unfinished / all tasks.',
  advice: DATES_ADVICE,
  worst: furthestDate,
  run: ({ columns, tasks, all, statusDay }) => {
    const { taskCount } = columns
    const isIn = (i: number): boolean => all.marks[i] === 1
    const hasStatus = statusDay !== DAY_ABSENT
    const isReversed = (i: number): boolean => DATE_PAIRS.some(pair => isPairReversed(columns, pair, i))
    const isAhead = (i: number): boolean => hasStatus && isActualInFuture(columns, i, statusDay)
    const isBehind = (i: number): boolean => hasStatus && isOverdue(tasks, i, statusDay)
    const count = (test: (i: number) => boolean): number => allHitsWhere(taskCount, i => isIn(i) && test(i)).count
    const hits = allHitsWhere(taskCount, i => isIn(i) && (isReversed(i) || isAhead(i) || isBehind(i)))
    const dated = count(i => hasDate(columns, i))
    const evidence = {
      finish_before_start: count(isReversed),
      future_actual: hasStatus ? count(isAhead) : null,
      overdue: hasStatus ? count(isBehind) : null,
      without_any_date: all.count - dated,
      excluded_by_type: all.excludedByType,
    }
    if (dated === 0) return { ...shareOf(hits, all.count, 'No task has a date.', evidence), value: NOTHING }
    const found = `${plural(hits.count, 'task has', 'tasks have')} dates that cannot be.`
    const message = hasStatus ? found : `${found} Without status_date only reversed dates were looked for.`
    return shareOf(hits, all.count, message, evidence)
  },
})

const progressConsistency = component({
  component: 'progress_consistency',
  code: 'HS08',
  title: 'Progress consistency',
  weight: 10,
  threshold: 0,
  zero: 20,
  population: 'All tasks and milestones, complete ones included; no level of effort and summaries.',
  formula:
    'Tasks with an actual finish but no actual start or a percent below 100, a percent of 100 without an actual finish, a percent between without an actual start, a percent outside 0 to 100, or a milestone in progress (PA04 to PA07, PA09, PA10) / tasks of the population.',
  advice: {
    title: 'Reconcile percent and actual dates',
    causes: [
      {
        found: ['has a percent below 0 or above 100', 'have a percent below 0 or above 100'],
        action: 'send the part of the work that is done, from 0 to 100',
        holds: ({ tasks }, i) => PROGRESS_FAULTS.PA09(tasks, i),
      },
      ...PROGRESS_CAUSES.slice(0, -1),
      {
        found: ['is a milestone that is partly complete', 'are milestones that are partly complete'],
        action: 'set percent_complete to 0, or to 100 with an actual finish',
        holds: ({ tasks }, i) => PROGRESS_FAULTS.PA10(tasks, i),
      },
      ...PROGRESS_CAUSES.slice(-1),
    ],
  },
  worst: namedTask,
  run: ({ columns, tasks, allDiscrete }) => {
    const { taskCount, percentComplete } = columns
    const isIn = (i: number): boolean => allDiscrete.marks[i] === 1
    const hasPercent = (i: number): boolean => !Number.isNaN(percentComplete[i])
    const isDated = (i: number): boolean =>
      columns.actualStart[i] !== DAY_ABSENT || columns.actualFinish[i] !== DAY_ABSENT
    const percents = allHitsWhere(taskCount, i => isIn(i) && hasPercent(i)).count
    // a schedule that reports by dates alone contradicts no percent
    const rules = Object.entries(PROGRESS_FAULTS).filter(([code]) => percents > 0 || code === 'PA04')
    const hits = allHitsWhere(taskCount, i => isIn(i) && rules.some(([, test]) => test(tasks, i)))
    const reported = allHitsWhere(taskCount, i => isIn(i) && (hasPercent(i) || isDated(i))).count
    const counts = rules.map(([code, test]) => [code, allHitsWhere(taskCount, i => isIn(i) && test(tasks, i)).count])
    const evidence = {
      counts: Object.fromEntries(counts),
      reported,
      excluded_by_type: allDiscrete.excludedByType,
    }
    if (reported === 0) {
      return { ...shareOf(hits, allDiscrete.count, 'No task reports progress.', evidence), value: NOTHING }
    }
    const message = `${plural(hits.count, 'task has', 'tasks have')} progress that its dates contradict.`
    return shareOf(hits, allDiscrete.count, message, evidence)
  },
})

const resourceCoverage = component({
  component: 'resource_coverage',
  code: 'HS11',
  title: 'Resource coverage',
  weight: 4,
  threshold: 10,
  zero: 90,
  population: `${T14}; not applicable where no task of the schedule is loaded.`,
  noun: NOUNS.openTasks,
  formula: 'Those without a resource and without a budget / such tasks.',
  advice: RESOURCES_ADVICE,
  worst: namedTask,
  run: ({ columns, tasks, t14 }) => {
    const { taskCount } = columns
    const loaded = loadedCount(columns, tasks)
    const hits = allHitsWhere(taskCount, i => t14.marks[i] === 1 && !isLoaded(columns, i))
    const evidence = { loaded_tasks: loaded, excluded_by_type: t14.excludedByType }
    if (loaded === 0) return notLoaded(t14.count, hits, evidence)
    return shareOf(hits, t14.count, unloadedText(hits.count), evidence)
  },
})

/** Fewer floats than this share of the incomplete tasks say nothing about the schedule. */
const SUPPLIED_SHARE_MIN = 0.5
const SUPPLIED = { operator: '>=', value: 100 * SUPPLIED_SHARE_MIN } as const

const negativeFloat = component({
  component: 'supplied_float',
  code: 'HS12',
  title: 'Negative float',
  weight: 5,
  threshold: 0,
  zero: 20,
  population:
    'Incomplete tasks and milestones with a total float, no summaries: total_float_days, else, where tasks have calendars, as computed; at least half of them have one.',
  noun: NOUNS.openWork,
  formula: NEGATIVE_FLOAT_FORMULA,
  advice: NEGATIVE_FLOAT_ADVICE,
  worst: leastFloat,
  run: context => {
    const { floats, incomplete } = context
    const { known, hits } = floatHits(context, incomplete, isNegativeFloat)
    const evidence = {
      float_source: floats.source,
      without_float: incomplete.count - known,
      excluded_by_type: incomplete.excludedByType,
    }
    if (known < incomplete.count * SUPPLIED_SHARE_MIN) {
      const message = `${shareText(known, incomplete.count, 'incomplete task', SUPPLIED)}, ${known === 1 ? 'has' : 'have'} total_float_days.`
      return { ...shareOf(hits, known, message, evidence), value: NOTHING }
    }
    return shareOf(hits, known, negativeFloatText(hits.count, floats), evidence)
  },
})

export const PLAN_COMPONENTS = [
  longDurations,
  dateValidity,
  progressConsistency,
] as const satisfies readonly HealthRow[]
export const LOAD_COMPONENTS = [resourceCoverage, negativeFloat] as const satisfies readonly HealthRow[]
