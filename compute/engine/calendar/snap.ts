/**
 * The grid of offsets: 1e-6 day. Sums of decimal durations are rounded to it, so that 0.1 added a million times is 100,000 and a float of 0 is
 * 0. Values that are not decimal (thirds of a day) keep all their digits.
 */

/** Two offsets this close are one (/docs/methods#dates-and-days). */
export const EPSILON_DAYS = 1e-6

/** Decimals of printed offsets and floats: the grid they are reckoned on. */
export const OFFSET_DECIMALS = 6
const GRID_PER_DAY = 10 ** OFFSET_DECIMALS
/** What lies this close to the grid is on it; far above the error of a sum, far below the grid. */
const SNAP_DAYS = 1e-8

export function snap(offset: number): number {
  if (offset === Math.floor(offset)) return offset
  const onGrid = Math.round(offset * GRID_PER_DAY) / GRID_PER_DAY
  return Math.abs(offset - onGrid) < SNAP_DAYS ? onGrid + 0 : offset
}
