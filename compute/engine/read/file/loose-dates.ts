/**
 * Dates of files that are not written as their tools write them: "27.11.2026", "20261127", "2026-3-5 8:00", "27-Nov-26 08:00 PM". Readers come here when
 * day-bytes.ts has not read a value whole, so nothing of a date is cut in silence.
 *
 * Which of two numbers is the day is decided by one rule. Where points are between them the day stands first; a number of more than 12 is the day. All
 * other dates of a file stand as those do that have such a number; where none has, or some say this and some that, the day is taken to stand before the
 * month, and that is told.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN, dayOfCivil } from '../../../../shared/contract/schedule/day.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { DATE_BYTES, DATE_TIME_BYTES, dayOfBytes, timeOfBytes } from '../day-bytes.ts'

/** What a value was: read as its tool writes it, in another form, with a doubt, or not at all. */
export const PLAIN = 0
export const OTHER_FORM = 1
export const AMBIGUOUS = 2
export const UNREADABLE = 3
/** The day was read, what stands behind it is no time. */
export const WITHOUT_TIME = 4

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TEXT_BYTES_MAX = 60

const ISO = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=$|[T\s])/i
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=$|[T\s])/i
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[T\s])/i
const NAMED = /^(\d{1,2})[-\s./]([a-z]{3})[a-z]*[-\s./](\d{4}|\d{2})(?=$|[T\s])/i
/** With a time of day, an A (a mark of P6 for an actual date) or * (of a constraint) behind it. */
const TIME =
  /^(?:[T\s]\s{0,9}(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s{0,9}(am|pm)?)?\s{0,9}(?:Z|[+-]\d{2}:?\d{2})?\s{0,9}[a*]?$/i
/** Years of two digits below it are of this century. */
const CENTURY_SPLIT = 80

interface FormWarning {
  readonly code: string
  /** `first`: place and value. */
  readonly text: (first: string) => string
}

/** What is said of a form other than PLAIN. */
export const FORM_WARNINGS: readonly (FormWarning | undefined)[] = [
  undefined,
  {
    code: 'date_form',
    text: first => `Dates in another form than that of the tool were read, the first: ${first}.`,
  },
  {
    code: 'date_ambiguous',
    text: first =>
      `Dates leave it open which number is the day; the day was taken to stand before the month, the first: ${first}.`,
  },
  { code: 'bad_date', text: first => `Dates that could not be read were left out, the first: ${first}.` },
  {
    code: 'time_unreadable',
    text: first => `Behind dates stands what is no time of day; the days were read, the first: ${first}.`,
  },
]

/** Which number is the day in the dates of a file that leave no doubt. */
const NOTHING_SAID = 0
const DAY_FIRST = 1
const MONTH_FIRST = 2
/** Of files in which some value was in doubt; DAY_FIRST | MONTH_FIRST: they contradict each other. */
const orders = new WeakMap<DataView, number>()

function orderIn(view: DataView): number {
  const known = orders.get(view)
  if (known !== undefined) return known
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  let order = NOTHING_SAID
  for (let at = 0; at + SHORTEST_DATE <= bytes.length && order !== (DAY_FIRST | MONTH_FIRST); at++) {
    // at the begin of a value: one digit or two, and a mark that leaves it open which number is the day
    if (at > 0 && bytes[at - 1] !== TAB && bytes[at - 1] !== CLOSING && bytes[at - 1] !== LINE_FEED) continue
    const mark = bytes[isDigit(bytes[at + 1]) ? at + 2 : at + 1]
    if (!isDigit(bytes[at]) || (mark !== SLASH && mark !== MINUS)) continue
    const [value] = String.fromCharCode(...bytes.subarray(at, at + DATE_BYTES)).split('<')
    const match = YEAR_LAST.exec(value!)
    if (match === null) continue
    if (Number(match[1]) > MONTHS.length) order |= DAY_FIRST
    else if (Number(match[3]) > MONTHS.length) order |= MONTH_FIRST
  }
  orders.set(view, order)
  return order
}

/** One reader of dates; the last one stays in its members. */
export class LooseDate {
  /** DAY_ABSENT = it could not be read. */
  day = DAY_ABSENT
  /** Minutes after midnight + 1, 0 = it has none. */
  time = 0
  form = PLAIN

  /** bytes[start, end) of the view is not empty. Returns the form. */
  read(view: DataView, start: number, end: number): number {
    const size = end - start
    // a file is read as far as it can be, and told
    const tail = size > DATE_BYTES ? view.getUint8(start + DATE_BYTES) | 0x20 : 0
    const isApart = tail === 0 || tail === 0x20 || tail === 0x74
    this.day = isApart ? dayOfBytes(view, start, Math.min(end, start + DATE_BYTES)) : DAY_ABSENT
    this.time = size > DATE_BYTES && this.day !== DAY_ABSENT ? timeOfBytes(view, start, end) : 0
    this.form = PLAIN
    if (this.day !== DAY_ABSENT && (size === DATE_BYTES || (this.time > 0 && isPlainTail(view, start, end))))
      return PLAIN
    return this.#readText(view, start, end)
  }

  #readText(view: DataView, start: number, end: number): number {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + start, Math.min(end - start, TEXT_BYTES_MAX + 1))
    const text = String.fromCharCode(...bytes).trim()
    const isPlainDay = this.day !== DAY_ABSENT
    this.form = UNREADABLE
    this.day = DAY_ABSENT
    this.time = 0
    if (text.length > TEXT_BYTES_MAX) return this.form
    const rest = this.#readDay(text, isPlainDay, view)
    if (this.day === DAY_ABSENT) {
      this.form = UNREADABLE
      return this.form
    }
    const time = TIME.exec(rest)
    if (time === null || !this.#setTime(time)) this.form = WITHOUT_TIME
    return this.form
  }

  /** Sets day and form; returns what stands behind the date. */
  #readDay(text: string, isPlainDay: boolean, view: DataView): string {
    const iso = ISO.exec(text)
    if (iso !== null) {
      this.form = isPlainDay ? PLAIN : OTHER_FORM
      return this.#setDay(text, iso, Number(iso[1]), Number(iso[3]), Number(iso[4]))
    }
    const compact = COMPACT.exec(text)
    this.form = OTHER_FORM
    if (compact !== null) return this.#setDay(text, compact, Number(compact[1]), Number(compact[2]), Number(compact[3]))
    const named = NAMED.exec(text)
    if (named !== null) {
      const year = Number(named[3])
      const whole = named[3]!.length === 4 ? year : year < CENTURY_SPLIT ? 2000 + year : 1900 + year
      return this.#setDay(text, named, whole, 1 + MONTHS.indexOf(named[2]!.toLowerCase()), Number(named[1]))
    }
    const last = YEAR_LAST.exec(text)
    if (last === null) return text
    const [a, b] = [Number(last[1]), Number(last[3])]
    const isOpen = last[2] !== '.' && a <= MONTHS.length && b <= MONTHS.length && a !== b
    const order = isOpen ? orderIn(view) : NOTHING_SAID
    if (isOpen && order !== DAY_FIRST && order !== MONTH_FIRST) this.form = AMBIGUOUS
    const isDayFirst = last[2] === '.' || (b <= MONTHS.length && order !== MONTH_FIRST)
    return this.#setDay(text, last, Number(last[4]), isDayFirst ? b : a, isDayFirst ? a : b)
  }

  #setDay(text: string, match: RegExpExecArray, year: number, month: number, dayOfMonth: number): string {
    if (month >= 1 && month <= 12 && dayOfMonth >= 1 && year >= 1) {
      const first = dayOfCivil(year, month, 1)
      const next = month === 12 ? dayOfCivil(year + 1, 1, 1) : dayOfCivil(year, month + 1, 1)
      const day = first + dayOfMonth - 1
      if (day < next && day >= DAY_MIN && day <= DAY_MAX) this.day = day
    }
    return text.slice(match[0].length)
  }

  /** false = there is no such time. */
  #setTime([, hours, minutes, seconds = '0', half]: RegExpExecArray): boolean {
    if (hours === undefined) return true
    const hour = Number(hours)
    const minute = Number(minutes)
    if (minute > 59 || Number(seconds) > 60 || hour > 24 || (half !== undefined && (hour < 1 || hour > 12)))
      return false
    const at = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
    const minutesOfDay = 60 * at + minute
    if (minutesOfDay > MINUTES_PER_DAY) return false
    // 24:00 is the first minute of the next day
    if (minutesOfDay === MINUTES_PER_DAY) {
      if (this.day === DAY_MAX) return false
      this.day++
    }
    this.time = (minutesOfDay % MINUTES_PER_DAY) + 1
    return true
  }
}

/** Nothing behind "YYYY-MM-DDTHH:MM", or seconds and a zone. */
function isPlainTail(view: DataView, start: number, end: number): boolean {
  const at = start + DATE_TIME_BYTES
  if (at === end) return true
  const c = view.getUint8(at)
  return (c === COLON || c === LETTER_Z || c === PLUS || c === MINUS) && isZone(view, at, end)
}

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39

/** "1/2/2026". */
const SHORTEST_DATE = 8
const TAB = 0x09
const LINE_FEED = 0x0a
const CLOSING = 0x3e
const SLASH = 0x2f
const COLON = 0x3a
const LETTER_Z = 0x5a
const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e

/** Digits and what stands in seconds and zones. */
function isZone(view: DataView, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const c = view.getUint8(at)
    if (!isDigit(c) && c !== COLON && c !== LETTER_Z && c !== PLUS && c !== MINUS && c !== POINT) return false
  }
  return true
}
