/** Baseline, actual and forecast dates of one status: 06A501a, 505a, 505b, 506a, 506b. */

import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import { scheduledFinish, scheduledStart } from '../../../calendar/best-dates.ts'
import { DATES_ADVICE } from '../../../check/advice.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { needsStatusDate, needsTellableBaseline } from '../../../check/needs.ts'
import { counted, shareOf } from '../../../check/outcomes.ts'
import { atLeast, bySize } from '../../../check/severity.ts'
import { firstTask, furthestDate, namedTask, worstTask } from '../../../check/worst.ts'
import { isActualInFuture, isFinishOverdue, isStartOverdue } from '../../../population/overdue.ts'
import { NOT_STARTED, PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { isBaselined } from '../../../population/task-states.ts'
import { dateText } from '../../../wording/days.ts'
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
  needs: [needsTellableBaseline],
  advice: {
    title: WORDS.baselineDates.adviceTitle,
    causes: [
      {
        found: [WORDS.baselineDates.adviceFound, WORDS.baselineDates.adviceFound2],
        action: WORDS.baselineDates.adviceAction,
        holds: ({ columns }, i) => columns.baselineStart[i] !== DAY_ABSENT || columns.baselineFinish[i] !== DAY_ABSENT,
      },
      {
        found: ['has begun without a baseline', 'have begun without a baseline'],
        action: WORDS.baselineDates.adviceAction2,
        holds: ({ tasks }, i) => tasks.state[i] !== NOT_STARTED,
      },
      {
        found: [WORDS.baselineDates.adviceFound3, WORDS.baselineDates.adviceFound4],
        action: WORDS.baselineDates.adviceAction3,
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
        found: [WORDS.startedWithoutStart.adviceFound, WORDS.startedWithoutStart.adviceFound2],
        action: WORDS.startedWithoutStart.adviceAction,
        holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && scheduledStart(columns, i) > statusDay,
      },
      {
        found: [WORDS.startedWithoutStart.adviceFound3, WORDS.startedWithoutStart.adviceFound4],
        action: WORDS.startedWithoutStart.adviceAction2,
      },
    ],
  },
  worst: worstTask<DecmContext>(
    ({ columns }, i) => percentOf(columns, i),
    ({ columns }, i) => `${figure(percentOf(columns, i))} % complete, start ${dateText(scheduledStart(columns, i))}`,
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
        found: [WORDS.completeWithoutFinish.adviceFound, WORDS.completeWithoutFinish.adviceFound2],
        action: WORDS.completeWithoutFinish.adviceAction,
        holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && scheduledFinish(columns, i) > statusDay,
      },
      {
        found: ['has no actual start either', 'have no actual start either'],
        action: WORDS.completeWithoutFinish.adviceAction2,
        holds: ({ columns }, i) => columns.actualStart[i] === DAY_ABSENT,
      },
      {
        found: ['has begun and is at 100 %', 'have begun and are at 100 %'],
        action: WORDS.completeWithoutFinish.adviceAction3,
      },
    ],
  },
  worst: firstTask<DecmContext>(({ columns }, i) => `finish ${dateText(scheduledFinish(columns, i))} as scheduled`),
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
        found: [WORDS.futureActuals.adviceFound, WORDS.futureActuals.adviceFound2],
        action: WORDS.futureActuals.adviceAction,
        holds: ({ columns, statusDay }, i) => columns.actualFinish[i] > statusDay,
      },
      {
        found: [WORDS.futureActuals.adviceFound3, WORDS.futureActuals.adviceFound4],
        action: WORDS.futureActuals.adviceAction2,
        holds: ({ columns }, i) => percentOf(columns, i) > 0,
      },
      {
        found: [WORDS.futureActuals.adviceFound5, WORDS.futureActuals.adviceFound6],
        action: WORDS.futureActuals.adviceAction3,
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
