/** Dates of the tests of delay analysis, by offsets in days. */
import { formatDay } from '../../../../shared/contract/schedule/day.ts'

/** Day number of offset 0. */
export const DAY_0 = 20_089
export const date = (offset: number): string => formatDay(DAY_0 + offset)
/** Actual start and finish by offsets, the finish exclusive. */
export const done = (start: number, finish: number): object => ({
  actual_start: date(start),
  actual_finish: date(finish - 1),
  percent_complete: 100,
})
export const begun = (start: number, percent_complete: number): object => ({
  actual_start: date(start),
  percent_complete,
})
