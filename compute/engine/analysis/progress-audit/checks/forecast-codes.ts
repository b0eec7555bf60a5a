/** PA11 to PA16: forecasts that lie in the past, ride the status date, or were never made; work that falls behind. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { bestFinish, bestStart } from '../../../calendar/best-dates.ts'
import { RIDING } from '../../../metrics/status.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED, PERCENT_MAX, percentOf } from '../../../population/progress.ts'
import { isRidingPastBaseline } from '../../../population/status-faults.ts'
import { dateText, inDays } from '../../../wording/days.ts'
import { figure, roundScore } from '../../../wording/numbers.ts'
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
  `${inDays(statusDay - day, 'calendar')} before the status date ${dateText(statusDay)}`

const earliestGiven = (day: number, other: number): number => {
  if (!isGiven(day)) return other
  return isGiven(other) ? Math.min(day, other) : day
}

/** A predecessor that has to finish first has not. */
const WAITING = {
  found: ['waits for an unfinished predecessor', 'wait for unfinished predecessors'],
  action: 'status the predecessors first, then let their links give the start',
  holds: ({ sequence }: AuditContext, i: number): boolean => sequence.waitsFor[i] !== NO_BREAK,
} as const

export const FORECAST_CODES = [
  auditRow({
    code: 'PA11',
    category: FORECAST,
    severity: 'high',
    title: 'Forecast start in the past',
    formula: 'Not started, forecast_start earlier than the status date.',
    of: 'Tasks not started with a forecast start',
    shows: ['forecast_start'],
    advice: {
      title: 'Move the forecast starts',
      causes: [
        WAITING,
        {
          found: ['waits for no predecessor', 'wait for no predecessor'],
          action: 'report the actual start where the work has begun, else ask the owner when it will',
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
    title: 'Forecast finish in the past',
    formula: 'Not finished, forecast_finish earlier than the status date.',
    of: 'Unfinished tasks with a forecast finish',
    shows: ['forecast_finish'],
    advice: {
      title: 'Move the forecast finishes',
      causes: [
        {
          found: ['is in progress', 'are in progress'],
          action: 'report the actual finish where the work has ended, else forecast it from the remaining duration',
          holds: ({ tasks }, i) => tasks.state[i] === IN_PROGRESS,
        },
        {
          found: ['has not started', 'have not started'],
          action: 'forecast a start on or after the status date, and the finish from there',
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
    title: 'Riding the status date',
    formula:
      'Not started with a forecast (else planned) start on the status date or the day after and a baseline start before it; or unfinished with such a finish and baseline finish.',
    of: 'Unfinished tasks with a baseline date',
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
      title: 'Forecast anew what rides the status date',
      causes: [
        {
          found: [
            'has not started and is due on the status date, past its baseline',
            'have not started and are due on the status date, past their baseline',
          ],
          action: RIDING.notStarted,
          holds: ({ tasks }, i) => tasks.state[i] === NOT_STARTED,
        },
        {
          found: [
            'is in progress and ends on the status date, past its baseline',
            'are in progress and end on the status date, past their baseline',
          ],
          action: RIDING.inProgress,
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
    title: 'Forecast finish before the forecast start',
    formula: 'forecast_finish earlier than forecast_start.',
    of: 'Tasks with both forecast dates',
    shows: ['forecast_start', 'forecast_finish'],
    advice: {
      title: 'Put the forecast dates in order',
      causes: [
        {
          found: ['has a forecast finish before the status date', 'have a forecast finish before the status date'],
          action: 'forecast the finish anew, behind the start; it is left from an older report',
          holds: ({ columns, statusDay }, i) => columns.forecastFinish[i] < statusDay,
        },
        {
          found: ['has both forecasts ahead', 'have both forecasts ahead'],
          action: 'exchange the two dates, or ask the owner which of them is meant',
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
    title: 'Progress far behind the elapsed time',
    formula: `In progress, and the elapsed share (status date - start) / (finish - start + 1) exceeds percent_complete by ${BEHIND_POINTS_MIN} points or more; actual, else forecast, else planned dates, calendar days.`,
    of: 'Tasks in progress with a start and a finish in order',
    needs: [needsPercent],
    shows: ['percent_complete', 'actual_start', 'forecast_finish', 'planned_finish'],
    explain: (context, i) => ({ elapsed_percent: roundScore(elapsedPercent(context, i)) }),
    advice: {
      title: 'Check the progress of slow work',
      causes: [
        {
          found: ['is past its finish', 'are past their finish'],
          action: 'report the actual finish where the work has ended, else forecast a new one',
          holds: (context, i) => elapsedPercent(context, i) >= PERCENT_MAX,
        },
        {
          found: ['has begun and reports 0 %', 'have begun and report 0 %'],
          action: 'measure what is done and report it, or remove the actual start',
          holds: ({ columns }, i) => !(percentOf(columns, i) > 0),
        },
        {
          found: ['is slower than its dates', 'are slower than their dates'],
          action: 'measure what is left; correct the percent, or move forecast_finish out',
        },
      ],
    },
    size: (context, i) => elapsedPercent(context, i) - percentOf(context.columns, i),
    sized: (context, i) => `${figure(elapsedPercent(context, i))} % of its time elapsed`,
    appliesTo: (context, i) => context.tasks.state[i] === IN_PROGRESS && !Number.isNaN(elapsedPercent(context, i)),
    breaks: (context, i) => elapsedPercent(context, i) - percentOf(context.columns, i) >= BEHIND_POINTS_MIN - TOLERANCE,
  }),
  auditRow({
    code: 'PA16',
    category: STALENESS,
    severity: 'medium',
    title: 'Overdue start without a forecast',
    formula: 'Not started, no forecast dates, planned (else baseline) start earlier than the status date.',
    of: 'Tasks not started, without forecast dates, with a planned or baseline start',
    shows: ['planned_start', 'baseline_start'],
    advice: {
      title: 'Forecast the overdue starts',
      causes: [
        WAITING,
        {
          found: ['waits for no predecessor', 'wait for no predecessor'],
          action: 'report the actual start where the work has begun, else send forecast_start and forecast_finish',
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
