/** Sheets of a result that a report draws: each takes all rows of its sheet, and then is a chart with its words. */
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import { withCommas } from '../wording/numbers.ts'
import type { Cell, HeadColumn, SheetSink } from '../write/sheets/sheet-visitor.ts'
import { escaped, isolated } from './markup.ts'
import { type CountedPeriod, countsSvg, demandSvg, type LoadedPeriod } from './svg/bars-over-time.ts'
import { type CurvePoint, sCurveSvg } from './svg/s-curve.ts'
import { WORDS } from './words.ts'

export interface Plot extends SheetSink {
  /** Empty: there is nothing to draw. */
  html(): string
}

/** Charts of resources: the most loaded ones. */
const RESOURCES_MAX = 6
/** Bars of a chart: beyond, several months are one. */
const PERIODS_MAX = 60
const MONTHS_TOGETHER = [1, 3, 12, 60, 240]
const DAYS_PER_LONGEST_MONTH = 31

type CellOf = (cells: readonly Cell[], name: string) => Cell

const cellOf = (columns: readonly HeadColumn[]): CellOf => {
  const places = new Map(columns.map(({ name }, i) => [name, i]))
  return (cells, name) => cells[places.get(name) ?? -1] ?? null
}

const dayOf = (cell: Cell): number => parseDay(String(cell)) ?? Number.NaN
const numberOf = (cell: Cell): number | null => (typeof cell === 'number' ? cell : null)

const figure = (svg: string, words: string): string =>
  `<figure>${svg}<figcaption>${escaped(words)}</figcaption></figure>`
const section = (title: string, figures: string): string => `<section><h2>${title}</h2>${figures}</section>\n`

function sCurve(columns: readonly HeadColumn[]): Plot {
  const cell = cellOf(columns)
  const points: CurvePoint[] = []
  return {
    row: cells => {
      const share = (name: string): number | null => numberOf(cell(cells, `${name}_pct`))
      points.push({
        day: dayOf(cell(cells, 'date')),
        planned: share('planned'),
        actual: share('actual'),
        forecast: share('forecast'),
        earned: share('earned'),
      })
    },
    html: () =>
      points.length < 2 ? '' : section(WORDS.sCurve, figure(sCurveSvg(points, WORDS.sCurve), WORDS.sCurveAbout)),
  }
}

/** Counts of a month by their names. */
interface Month {
  readonly day: number
  readonly counts: Readonly<Record<string, number>>
}

const COUNTED_KINDS = ['planned', 'actual', 'forecast'] as const

function periodsOf(months: readonly Month[], what: 'starts' | 'finishes'): CountedPeriod[] {
  const together = MONTHS_TOGETHER.find(count => months.length / count <= PERIODS_MAX) ?? MONTHS_TOGETHER.at(-1)!
  const periods: CountedPeriod[] = []
  for (let first = 0; first < months.length; first += together) {
    const within = months.slice(first, first + together)
    const [planned, actual, forecast] = COUNTED_KINDS.map(kind =>
      within.reduce((sum, { counts }) => sum + counts[`${kind}_${what}`], 0),
    )
    const to = months[first + together]?.day ?? within.at(-1)!.day + DAYS_PER_LONGEST_MONTH
    periods.push({ from: within[0].day, to, planned, actual, forecast })
  }
  return periods
}

function startsAndFinishes(columns: readonly HeadColumn[]): Plot {
  const cell = cellOf(columns)
  const months: Month[] = []
  return {
    row: cells => {
      const counts = columns.map(({ name }): [string, number] => [name, numberOf(cell(cells, name)) ?? 0])
      months.push({ day: dayOf(cell(cells, 'month')), counts: Object.fromEntries(counts) })
    },
    html: () => {
      if (months.length === 0) return ''
      const charts = (['starts', 'finishes'] as const).map(what =>
        figure(countsSvg(periodsOf(months, what), WORDS.months[what]), WORDS.months[what]),
      )
      return section(WORDS.months.title, charts.join(''))
    },
  }
}

interface Load {
  readonly resource: string
  readonly periods: LoadedPeriod[]
  /** Greatest demand as a share of the capacity. */
  peak: number
}

function demandAgainstCapacity(columns: readonly HeadColumn[]): Plot {
  const cell = cellOf(columns)
  const loads = new Map<string, Load>()
  return {
    row: cells => {
      const resource = String(cell(cells, 'resource'))
      let load = loads.get(resource)
      if (load === undefined) loads.set(resource, (load = { resource, periods: [], peak: 0 }))
      const demand = numberOf(cell(cells, 'demand_days')) ?? 0
      // without a limit there is nothing to be above
      const capacity = numberOf(cell(cells, 'capacity_days')) ?? Number.NaN
      load.periods.push({ from: dayOf(cell(cells, 'start')), to: dayOf(cell(cells, 'finish')) + 1, demand, capacity })
      if (demand > 0 && capacity > 0) load.peak = Math.max(load.peak, demand / capacity)
    },
    html: () => {
      if (loads.size === 0) return ''
      const most = [...loads.values()].sort((a, b) => b.peak - a.peak).slice(0, RESOURCES_MAX)
      const charts = most.map(
        ({ resource, periods }) =>
          `<figure>${demandSvg(periods, WORDS.load.of(resource))}<figcaption>${isolated(resource)}</figcaption></figure>`,
      )
      const about = `<p class="soft">${escaped(WORDS.load.about(withCommas(most.length), withCommas(loads.size)))}</p>`
      return section(WORDS.load.title, about + charts.join(''))
    },
  }
}

/** By the name of the sheet. */
const PLOTS: Readonly<Record<string, (columns: readonly HeadColumn[]) => Plot>> = {
  'curves.s_curve': sCurve,
  'curves.months': startsAndFinishes,
  histogram: demandAgainstCapacity,
}

/** undefined: the sheet is not drawn. */
export const plotOf = (sheet: string, columns: readonly HeadColumn[]): Plot | undefined => PLOTS[sheet]?.(columns)

/** Sheets that say nothing beside their charts; the spreadsheet has them. */
export const isOnlyDrawn = (sheet: string): boolean => sheet.startsWith('curves.')
