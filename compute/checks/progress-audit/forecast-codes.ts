/** PA11 to PA16: forecasts that lie in the past, ride the status date, or were never made; work that falls behind. */
import { DAY_ABSENT } from '../../../shared/schedule/columns.ts'
import { bestFinish, bestStart } from '../../calendar/best-dates.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED, percentOf } from '../../population/progress.ts'
import { isRidingPastBaseline } from '../../population/riding.ts'
import { roundScore } from '../../score/round.ts'
import { type AuditFacts, type AuditRow, auditRow, isGiven } from './facts.ts'
import { needsBaseline, needsPercent } from './needs.ts'

const FORECAST = 'forecast_integrity'
const STALENESS = 'staleness'
/** Percent points by which the elapsed share may exceed the percent complete. */
const BEHIND_POINTS_MIN = 25
const TOLERANCE = 1e-9

/** Share of its span that lies before the status date, in percent of calendar days; NaN without both dates or a span. */
function elapsedPercent({ columns, statusDay }: AuditFacts, i: number): number {
  const start = bestStart(columns, i)
  const finish = bestFinish(columns, i)
  if (start === DAY_ABSENT || finish === DAY_ABSENT || finish < start) return Number.NaN
  return (100 * (statusDay - start)) / (finish - start + 1)
}

/** Its planned, else baseline, start. */
const plannedStartOf = ({ columns }: AuditFacts, i: number): number =>
  isGiven(columns.plannedStart[i]) ? columns.plannedStart[i] : columns.baselineStart[i]

export const FORECAST_CODES: readonly AuditRow[] = [
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
      description: 'What has not begun begins on or after the status date.',
    },
    asks: ({ columns, tasks }, i) => tasks.state[i] === NOT_STARTED && isGiven(columns.forecastStart[i]),
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
      description: 'What has not ended ends on or after the status date.',
    },
    asks: ({ columns, tasks }, i) => tasks.state[i] !== COMPLETE && isGiven(columns.forecastFinish[i]),
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
      description: 'Ask when it will really start or finish.',
    },
    asks: ({ columns, tasks }, i) =>
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
    advice: { title: 'Put the forecast dates in order', description: 'One of the two forecasts is wrong.' },
    asks: ({ columns }, i) => isGiven(columns.forecastStart[i]) && isGiven(columns.forecastFinish[i]),
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
    explain: (facts, i) => ({ elapsed_percent: roundScore(elapsedPercent(facts, i)) }),
    advice: {
      title: 'Check the progress of slow work',
      description: 'Correct the percent, or forecast a later finish.',
    },
    asks: (facts, i) => facts.tasks.state[i] === IN_PROGRESS && !Number.isNaN(elapsedPercent(facts, i)),
    breaks: (facts, i) => elapsedPercent(facts, i) - percentOf(facts.columns, i) >= BEHIND_POINTS_MIN - TOLERANCE,
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
      description: 'Work that did not begin as planned needs a new date.',
    },
    asks: (facts, i) => {
      const { columns, tasks } = facts
      const hasForecast = isGiven(columns.forecastStart[i]) || isGiven(columns.forecastFinish[i])
      return tasks.state[i] === NOT_STARTED && !hasForecast && isGiven(plannedStartOf(facts, i))
    },
    breaks: (facts, i) => plannedStartOf(facts, i) < facts.statusDay,
  }),
]
