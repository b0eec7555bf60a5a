/** Baseline, actual and forecast dates of one status: 06A501a, 505a, 505b, 506a, 506b. */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { scheduledFinish, scheduledStart } from '../../../calendar/best-dates.ts'
import { atLeast, bySize, type CheckOutcome } from '../../../check/check.ts'
import { allHitsWhere, counted, shareOf } from '../../../check/findings.ts'
import { needsDates, needsKnownBaseline, needsStatusDate } from '../../../check/needs.ts'
import { firstTask, namedTask, worstTask } from '../../../check/worst.ts'
import { DATES_ADVICE, datesBesideStatus, furthestDate } from '../../../metrics/dates.ts'
import { COMPLETE_WITHOUT_FINISH, START_AHEAD } from '../../../metrics/status.ts'
import { NOT_STARTED, PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { isActualInFuture } from '../../../population/status-faults.ts'
import { isBaselined } from '../../../population/task-states.ts'
import { dateText } from '../../../wording/days.ts'
import { figure, plural } from '../../../wording/numbers.ts'
import { type DecmContext, type DecmRow, decmRow, INCOMPLETE, profiles } from './context.ts'

const ALL = 'Tasks and milestones, level of effort and complete ones included, no summaries'

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
  title: 'Baseline dates',
  severity: bySize,
  population: `${ALL}.`,
  formula: 'Those that lack a baseline start or finish / all such.',
  unit: 'percent',
  profiles: profiles(5, 0),
  needs: [needsKnownBaseline],
  advice: {
    title: 'Baseline every task',
    causes: [
      {
        found: ['has one baseline date of two', 'have one baseline date of two'],
        action: 'send the other as it was approved',
        holds: ({ columns }, i) => columns.baselineStart[i] !== DAY_ABSENT || columns.baselineFinish[i] !== DAY_ABSENT,
      },
      {
        found: ['has begun without a baseline', 'have begun without a baseline'],
        action: 'send the dates of the change that approved the work',
        holds: ({ tasks }, i) => tasks.state[i] !== NOT_STARTED,
      },
      {
        found: ['is open work without a baseline', 'are open work without a baseline'],
        action: 'send baseline_start and baseline_finish as approved, before the work begins',
      },
    ],
  },
  worst: namedTask,
  run: context =>
    shareOfAll(
      context,
      () => true,
      i => !isBaselined(context.columns, i),
      count => `${plural(count, 'task lacks', 'tasks lack')} a baseline date.`,
    ),
})

const scheduledStartText = (percent: number, start: number) =>
  start === DAY_ABSENT ? `${percent} % complete` : `${percent} % complete, start ${dateText(start)} as scheduled`

const startedWithoutStart = decmRow({
  code: '06A505a',
  title: 'Actual starts of work in progress',
  severity: bySize,
  population: `${ALL}; with a percent complete above 0 and below 100.`,
  formula: 'Those without an actual start / all such.',
  unit: 'percent',
  profiles: profiles(5, 0),
  needs: [],
  advice: {
    title: 'Report the actual starts',
    causes: [
      {
        ...START_AHEAD,
        holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && scheduledStart(columns, i) > statusDay,
      },
      {
        found: ['has progress without an actual start', 'have progress without an actual start'],
        action: 'report the day on which the work began',
      },
    ],
  },
  worst: worstTask<DecmContext>(
    ({ columns }, i) => percentOf(columns, i),
    ({ columns }, i) => scheduledStartText(figure(percentOf(columns, i)), scheduledStart(columns, i)),
    'Most advanced',
  ),
  run: context =>
    shareOfAll(
      context,
      i => percentOf(context.columns, i) > 0 && percentOf(context.columns, i) < PERCENT_MAX,
      i => context.columns.actualStart[i] === DAY_ABSENT,
      count => `${plural(count, 'task in progress has', 'tasks in progress have')} no actual start.`,
    ),
})

const scheduledFinishText = (finish: number) =>
  finish === DAY_ABSENT ? 'no finish scheduled either' : `finish ${dateText(finish)} as scheduled`

const completeWithoutFinish = decmRow({
  code: '06A505b',
  title: 'Actual finishes of complete work',
  severity: bySize,
  population: `${ALL}; with a percent complete of 100.`,
  formula: 'Those without an actual finish / all such.',
  unit: 'percent',
  profiles: profiles(5, 0),
  needs: [],
  advice: {
    title: 'Report the actual finishes',
    causes: [
      {
        ...COMPLETE_WITHOUT_FINISH.finishAhead,
        holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && scheduledFinish(columns, i) > statusDay,
      },
      {
        ...COMPLETE_WITHOUT_FINISH.neverStarted,
        holds: ({ columns }, i) => columns.actualStart[i] === DAY_ABSENT,
      },
      {
        ...COMPLETE_WITHOUT_FINISH.underWay,
      },
    ],
  },
  worst: firstTask<DecmContext>(({ columns }, i) => scheduledFinishText(scheduledFinish(columns, i))),
  run: context =>
    shareOfAll(
      context,
      i => percentOf(context.columns, i) === PERCENT_MAX,
      i => context.columns.actualFinish[i] === DAY_ABSENT,
      count => `${plural(count, 'complete task has', 'complete tasks have')} no actual finish.`,
    ),
})

const futureActuals = decmRow({
  code: '06A506a',
  title: 'Actual dates in the future',
  severity: atLeast('high'),
  population: `${ALL}; with an actual start or finish.`,
  formula: 'Those with an actual date after the status date / all such.',
  unit: 'percent',
  profiles: profiles(5, 0),
  needs: [needsStatusDate],
  advice: {
    title: 'Correct the actual dates',
    causes: [
      {
        found: ['is reported as finished in the future', 'are reported as finished in the future'],
        action: 'move the date to forecast_finish while work is left, else correct it',
        holds: ({ columns, statusDay }, i) => columns.actualFinish[i] > statusDay,
      },
      {
        found: [
          'is reported as begun in the future and has progress',
          'are reported as begun in the future and have progress',
        ],
        action: 'correct the start to the day on which the work began, or send the later status date',
        holds: ({ columns }, i) => percentOf(columns, i) > 0,
      },
      {
        found: ['is reported as begun in the future', 'are reported as begun in the future'],
        action: 'move the date to forecast_start, since the work has not begun',
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
      count => `${plural(count, 'task has', 'tasks have')} an actual date after the status date.`,
    )
  },
})

const pastForecasts = decmRow({
  code: '06A506b',
  title: 'Forecast dates in the past',
  severity: bySize,
  population: `${INCOMPLETE}.`,
  formula:
    'Those not started with a forecast (else planned) start before the status date, or unfinished with such a finish.',
  unit: 'tasks',
  profiles: profiles(0, 0),
  needs: [needsStatusDate, needsDates],
  advice: DATES_ADVICE,
  worst: furthestDate,
  run: context => {
    const { incomplete } = context
    const { hits, pastStarts, pastFinishes } = datesBesideStatus(context, incomplete.marks)
    const message = `${plural(hits.count, 'task has', 'tasks have')} a forecast before the status date.`
    return counted(hits, incomplete.count, message, {
      past_start: pastStarts,
      past_finish: pastFinishes,
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
