/**
 * The working times of a P6 calendar, out of CALENDAR.clndr_data: nested parentheses, of which each is a name, attributes in parentheses and parts in
 * parentheses. (0||1(s|08:00|f|12:00)()) is a shift; days of the week count from 1 = Sunday; (0||0(d|43650)()) is a day off, with shifts a day of
 * other hours; days are counted since 1899-12-30. Read in one pass without recursion.
 */

import type { CalendarData, Range } from '../p6/p6-calendar-member.ts'

const MINUTES_PER_DAY = 24 * 60
/** Day number of 1899-12-30. */
const SERIAL_ZERO = -25_569
const SERIAL_MAX = 250_000
const DEPTH_MAX = 12
/** Shifts of one day. */
const RANGES_MAX = 200

const [OPEN, CLOSE] = [0x28, 0x29]
// what a parenthesis that is open holds
const NODE = 0
const ATTRIBUTES = 1
const PARTS = 2

/** Depths of the nodes: CalendarData > DaysOfWeek, Exceptions > a day > a shift. */
const SECTION_DEPTH = 2
const DAY_DEPTH = 3
const SHIFT_DEPTH = 4

/** undefined: the parentheses do not fit, or there is neither a week nor an exception in them. */
export function parseCalendarData(text: string): CalendarData | undefined {
  const reader = new CalendarDataReader()
  return walk(text, (depth, name, attributes) => reader.node(depth, name, attributes)) ? reader.result : undefined
}

/** Calls back for every node with its attributes; false = the parentheses do not match. */
function walk(text: string, onNode: (depth: number, name: string, attributes: string) => void): boolean {
  const kinds: number[] = []
  /** Groups that the node at this depth has had. */
  const groups: number[] = []
  const names: string[] = []
  let depth = 0
  let textFrom = 0
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === OPEN) {
      const top = kinds.at(-1)
      if (top === ATTRIBUTES || kinds.length >= 2 * DEPTH_MAX) return false
      if (top === NODE) {
        const had = groups[depth - 1]++
        if (had === 0) names[depth - 1] = nameOf(text.slice(textFrom, at))
        else if (had > 1) return false
        kinds.push(had === 0 ? ATTRIBUTES : PARTS)
      } else {
        kinds.push(NODE)
        groups[depth++] = 0
      }
      textFrom = at + 1
    } else if (c === CLOSE) {
      const kind = kinds.pop()
      if (kind === undefined) return false
      if (kind === ATTRIBUTES) onNode(depth, names[depth - 1], text.slice(textFrom, at))
      if (kind === NODE) depth--
    }
  }
  return kinds.length === 0
}

/** "0||DaysOfWeek" */
const nameOf = (text: string): string =>
  text
    .slice(text.lastIndexOf('|') + 1)
    .trim()
    .toLowerCase()

class CalendarDataReader {
  readonly #week: (Range[] | undefined)[] = new Array<Range[] | undefined>(7).fill(undefined)
  readonly #exceptions = new Map<number, Range[]>()
  #oddCount = 0
  /** What was said of an exception before, which the later one replaces. */
  readonly #repeated: (readonly [before: Range[], now: Range[]])[] = []
  #section = ''
  #day: Range[] | undefined

  get result(): CalendarData | undefined {
    const isEmpty = this.#exceptions.size === 0 && this.#week.every(day => day === undefined)
    return isEmpty
      ? undefined
      : { week: this.#week, exceptions: this.#exceptions, oddCount: this.#oddCount + this.#contradicted() }
  }

  node(depth: number, name: string, attributes: string): void {
    if (depth === SECTION_DEPTH) this.#section = name
    else if (depth === DAY_DEPTH && this.#section === 'daysofweek') this.#day = this.#weekday(name)
    else if (depth === DAY_DEPTH && this.#section === 'exceptions') this.#day = this.#exception(attributes)
    else if (depth === SHIFT_DEPTH && this.#day !== undefined) this.#shift(this.#day, attributes)
  }

  #weekday(name: string): Range[] | undefined {
    const number = /^[1-7]$/.test(name) ? Number(name) : 0
    if (number === 0) {
      this.#oddCount++
      return undefined
    }
    // 1 = Sunday
    return (this.#week[(number + 5) % 7] ??= [])
  }

  #contradicted(): number {
    return this.#repeated.filter(([before, now]) => JSON.stringify(before) !== JSON.stringify(now)).length
  }

  #exception(attributes: string): Range[] | undefined {
    const serial = Number(attributesOf(attributes).get('d') ?? Number.NaN)
    if (!(serial >= 1 && serial <= SERIAL_MAX)) {
      this.#oddCount++
      return undefined
    }
    const day = Math.floor(serial) + SERIAL_ZERO
    const ranges: Range[] = []
    const before = this.#exceptions.get(day)
    if (before !== undefined) this.#repeated.push([before, ranges])
    this.#exceptions.set(day, ranges)
    return ranges
  }

  #shift(day: Range[], attributes: string): void {
    const pairs = attributesOf(attributes)
    const from = minuteOf(pairs.get('s'))
    const to = minuteOf(pairs.get('f'))
    if (Number.isNaN(from) || Number.isNaN(to) || from === MINUTES_PER_DAY || day.length >= RANGES_MAX) this.#oddCount++
    // 00:00 to 00:00 is the whole day, and a shift that ends before it begins ends the next day
    else day.push([from, to > from ? to : to + MINUTES_PER_DAY])
  }
}

/** "s|08:00|f|12:00" */
function attributesOf(text: string): Map<string, string> {
  const parts = text.slice(0, 200).split('|')
  const pairs = new Map<string, string>()
  for (let i = 0; i + 1 < parts.length; i += 2) pairs.set(parts[i].trim().toLowerCase(), parts[i + 1].trim())
  return pairs
}

const TIME = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:\s*([ap])\.?m\.?)?$/i

function minuteOf(text: string | undefined): number {
  const m = TIME.exec(text ?? '')
  if (m === null) return Number.NaN
  const half = m[3]?.toLowerCase()
  const hour = half === undefined ? Number(m[1]) : (Number(m[1]) % 12) + (half === 'p' ? 12 : 0)
  const minute = 60 * hour + Number(m[2])
  return Number(m[2]) < 60 && minute <= MINUTES_PER_DAY ? minute : Number.NaN
}
