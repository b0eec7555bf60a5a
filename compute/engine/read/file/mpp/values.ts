/** Values of fields as all versions since 2000 keep them. Moments are minutes since 1970; NaN = none. */
import { u16 } from './little-endian.ts'

const MINUTES_PER_DAY = 24 * 60
const TENTHS = 10
/** 1983-12-31, from which days are counted. */
const FIRST_DAY = 5112
const NO_DAY = 0xffff
/** Those before are written where there is no date. */
const DAY_LEAST = 2
const DAY_TENTHS = MINUTES_PER_DAY * TENTHS

/** Day number, NaN = none. */
export const dayAt = (bytes: Uint8Array, at: number): number => {
  const day = u16(bytes, at)
  return day === NO_DAY || day < DAY_LEAST ? Number.NaN : FIRST_DAY + day
}

/** Minutes after midnight. */
export const timeAt = (bytes: Uint8Array, at: number): number => {
  const tenths = u16(bytes, at)
  return tenths < DAY_TENTHS ? Math.floor(tenths / TENTHS) : 0
}

export const momentAt = (bytes: Uint8Array, at: number): number =>
  dayAt(bytes, at + 2) * MINUTES_PER_DAY + timeAt(bytes, at)

/** A moment that is counted in tenths of minutes from the first day; NaN = none, as before the first year. */
export const momentOfTenths = (tenths: number): number =>
  tenths < DAY_LEAST * DAY_TENTHS ? Number.NaN : FIRST_DAY * MINUTES_PER_DAY + Math.floor(tenths / TENTHS)

const LARGEST = 1e15
/** A number that a schedule can have. */
export const known = (value: number): number => (Math.abs(value) <= LARGEST ? value : Number.NaN)
