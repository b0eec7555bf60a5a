/** The bars of the rows in sight: baseline, work, progress, float, milestones, groups. */

import type { Row } from '../activities/rows.ts'
import { DONE, isCritical, isMilestone, ON_LONGEST_PATH } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import { BAR_HEIGHT, BAR_TOP, BASELINE_HEIGHT, ROW_HEIGHT } from './layout.ts'
import { type Context, FONT, type Scene } from './paint.ts'
import { toPixels } from './time-scale.ts'

const BAR_WIDTH_MIN = 2
const DIAMOND = 6

/** Pixels within the canvas; a bar far beyond its ends is cut, since canvases draw no millions. */
const xOf = (scene: Scene, minutes: number): number =>
  Math.max(-50, Math.min(scene.width + 50, toPixels(scene.scale, minutes) - scene.scrollLeft))

export function drawBar(context: Context, scene: Scene, row: Row, top: number): void {
  if (row.group !== undefined) drawGroup(context, scene, row.group, top)
  else if (!Number.isNaN(scene.loaded.schedule.start[row.task]!)) drawTask(context, scene, row.task, top)
}

function drawTask(context: Context, scene: Scene, task: number, top: number): void {
  drawBaseline(context, scene, task, top)
  drawBefore(context, scene, task, top)
  if (isMilestone(scene.loaded.schedule, task)) drawMilestone(context, scene, task, top)
  else {
    drawFloat(context, scene, task, top)
    drawWork(context, scene, task, top)
  }
}

function drawGroup(context: Context, scene: Scene, group: { start: number; finish: number }, top: number): void {
  if (Number.isNaN(group.start)) return
  const [left, right] = [xOf(scene, group.start), xOf(scene, group.finish)]
  context.fillStyle = scene.palette.muted
  context.fillRect(left, top + 8, Math.max(BAR_WIDTH_MIN, right - left), 4)
  context.beginPath()
  for (const [x, way] of [
    [left, 1],
    [right, -1],
  ] as const) {
    context.moveTo(x, top + 8)
    context.lineTo(x, top + 17)
    context.lineTo(x + 5 * way, top + 12)
  }
  context.fill()
}

function drawBaseline(context: Context, scene: Scene, task: number, top: number): void {
  const { baselineStart, baselineFinish } = scene.loaded.schedule
  const [start, finish] = [baselineStart[task]!, baselineFinish[task]!]
  if (Number.isNaN(start) || Number.isNaN(finish)) return
  const left = xOf(scene, start)
  context.fillStyle = scene.palette.baseline
  context.fillRect(
    left,
    top + BAR_TOP + BAR_HEIGHT + 3,
    Math.max(BAR_WIDTH_MIN, xOf(scene, finish) - left),
    BASELINE_HEIGHT,
  )
}

/** Where the work was before the changes, as a frame behind its bar. */
function drawBefore(context: Context, scene: Scene, task: number, top: number): void {
  const { before, loaded, palette } = scene
  if (before === undefined || task >= before.taskCount) return
  const [start, finish] = [before.start[task]!, before.finish[task]!]
  const isSame = start === loaded.schedule.start[task] && finish === loaded.schedule.finish[task]
  if (isSame || Number.isNaN(start)) return
  const left = xOf(scene, start)
  context.strokeStyle = palette.muted
  context.lineWidth = 1
  context.setLineDash([3, 2])
  context.strokeRect(
    left - 0.5,
    top + BAR_TOP - 2.5,
    Math.max(BAR_WIDTH_MIN, xOf(scene, finish) - left) + 1,
    BAR_HEIGHT + 5,
  )
  context.setLineDash([])
}

function drawFloat(context: Context, scene: Scene, task: number, top: number): void {
  const { finish, lateFinish, totalFloatDays } = scene.loaded.schedule
  if (!(totalFloatDays[task]! > 0) || !(lateFinish[task]! > finish[task]!)) return
  const [from, until] = [xOf(scene, finish[task]!), xOf(scene, lateFinish[task]!)]
  const y = top + BAR_TOP + BAR_HEIGHT / 2
  context.fillStyle = scene.palette.float
  context.fillRect(from, y - 1, until - from, 2)
  context.fillRect(until - 2, y - 4, 2, 8)
}

const colourOf = (scene: Scene, task: number): string => {
  const { state } = scene.loaded.schedule
  if (state[task] === DONE) return scene.palette.done
  return isCritical(scene.loaded.schedule, task) ? scene.palette.critical : scene.palette.bar
}

function drawWork(context: Context, scene: Scene, task: number, top: number): void {
  const { start, finish, percent, marks, state, dragDays } = scene.loaded.schedule
  const left = xOf(scene, start[task]!)
  const width = Math.max(BAR_WIDTH_MIN, xOf(scene, finish[task]!) - left)
  const y = top + BAR_TOP
  context.fillStyle = colourOf(scene, task)
  context.fillRect(left, y, width, BAR_HEIGHT)
  if (state[task] === 1 && percent[task]! > 0) {
    context.fillStyle = scene.palette.done
    context.fillRect(left, y + 2, (width * percent[task]!) / 100, BAR_HEIGHT - 4)
  }
  context.fillStyle = scene.palette.text
  if (isCritical(scene.loaded.schedule, task)) context.fillRect(left, y + BAR_HEIGHT, width, 1.5)
  if ((marks[task]! & ON_LONGEST_PATH) !== 0) outline(context, scene, left, y, width)
  if (dragDays[task]! > 0) {
    context.font = FONT
    const tail = scene.loaded.schedule.lateFinish[task]!
    const x = Math.max(left + width, Number.isNaN(tail) ? 0 : xOf(scene, tail))
    context.fillStyle = scene.palette.muted
    context.fillText(
      TEXT.gantt.drag(TEXT.number(Math.round(dragDays[task]! * 10) / 10)),
      x + 6,
      top + ROW_HEIGHT / 2 + 1,
    )
  }
}

function outline(context: Context, scene: Scene, left: number, top: number, width: number): void {
  context.strokeStyle = scene.palette.text
  context.lineWidth = 1.5
  context.strokeRect(left, top, width, BAR_HEIGHT)
}

function drawMilestone(context: Context, scene: Scene, task: number, top: number): void {
  const { schedule } = scene.loaded
  const x = xOf(scene, schedule.finish[task]!)
  const y = top + ROW_HEIGHT / 2
  context.fillStyle = colourOf(scene, task)
  context.beginPath()
  context.moveTo(x, y - DIAMOND)
  context.lineTo(x + DIAMOND, y)
  context.lineTo(x, y + DIAMOND)
  context.lineTo(x - DIAMOND, y)
  context.closePath()
  context.fill()
  if ((schedule.marks[task]! & ON_LONGEST_PATH) !== 0) {
    context.strokeStyle = scene.palette.text
    context.lineWidth = 1.5
    context.stroke()
  }
}

/** Links of the chosen task to rows in the list, as elbows with an arrow; those that drive are thick. */
export function drawLinks(context: Context, scene: Scene, rowOf: Int32Array): void {
  const { chosen, loaded } = scene
  if (chosen < 0) return
  const { links, start, finish } = loaded.schedule
  const draw = (k: number): void => {
    const [from, to] = [links.predecessor[k]!, links.successor[k]!]
    const [fromRow, toRow] = [rowOf[from]!, rowOf[to]!]
    if (fromRow < 0 || toRow < 0) return
    const type = links.type[k]!
    // FS and FF leave at the finish, FS and SS arrive at the start
    const x1 = xOf(scene, (type === 0 || type === 2 ? finish : start)[from]!)
    const x2 = xOf(scene, (type === 0 || type === 1 ? start : finish)[to]!)
    elbow(context, scene, [x1, yOf(scene, fromRow)], [x2, yOf(scene, toRow)], links.isDriving[k] === 1)
  }
  for (let k = links.intoStart[chosen]!; k < links.intoStart[chosen + 1]!; k++) draw(links.into[k]!)
  for (let k = links.outStart[chosen]!; k < links.outStart[chosen + 1]!; k++) draw(links.out[k]!)
}

const yOf = (scene: Scene, row: number): number =>
  Math.max(-100, Math.min(scene.height + 100, row * ROW_HEIGHT - scene.scrollTop + ROW_HEIGHT / 2 + scene.rowsTop))

function elbow(
  context: Context,
  scene: Scene,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  isDriving: boolean,
): void {
  if (Number.isNaN(x1) || Number.isNaN(x2)) return
  context.strokeStyle = scene.palette.chosen
  context.fillStyle = scene.palette.chosen
  context.lineWidth = isDriving ? 2 : 1
  context.setLineDash(isDriving ? [] : [4, 3])
  context.beginPath()
  context.moveTo(x1, y1)
  const bend = x2 >= x1 + 8 ? x2 - 6 : x1 + 6
  context.lineTo(bend, y1)
  context.lineTo(bend, y2)
  context.lineTo(x2, y2)
  context.stroke()
  context.setLineDash([])
  const way = bend <= x2 ? -1 : 1
  context.beginPath()
  context.moveTo(x2, y2)
  context.lineTo(x2 + 5 * way, y2 - 3)
  context.lineTo(x2 + 5 * way, y2 + 3)
  context.fill()
}
