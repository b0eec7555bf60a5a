/** What every part of the chart is drawn with. */

import type { Row } from '../activities/rows.ts'
import type { LoadedFile } from '../loaded.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { Palette } from './palette.ts'
import type { TimeScale } from './time-scale.ts'

export interface Scene {
  readonly loaded: LoadedFile
  /** The schedule without the changes that are tried; undefined: there are none. */
  readonly before: Schedule | undefined
  readonly rows: readonly Row[]
  readonly scale: TimeScale
  /** What is scrolled out of sight. */
  readonly scrollTop: number
  readonly scrollLeft: number
  readonly width: number
  readonly height: number
  /** Where the rows begin, below the dates. */
  readonly rowsTop: number
  readonly palette: Palette
  /** Task, -1 = none. */
  readonly chosen: number
  /** Row that the keyboard is at. */
  readonly current: number
}

export type Context = CanvasRenderingContext2D

export const FONT = '12px system-ui, sans-serif'

/** A text cut to a width, with an ellipsis. What is longer than any column is cut before it is measured. */
export function drawText(context: Context, text: string, x: number, y: number, width: number, lengthMax = 200): void {
  if (width <= 8) return
  let shown = text.length > lengthMax ? text.slice(0, lengthMax) : text
  if (context.measureText(shown).width > width) {
    let [low, high] = [0, shown.length]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (context.measureText(`${shown.slice(0, middle)}…`).width <= width) low = middle
      else high = middle - 1
    }
    shown = `${shown.slice(0, low)}…`
  }
  context.fillText(shown, x, y)
}
