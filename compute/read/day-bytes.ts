/** parseDay() of shared/schedule/day.ts on bytes, without a string: the readers meet up to ten dates per task. */
import { DAY_ABSENT } from '../../shared/schedule/columns.ts'
import { civilOfDay, DAY_MAX, DAY_MIN, dayOfCivil } from '../../shared/schedule/day.ts'

const YEAR_MIN = civilOfDay(DAY_MIN)[0]
const YEAR_MAX = civilOfDay(DAY_MAX)[0]

/** Entry 12 (year - YEAR_MIN) + month - 1: day number of the first of the month; one more at the end. */
const MONTH_START = Int32Array.from({ length: 12 * (YEAR_MAX - YEAR_MIN + 1) + 1 }, (_, i) =>
  dayOfCivil(YEAR_MIN + Math.floor(i / 12), (i % 12) + 1, 1),
)

/** "-MM-" as a little-endian word: its dashes, and where they stand. */
const DASHES = 0x2d00002d
const DASHES_MASK = 0xff0000ff | 0

/** Value of an ASCII digit; what is no digit makes every number it stands in too large. */
const digit = (c: number): number => {
  const d = (c & 0xff) ^ 0x30
  return d > 9 ? 100_000 : d
}

/** Day number of the date that bytes[start, end) begin with, DAY_ABSENT where parseDay() says undefined. */
export function dayOfBytes(view: DataView, start: number, end: number): number {
  const size = end - start
  if (size < 10) return DAY_ABSENT
  const years = view.getInt32(start, true)
  const months = view.getInt32(start + 4, true)
  const days = view.getInt16(start + 8, true)
  if ((months & DASHES_MASK) !== DASHES) return DAY_ABSENT
  const year = 1000 * digit(years) + 100 * digit(years >> 8) + 10 * digit(years >> 16) + digit(years >> 24)
  const month = 10 * digit(months >> 8) + digit(months >> 16)
  const dayOfMonth = 10 * digit(days) + digit(days >> 8)
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || dayOfMonth < 1) return DAY_ABSENT
  if (size > 10) {
    const c = view.getUint8(start + 10)
    if (c !== 0x54 && c !== 0x74 && c !== 0x20) return DAY_ABSENT
  }
  const i = 12 * (year - YEAR_MIN) + month - 1
  const day = MONTH_START[i]! + dayOfMonth - 1
  return day < MONTH_START[i + 1]! && day >= DAY_MIN && day <= DAY_MAX ? day : DAY_ABSENT
}
