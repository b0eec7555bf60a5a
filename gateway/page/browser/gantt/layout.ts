/** Measures of the chart in CSS pixels. */
export const ROW_HEIGHT = 24
export const HEAD_HEIGHT = 44
export const BAR_TOP = 6
export const BAR_HEIGHT = 10
export const BASELINE_HEIGHT = 3
export const INDENT = 12
export const TEXT_LENGTH_MAX = 200

export interface Column {
  readonly width: number
  readonly isNumber: boolean
}

const DATE_WIDTH = 84

/** ID, task, start, finish, float; on a narrow screen the task alone. */
export const columnsFor = (width: number): readonly Column[] => {
  if (width < 600) return [0, 150, 0, 0, 0].map(each => ({ width: each, isNumber: false }))
  return [
    { width: 92, isNumber: false },
    { width: width < 1_000 ? 180 : 250, isNumber: false },
    { width: DATE_WIDTH, isNumber: false },
    { width: DATE_WIDTH, isNumber: false },
    { width: 52, isNumber: true },
  ]
}

export const tableWidth = (columns: readonly Column[]): number => columns.reduce((sum, { width }) => sum + width, 0)
