/** What the plots show, counted from the columns. Tasks are counted without summaries and level of effort. */
import { TEXT } from '../texts.ts'
import { isLoe, isSummary, type Schedule } from './schedule.ts'

/** What a line tells, and so its colour and its dashes. */
export type LineKind = 'plain' | 'planned' | 'actual' | 'forecast' | 'earned' | 'second' | 'limit'

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
  /** A line across, counted in labels from the left end. */
  readonly mark?: { readonly at: number; readonly name: string } | undefined
}

const T = TEXT.plots
const MS_PER_MINUTE = 60_000
const MONTHS_MAX = 1_200
const DONE = 2
/** Upper bounds of the bands, in days; the last one is open. */
const BOUNDS = [-20, -10, -0.001, 0.001, 5, 10, 20, 44, 100, Number.POSITIVE_INFINITY]
const BAND_NAMES = [
  '< -20',
  '-20 to -10',
  '-10 to 0',
  '0',
  '0 to 5',
  '5 to 10',
  '10 to 20',
  '20 to 44',
  '44 to 100',
  '> 100',
]

const isCounted = (schedule: Schedule, task: number): boolean => !isSummary(schedule, task) && !isLoe(schedule, task)

export function floatBands(schedule: Schedule): Series {
  const values = BOUNDS.map(() => 0)
  for (const [i, float] of schedule.totalFloatDays.entries()) {
    if (!Number.isNaN(float) && isCounted(schedule, i)) values[BOUNDS.findIndex(bound => float <= bound)]!++
  }
  return { labels: BAND_NAMES, lines: [{ name: T.tasks, kind: 'plain', form: 'bar', values }] }
}

/** Months since the year 0. */
function monthOf(minutes: number): number {
  const date = new Date(minutes * MS_PER_MINUTE)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

const monthText = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

interface Span {
  readonly first: number
  readonly labels: readonly string[]
}

function spanOf({ start, finish, baselineStart, baselineFinish, isUndated }: Schedule): Span | undefined {
  if (isUndated) return undefined
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const column of [start, finish, baselineStart, baselineFinish]) {
    for (const minutes of column) {
      if (minutes < least) least = minutes
      if (minutes > most) most = minutes
    }
  }
  if (least > most) return undefined
  const first = monthOf(least)
  const count = Math.min(MONTHS_MAX, monthOf(most) - first + 1)
  return { first, labels: Array.from({ length: count }, (_, i) => monthText(first + i)) }
}

/** How many of the moments fall into each month. An end is exclusive: midnight belongs to the day before. */
function countMonths(
  schedule: Schedule,
  column: Float64Array,
  { first, labels }: Span,
  isEnd: boolean,
  test: (task: number) => boolean,
): number[] {
  const counts = labels.map(() => 0)
  for (const [i, minutes] of column.entries()) {
    if (Number.isNaN(minutes) || !isCounted(schedule, i) || !test(i)) continue
    const at = monthOf(isEnd ? minutes - 1 : minutes) - first
    if (counts[at] !== undefined) counts[at]!++
  }
  return counts
}

const every = (): boolean => true

/** undefined: there are no dates. */
export function perMonth(schedule: Schedule): Series | undefined {
  const span = spanOf(schedule)
  if (span === undefined) return undefined
  return {
    labels: span.labels,
    lines: [
      { name: T.starts, kind: 'plain', form: 'bar', values: countMonths(schedule, schedule.start, span, false, every) },
      {
        name: T.finishes,
        kind: 'second',
        form: 'bar',
        values: countMonths(schedule, schedule.finish, span, true, every),
      },
    ],
  }
}

const summed = (counts: readonly number[]): number[] => {
  let sum = 0
  return counts.map(count => (sum += count))
}

/** Finished tasks in per cent: as the baseline has them, as they were finished, and as they are forecast. */
export function cumulative(schedule: Schedule): Series | undefined {
  const span = spanOf(schedule)
  if (span === undefined) return undefined
  const { finish, baselineFinish, state, dataDate } = schedule
  const all = summed(countMonths(schedule, finish, span, true, every))
  const total = Math.max(1, all.at(-1) ?? 0)
  const planned = summed(countMonths(schedule, baselineFinish, span, true, every))
  const actual = summed(countMonths(schedule, finish, span, true, task => state[task] === DONE))
  const today = Number.isNaN(dataDate) ? -1 : monthOf(dataDate) - span.first
  const percent = (counts: readonly number[], isShown: (month: number) => boolean) =>
    counts.map((count, month) => (isShown(month) ? (100 * count) / total : Number.NaN))
  const lines: PlotLine[] = [
    { name: T.actual, kind: 'actual', form: 'line', values: percent(actual, month => month <= today) },
    { name: T.forecast, kind: 'forecast', form: 'line', values: percent(all, month => month >= today) },
  ]
  if ((planned.at(-1) ?? 0) > 0)
    lines.push({ name: T.planned, kind: 'planned', form: 'line', values: percent(planned, every) })
  return { labels: span.labels, lines }
}
