/**
 * The grid of offsets: 1e-6 day. Sums of decimal durations are rounded to it, so that 0.1 added a million times is 100,000 and a float of 0 is
 * 0. Values that are not decimal (thirds of a day) keep all their digits.
 */

/** Two offsets this close are one (/docs/methods#dates-and-days). */
export const EPSILON_DAYS: f64 = 1e-6

const GRID_PER_DAY: f64 = 1e6
/** What lies this close to the grid is on it; far above the error of a sum, far below the grid. */
const SNAP_DAYS: f64 = 1e-8

/** Most offsets are, and the call of the rest is what costs: isWhole(x) ? x : snapped(x) is snap(x). */
export function isWhole(offset: f64): bool {
  return offset === Math.floor(offset)
}

/** Of an offset that is not whole. */
export function snapped(offset: f64): f64 {
  const onGrid = Math.round(offset * GRID_PER_DAY) / GRID_PER_DAY
  return Math.abs(offset - onGrid) < SNAP_DAYS ? onGrid + 0.0 : offset
}

export function snap(offset: f64): f64 {
  return isWhole(offset) ? offset : snapped(offset)
}
