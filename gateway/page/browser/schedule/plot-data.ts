/** What the plots of one file show: float counted from the columns, and the work over time as the service counts it (`data.curves`). */
import { TEXT } from '../texts.ts'
import { dayShown, MINUTES_PER_DAY, minutesOf, momentText } from './moment.ts'
import type { Curves } from './replies.ts'
import { isLoe, isSummary, type Schedule } from './schedule.ts'

/** What a line shows, and so its colour and its dashes. */
type LineKind = 'plain' | 'before' | 'planned' | 'actual' | 'forecast' | 'earned' | 'second' | 'limit'

export interface PlotLine {
  readonly name: string
  readonly kind: LineKind
  /** step: it holds for the whole label; dots: each value is marked. */
  readonly form: 'bar' | 'line' | 'step' | 'dots'
  /** NaN = nothing is known there. */
  readonly values: readonly number[]
}

export interface Series {
  readonly labels: readonly string[]
  readonly lines: readonly PlotLine[]
  /** Where months begin, in place of the labels below: counted in labels from the left end, and in months since year 0. */
  readonly months?: readonly { readonly at: number; readonly number: number; readonly text: string }[]
  /** Bars of one label stand on each other. */
  readonly isStacked?: boolean
  /** A line across, counted in labels from the left end. */
  readonly mark?: { readonly at: number; readonly name: string } | undefined
}

const T = TEXT.plots
/** Upper bounds of the bands, in days; the last one is open. */
const BOUNDS = [-20, -10, -0.001, 0.001, 5, 10, 20, 44, 100, Number.POSITIVE_INFINITY]
const bandName = (bound: number, i: number): string => {
  const from = Math.round(BOUNDS[i - 1] ?? Number.NEGATIVE_INFINITY)
  if (i === 0) return `< ${TEXT.number(bound)}`
  if (bound === Number.POSITIVE_INFINITY) return `> ${TEXT.number(from)}`
  const to = Math.round(bound) + 0
  return bound === 0.001 ? '0' : T.band(TEXT.number(from), TEXT.number(to))
}

export const isCounted = (schedule: Schedule, task: number): boolean =>
  !isSummary(schedule, task) && !isLoe(schedule, task)

export const floatBandOf = (days: number): number => BOUNDS.findIndex(bound => days <= bound)

export function floatBands(schedule: Schedule): Series {
  const values = BOUNDS.map(() => 0)
  for (const [i, float] of schedule.totalFloatDays.entries()) {
    if (!Number.isNaN(float) && isCounted(schedule, i)) values[floatBandOf(float)]!++
  }
  return { labels: BOUNDS.map(bandName), lines: [{ name: T.tasks, kind: 'plain', form: 'bar', values }] }
}

const isKnown = ({ values }: PlotLine): boolean => !values.every(Number.isNaN)

/** Planned dates that are no baseline are not called a plan. */
const plannedName = ({ planned_from: from }: Curves): string => T.planned[from ?? 'planned']

/** Shares of the work at the ends of days; mark: the data date, NaN = none. */
export function sCurve(curves: Curves, dataDate: number): Series {
  const { s_curve: points, step_days: step } = curves
  const values = (of: (point: Curves['s_curve'][number]) => number | null): number[] =>
    points.map(point => of(point) ?? Number.NaN)
  const lines: PlotLine[] = [
    { name: plannedName(curves), kind: 'planned', form: 'line', values: values(point => point.planned_pct) },
    { name: T.actual, kind: 'actual', form: 'line', values: values(point => point.actual_pct) },
    { name: T.forecast, kind: 'forecast', form: 'line', values: values(point => point.forecast_pct) },
    { name: T.earned, kind: 'earned', form: 'line', values: values(point => point.earned_pct) },
  ]
  const labels = points.map(({ date }) => momentText(date))
  // a point stands in the middle of its label and for the end of its day
  const place = (minutes: number): number => (minutes - minutesOf(points[0]?.date, true)) / MINUTES_PER_DAY / step + 0.5
  return {
    labels,
    lines: lines.filter(isKnown),
    months: curves.months.map(({ month }) => ({
      at: place(minutesOf(month)),
      number: Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1,
      text: momentText(month.slice(0, 7)),
    })),
    mark: markAt(place(dataDate), labels.length, dataDate),
  }
}

function markAt(at: number, count: number, dataDate: number): Series['mark'] {
  return at >= 0 && at <= count ? { at, name: `${TEXT.gantt.legend.dataDate} ${dayShown(dataDate)}` } : undefined
}

/** Beyond so many bars several months are one. */
const PERIODS_MAX = 72
const MONTHS_TOGETHER = [1, 3, 12, 60, 240]

/** Starts by month, or finishes: as planned, as they were, as they are forecast. */
export function perMonth(curves: Curves, what: 'starts' | 'finishes', dataDate: number): Series {
  const { months } = curves
  const size = MONTHS_TOGETHER.find(each => months.length / each <= PERIODS_MAX) ?? 1_200
  const first = months.filter((_, i) => i % size === 0)
  const sum = (of: 'planned' | 'actual' | 'forecast'): number[] =>
    first.map((_, n) => months.slice(n * size, (n + 1) * size).reduce((all, each) => all + each[`${of}_${what}`], 0))
  const lines: PlotLine[] = [
    { name: T.actual, kind: 'actual', form: 'bar', values: sum('actual') },
    { name: T.forecast, kind: 'forecast', form: 'bar', values: sum('forecast') },
    { name: plannedName(curves), kind: 'planned', form: 'step', values: sum('planned') },
  ]
  const shown = lines.filter(({ values }) => values.some(value => value > 0))
  const starts = first.map(({ month }) => minutesOf(month))
  const n = starts.findLastIndex(start => start <= dataDate)
  const daysOfPeriod = 30.4 * size
  const at = n < 0 ? Number.NaN : n + Math.min(1, (dataDate - starts[n]!) / MINUTES_PER_DAY / daysOfPeriod)
  return {
    labels: first.map(({ month }) => momentText(month.slice(0, 7))),
    lines: shown,
    isStacked: true,
    mark: markAt(at, first.length, dataDate),
  }
}
