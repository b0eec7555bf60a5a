/** Amounts by period as bars: what was planned beside what is, or a demand below its capacity. */
import { WORDS } from '../words.ts'
import { chart, type Frame, type LegendEntry, path, rect, xOf, yOf } from './frame.ts'

const MONTHS_HEIGHT = 210
const DEMAND_HEIGHT = 180
/** Share of the width of a period that one of its two bars takes; the rest lies between periods. */
const BAR_SHARE = 0.38
const GAP_SHARE = 0.12

export interface Period {
  /** First day, and the day after the last. */
  readonly from: number
  readonly to: number
}

export interface CountedPeriod extends Period {
  readonly planned: number
  readonly actual: number
  readonly forecast: number
}

const frameOf = (periods: readonly Period[], height: number, most: number): Frame => ({
  height,
  from: periods[0].from,
  to: periods.at(-1)!.to,
  top: Math.max(most, 1),
  unit: '',
})

const COUNTED: readonly LegendEntry[] = [
  { words: WORDS.curve.planned, stroke: 'var(--float)' },
  { words: WORDS.curve.actual, stroke: 'var(--bar)' },
  { words: WORDS.curve.forecast, stroke: 'var(--bar)', dash: '3 2' },
]
/** What is still to come is an outline. */
const OUTLINE = ' fill-opacity="0.2" stroke="var(--bar)" stroke-dasharray="3 2"'

/** Planned on the left; on the right what was reported, with what is forecast on top of it. */
export function countsSvg(periods: readonly CountedPeriod[], title: string): string {
  const most = Math.max(...periods.map(({ planned, actual, forecast }) => Math.max(planned, actual + forecast)))
  const frame = frameOf(periods, MONTHS_HEIGHT, most)
  const foot = yOf(frame, 0)
  const bars = periods.map(({ from, to, planned, actual, forecast }) => {
    const width = xOf(frame, to) - xOf(frame, from)
    const x = xOf(frame, from) + GAP_SHARE * width
    const bar = (at: number, low: number, high: number, fill: string, more = ''): string =>
      high > low ? rect(at, yOf(frame, high), BAR_SHARE * width, yOf(frame, low) - yOf(frame, high), fill, more) : ''
    const right = x + BAR_SHARE * width
    return (
      bar(x, 0, planned, 'var(--float)') +
      bar(right, 0, actual, 'var(--bar)') +
      bar(right, actual, actual + forecast, 'var(--bar)', OUTLINE)
    )
  })
  return chart(
    frame,
    title,
    COUNTED,
    bars.join('') +
      path(
        [
          [xOf(frame, frame.from), foot],
          [xOf(frame, frame.to), foot],
        ],
        'var(--line)',
      ),
  )
}

export interface LoadedPeriod extends Period {
  readonly demand: number
  /** NaN = without limit. */
  readonly capacity: number
}

const LOADED: readonly LegendEntry[] = [
  { words: WORDS.load.demand, stroke: 'var(--bar)' },
  { words: WORDS.load.over, stroke: 'var(--hot)' },
  { words: WORDS.load.capacity, stroke: 'var(--ink)' },
]

/** What exceeds the capacity has an outline, too. */
export function demandSvg(periods: readonly LoadedPeriod[], title: string): string {
  const most = Math.max(...periods.map(({ demand, capacity }) => Math.max(demand, capacity || 0)))
  const frame = frameOf(periods, DEMAND_HEIGHT, most)
  const bars = periods.map(({ from, to, demand, capacity }) => {
    const [x, end] = [xOf(frame, from), xOf(frame, to)]
    const width = (end - x) * (1 - GAP_SHARE)
    const within = Number.isNaN(capacity) ? demand : Math.min(demand, capacity)
    const over =
      demand > capacity
        ? rect(
            x,
            yOf(frame, demand),
            width,
            yOf(frame, within) - yOf(frame, demand),
            'var(--hot)',
            ' stroke="var(--ink)"',
          )
        : ''
    return rect(x, yOf(frame, within), width, yOf(frame, 0) - yOf(frame, within), 'var(--bar)') + over
  })
  const limited = periods.filter(({ capacity }) => !Number.isNaN(capacity))
  const steps = limited.flatMap(({ from, to, capacity }): [number, number][] => [
    [xOf(frame, from), yOf(frame, capacity)],
    [xOf(frame, to), yOf(frame, capacity)],
  ])
  const limits = steps.length === 0 ? '' : path(steps, 'var(--ink)', ' stroke-width="2"')
  return chart(frame, title, LOADED, bars.join('') + limits)
}
