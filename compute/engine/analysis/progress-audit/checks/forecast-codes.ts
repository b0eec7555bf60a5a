/** PA11 to PA16: forecasts that lie in the past, ride the status date, or were never made; work that falls behind. */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { bestFinish, bestStart } from '../../../calendar/best-dates.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED, PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { isRidingPastBaseline } from '../../../population/riding.ts'
import { dateText, inDays } from '../../../wording/days.ts'
import { figure } from '../../../wording/figure.ts'
import { roundScore } from '../../../wording/round.ts'
import { WORDS } from '../words.ts'
import { type AuditContext, type AuditRow, auditRow, isGiven } from './context.ts'
import { needsBaseline, needsPercent } from './needs.ts'
import { NO_BREAK } from './sequence-breaks.ts'

const FORECAST = 'forecast_integrity'
const STALENESS = 'staleness'
/** Percent points by which the elapsed share may exceed the percent complete. */
const BEHIND_POINTS_MIN = 25
const TOLERANCE = 1e-9

/** Share of its span that lies before the status date, in percent of calendar days; NaN without both dates or a span. */
function elapsedPercent({ columns, statusDay }: AuditContext, i: number): number {
  const start = bestStart(columns, i)
  const finish = bestFinish(columns, i)
  if (start === DAY_ABSENT || finish === DAY_ABSENT || finish < start) return Number.NaN
  return (100 * (statusDay - start)) / (finish - start + 1)
}

/** Its planned, else baseline, start. */
const plannedStartOf = ({ columns }: AuditContext, i: number): number =>
  isGiven(columns.plannedStart[i]) ? columns.plannedStart[i] : columns.baselineStart[i]

const beforeStatus = ({ statusDay }: AuditContext, day: number): string =>
  WORDS.sized.beforeStatus(inDays(statusDay - day, 'calendar'), dateText(statusDay))

const earliestGiven = (day: number, other: number): number => {
  if (!isGiven(day)) return other
  return isGiven(other) ? Math.min(day, other) : day
}

/** A predecessor that has to finish first has not. */
const waitsForPredecessor = ({ sequence }: AuditContext, i: number): boolean => sequence.waitsFor[i] !== NO_BREAK

export const FORECAST_CODES = [
  auditRow({
    code: 'PA11',
    category: FORECAST,
    severity: 'high',
    title: WORDS.pastForecastStart.title,
    formula: WORDS.pastForecastStart.formula,
    of: WORDS.pastForecastStart.of,
    shows: ['forecast_start'],
    advice: {
      title: WORDS.pastForecastStart.adviceTitle,
      causes: [
        {
          ...WORDS.pastForecastStart.waiting,
          holds: waitsForPredecessor,
        },
        {
          ...WORDS.pastForecastStart.free,
        },
      ],
    },
    size: ({ columns, statusDay }, i) => statusDay - columns.forecastStart[i],
    sized: (context, i) => beforeStatus(context, context.columns.forecastStart[i]),
    appliesTo: ({ columns, tasks }, i) => tasks.state[i] === NOT_STARTED && isGiven(columns.forecastStart[i]),
    breaks: ({ columns, statusDay }, i) => columns.forecastStart[i] < statusDay,
  }),
  auditRow({
    code: 'PA12',
    category: FORECAST,
    severity: 'high',
    title: WORDS.pastForecastFinish.title,
    formula: WORDS.pastForecastFinish.formula,
    of: WORDS.pastForecastFinish.of,
    shows: ['forecast_finish'],
    advice: {
      title: WORDS.pastForecastFinish.adviceTitle,
      causes: [
        {
          ...WORDS.pastForecastFinish.inProgress,
          holds: ({ tasks }, i) => tasks.state[i] === IN_PROGRESS,
        },
        {
          ...WORDS.pastForecastFinish.notStarted,
        },
      ],
    },
    size: ({ columns, statusDay }, i) => statusDay - columns.forecastFinish[i],
    sized: (context, i) => beforeStatus(context, context.columns.forecastFinish[i]),
    appliesTo: ({ columns, tasks }, i) => tasks.state[i] !== COMPLETE && isGiven(columns.forecastFinish[i]),
    breaks: ({ columns, statusDay }, i) => columns.forecastFinish[i] < statusDay,
  }),
  auditRow({
    code: 'PA13',
    category: FORECAST,
    severity: 'medium',
    title: WORDS.ridingStatusDate.title,
    formula: WORDS.ridingStatusDate.formula,
    of: WORDS.ridingStatusDate.of,
    needs: [needsBaseline],
    shows: [
      'forecast_start',
      'forecast_finish',
      'planned_start',
      'planned_finish',
      'baseline_start',
      'baseline_finish',
    ],
    advice: {
      title: WORDS.ridingStatusDate.adviceTitle,
      causes: [
        {
          ...WORDS.ridingStatusDate.notStarted,
          holds: ({ tasks }, i) => tasks.state[i] === NOT_STARTED,
        },
        {
          ...WORDS.ridingStatusDate.inProgress,
        },
      ],
    },
    size: ({ columns, statusDay }, i) => statusDay - earliestGiven(columns.baselineStart[i], columns.baselineFinish[i]),
    sized: (context, i) => {
      const { baselineStart, baselineFinish } = context.columns
      return `its baseline lies ${beforeStatus(context, earliestGiven(baselineStart[i], baselineFinish[i]))}`
    },
    appliesTo: ({ columns, tasks }, i) =>
      tasks.state[i] !== COMPLETE && (isGiven(columns.baselineStart[i]) || isGiven(columns.baselineFinish[i])),
    breaks: ({ tasks, statusDay }, i) => isRidingPastBaseline(tasks, i, statusDay),
  }),
  auditRow({
    code: 'PA14',
    category: FORECAST,
    severity: 'high',
    title: WORDS.reversedForecast.title,
    formula: WORDS.reversedForecast.formula,
    of: WORDS.population.withForecasts,
    shows: ['forecast_start', 'forecast_finish'],
    advice: {
      title: WORDS.reversedForecast.adviceTitle,
      causes: [
        {
          ...WORDS.reversedForecast.finishPast,
          holds: ({ columns, statusDay }, i) => columns.forecastFinish[i] < statusDay,
        },
        {
          ...WORDS.reversedForecast.bothAhead,
        },
      ],
    },
    size: ({ columns }, i) => columns.forecastStart[i] - columns.forecastFinish[i],
    sized: ({ columns }, i) => `${inDays(columns.forecastStart[i] - columns.forecastFinish[i], 'calendar')} in reverse`,
    appliesTo: ({ columns }, i) => isGiven(columns.forecastStart[i]) && isGiven(columns.forecastFinish[i]),
    breaks: ({ columns }, i) => columns.forecastFinish[i] < columns.forecastStart[i],
  }),
  auditRow({
    code: 'PA15',
    category: STALENESS,
    severity: 'medium',
    title: WORDS.behindTime.title,
    formula: WORDS.behindTime.formula(BEHIND_POINTS_MIN),
    of: WORDS.behindTime.of,
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_start', 'forecast_finish', 'planned_finish'],
    explain: (context, i) => ({ elapsed_percent: roundScore(elapsedPercent(context, i)) }),
    advice: {
      title: WORDS.behindTime.adviceTitle,
      causes: [
        {
          ...WORDS.behindTime.pastFinish,
          holds: (context, i) => elapsedPercent(context, i) >= PERCENT_MAX,
        },
        {
          ...WORDS.behindTime.noProgress,
          holds: ({ columns }, i) => !(percentOf(columns, i) > 0),
        },
        {
          ...WORDS.behindTime.slow,
        },
      ],
    },
    size: (context, i) => elapsedPercent(context, i) - percentOf(context.columns, i),
    sized: (context, i) => WORDS.sized.elapsed(figure(elapsedPercent(context, i))),
    appliesTo: (context, i) => context.tasks.state[i] === IN_PROGRESS && !Number.isNaN(elapsedPercent(context, i)),
    breaks: (context, i) => elapsedPercent(context, i) - percentOf(context.columns, i) >= BEHIND_POINTS_MIN - TOLERANCE,
  }),
  auditRow({
    code: 'PA16',
    category: STALENESS,
    severity: 'medium',
    title: WORDS.overdueWithoutForecast.title,
    formula: WORDS.overdueWithoutForecast.formula,
    of: WORDS.overdueWithoutForecast.of,
    shows: ['planned_start', 'baseline_start'],
    advice: {
      title: WORDS.overdueWithoutForecast.adviceTitle,
      causes: [
        {
          ...WORDS.overdueWithoutForecast.waiting,
          holds: waitsForPredecessor,
        },
        {
          ...WORDS.overdueWithoutForecast.free,
        },
      ],
    },
    size: (context, i) => context.statusDay - plannedStartOf(context, i),
    sized: (context, i) => `due ${beforeStatus(context, plannedStartOf(context, i))}`,
    appliesTo: (context, i) => {
      const { columns, tasks } = context
      const hasForecast = isGiven(columns.forecastStart[i]) || isGiven(columns.forecastFinish[i])
      return tasks.state[i] === NOT_STARTED && !hasForecast && isGiven(plannedStartOf(context, i))
    },
    breaks: (context, i) => plannedStartOf(context, i) < context.statusDay,
  }),
] as const satisfies readonly AuditRow[]
