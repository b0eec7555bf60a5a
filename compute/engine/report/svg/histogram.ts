/** How many rows have which value, as bars; the ends hold what lies beyond. */
import { withCommas } from '../../wording/numbers.ts'
import { escaped } from '../markup.ts'
import { WORDS } from '../words.ts'
import { niceStep } from './axis.ts'

const WIDTH = 1_000
const HEIGHT = 220
const FOOT = 34
const TOP = 18
const BINS_MAX = 16
/** So many of the values at either end lie in the open bins. */
const TAIL_SHARE = 0.01

interface Bin {
  readonly label: string
  readonly count: number
}

function binsOf(values: Float64Array): Bin[] {
  const sorted = values.slice().sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  const [low, high] = [at(TAIL_SHARE), at(1 - TAIL_SHARE)]
  const step = Math.max(1, niceStep(Math.max(high - low, 1), BINS_MAX - 2))
  const first = Math.floor(low / step) * step
  const count = Math.min(BINS_MAX, Math.floor((high - first) / step) + 1)
  const counts = new Array<number>(count + 2).fill(0)
  for (const value of sorted) counts[Math.max(0, Math.min(count + 1, Math.floor((value - first) / step) + 1))]++
  const bins = counts.map((each, i): Bin => {
    const from = String(first + (i - 1) * step)
    const label = i === 0 ? WORDS.below(String(first)) : i > count ? WORDS.from(String(first + count * step)) : from
    return {
      label: step === 1 || i === 0 || i > count ? label : WORDS.range(from, String(first + i * step)),
      count: each,
    }
  })
  return bins.filter(({ count: each }, i) => each > 0 || (i > 0 && i <= count))
}

export function histogramSvg(values: Float64Array, title: string): string {
  const bins = binsOf(values)
  const most = Math.max(...bins.map(({ count }) => count))
  const width = WIDTH / bins.length
  const bars = bins.map(({ label, count }, i) => {
    const height = (count / most) * (HEIGHT - FOOT - TOP)
    const [x, y] = [i * width, HEIGHT - FOOT - height]
    const middle = Math.round(x + width / 2)
    return `<rect x="${Math.round(x + 3)}" y="${y.toFixed(1)}" width="${Math.round(width - 6)}" height="${height.toFixed(1)}" fill="var(--bar)"/><text x="${middle}" y="${(y - 4).toFixed(1)}" text-anchor="middle" font-size="11" fill="var(--ink)">${withCommas(count)}</text><text x="${middle}" y="${HEIGHT - FOOT + 16}" text-anchor="middle" font-size="11" fill="var(--soft)">${escaped(label)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}" font-family="inherit"><line x1="0" y1="${HEIGHT - FOOT}" x2="${WIDTH}" y2="${HEIGHT - FOOT}" stroke="var(--line)"/>${bars.join('')}</svg>`
}
