/** Measures of the chart in CSS pixels. */
export const ROW_HEIGHT = 24
export const HEAD_HEIGHT = 44
export const BAR_TOP = 6
export const BAR_HEIGHT = 10
export const BASELINE_HEIGHT = 3
/** Free room at both sides of a text. */
export const PAD = 6
/** Strip of a level of the tree. */
export const LEVEL_WIDTH = 9
const LEVELS_MAX = 12

/** Deeper levels are drawn as the deepest that has room. */
export const levelOf = (depth: number): number => Math.min(depth, LEVELS_MAX)

export interface Column {
  readonly width: number
  readonly isNumber: boolean
}

const DATE_WIDTH = 84
const ID_WIDTH_MIN = 58
const ID_WIDTH_MAX = 116
const CHARACTER_WIDTH = 7.2
const IDS_LOOKED_AT = 5_000

/** Room for the IDs, the first of which stand for all. */
export function idWidth(ids: readonly string[]): number {
  let most = 0
  for (let i = 0; i < ids.length && i < IDS_LOOKED_AT; i++) most = Math.max(most, ids[i]!.length)
  return Math.min(ID_WIDTH_MAX, Math.max(ID_WIDTH_MIN, Math.ceil(most * CHARACTER_WIDTH) + 2 * PAD))
}

/** ID, task, start, finish, float; on a narrow screen the task alone. depth: of the deepest row. */
export const columnsFor = (width: number, idRoom: number, depth: number): readonly Column[] => {
  const strips = levelOf(depth) * LEVEL_WIDTH
  if (width < 600) return [0, 150 + strips / 2, 0, 0, 0].map(each => ({ width: each, isNumber: false }))
  return [
    { width: idRoom + strips, isNumber: false },
    { width: width < 1_000 ? 190 : 280, isNumber: false },
    { width: DATE_WIDTH, isNumber: false },
    { width: DATE_WIDTH, isNumber: false },
    { width: 52, isNumber: true },
  ]
}

export const tableWidth = (columns: readonly Column[]): number => columns.reduce((sum, { width }) => sum + width, 0)

/** For the bar at the lower end, where there is one. */
export const SCROLLBAR_ROOM = 24

/** At the right end words stand beside the bars, where the chart is not too narrow for them. */
export const wordsRoom = (chartWidth: number): number => (chartWidth > 300 ? 70 : 8)
