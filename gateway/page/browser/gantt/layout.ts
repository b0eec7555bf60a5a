/** Measures of the chart in CSS pixels. */
export const ROW_HEIGHT = 24
/** Dates above the bars, titles of columns beside them. */
export const HEAD_HEIGHT = 44
/** Fields of the columns, where they are shown. */
export const FIELDS_HEIGHT = 30
export const BAR_TOP = 6
export const BAR_HEIGHT = 10
export const BASELINE_HEIGHT = 3

/** For the bar at the lower end, where there is one. */
export const SCROLLBAR_ROOM = 24

/** At the right end words stand beside the bars, where the chart is not too narrow for them. */
export const wordsRoom = (chartWidth: number): number => (chartWidth > 300 ? 70 : 8)

const TABLE_SHARE = 0.58
const TABLE_SHARE_NARROW = 0.5
const NARROW = 600
/** Of the table, and of the bars. */
const ROOM_MIN = 80

/** Room of the table: what its columns take, at most a share of all, or what was chosen. */
export function tableRoom(width: number, columns: number, chosen: number | undefined): number {
  const share = Math.floor(width * (width < NARROW ? TABLE_SHARE_NARROW : TABLE_SHARE))
  const wanted = Math.min(columns, chosen ?? share)
  return Math.max(ROOM_MIN, Math.min(wanted, width - ROOM_MIN))
}
