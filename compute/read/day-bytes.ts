/** parseDay() of shared/schedule/day.ts on bytes, without a string: the readers meet up to ten dates per task. */
import { DAY_ABSENT } from '../../shared/schedule/columns.ts'
import { civilOfDay, DAY_MAX, DAY_MIN, dayOfCivil } from '../../shared/schedule/day.ts'

const YEAR_MIN = civilOfDay(DAY_MIN)[0]
const YEAR_MAX = civilOfDay(DAY_MAX)[0]

/** Entry 12 (year - YEAR_MIN) + month - 1: day number of the first of the month; one more at the end. */
const MONTH_START = Int32Array.from({ length: 12 * (YEAR_MAX - YEAR_MIN + 1) + 1 }, (_, i) =>
  dayOfCivil(YEAR_MIN + Math.floor(i / 12), (i % 12) + 1, 1),
)

/** The digit at `at`; what is no digit makes every number it stands in out of range. */
const digit = (bytes: Uint8Array, at: number): number => {
  const d = bytes[at]! - 0x30
  return d >= 0 && d <= 9 ? d : 1e6
}

/** Day number of the date that bytes[start, end) begin with, DAY_ABSENT where parseDay() says undefined. */
export function dayOfBytes(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10) {
    if (end - start < 10) return DAY_ABSENT
    const c = bytes[start + 10]
    if (c !== 0x54 && c !== 0x74 && c !== 0x20) return DAY_ABSENT
  }
  if (bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return DAY_ABSENT
  const year =
    1000 * digit(bytes, start) + 100 * digit(bytes, start + 1) + 10 * digit(bytes, start + 2) + digit(bytes, start + 3)
  const month = 10 * digit(bytes, start + 5) + digit(bytes, start + 6)
  const dayOfMonth = 10 * digit(bytes, start + 8) + digit(bytes, start + 9)
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || dayOfMonth < 1) return DAY_ABSENT
  const i = 12 * (year - YEAR_MIN) + month - 1
  const day = MONTH_START[i]! + dayOfMonth - 1
  return day < MONTH_START[i + 1]! && day >= DAY_MIN && day <= DAY_MAX ? day : DAY_ABSENT
}
