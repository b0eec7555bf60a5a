/** Measures of the chart in CSS pixels. */
export const ROW_HEIGHT = 24
/** Dates above the bars, titles of columns beside them. */
export const HEAD_HEIGHT = 44
/** Fields of the columns, where they are shown. */
export const FIELDS_HEIGHT = 30
export const BAR_TOP = 6
export const BAR_HEIGHT = 10
export const BASELINE_HEIGHT = 3

/** Strip of a level of the tree, and the deepest level that has one. */
const LEVEL_WIDTH = 9
const LEVELS_MAX = 12
/** Of a row of the tree. */
export const indentOf = (depth: number): number => Math.min(depth, LEVELS_MAX) * LEVEL_WIDTH

/** For the bar at the lower end, where there is one. */
export const SCROLLBAR_ROOM = 24

/** At the right end words stand beside the bars, where the chart is not too narrow for them. */
export const wordsRoom = (chartWidth: number): number => (chartWidth > 300 ? 70 : 8)

/** Of 1280 pixels it takes the columns from the ID to the total float. */
const TABLE_SHARE = 0.65
const TABLE_SHARE_NARROW = 0.5
const NARROW = 600
/** Of the table, and of the bars. */
const ROOM_MIN = 80

/**
 * Room of the table: what its columns take, at most a share of all, or what was chosen. edges: right ends of the columns; where it is wide enough the table
 * ends with one, so that no column is cut.
 */
export function tableRoom(width: number, edges: readonly number[], chosen: number | undefined): number {
  const columns = edges.at(-1) ?? 0
  const most = Math.floor(width * (width < NARROW ? TABLE_SHARE_NARROW : TABLE_SHARE))
  const whole = edges.findLast(edge => edge <= most)
  const share = width < NARROW || whole === undefined ? most : whole
  const wanted = Math.min(columns, chosen ?? share)
  return Math.max(ROOM_MIN, Math.min(wanted, width - ROOM_MIN))
}
