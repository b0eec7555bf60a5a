/** The S-curve: shares of the work by their days, as lines that differ in their dashes, too. */
import { WORDS } from '../words.ts'
import { chart, type Frame, type LegendEntry, line, path, xOf, yOf } from './frame.ts'

const HEIGHT = 320
const WHOLE_PCT = 100

export interface CurvePoint {
  /** Day number, of which the share holds at the end. */
  readonly day: number
  readonly planned: number | null
  readonly actual: number | null
  readonly forecast: number | null
  readonly earned: number | null
}

type Kind = Exclude<keyof CurvePoint, 'day'>

const LINES: readonly (LegendEntry & { readonly kind: Kind; readonly width: number })[] = [
  { kind: 'planned', words: WORDS.curve.planned, stroke: 'var(--float)', width: 2 },
  { kind: 'forecast', words: WORDS.curve.forecast, stroke: 'var(--bar)', dash: '7 4', width: 2.5 },
  { kind: 'actual', words: WORDS.curve.actual, stroke: 'var(--bar)', width: 3 },
  { kind: 'earned', words: WORDS.curve.earned, stroke: 'var(--good)', dash: '2 3', width: 3 },
]

/** points: in the order of their days, two at least. */
export function sCurveSvg(points: readonly CurvePoint[], title: string): string {
  const frame: Frame = {
    height: HEIGHT,
    from: points[0].day,
    to: points.at(-1)!.day + 1,
    top: WHOLE_PCT,
    unit: '%',
  }
  const shown = LINES.filter(({ kind }) => points.some(point => point[kind] !== null))
  const lines = shown.map(({ kind, stroke, dash, width }) => {
    const along = points.flatMap((point): [number, number][] =>
      point[kind] === null ? [] : [[xOf(frame, point.day + 1), yOf(frame, point[kind])]],
    )
    return path(along, stroke, ` stroke-width="${width}"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}`)
  })
  const reported = points.findLast(({ actual }) => actual !== null)
  const mark =
    reported === undefined
      ? ''
      : line(
          xOf(frame, reported.day + 1),
          yOf(frame, WHOLE_PCT),
          xOf(frame, reported.day + 1),
          yOf(frame, 0),
          'var(--mark)',
          ' stroke-width="1.5" stroke-dasharray="4 2"',
        )
  const dataDate: LegendEntry = { words: WORDS.legend.dataDate, stroke: 'var(--mark)', dash: '4 2' }
  return chart(frame, title, reported === undefined ? shown : [...shown, dataDate], mark + lines.join(''))
}
