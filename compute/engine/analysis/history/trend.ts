/** The finishes of the updates over their data dates as a straight line, and where it meets the calendar: the record continued, nothing more. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { printableDay } from '../../calendar/bounds.ts'
import { dateOrNull } from '../../result/options.ts'
import { roundHalfAway } from '../../wording/numbers.ts'

export interface Trend {
  readonly point_count: number
  readonly slip_per_day: number
  readonly largest_deviation_days: number
  readonly forecast_finish: string | null
  readonly beyond_finish_calendar_days: number | null
  readonly beyond_completion_calendar_days: number | null
}

/** Two points always make a line. */
const POINTS_MIN = 3
const DECIMALS = 3

/** Slower than this the finish moves away as fast as time passes. */
const MEETS_MAX = 0.999

export function trendOf(
  all: readonly { readonly day: number; readonly finish: number }[],
  completionDay: number,
): Trend | undefined {
  const points = all.filter(({ day, finish }) => day !== DAY_ABSENT && finish !== DAY_ABSENT)
  const days = new Set(points.map(({ day }) => day))
  if (days.size < POINTS_MIN) return undefined
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanDay, meanFinish] = [mean(points.map(({ day }) => day)), mean(points.map(({ finish }) => finish))]
  const spread = points.reduce((sum, { day }) => sum + (day - meanDay) ** 2, 0)
  const slope = points.reduce((sum, { day, finish }) => sum + (day - meanDay) * (finish - meanFinish), 0) / spread
  const at = (day: number): number => meanFinish + slope * (day - meanDay)
  const deviation = points.reduce((most, { day, finish }) => Math.max(most, Math.abs(finish - at(day))), 0)
  const last = points.at(-1)!
  // finish = day on the line; it cannot lie before what has passed
  const meets = slope <= MEETS_MAX ? Math.max(last.day, (meanFinish - slope * meanDay) / (1 - slope)) : Number.NaN
  const forecast = Number.isNaN(meets) ? DAY_ABSENT : printableDay(Math.round(meets))
  const isKnown = forecast !== DAY_ABSENT
  return {
    point_count: points.length,
    slip_per_day: roundHalfAway(slope, DECIMALS),
    largest_deviation_days: roundHalfAway(deviation, DECIMALS),
    forecast_finish: dateOrNull(forecast),
    beyond_finish_calendar_days: isKnown ? forecast - last.finish : null,
    beyond_completion_calendar_days: isKnown && completionDay !== DAY_ABSENT ? forecast - completionDay : null,
  }
}
