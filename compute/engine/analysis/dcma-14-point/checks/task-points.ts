/** Points 6 to 10: float, long tasks, invalid dates, resources. */

import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { atLeast, bySize } from '../../../check/check.ts'
import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { NOUNS, needsDates, needsStatusDate } from '../../../check/needs.ts'
import { cite, published } from '../../../check/source.ts'
import { basisOf, namedTask } from '../../../check/worst.ts'
import { participationOf } from '../../../kind/participation.ts'
import { DATES_ADVICE, datesBesideStatus, furthestDate } from '../../../metrics/dates.ts'
import {
  isLongDuration,
  LONG_DURATION_DAYS,
  LONG_TASKS_ADVICE,
  lengthOf,
  longestTask,
  longText,
} from '../../../metrics/durations.ts'
import {
  floatHits,
  HIGH_FLOAT_CAUSES,
  HIGH_FLOAT_DAYS,
  isHighFloat,
  isNegativeFloat,
  leastFloat,
  mostFloat,
  NEGATIVE_FLOAT_ADVICE,
  NEGATIVE_FLOAT_FORMULA,
  needsFloats,
  negativeFloatText,
} from '../../../metrics/floats.ts'
import { loadedCount, notLoaded, RESOURCES_ADVICE, unloadedText } from '../../../metrics/load.ts'
import { dcma14TasksOfPoint, incompleteTasks, tasksAndMilestones } from '../../../population/populations.ts'
import { isLoaded } from '../../../population/task-states.ts'
import { inDays } from '../../../wording/days.ts'
import { plural } from '../../../wording/numbers.ts'
import { type Dcma14Context, type Dcma14Row, pointCode } from './context.ts'

const SOURCE = published(cite('pam', 'section 4'), cite('winter', 'denominators'))

const needsFloat = needsFloats<Dcma14Context>(context => context.t14)

/** Share of those tasks of a point whose float is known: where CPM could not run, only the supplied ones are. */
function shareOfFloats(
  context: Dcma14Context,
  point: number,
  test: (days: number) => boolean,
  words: (count: number) => string,
): CheckOutcome {
  const population = dcma14TasksOfPoint(context.tasks, point)
  const { known, hits } = floatHits(context, population, test)
  return shareOf(hits, known, words(hits.count), {
    float_source: context.floats.source,
    unknown_float: population.count - known,
    excluded_by_type: population.excludedByType,
  })
}

const highFloat = {
  code: pointCode(6),
  title: 'High float',
  severity: bySize,
  population:
    'Incomplete tasks without milestones, summaries, level of effort and schedule margin; total float as supplied, else computed.',
  formula: `Those with a total float above ${HIGH_FLOAT_DAYS} days / such tasks.`,
  unit: 'percent',
  noun: NOUNS.openTasks,
  threshold: 5,
  operator: '<=',
  source: SOURCE,
  needs: [needsFloat],
  advice: { title: 'Look for missing successors', causes: HIGH_FLOAT_CAUSES },
  worst: mostFloat,
  run: context =>
    shareOfFloats(
      context,
      6,
      isHighFloat,
      count =>
        `${plural(count, 'task has', 'tasks have')} a total float above ${inDays(HIGH_FLOAT_DAYS, basisOf(context))}.`,
    ),
} as const satisfies Dcma14Row

const negativeFloat = {
  code: pointCode(7),
  title: 'Negative float',
  severity: atLeast('high'),
  population:
    'Incomplete tasks without milestones, summaries and level of effort; total float as supplied, else computed.',
  formula: NEGATIVE_FLOAT_FORMULA,
  unit: 'percent',
  noun: NOUNS.openTasks,
  threshold: 0,
  operator: '<=',
  source: SOURCE,
  needs: [needsFloat],
  advice: NEGATIVE_FLOAT_ADVICE,
  worst: leastFloat,
  run: context => shareOfFloats(context, 7, isNegativeFloat, count => negativeFloatText(count, context.floats)),
} as const satisfies Dcma14Row

const highDuration = {
  code: pointCode(8),
  title: 'High duration',
  severity: bySize,
  population:
    'Incomplete tasks without milestones, summaries, level of effort and schedule margin; planning packages are part of the whole, and none is counted as long.',
  formula: `Those with a baseline duration, else duration, above ${LONG_DURATION_DAYS} days / such tasks.`,
  unit: 'percent',
  noun: NOUNS.openTasks,
  threshold: 5,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: LONG_TASKS_ADVICE,
  worst: longestTask,
  run: context => {
    const { columns, tasks, durations, baselineDurations } = context
    const population = dcma14TasksOfPoint(tasks, 8)
    const isIn = (i: number): boolean => population.marks[i] === 1
    const isCounted = (i: number): boolean => !participationOf(tasks.kind[i]).dcma14NotCountedIn.includes(8)
    const isLong = (i: number): boolean => isIn(i) && isCounted(i) && isLongDuration(lengthOf(context, i))
    const hits = allHitsWhere(columns.taskCount, isLong)
    const unbaselined = allHitsWhere(columns.taskCount, i => isIn(i) && Number.isNaN(baselineDurations[i]))
    const missing = allHitsWhere(columns.taskCount, i => isIn(i) && durations.missing[i] === 1)
    const message = longText(hits.count, context)
    return shareOf(hits, population.count, message, {
      unbaselined_count: unbaselined.count,
      missing_duration: missing.count,
      excluded_by_type: population.excludedByType,
    })
  },
} as const satisfies Dcma14Row

const invalidDates = {
  code: pointCode(9),
  title: 'Invalid dates',
  severity: atLeast('high'),
  population:
    'Incomplete tasks without milestones, summaries and level of effort for dates in the past, all tasks but summaries for actual dates in the future; each task once.',
  formula:
    'Incomplete tasks not started with a forecast (else planned) start before the status date, or unfinished with such a finish; tasks with an actual date after it. The rate is per incomplete task.',
  unit: 'tasks',
  threshold: 0,
  operator: '<=',
  source: SOURCE,
  needs: [needsStatusDate, needsDates],
  advice: DATES_ADVICE,
  worst: furthestDate,
  run: context => {
    const { tasks, t14 } = context
    const all = tasksAndMilestones(tasks)
    const { hits, pastStarts, pastFinishes, futureActuals } = datesBesideStatus(context, t14.marks, all.marks)
    return {
      numerator: hits.count,
      denominator: incompleteTasks(tasks).count,
      value: all.count === 0 ? null : hits.count,
      message: `${plural(hits.count, 'task has', 'tasks have')} dates on the wrong side of the status date.`,
      hits,
      evidence: {
        past_start: pastStarts,
        past_finish: pastFinishes,
        future_actual: futureActuals,
        excluded_by_type: t14.excludedByType,
      },
    }
  },
} as const satisfies Dcma14Row

const resources = {
  code: pointCode(10),
  title: 'Resources',
  severity: 'info',
  population:
    'Incomplete tasks of a day or more without milestones, summaries, level of effort, schedule margin, planning packages and visibility tasks.',
  formula: 'Such tasks without a resource and without a budget / such tasks.',
  unit: 'percent',
  noun: NOUNS.openTasks,
  threshold: null,
  operator: null,
  source: SOURCE,
  needs: [],
  advice: RESOURCES_ADVICE,
  worst: namedTask,
  run: ({ columns, tasks, durations }) => {
    const population = dcma14TasksOfPoint(tasks, 10)
    const isIn = (i: number): boolean => population.marks[i] === 1 && durations.days[i] >= 1 - EPSILON_DAYS
    const loaded = loadedCount(columns, tasks)
    const count = allHitsWhere(columns.taskCount, isIn).count
    if (loaded === 0) return notLoaded(count)
    const hits = allHitsWhere(columns.taskCount, i => isIn(i) && !isLoaded(columns, i))
    const message = unloadedText(hits.count)
    return shareOf(hits, count, message, { loaded_tasks: loaded, excluded_by_type: population.excludedByType })
  },
} as const satisfies Dcma14Row

export const TASK_POINTS = [
  highFloat,
  negativeFloat,
  highDuration,
  invalidDates,
  resources,
] as const satisfies readonly Dcma14Row[]
