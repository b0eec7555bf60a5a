/** One picture of the chart: what is in sight and nothing more, so that its cost does not follow the number of tasks. */

import type { Row } from '../activities/rows.ts'
import { drawBar, drawLinks } from './draw-bars.ts'
import { HEAD_HEIGHT, ROW_HEIGHT } from './layout.ts'
import { type Context, drawText, FONT, type Scene } from './paint.ts'
import { floorTo, next, toPixels, undatedTicks, unitsFor, unitText } from './time-scale.ts'

export function draw(context: Context, scene: Scene, rowOf: Int32Array): void {
  const { width, height, palette, rows, scrollTop, rowsTop } = scene
  context.fillStyle = palette.page
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'middle'
  const first = Math.floor(scrollTop / ROW_HEIGHT)
  const last = Math.min(rows.length - 1, Math.ceil((scrollTop + height - rowsTop) / ROW_HEIGHT))
  const topOf = (i: number): number => i * ROW_HEIGHT - scrollTop + rowsTop
  clipped(context, 0, rowsTop, width, height - rowsTop, () => {
    drawGrid(context, scene)
    for (let i = first; i <= last; i++) drawRowGround(context, scene, rows[i]!, i, topOf(i))
    for (let i = first; i <= last; i++) drawBar(context, scene, rows[i]!, topOf(i))
    drawLinks(context, scene, rowOf)
    drawDataDate(context, scene)
  })
  drawHead(context, scene)
}

function clipped(context: Context, x: number, y: number, width: number, height: number, paint: () => void): void {
  context.save()
  context.beginPath()
  context.rect(x, y, width, height)
  context.clip()
  paint()
  context.restore()
}

function drawRowGround(context: Context, scene: Scene, row: Row, i: number, top: number): void {
  const { palette, chosen, current, width } = scene
  if (row.task >= 0 && row.task === chosen) {
    context.globalAlpha = 0.9
    context.fillStyle = palette.raised
    context.fillRect(0, top, width, ROW_HEIGHT)
    context.globalAlpha = 1
  }
  if (i === current) {
    context.strokeStyle = palette.accent
    context.lineWidth = 2
    // it goes on in the table
    context.strokeRect(-2, top + 1, width + 1, ROW_HEIGHT - 2)
  }
}

/** Minutes at both ends of what is in sight. */
function inSight({ scale, scrollLeft, width }: Scene): readonly [number, number] {
  const from = scale.from + scrollLeft / scale.pixelsPerMinute
  return [from, from + width / scale.pixelsPerMinute]
}

function* ticks(scene: Scene, which: 'lower' | 'upper'): Generator<{ at: number; until: number; text: string }> {
  const [from, until] = inSight(scene)
  const { pixelsPerMinute } = scene.scale
  if (scene.loaded.schedule.isUndated) {
    if (which === 'upper') return
    const { step, text } = undatedTicks(pixelsPerMinute)
    for (let at = Math.floor(from / step) * step; at < until; at += step) yield { at, until: at + step, text: text(at) }
    return
  }
  const unit = unitsFor(pixelsPerMinute)[which]
  for (let at = floorTo(unit, from); at < until; at = next(unit, at))
    yield { at, until: next(unit, at), text: unitText(unit, at, which === 'upper') }
}

const xOf = (scene: Scene, minutes: number): number =>
  Math.round(toPixels(scene.scale, minutes) - scene.scrollLeft) + 0.5

function drawGrid(context: Context, scene: Scene): void {
  context.strokeStyle = scene.palette.line
  context.lineWidth = 1
  context.beginPath()
  for (const { at } of ticks(scene, 'lower')) {
    const x = xOf(scene, at)
    context.moveTo(x, 0)
    context.lineTo(x, scene.height)
  }
  context.stroke()
}

function drawDataDate(context: Context, scene: Scene): void {
  const { dataDate } = scene.loaded.schedule
  if (Number.isNaN(dataDate)) return
  const x = xOf(scene, dataDate)
  context.strokeStyle = scene.palette['data-date']
  context.lineWidth = 2
  context.setLineDash([6, 4])
  context.beginPath()
  context.moveTo(x, 0)
  context.lineTo(x, scene.height)
  context.stroke()
  context.setLineDash([])
}

function drawHead(context: Context, scene: Scene): void {
  const { width, palette, rowsTop } = scene
  context.fillStyle = palette.raised
  context.fillRect(0, 0, width, rowsTop)
  context.font = FONT
  clipped(context, 0, 0, width, HEAD_HEIGHT, () => {
    for (const [which, y] of [
      ['upper', HEAD_HEIGHT / 4],
      ['lower', (3 * HEAD_HEIGHT) / 4],
    ] as const) {
      for (const { at, until, text } of ticks(scene, which)) {
        const left = xOf(scene, at)
        // the label of what began out of sight stays at the edge
        const x = which === 'upper' ? Math.max(left, 0) : left
        context.fillStyle = palette.line
        context.fillRect(left, y - HEAD_HEIGHT / 4, 1, HEAD_HEIGHT / 2)
        context.fillStyle = which === 'upper' ? palette.text : palette.muted
        drawText(context, text, x + 4, y, xOf(scene, until) - x - 4)
      }
    }
  })
  context.fillStyle = palette.line
  context.fillRect(0, rowsTop - 1, width, 1)
}
