/** A Gantt chart as SVG: a row per task, bars by early dates, float as a line, the data date, and a legend. */
import { escaped, shortened } from '../markup.ts'
import { WORDS } from '../words.ts'
import { dateTicks, offsetTicks } from './axis.ts'
import type { GanttBar } from './bars.ts'

const WIDTH = 1_000
const LABEL_WIDTH = 300
const ROW_HEIGHT = 18
const HEAD_HEIGHT = 44
const BAR_HEIGHT = 10
const LABEL_CHARACTERS_MAX = 46
const MARGIN = 14
/** A label that begins nearer to the edge is left out. */
const LAST_LABEL_WIDTH = 62

interface GanttData {
  readonly bars: readonly GanttBar[]
  /** Day numbers; else offsets. */
  readonly hasDates: boolean
  readonly dataDate: number | undefined
}

/** Colours by name, so that a report draws them in its own; a chart alone brings them. */
export interface Palette {
  readonly ink: string
  readonly soft: string
  readonly line: string
  readonly bar: string
  readonly hot: string
  readonly float: string
  readonly mark: string
}

const LIGHT: Palette = {
  ink: '#1b2430',
  soft: '#5b6775',
  line: '#d5dbe2',
  bar: '#3b76b5',
  hot: '#b5381f',
  float: '#8a97a6',
  mark: '#7a4fb0',
}

/** The variables of style.ts. */
const INHERITED: Palette = Object.fromEntries(
  Object.keys(LIGHT).map(name => [name, `var(--${name})`]),
) as unknown as Palette

const place = (value: number): string => String(Math.round(value * 10) / 10)

const text = (x: number, y: number, fill: string, words: string, more = ''): string =>
  `<text x="${place(x)}" y="${place(y)}" fill="${fill}" font-size="11"${more}>${words}</text>`

const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${place(x)}" y="${place(y)}" width="${place(width)}" height="${place(height)}" fill="${fill}"${more}/>`

const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, more = ''): string =>
  `<line x1="${place(x1)}" y1="${place(y1)}" x2="${place(x2)}" y2="${place(y2)}" stroke="${stroke}"${more}/>`

const diamond = (x: number, y: number, fill: string): string =>
  `<path d="M${place(x - 5)} ${place(y)}l5 -6l5 6l-5 6z" fill="${fill}"/>`

/** Critical work has an outline too, for those who do not distinguish the colours. */
const OUTLINE = ' stroke-width="2"'

function legend(palette: Palette, hasDataDate: boolean): string {
  const y = 9
  const parts: string[] = []
  let x = LABEL_WIDTH
  const add = (mark: string, words: string): void => {
    parts.push(mark, text(x + 24, y + 4, palette.soft, escaped(words)))
    x += 34 + words.length * 5.4
  }
  const { legend: named } = WORDS
  add(rect(x, y - 5, 18, BAR_HEIGHT, palette.hot, ` stroke="${palette.ink}"${OUTLINE}`), named.critical)
  add(rect(x, y - 5, 18, BAR_HEIGHT, palette.bar), named.normal)
  add(line(x, y, x + 18, y, palette.float, ' stroke-width="2"'), named.float)
  add(diamond(x + 9, y, palette.bar), named.milestone)
  if (hasDataDate)
    add(line(x + 9, y - 6, x + 9, y + 6, palette.mark, ' stroke-width="2" stroke-dasharray="4 2"'), named.dataDate)
  return parts.join('')
}

const labelOf = ({ id, name }: GanttBar): string => (name === '' ? id : `${id}  ${name}`)

/** In a frame that cuts what is too wide. */
function labels(bars: readonly GanttBar[], height: number, palette: Palette): string {
  const texts = bars.map((bar, i) => {
    const words = escaped(shortened(labelOf(bar), LABEL_CHARACTERS_MAX))
    return text(4, HEAD_HEIGHT + (i + 0.5) * ROW_HEIGHT + 4, palette.ink, words, ' unicode-bidi="isolate"')
  })
  return `<svg x="0" y="0" width="${LABEL_WIDTH - 6}" height="${height}">${texts.join('')}</svg>`
}

function row(bar: GanttBar, y: number, xOf: (at: number) => number, palette: Palette): string {
  const middle = y + ROW_HEIGHT / 2
  const fill = bar.isHot ? palette.hot : palette.bar
  const start = xOf(bar.start)
  const shape =
    bar.end === bar.start
      ? diamond(start, middle, fill)
      : rect(
          start,
          middle - BAR_HEIGHT / 2,
          Math.max(1.5, xOf(bar.end) - start),
          BAR_HEIGHT,
          fill,
          bar.isHot ? ` stroke="${palette.ink}"` : '',
        )
  const float =
    bar.lateEnd > bar.end
      ? line(xOf(bar.end), middle, xOf(bar.lateEnd), middle, palette.float, ' stroke-width="2"')
      : ''
  return `<g><title>${escaped(shortened(labelOf(bar)))}</title>${float}${shape}</g>`
}

/** title: what the chart shows, for those who cannot see it. isAlone: a document of its own. */
export function ganttSvg({ bars, hasDates, dataDate }: GanttData, title: string, isAlone: boolean): string {
  const palette = isAlone ? LIGHT : INHERITED
  // of a schedule of summaries there is no bar
  const anchors = dataDate === undefined ? (bars.length === 0 ? [0] : []) : [dataDate]
  const from = Math.min(...bars.map(({ start }) => start), ...anchors)
  const to = Math.max(...bars.map(({ lateEnd }) => lateEnd), ...anchors, from + 1)
  const scale = (WIDTH - LABEL_WIDTH - MARGIN) / (to - from)
  const xOf = (at: number): number => LABEL_WIDTH + (at - from) * scale
  const height = HEAD_HEIGHT + bars.length * ROW_HEIGHT + 4
  const ticks = hasDates ? dateTicks(from, to) : offsetTicks(from, to)
  const grid = ticks.map(
    ({ at, label }) =>
      line(xOf(at), HEAD_HEIGHT - 4, xOf(at), height, palette.line) +
      (xOf(at) > WIDTH - LAST_LABEL_WIDTH ? '' : text(xOf(at) + 2, HEAD_HEIGHT - 8, palette.soft, escaped(label))),
  )
  const rows = bars.map((bar, i) => row(bar, HEAD_HEIGHT + i * ROW_HEIGHT, xOf, palette))
  const stripes = bars.map((_, i) =>
    i % 2 === 1 ? rect(0, HEAD_HEIGHT + i * ROW_HEIGHT, WIDTH, ROW_HEIGHT, palette.line, ' opacity="0.25"') : '',
  )
  const mark =
    dataDate === undefined
      ? ''
      : line(
          xOf(dataDate),
          HEAD_HEIGHT - 4,
          xOf(dataDate),
          height,
          palette.mark,
          ' stroke-width="1.5" stroke-dasharray="4 2"',
        )
  const ground = isAlone ? rect(0, 0, WIDTH, height, '#fff') : ''
  const size = isAlone ? ` width="${WIDTH}" height="${height}"` : ''
  const head = isAlone ? '<?xml version="1.0" encoding="UTF-8"?>\n' : ''
  return `${head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}"${size} role="img" aria-label="${escaped(title)}" font-family="system-ui,'Segoe UI',Roboto,'Liberation Sans',sans-serif">${ground}${legend(palette, dataDate !== undefined)}${stripes.join('')}${grid.join('')}${labels(bars, height, palette)}${mark}${rows.join('')}</svg>`
}
