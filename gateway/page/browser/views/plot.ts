/** Bars and lines over a row of labels, as SVG with the same as a table below: for some hundred points, which need no library. */
import { h, svg, table } from '../dom/element.ts'
import type { PlotLine, Series } from '../schedule/plot-data.ts'
import { TEXT } from '../texts.ts'

const WIDTH = 860
const HEIGHT = 260
const LEFT = 56
const RIGHT = 10
const BOTTOM = 34
const TOP = 14
/** Room for a character of a label, and between two labels. */
const CHARACTER_WIDTH = 6.6
const LABEL_GAP = 10
const BAR_SHARE = 0.8
/** Beyond so many points a mark at each is a smear. */
const DOTS_MAX = 40

interface Frame {
  /** Values of the uppermost line and of the lowest, which is 0 or less, and what is between two. */
  readonly top: number
  readonly bottom: number
  readonly gap: number
  readonly step: number
  readonly x: (i: number) => number
  readonly y: (value: number) => number
}

/** Lines across, above the lowest. */
const LINES_MAX = 5

/** A round number of which five reach the largest value; of counts a count. */
function gapOf(value: number, isCount: boolean): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1e-9, value / LINES_MAX)))
  const gap = [1, 2, 2.5, 5, 10].map(each => each * power).find(each => each * LINES_MAX >= value * 0.9999) ?? value
  return isCount ? Math.ceil(gap) : gap
}
/** The first multiple of the gap at or above a value. */
const multiple = (value: number, gap: number): number => Math.ceil((value * 0.9999) / gap) * gap

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Per label the top of its bars that stand on each other. */
const stackOf = (bars: readonly PlotLine[], labels: readonly string[]): number[] =>
  labels.map((_, i) => bars.reduce((sum, { values }) => sum + (values[i] || 0), 0))

function frameOf({ labels, lines, isStacked = false }: Series): Frame {
  const bars = lines.filter(({ form }) => form === 'bar')
  const stacked = isStacked ? stackOf(bars, labels) : []
  const known = [...stacked, ...lines.flatMap(({ values }) => values.filter(value => !Number.isNaN(value)))]
  const most = known.reduce((most, value) => Math.max(most, value), 0) || 1
  const least = known.reduce((most, value) => Math.min(most, value), 0)
  const gap = gapOf(Math.max(most, -least), bars.length > 0 && known.every(Number.isInteger))
  const top = multiple(most, gap)
  const bottom = least < 0 ? -multiple(-least, gap) : 0
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, labels.length)
  const y = (value: number): number => HEIGHT - BOTTOM - ((value - bottom) / (top - bottom)) * (HEIGHT - BOTTOM - TOP)
  return { step, gap, top, bottom, x: i => LEFT + (i + 0.5) * step, y }
}

/** Opens what a bar or a point counts; undefined: that cannot be said. */
export type Opens = (label: number, line: PlotLine) => (() => void) | undefined

export function plot(
  title: string,
  note: string,
  data: Series,
  opens: Opens = () => undefined,
  more: HTMLElement | null = null,
): HTMLElement {
  const frame = frameOf(data)
  const { labels, lines } = data
  const bars = lines.filter(({ form }) => form === 'bar')
  const picture = svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', 'aria-hidden': 'true' },
    ...grid(frame),
    ...marker(data, frame),
    ...bars.flatMap((line, n) =>
      data.isStacked === true
        ? barsOf(line, frame, { n: 0, of: 1, below: stackOf(bars.slice(0, n), labels) }, opens)
        : barsOf(line, frame, { n, of: bars.length, below: [] }, opens),
    ),
    ...lines.filter(({ form }) => form !== 'bar').flatMap(line => curveOf(line, frame, opens)),
    ...(data.months === undefined ? labelsOf(labels, frame) : monthsOf(data.months, frame)),
  )
  return h(
    'section',
    {},
    h('h2', {}, title),
    h('p', { class: 'note' }, note),
    more,
    lines.length < 2 && data.mark === undefined ? null : legendOf(data),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title }, picture),
    h('details', {}, h('summary', {}, TEXT.gantt.table), tableOf(title, data, opens)),
  )
}

function tableOf(title: string, { labels, lines }: Series, opens: Opens): HTMLElement {
  const cell = (i: number, line: PlotLine): string | HTMLElement => {
    const value = line.values[i]!
    if (Number.isNaN(value)) return ''
    const text = TEXT.number(rounded(value))
    const open = value === 0 ? undefined : opens(i, line)
    if (open === undefined) return text
    const name = `${text}${TEXT.colon}${TEXT.plots.open(`${line.name}, ${labels[i]!}`)}`
    return h('button', { type: 'button', class: 'link', 'aria-label': name, onclick: open }, text)
  }
  const rows = labels.map((label, i) => [label, ...lines.map(line => cell(i, line))])
  const numeric = lines.map((_, n) => n + 1)
  return table(title, ['', ...lines.map(({ name }) => name)], rows, numeric)
}

/** A swatch is drawn as its line is. */
function legendOf({ lines, mark }: Series): HTMLElement {
  const swatch = (kind: string, form: PlotLine['form']): SVGElement =>
    svg(
      'svg',
      { viewBox: '0 0 26 12', class: 'sample', 'aria-hidden': 'true' },
      form === 'bar'
        ? svg('rect', { x: 2, y: 1, width: 22, height: 10, class: `bar ${kind}` })
        : svg('line', { x1: 0, x2: 26, y1: 6, y2: 6, class: `curve ${kind}` }),
    )
  const items = lines.map(({ name, kind, form }) => h('li', {}, swatch(kind, form), name))
  if (mark !== undefined) items.push(h('li', {}, swatch('mark', 'line'), mark.name))
  return h('ul', { class: 'legend' }, ...items)
}

function grid({ y, top, bottom, gap }: Frame): SVGElement[] {
  const values = Array.from({ length: Math.round((top - bottom) / gap) + 1 }, (_, n) => bottom + n * gap)
  return values.flatMap(value => [
    svg('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: 'grid' }),
    svg('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end', class: 'label' }, TEXT.number(rounded(value))),
  ])
}

/** As many as have room. */
function labelsOf(labels: readonly string[], { step, x }: Frame): SVGElement[] {
  const longest = labels.reduce((most, { length }) => Math.max(most, length), 0)
  const every = Math.max(1, Math.ceil((longest * CHARACTER_WIDTH + LABEL_GAP) / step))
  const half = (longest * CHARACTER_WIDTH) / 2
  let end = Number.NEGATIVE_INFINITY
  return labels.flatMap((text, i) => {
    if (i % every !== 0) return []
    // within the picture, and not over the one before
    const at = Math.max(half, Math.min(x(i), WIDTH - half))
    if (at - half < end) return []
    end = at + half + LABEL_GAP / 2
    return [svg('text', { x: at, y: HEIGHT - 12, 'text-anchor': 'middle', class: 'label' }, text)]
  })
}

/** Beginnings of months, or of as many months as have room. */
function monthsOf(months: NonNullable<Series['months']>, { step }: Frame): SVGElement[] {
  const longest = months.reduce((most, { text }) => Math.max(most, text.length), 0)
  const room = longest * CHARACTER_WIDTH + LABEL_GAP
  const apart = months.length < 2 ? room : ((months.at(-1)!.at - months[0]!.at) * step) / (months.length - 1)
  const every = [1, 2, 3, 6, 12, 24, 60].find(each => each * apart >= room) ?? 120
  return months.flatMap(({ number, at, text }) => {
    const x = LEFT + at * step
    if (number % every !== 0 || x < LEFT - 1 || x > WIDTH - RIGHT - room / 2) return []
    return [
      svg('line', { x1: x, x2: x, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM + 5, class: 'grid' }),
      svg('text', { x, y: HEIGHT - 12, 'text-anchor': 'middle', class: 'label' }, text),
    ]
  })
}

function marker({ mark }: Series, { step }: Frame): SVGElement[] {
  if (mark === undefined) return []
  const x = LEFT + mark.at * step
  return [svg('line', { x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM, class: 'curve mark' })]
}

interface Place {
  /** Which of how many beside each other. */
  readonly n: number
  readonly of: number
  /** What each stands on; empty = nothing. */
  readonly below: readonly number[]
}

/** The keyboard opens it in the table below. */
function opened(element: SVGElement, open: (() => void) | undefined): SVGElement {
  if (open === undefined) return element
  element.classList.add('opens')
  element.addEventListener('click', open)
  return element
}

function barsOf(line: PlotLine, { step, y }: Frame, { n, of, below }: Place, opens: Opens): SVGElement[] {
  const { values, kind } = line
  const width = Math.max(1, (step * BAR_SHARE) / of)
  return values.flatMap((value, i) => {
    if (!(value > 0)) return []
    const x = LEFT + i * step + (step * (1 - BAR_SHARE)) / 2 + n * width
    const from = below[i] ?? 0
    const height = y(from) - y(from + value)
    return [opened(svg('rect', { x, y: y(from + value), width, height, class: `bar ${kind}` }), opens(i, line))]
  })
}

/** A line breaks where a value is missing. */
function curveOf(line: PlotLine, { step, x, y }: Frame, opens: Opens): SVGElement[] {
  const { values, kind, form } = line
  let path = ''
  let isOpen = false
  values.forEach((value, i) => {
    if (Number.isNaN(value)) {
      isOpen = false
      return
    }
    const from = isOpen ? 'L' : 'M'
    path += form === 'step' ? `${from}${x(i) - step / 2},${y(value)}H${x(i) + step / 2}` : `${from}${x(i)},${y(value)}`
    isOpen = true
  })
  const dots =
    form === 'dots' && values.length <= DOTS_MAX
      ? values.flatMap((value, i) =>
          Number.isNaN(value) ? [] : [svg('circle', { cx: x(i), cy: y(value), r: 4, class: `dot ${kind}` })],
        )
      : []
  const points = values.flatMap((value, i) => {
    const open = Number.isNaN(value) ? undefined : opens(i, line)
    // what is clicked is wider than what is seen
    return open === undefined ? [] : [opened(svg('circle', { cx: x(i), cy: y(value), r: 7, class: 'point' }), open)]
  })
  return [svg('path', { d: path, class: `curve ${kind}` }), ...dots, ...points]
}
