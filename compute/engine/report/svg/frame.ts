/** What charts over time have in common: axes with their lines and words, a legend, a mark at the data date. Colours are the variables of style.ts. */
import { escaped } from '../markup.ts'
import { dateTicks, niceStep } from './axis.ts'

export const WIDTH = 1_000
const LEFT = 46
const RIGHT = 14
const TOP = 26
const FOOT = 22
const LEVELS_MAX = 5
/** A label that begins nearer to the edge is left out. */
const LAST_LABEL_WIDTH = 52
const LEGEND_CHARACTER_WIDTH = 6.2

export interface LegendEntry {
  readonly words: string
  readonly stroke: string
  readonly dash?: string
}

/** from, to: day numbers; to is exclusive. top: the greatest value. */
export interface Frame {
  readonly height: number
  readonly from: number
  readonly to: number
  readonly top: number
  readonly unit: string
}

const place = (value: number): string => String(Math.round(value * 10) / 10)

export const xOf = ({ from, to }: Frame, day: number): number =>
  LEFT + ((day - from) / (to - from)) * (WIDTH - LEFT - RIGHT)

export const yOf = ({ height, top }: Frame, value: number): number =>
  height - FOOT - (value / top) * (height - FOOT - TOP)

export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, more = ''): string =>
  `<line x1="${place(x1)}" y1="${place(y1)}" x2="${place(x2)}" y2="${place(y2)}" stroke="${stroke}"${more}/>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${place(x)}" y="${place(y)}" width="${place(Math.max(width, 0.5))}" height="${place(Math.max(height, 0))}" fill="${fill}"${more}/>`

export const text = (x: number, y: number, fill: string, words: string, more = ''): string =>
  `<text x="${place(x)}" y="${place(y)}" font-size="11" fill="${fill}"${more}>${escaped(words)}</text>`

export const path = (points: readonly (readonly [x: number, y: number])[], stroke: string, more = ''): string =>
  points.length === 0
    ? ''
    : `<path d="M${points.map(([x, y]) => `${place(x)} ${place(y)}`).join('L')}" fill="none" stroke="${stroke}"${more}/>`

const dashAttribute = ({ dash }: LegendEntry): string => (dash === undefined ? '' : ` stroke-dasharray="${dash}"`)

function legend(entries: readonly LegendEntry[]): string {
  let x = LEFT
  return entries
    .map(entry => {
      const at = x
      x += 46 + entry.words.length * LEGEND_CHARACTER_WIDTH
      const sample = line(at, 10, at + 22, 10, entry.stroke, ` stroke-width="3"${dashAttribute(entry)}`)
      return sample + text(at + 28, 14, 'var(--soft)', entry.words)
    })
    .join('')
}

function levels(frame: Frame): string {
  const step = niceStep(frame.top, LEVELS_MAX)
  const parts: string[] = []
  for (let value = 0; value <= frame.top * (1 + 1e-9); value += step) {
    const y = yOf(frame, value)
    parts.push(line(LEFT, y, WIDTH - RIGHT, y, 'var(--line)'))
    const shown = `${Math.round(value * 100) / 100}${frame.unit}`
    parts.push(text(LEFT - 6, y + 4, 'var(--soft)', shown, ' text-anchor="end"'))
  }
  return parts.join('')
}

const days = (frame: Frame): string =>
  dateTicks(frame.from, frame.to)
    .map(({ at, label }) => {
      const x = xOf(frame, at)
      const foot = frame.height - FOOT
      const mark = line(x, foot, x, foot + 4, 'var(--soft)')
      return mark + (x > WIDTH - LAST_LABEL_WIDTH ? '' : text(x + 2, foot + 16, 'var(--soft)', label))
    })
    .join('')

/** title: what the chart shows, for those who cannot see it. */
export const chart = (frame: Frame, title: string, entries: readonly LegendEntry[], drawn: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${frame.height}" role="img" aria-label="${escaped(title)}" font-family="inherit">${legend(entries)}${levels(frame)}${days(frame)}${drawn}</svg>`
