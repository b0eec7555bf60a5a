/** parseDay() of shared/contract/schedule/day.ts on bytes, without a string: the readers meet up to ten dates per task. */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { civilOfDay, DAY_MAX, DAY_MIN, dayOfCivil } from '../../../shared/contract/schedule/day.ts'

export const YEAR_MIN = civilOfDay(DAY_MIN)[0]
export const YEAR_MAX = civilOfDay(DAY_MAX)[0]

/** Entry 12 (year - YEAR_MIN) + month - 1: day number of the first of the month; one more at the end. */
export const MONTH_START = Int32Array.from({ length: 12 * (YEAR_MAX - YEAR_MIN + 1) + 1 }, (_, i) =>
  dayOfCivil(YEAR_MIN + Math.floor(i / 12), (i % 12) + 1, 1),
)

/** "0000", "-00-" and "00" as little-endian words: what is left of a date without them are the values of its digits. */
const YEAR_ZEROS = 0x30303030
const MONTH_ZEROS = 0x2d30302d
const DAY_ZEROS = 0x3030
/** Added to a word of digits, they carry into the high bit of every byte that is more than 9. */
const YEAR_CARRIES = 0x76767676
const MONTH_CARRIES = 0x7f76767f
const DAY_CARRIES = 0x7676
const HIGH_BITS = 0x80808080

/** Bytes of "YYYY-MM-DD". */
export const DATE_BYTES = 10

/** Bytes of "YYYY-MM-DDTHH:MM". */
export const DATE_TIME_BYTES = 16

/** Minutes after midnight + 1 of the time in a date of bytes[start, end), 0 = it has none that exists. */
export function timeOfBytes(view: DataView, start: number, end: number): number {
  if (end - start < DATE_TIME_BYTES || view.getUint8(start + 13) !== 0x3a) return 0
  const digit = (at: number): number => view.getUint8(start + at) - 0x30
  const [a, b, c, d] = [digit(11), digit(12), digit(14), digit(15)]
  const isTime = a >= 0 && a <= 2 && b >= 0 && b <= 9 && c >= 0 && c <= 5 && d >= 0 && d <= 9
  const minute = 600 * a + 60 * b + 10 * c + d
  return isTime && minute < 24 * 60 ? minute + 1 : 0
}

const SPACE = 0x20
const ZONE_NAME_MAX = 40
const FRACTION_MAX = 9

/** Whether bytes[at, end), what stands behind a day, are a time that exists, with seconds or without, and a zone, as parseDay() has it. */
function isTimeTail(view: DataView, start: number, end: number): boolean {
  const is = (at: number, a: number, b = a): boolean => {
    const byte = at < end ? view.getUint8(at) : 0
    return byte === a || byte === b
  }
  /** The two digits there, more than any where there are none. */
  const two = (at: number): number => {
    if (at + 2 > end) return 100
    const [a, b] = [view.getUint8(at) - 0x30, view.getUint8(at + 1) - 0x30]
    return a < 0 || a > 9 || b < 0 || b > 9 ? 100 : 10 * a + b
  }
  const isBegun = is(start, 0x54, 0x74) || is(start, SPACE)
  const [hour, minute] = [two(start + 1), two(start + 4)]
  if (!isBegun || !is(start + 3, 0x3a) || minute > 59 || hour > (minute === 0 ? 24 : 23)) return false
  let at = start + 6
  if (is(at, 0x3a)) {
    if (two(at + 1) > 69) return false
    at += 3
    if (is(at, 0x2e, 0x2c)) {
      const from = ++at
      while (at < end && view.getUint8(at) >= 0x30 && view.getUint8(at) <= 0x39) at++
      if (at === from || at - from > FRACTION_MAX) return false
    }
  }
  if (at === end) return true
  if (is(at, SPACE)) at++
  if (is(at, 0x5a, 0x7a)) at++
  else {
    if (!is(at, 0x2b, 0x2d) || two(at + 1) > 23) return false
    at += 3
    const minutes = is(at, 0x3a) ? at + 1 : at
    if (two(minutes) <= 59) at = minutes + 2
    else if (minutes !== at) return false
  }
  if (!is(at, 0x5b)) return at === end
  const name = at + 1
  for (at = name; at < end && view.getUint8(at) !== 0x5d; ) at++
  return at > name && at - name <= ZONE_NAME_MAX && at + 1 === end
}

/** Day number of the date that bytes[start, end) begin with, DAY_ABSENT where parseDay() says undefined. */
export function dayOfBytes(view: DataView, start: number, end: number): number {
  const size = end - start
  if (size < DATE_BYTES) return DAY_ABSENT
  const y = view.getInt32(start, true) ^ YEAR_ZEROS
  const m = view.getInt32(start + 4, true) ^ MONTH_ZEROS
  const d = view.getUint16(start + 8, true) ^ DAY_ZEROS
  // the high bits of what is no digit at all, and those that the carries set
  if (((y | (y + YEAR_CARRIES) | m | (m + MONTH_CARRIES) | d | (d + DAY_CARRIES)) & HIGH_BITS) !== 0) return DAY_ABSENT
  const year = 1000 * (y & 15) + 100 * ((y >> 8) & 15) + 10 * ((y >> 16) & 15) + (y >> 24)
  const month = 10 * ((m >> 8) & 15) + ((m >> 16) & 15)
  const dayOfMonth = 10 * (d & 15) + (d >> 8)
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || dayOfMonth < 1) return DAY_ABSENT
  if (size > DATE_BYTES && !isTimeTail(view, start + DATE_BYTES, end)) return DAY_ABSENT
  const i = 12 * (year - YEAR_MIN) + month - 1
  const day = MONTH_START[i] + dayOfMonth - 1
  return day < MONTH_START[i + 1] && day >= DAY_MIN && day <= DAY_MAX ? day : DAY_ABSENT
}
