/** Plots of one schedule: its float, its starts and finishes by month, and how much of the work is done over time. */
import { h, svg, table } from '../dom/element.ts'
import type { LoadedFile } from '../loaded.ts'
import { cumulative, floatBands, perMonth, type Series } from '../schedule/plot-data.ts'
import { TEXT } from '../texts.ts'

const T = TEXT.plots
const WIDTH = 860
const HEIGHT = 260
const LEFT = 48
const BOTTOM = 34
const TOP = 12

export function plotsView({ schedule }: LoadedFile): HTMLElement {
  const bands = floatBands(schedule)
  const months = perMonth(schedule)
  const curves = cumulative(schedule)
  return h(
    'div',
    { class: 'overview' },
    h('h1', {}, TEXT.tabs.plots),
    plot(T.float, T.floatNote, bands, 'bars'),
    months === undefined ? h('p', {}, T.undated) : plot(T.months, T.monthsNote, months, 'bars'),
    curves === undefined ? null : plot(T.curve, T.curveNote, curves, 'lines'),
  )
}

/** A round number at or above the largest value. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 2.5, 5, 10].map(each => each * power).find(each => each >= value) ?? value
}

function plot(title: string, note: string, data: Series, form: 'bars' | 'lines'): HTMLElement {
  const { labels, lines } = data
  const top = ceiling(Math.max(1, ...lines.flatMap(({ values }) => values.filter(value => !Number.isNaN(value)))))
  const y = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP)
  const step = (WIDTH - LEFT - 8) / Math.max(1, labels.length)
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap(part => [
    svg('line', { x1: LEFT, x2: WIDTH, y1: y(top * part), y2: y(top * part), class: 'grid' }),
    svg('text', { x: LEFT - 6, y: y(top * part) + 4, 'text-anchor': 'end', class: 'label' }, TEXT.number(top * part)),
  ])
  // as many labels as have room
  const every = Math.ceil(76 / step)
  const marks = labels.flatMap((text, i) =>
    i % every === 0
      ? [svg('text', { x: LEFT + (i + 0.5) * step, y: HEIGHT - 12, 'text-anchor': 'middle', class: 'label' }, text)]
      : [],
  )
  const drawn = lines.flatMap(({ values }, n) =>
    form === 'bars' ? bars(values, n, lines.length, step, y) : [line(values, n, step, y)],
  )
  const rows = labels.map((label, i) => [
    label,
    ...lines.map(({ values }) => (Number.isNaN(values[i]!) ? '' : TEXT.number(Math.round(values[i]! * 10) / 10))),
  ])
  return h(
    'section',
    {},
    h('h2', {}, title),
    h('p', { class: 'note' }, note),
    lines.length < 2
      ? null
      : h(
          'ul',
          { class: 'legend' },
          ...lines.map(({ name }, n) =>
            h('li', {}, h('span', { class: `swatch series-${n}`, 'aria-hidden': 'true' }), name),
          ),
        ),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title },
      svg(
        'svg',
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', 'aria-hidden': 'true' },
        ...grid,
        ...drawn,
        ...marks,
      ),
    ),
    h(
      'details',
      {},
      h('summary', {}, TEXT.gantt.table),
      table(
        title,
        ['', ...lines.map(({ name }) => name)],
        rows,
        lines.map((_, n) => n + 1),
      ),
    ),
  )
}

function bars(
  values: readonly number[],
  n: number,
  of: number,
  step: number,
  y: (value: number) => number,
): SVGElement[] {
  const width = Math.max(1, (step * 0.8) / of)
  return values.flatMap((value, i) => {
    if (!(value > 0)) return []
    const x = LEFT + i * step + step * 0.1 + n * width
    return [svg('rect', { x, y: y(value), width, height: y(0) - y(value), class: `series-${n}` })]
  })
}

const DASHES = ['', '7 4', '2 4', '10 3 2 3']

function line(values: readonly number[], n: number, step: number, y: (value: number) => number): SVGElement {
  const points = values.flatMap((value, i) => (Number.isNaN(value) ? [] : [`${LEFT + (i + 0.5) * step},${y(value)}`]))
  return svg('polyline', { points: points.join(' '), class: `curve series-${n}`, 'stroke-dasharray': DASHES[n] ?? '' })
}
