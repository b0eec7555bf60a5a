/** The grid of offsets and its rounding (passes/grid.ts). */
export { EPSILON_DAYS, snap } from '../passes/grid.ts'

/** Decimals of printed offsets and floats: the grid they are reckoned on. */
export const OFFSET_DECIMALS = 6
