/** The columns before the bars. As in P6 each level of the tree has a strip at the left, and the title of a group is a band in the colour of its strip. */
import { shownDay } from '../schedule/date-of.ts'
import { ON_LONGEST_PATH } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import { LEVEL_WIDTH, levelOf, PAD, ROW_HEIGHT } from './layout.ts'
import { BOLD, type Context, drawText, FONT, type Scene } from './paint.ts'
import type { Row } from './rows.ts'

const LONGEST_WIDTH = 3

/** Columns that the title of a group takes: ID and name. */
const TITLE_COLUMNS = 2

export function drawCells(context: Context, scene: Scene, row: Row, top: number): void {
  const { loaded, columns, palette } = scene
  const { schedule } = loaded
  const { task, group } = row
  drawLevels(context, scene, row, top)
  const y = top + ROW_HEIGHT / 2
  const indent = levelOf(row.depth) * LEVEL_WIDTH
  context.fillStyle = palette.text
  context.font = FONT
  const float = task < 0 ? Number.NaN : schedule.totalFloatDays[task]!
  const [start, finish] =
    group === undefined
      ? [schedule.start[task]!, schedule.finishDate[task]!]
      : [group.start, group.finish - (schedule.hasTimes || schedule.isUndated ? 0 : 1)]
  const cells = [
    group === undefined ? schedule.ids[task]! : '',
    group === undefined ? schedule.names[task]! || schedule.ids[task]! : '',
    shownDay(schedule, start),
    shownDay(schedule, finish),
    Number.isNaN(float) ? '' : TEXT.number(Math.round(float * 10) / 10),
  ]
  let left = 0
  columns.forEach(({ width, isNumber }, i) => {
    // the ID stands behind the strips; where it has no column, the name does
    const before = i === 0 || columns[0]!.width === 0 ? indent : 0
    if (isNumber) {
      context.textAlign = 'right'
      drawText(context, cells[i]!, left + width - PAD, y, width - 2 * PAD)
      context.textAlign = 'left'
    } else drawText(context, cells[i]!, left + PAD + (i < TITLE_COLUMNS ? before : 0), y, width - 2 * PAD - before)
    left += width
  })
  if (group !== undefined) drawTitle(context, scene, group, indent, y)
  else if ((schedule.marks[task]! & ON_LONGEST_PATH) !== 0)
    context.fillRect(indent, top + 4, LONGEST_WIDTH, ROW_HEIGHT - 8)
}

function drawTitle(context: Context, scene: Scene, group: NonNullable<Row['group']>, indent: number, y: number): void {
  const room = scene.columns.slice(0, TITLE_COLUMNS).reduce((sum, { width }) => sum + width, 0)
  context.font = BOLD
  const sign = scene.folded.has(group.key) ? '▸ ' : '▾ '
  drawText(context, sign + group.title, PAD + indent, y, room - 2 * PAD - indent)
}

function drawLevels(context: Context, { palette, chartLeft }: Scene, { depth, group, task }: Row, top: number): void {
  const level = levelOf(depth)
  for (let each = 0; each < level; each++) {
    context.fillStyle = each % 2 === 0 ? palette.line : palette.raised
    context.fillRect(each * LEVEL_WIDTH, top, LEVEL_WIDTH, ROW_HEIGHT)
  }
  if (group === undefined || task >= 0) return
  context.fillStyle = level % 2 === 0 ? palette.line : palette.raised
  context.fillRect(level * LEVEL_WIDTH, top, chartLeft - level * LEVEL_WIDTH, ROW_HEIGHT)
}
