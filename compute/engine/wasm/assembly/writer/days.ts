/** Days and moments between quotes: see shared/contract/schedule/day.ts. 0 = a year of more or less than four digits, or no whole minute. */
import { DAY_ROWS, DAY_TEXTS, DAYS } from './layout'
import { four, pair } from './numbers'

/** 0000-01-01 and 9999-12-31. */
const DAY_FIRST: i32 = -719528
const DAY_LAST: i32 = 2932896
const MINUTES_PER_DAY: i32 = 1440
const QUOTE: u8 = 0x22
const DASH: u8 = 0x2d
const DAY_TEXT_BYTES: usize = 12

export function setDays(): void {
  for (let row: i32 = 0; row < DAY_ROWS; row++) store<i32>(DAYS + 4 * row, i32.MIN_VALUE)
}

/** After H. Hinnant, "chrono-compatible low-level date algorithms". */
function format(at: usize, day: i32): void {
  const z = <u32>(day + 719468 + 146097)
  const era = z / 146097
  const dayOfEra = z - era * 146097
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  const mp = (5 * dayOfYear + 2) / 153
  const month = mp < 10 ? mp + 3 : mp - 9
  const year = yearOfEra + era * 400 - 400 + (month <= 2 ? 1 : 0)
  store<u8>(at, QUOTE)
  store<u32>(at + 1, four(year))
  store<u8>(at + 5, DASH)
  store<u16>(at + 6, <u16>pair(month))
  store<u8>(at + 8, DASH)
  store<u16>(at + 9, <u16>pair(dayOfYear - (153 * mp + 2) / 5 + 1))
  store<u8>(at + 11, QUOTE)
}

export function quotedDay(at: usize, day: i32): usize {
  if (day < DAY_FIRST || day > DAY_LAST) return 0
  const row = day & (DAY_ROWS - 1)
  const text = DAY_TEXTS + 16 * row
  if (load<i32>(DAYS + 4 * row) !== day) {
    format(text, day)
    store<i32>(DAYS + 4 * row, day)
  }
  v128.store(at, v128.load(text))
  return at + DAY_TEXT_BYTES
}

export function quotedMoment(at: usize, moment: f64): usize {
  const day = Math.floor(moment / MINUTES_PER_DAY)
  const minute = moment - day * MINUTES_PER_DAY
  if (!(day >= DAY_FIRST && day <= DAY_LAST) || minute !== Math.floor(minute)) return 0
  // the time takes the place of the second quote
  const end = quotedDay(at, <i32>day) - 1
  const hours = <u32>minute / 60
  store<u8>(end, 0x54)
  store<u16>(end + 1, <u16>pair(hours))
  store<u8>(end + 3, 0x3a)
  store<u16>(end + 4, <u16>pair(<u32>minute - 60 * hours))
  store<u8>(end + 6, QUOTE)
  return end + 7
}
