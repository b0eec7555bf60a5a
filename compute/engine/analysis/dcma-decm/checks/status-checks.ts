/** Baseline, actual and forecast dates of one status: 06A501a, 505a, 505b, 506a, 506b. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { scheduledFinish, scheduledStart } from '../../../calendar/best-dates.ts'
import { DATES_ADVICE } from '../../../check/advice.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { needsKnownBaseline, needsStatusDate } from '../../../check/needs.ts'
import { counted, shareOf } from '../../../check/outcomes.ts'
import { atLeast, bySize } from '../../../check/severity.ts'
import { firstTask, furthestDate, namedTask, worstTask } from '../../../check/worst.ts'
import { isActualInFuture, isFinishOverdue, isStartOverdue } from '../../../population/overdue.ts'
import { NOT_STARTED, PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { isBaselined } from '../../../population/task-states.ts'
import { figure } from '../../../wording/figure.ts'
import { WORDS } from '../words.ts'
import { type DecmContext, type DecmRow, decmRow, INCOMPLETE, profiles } from './context.ts'

const ALL = WORDS.all.message

/** Share of those tasks, complete ones included, that have `has` and break the rule. */
function shareOfAll(
  { columns, all }: DecmContext,
  has: (i: number) => boolean,
  breaks: (i: number) => boolean,
  words: (count: number) => string,
): CheckOutcome {
  const isIn = (i: number): boolean => all.marks[i] === 1 && has(i)
  const hits = allHitsWhere(columns.taskCount, i => isIn(i) && breaks(i))
  const population = allHitsWhere(columns.taskCount, isIn)
  return shareOf(hits, population.count, words(hits.count), { excluded_by_type: all.excludedByType })
}

const baselineDates = decmRow({
  code: '06A501a',
  title: WORDS.baselineDates.title,
  severity: bySize,
  population: WORDS.baselineDates.population(ALL),
  formula: WORDS.baselineDates.formula,
  unit: 'percent',
  profiles: profiles(5, 0),
  needs: [needsKnownBaseline],
  advice: {
    title: WORDS.baselineDates.adviceTitle,
    causes: [
      {
        ...WORDS.baselineDates.halfBaselined,
        holds: ({ columns }, i) => columns.baselineStart[i] !== DAY_ABSENT || columns.baselineFinish[i] !== DAY_ABSENT,
      },
      {
        ...WORDS.baselineDates.begun,
        holds: ({ tasks }, i) => tasks.state[i] !== NOT_STARTED,
      },
      {
        ...WORDS.baselineDates.open,
      },
    ],
  },
  worst: namedTask,
  run: context =>
    shareOfAll(
      context,
      () => true,
      i => !isBaselined(context.columns, i),
      count => WORDS.baselineDates.message(count),
    ),
})

const startedWithoutStart = decmRow({
  code: '06A505a',
  title: WORDS.startedWithoutStart.title,
  severity: bySize,
  population: WORDS.startedWithoutStart.population(ALL),
  formula: WORDS.startedWithoutStart.formula,
  unit: 'percent',
  profiles: profiles(5, 0),
  needs: [],
  advice: {
    title: WORDS.startedWithoutStart.adviceTitle,
    causes: [
      {
        ...WORDS.startedWithoutStart.startAhead,
        holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && scheduledStart(columns, i) > statusDay,
      },
      {
        ...WORDS.startedWithoutStart.startDue,
      },
    ],
  },
  worst: worstTask<DecmContext>(
    ({ columns }, i) => percentOf(columns, i),
    ({ columns }, i) => WORDS.startedWithoutStart.shown(figure(percentOf(columns, i)), scheduledStart(columns, i)),
    'Most advanced',
  ),
  run: context =>
    shareOfAll(
      context,
      i => percentOf(context.columns, i) > 0 && percentOf(context.columns, i) < PERCENT_MAX,
      i => context.columns.actualStart[i] === DAY_ABSENT,
      count => WORDS.startedWithoutStart.message(count),
    ),
})

const completeWithoutFinish = decmRow({
  code: '06A505b',
  title: WORDS.completeWithoutFinish.title,
  severity: bySize,
  population: WORDS.completeWithoutFinish.population(ALL),
  formula: WORDS.completeWithoutFinish.formula,
  unit: 'percent',
  profiles: profiles(5, 0),
  needs: [],
  advice: {
    title: WORDS.completeWithoutFinish.adviceTitle,
    causes: [
      {
        ...WORDS.completeWithoutFinish.finishAhead,
        holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && scheduledFinish(columns, i) > statusDay,
      },
      {
        ...WORDS.completeWithoutFinish.neverStarted,
        holds: ({ columns }, i) => columns.actualStart[i] === DAY_ABSENT,
      },
      {
        ...WORDS.completeWithoutFinish.underWay,
      },
    ],
  },
  worst: firstTask<DecmContext>(({ columns }, i) => WORDS.completeWithoutFinish.shown(scheduledFinish(columns, i))),
  run: context =>
    shareOfAll(
      context,
      i => percentOf(context.columns, i) === PERCENT_MAX,
      i => context.columns.actualFinish[i] === DAY_ABSENT,
      count => WORDS.completeWithoutFinish.message(count),
    ),
})

const futureActuals = decmRow({
  code: '06A506a',
  title: WORDS.futureActuals.title,
  severity: atLeast('high'),
  population: WORDS.futureActuals.population(ALL),
  formula: WORDS.futureActuals.formula,
  unit: 'percent',
  profiles: profiles(5, 0),
  needs: [needsStatusDate],
  advice: {
    title: WORDS.futureActuals.adviceTitle,
    causes: [
      {
        ...WORDS.futureActuals.finished,
        holds: ({ columns, statusDay }, i) => columns.actualFinish[i] > statusDay,
      },
      {
        ...WORDS.futureActuals.begunWithProgress,
        holds: ({ columns }, i) => percentOf(columns, i) > 0,
      },
      {
        ...WORDS.futureActuals.begun,
      },
    ],
  },
  worst: furthestDate,
  run: context => {
    const { actualStart, actualFinish } = context.columns
    return shareOfAll(
      context,
      i => actualStart[i] !== DAY_ABSENT || actualFinish[i] !== DAY_ABSENT,
      i => isActualInFuture(context.columns, i, context.statusDay),
      count => WORDS.futureActuals.message(count),
    )
  },
})

const pastForecasts = decmRow({
  code: '06A506b',
  title: WORDS.pastForecasts.title,
  severity: bySize,
  population: WORDS.pastForecasts.population(INCOMPLETE),
  formula: WORDS.pastForecasts.formula,
  unit: 'tasks',
  profiles: profiles(0, 0),
  needs: [needsStatusDate],
  advice: DATES_ADVICE,
  worst: furthestDate,
  run: ({ columns, tasks, incomplete, statusDay }) => {
    const isIn = (i: number): boolean => incomplete.marks[i] === 1
    const starts = allHitsWhere(columns.taskCount, i => isIn(i) && isStartOverdue(tasks, i, statusDay))
    const finishes = allHitsWhere(columns.taskCount, i => isIn(i) && isFinishOverdue(tasks, i, statusDay))
    const late = new Set([...starts.all!, ...finishes.all!])
    const hits = allHitsWhere(columns.taskCount, i => late.has(i))
    const message = WORDS.pastForecasts.message(hits.count)
    return counted(hits, incomplete.count, message, {
      past_start: starts.count,
      past_finish: finishes.count,
      excluded_by_type: incomplete.excludedByType,
    })
  },
})

export const DECM_STATUS_CHECKS = [
  baselineDates,
  startedWithoutStart,
  completeWithoutFinish,
  futureActuals,
  pastForecasts,
] as const satisfies readonly DecmRow[]
