/** Data for charts: planned and earned value per month, a histogram of variances, finishes. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { civilOfDay, dayOfCivil, daysInMonth, formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/round.ts'
import { type PlannedValue, plannedAt } from './planned-value.ts'
import type { ProjectFinish } from './statuses.ts'
import type { TrendStatus } from './trends.ts'

const VALUE_DECIMALS = 2
/** Bounds of the bins in widths: a bin holds what is above the bound before it and at most its own. */
const BIN_BOUNDS = [-4, -2, -1, 0, 1, 2, 4]
/** Width of the bins where the threshold is 0. */
const BIN_WIDTH_DAYS = 5

/** Month by month from the baseline start to its finish or the last status; the earned value of a month is that of its last status. */
export function valueCurve(planned: PlannedValue, calendar: Calendar, statuses: readonly TrendStatus[]): ResultValue[] {
  if (planned.startDay === DAY_ABSENT || planned.budget <= 0) return []
  const dated = statuses.filter(({ day }) => day !== DAY_ABSENT)
  const planEnd = calendar.dayOf(planned.startIndex + Math.max(0, planned.durationDays - 1))
  const lastDay = dated.reduce((last, { day }) => Math.max(last, day), planEnd)
  const months: ResultValue[] = []
  let [year, month] = civilOfDay(planned.startDay)
  for (;;) {
    const first = dayOfCivil(year, month, 1)
    if (first > lastDay) return months
    const last = first + daysInMonth(year, month) - 1
    const status = dated.findLast(({ day }) => day >= first && day <= last)
    months.push({
      month: formatDay(first).slice(0, -3),
      planned_value: roundHalfAway(plannedAt(planned, calendar.indexOf(last + 1) - planned.startIndex), VALUE_DECIMALS),
      earned_value: status === undefined ? null : roundHalfAway(status.earned, VALUE_DECIMALS),
    })
    month++
    if (month > 12) [year, month] = [year + 1, 1]
  }
}

/** Finish variances by bins that are multiples of the threshold. */
export function varianceHistogram(finishVariances: Float64Array, thresholdDays: number): ResultValue[] {
  const width = thresholdDays > 0 ? thresholdDays : BIN_WIDTH_DAYS
  const bounds = BIN_BOUNDS.map(multiple => multiple * width)
  const counts = new Array<number>(bounds.length + 1).fill(0)
  for (const variance of finishVariances) {
    if (Number.isNaN(variance)) continue
    const bin = bounds.findIndex(bound => variance <= bound)
    counts[bin < 0 ? bounds.length : bin]++
  }
  return counts.map((count, bin) => ({ above_days: bounds[bin - 1] ?? null, up_to_days: bounds[bin] ?? null, count }))
}

export const finishSeries = (baseline: ProjectFinish, statuses: readonly TrendStatus[]): ResultValue[] => [
  { status: 'baseline', date: null, finish_date: dateOrNull(baseline.day), source: baseline.source },
  ...statuses.map(({ day, isCurrent, finish }) => ({
    status: isCurrent ? 'current' : 'snapshot',
    date: dateOrNull(day),
    finish_date: dateOrNull(finish.day),
    source: finish.source,
  })),
]
