/** Components on durations, dates, progress, resources and supplied float. */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import { DATES_ADVICE, LONG_TASKS_ADVICE, NEGATIVE_FLOAT_ADVICE, RESOURCES_ADVICE } from '../../../check/advice.ts'
import { DATE_PAIRS, isPairReversed } from '../../../check/date-pairs.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { LONG_DURATION_DAYS } from '../../../check/limits.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { NOUNS } from '../../../check/population-nouns.ts'
import { basisOf, furthestDate, leastFloat, longestTask, namedTask } from '../../../check/worst.ts'
import { PROGRESS_CAUSES } from '../../../input/advice.ts'
import { isPlanningPackage } from '../../../kind/participation.ts'
import { isActualInFuture, isOverdue } from '../../../population/overdue.ts'
import { PROGRESS_FAULTS } from '../../../population/progress-faults.ts'
import { isLoaded } from '../../../population/task-states.ts'
import { inDays } from '../../../wording/days.ts'
import { shareText } from '../../../wording/shares.ts'
import { WORDS } from '../words.ts'
import { component, type HealthRow, T14 } from './context.ts'

/** An outcome over data that is not there: the component leaves the score. */
const NOTHING = null

const longDurations = component({
  component: 'long_durations',
  code: 'HS06',
  title: WORDS.longDurations.title,
  weight: 8,
  threshold: 5,
  zero: 50,
  population: WORDS.longDurations.population(T14),
  noun: NOUNS.openTasks,
  formula: WORDS.longDurations.formula,
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
      i => isIn(i) && !isPlanningPackage(tasks.kind[i]) && durations.days[i] > LONG_DURATION_DAYS + EPSILON_DAYS,
    )
    const missing = allHitsWhere(taskCount, i => isIn(i) && durations.missing[i] === 1).count
    const evidence = { missing_duration: missing, excluded_by_type: t14.excludedByType }
    if (missing === t14.count) {
      return { ...shareOf(hits, t14.count, WORDS.longDurations.noDuration, evidence), value: NOTHING }
    }
    const message = WORDS.longDurations.message(hits.count, inDays(LONG_DURATION_DAYS, basisOf(context)))
    return shareOf(hits, t14.count, message, evidence)
  },
})

export const hasDate = (columns: ScheduleColumns, i: number): boolean =>
  DATE_PAIRS.some(({ start, finish }) => columns[start][i] !== DAY_ABSENT || columns[finish][i] !== DAY_ABSENT)

const dateValidity = component({
  component: 'date_validity',
  code: 'HS07',
  title: WORDS.dateValidity.title,
  weight: 12,
  threshold: 0,
  zero: 10,
  population: WORDS.dateValidity.population,
  formula: WORDS.dateValidity.formula,
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
    if (dated === 0) return { ...shareOf(hits, all.count, WORDS.dateValidity.noDate, evidence), value: NOTHING }
    const found = WORDS.dateValidity.found(hits.count)
    const message = hasStatus ? found : WORDS.dateValidity.message(found)
    return shareOf(hits, all.count, message, evidence)
  },
})

const progressConsistency = component({
  component: 'progress_consistency',
  code: 'HS08',
  title: WORDS.progressConsistency.title,
  weight: 10,
  threshold: 0,
  zero: 20,
  population: WORDS.progressConsistency.population,
  formula: WORDS.progressConsistency.formula,
  advice: {
    title: WORDS.progressConsistency.adviceTitle,
    causes: [
      {
        ...WORDS.progressConsistency.percentOutOfRange,
        holds: ({ tasks }, i) => PROGRESS_FAULTS.PA09(tasks, i),
      },
      ...PROGRESS_CAUSES.slice(0, -1),
      {
        ...WORDS.progressConsistency.partlyMilestone,
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
      return { ...shareOf(hits, allDiscrete.count, WORDS.progressConsistency.noProgress, evidence), value: NOTHING }
    }
    const message = WORDS.progressConsistency.message(hits.count)
    return shareOf(hits, allDiscrete.count, message, evidence)
  },
})

const resourceCoverage = component({
  component: 'resource_coverage',
  code: 'HS11',
  title: WORDS.resourceCoverage.title,
  weight: 4,
  threshold: 10,
  zero: 90,
  population: WORDS.resourceCoverage.population(T14),
  noun: NOUNS.openTasks,
  formula: WORDS.resourceCoverage.formula,
  advice: RESOURCES_ADVICE,
  worst: namedTask,
  run: ({ columns, tasks, t14 }) => {
    const { taskCount } = columns
    const loaded = allHitsWhere(taskCount, i => tasks.leftOut[i] === 0 && isLoaded(columns, i)).count
    const hits = allHitsWhere(taskCount, i => t14.marks[i] === 1 && !isLoaded(columns, i))
    const evidence = { loaded_tasks: loaded, excluded_by_type: t14.excludedByType }
    if (loaded === 0) {
      return { ...shareOf(hits, t14.count, WORDS.resourceCoverage.notLoaded, evidence), value: NOTHING }
    }
    const message = WORDS.resourceCoverage.message(hits.count)
    return shareOf(hits, t14.count, message, evidence)
  },
})

/** Fewer floats than this share of the incomplete tasks say nothing about the schedule. */
const SUPPLIED_SHARE_MIN = 0.5
const SUPPLIED = { operator: '>=', value: 100 * SUPPLIED_SHARE_MIN } as const

const negativeFloat = component({
  component: 'supplied_float',
  code: 'HS12',
  title: WORDS.negativeFloat.title,
  weight: 5,
  threshold: 0,
  zero: 20,
  population: WORDS.negativeFloat.population,
  noun: NOUNS.openWork,
  formula: WORDS.negativeFloat.formula,
  advice: NEGATIVE_FLOAT_ADVICE,
  worst: leastFloat,
  run: ({ columns: { taskCount }, floats, incomplete }) => {
    const isIn = (i: number): boolean => incomplete.marks[i] === 1 && !Number.isNaN(floats.days[i])
    const known = allHitsWhere(taskCount, isIn).count
    const hits = allHitsWhere(taskCount, i => isIn(i) && floats.days[i] < -EPSILON_DAYS)
    const evidence = {
      float_source: floats.source,
      without_float: incomplete.count - known,
      excluded_by_type: incomplete.excludedByType,
    }
    if (known < incomplete.count * SUPPLIED_SHARE_MIN) {
      const message = WORDS.negativeFloat.tooFew(shareText(known, incomplete.count, 'incomplete task', SUPPLIED), known)
      return { ...shareOf(hits, known, message, evidence), value: NOTHING }
    }
    return shareOf(hits, known, WORDS.negativeFloat.message(hits.count), evidence)
  },
})

export const PLAN_COMPONENTS = [
  longDurations,
  dateValidity,
  progressConsistency,
] as const satisfies readonly HealthRow[]
export const LOAD_COMPONENTS = [resourceCoverage, negativeFloat] as const satisfies readonly HealthRow[]
