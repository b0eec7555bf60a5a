/** Calendars of an .mpp: a record that says whose each is and what it is based on, and its working times as values. */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import type { Shift, Shifts } from '../../../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { reportCalendarParts } from '../calendar-members.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { CalendarDays, type FileCalendar, type FileWeek, Layers, newCalendar } from '../ms-project/file-calendar.ts'
import { DAILY, newRule, type Recurrence } from '../ms-project/recurrence.ts'
import type { Block } from './block.ts'
import { i32, u16, utf16 } from './little-endian.ts'
import type { MppFile } from './mpp-file.ts'
import { dayAt } from './values.ts'

const LAYOUT = { metaSize: 10, second: { least: 8, most: 12 } }
const RECORD_BYTES = 12
const NAME = 1
const [HOURS_OLD, HOURS] = [3, 8]
const NAME_LENGTH_MAX = 200
const WEEK_BYTES = 7 * 60
const DEFAULT_WEEK = 37_753_736

// a day: whether it is as that of the base, shifts, where each begins, how long it is
const DAY = { bytes: 60, isDefault: 0, count: 2, starts: 8, lengths: 20, shiftsMax: 5 } as const
// an exception: its days, its working times as those of a day, what it recurs by, its name
const OLD_EXCEPTION = { bytes: 64, day: 4 } as const
const EXCEPTION = { bytes: 92, day: 12, type: 72, details: 76, nameSize: 88 } as const
const WORK_WEEK = { days: WEEK_BYTES, nameSize: WEEK_BYTES + 12, bytes: WEEK_BYTES + 16 } as const

/** Some 5 us, more on a busy machine, and the lists of its days. */
const WEEK_COST = { steps: 1_000, memory: 300 }

/** What a resource has as its calendar, by the UID of the resource. */
export interface MppCalendars {
  readonly list: readonly FileCalendar[]
  readonly ofResource: ReadonlyMap<number, number>
}

export function readCalendars(file: MppFile, warnings: ImportWarnings, meter: WorkMeter): MppCalendars {
  const block = file.block('TBkndCal', LAYOUT)
  const { records, values } = block
  const list: FileCalendar[] = []
  const rowOf = new Map<number, number>()
  const ofResource = new Map<number, number>()
  const [idAt, baseAt, resourceAt] = file.isRearranged ? [8, 0, 4] : [0, 4, 8]
  for (let i = 0; i < records.count; i++) {
    const at = records.start(i)
    if (at < 0 || records.end(i) - at < RECORD_BYTES || at + RECORD_BYTES > records.data.length) continue
    const uid = i32(records.data, at + idAt)
    const base = i32(records.data, at + baseAt)
    const resource = i32(records.data, at + resourceAt)
    if (!(uid > 0) || rowOf.has(uid)) continue
    rowOf.set(uid, list.length)
    const isBase = !(base > 0) || base === uid || resource < 0
    list.push({ ...newCalendar(), uid, isBase, baseUid: base > 0 && base !== uid ? base : Number.NaN })
    // a calendar with a base goes before one without, which seldom names a resource
    const isOwn = base > 0 && base !== uid
    if (resource >= 0 && (isOwn || (resource > 0 && !ofResource.has(resource)))) ofResource.set(resource, uid)
  }
  values.group(rowOf, list.length)
  const reader = new HoursReader(file, block, warnings, meter)
  for (const [row, calendar] of list.entries()) reader.read(row, calendar)
  return { list, ofResource }
}

class HoursReader {
  readonly #isOld: boolean
  readonly #block: Block
  readonly #warnings: ImportWarnings
  readonly #meter: WorkMeter
  readonly #days: CalendarDays
  /** The week of calendars without a base. */
  readonly #standard: FileWeek | undefined

  constructor(file: MppFile, block: Block, warnings: ImportWarnings, meter: WorkMeter) {
    this.#isOld = file.isOld
    this.#block = block
    this.#warnings = warnings
    this.#meter = meter
    this.#days = new CalendarDays(warnings, meter)
    const standard = file.props.bytes(DEFAULT_WEEK)
    this.#standard = standard.length >= this.#weekAt + WEEK_BYTES ? this.#week(standard, this.#weekAt) : undefined
  }

  /** Until 2003 the count of exceptions stands before the week. */
  get #weekAt(): number {
    return this.#isOld ? 4 : 0
  }

  read(row: number, calendar: FileCalendar): void {
    const { values } = this.#block
    let hours = -1
    for (let n = values.first(row); n < values.first(row + 1); n++) {
      const k = values.item(n)
      const key = values.key(k)
      const [from, size] = [values.start(k), values.size(k)]
      if (key === NAME) calendar.name = utf16(values.data, from, from + Math.min(size, 2 * NAME_LENGTH_MAX))
      else if (key === (this.#isOld ? HOURS_OLD : HOURS)) hours = k
    }
    this.#days.name = calendar.name
    const from = hours < 0 ? 0 : values.start(hours)
    const bytes = hours < 0 ? values.data.subarray(0, 0) : values.data.subarray(from, from + values.size(hours))
    const weekAt = this.#weekAt
    if (bytes.length >= weekAt + WEEK_BYTES) {
      calendar.week = this.#week(bytes, weekAt)
      const layers = new Layers()
      if (this.#isOld) this.#readOldExceptions(bytes, layers)
      else this.#readExceptions(bytes, calendar, layers)
      calendar.exceptions = this.#days.laid(layers)
    }
    const standard = this.#standard
    if (Number.isNaN(calendar.baseUid) && standard !== undefined)
      calendar.week = calendar.week.map((shifts, d) => shifts ?? standard[d])
  }

  /** A week of the file begins with Sunday, one here with Monday. */
  #week(bytes: Uint8Array, from: number): FileWeek {
    const week: FileWeek = []
    for (let d = 0; d < 7; d++) {
      const at = from + ((d + 1) % 7) * DAY.bytes
      week.push(u16(bytes, at + DAY.isDefault) === 1 ? undefined : this.#shifts(bytes, at))
    }
    return week
  }

  #shifts(bytes: Uint8Array, at: number): Shifts {
    const count = Math.min(u16(bytes, at + DAY.count), DAY.shiftsMax)
    const shifts: Shift[] = []
    for (let n = 0; n < count; n++) {
      const begin = u16(bytes, at + DAY.starts + 2 * n) / 10
      const end = begin + i32(bytes, at + DAY.lengths + 4 * n) / 10
      if (begin < end && end <= MINUTES_PER_DAY) shifts.push([Math.round(begin), Math.round(end)])
      else reportCalendarParts(this.#warnings)
    }
    return this.#days.oneOf(shifts)
  }

  #expand(rule: Recurrence, bytes: Uint8Array, at: number, dayAtOffset: number, layers: Layers): void {
    const [first, last] = [dayAt(bytes, at), dayAt(bytes, at + 2)]
    rule.firstDay = Number.isNaN(first) ? DAY_ABSENT : first
    rule.lastDay = Number.isNaN(last) ? DAY_ABSENT : last
    this.#days.expand(rule, this.#shifts(bytes, at + dayAtOffset), layers)
  }

  #readOldExceptions(bytes: Uint8Array, layers: Layers): void {
    const count = u16(bytes, 0)
    let at = 4 + WEEK_BYTES
    for (let n = 0; n < count && at + OLD_EXCEPTION.bytes <= bytes.length; n++, at += OLD_EXCEPTION.bytes)
      this.#expand(newRule(), bytes, at, OLD_EXCEPTION.day, layers)
  }

  /** Exceptions, and behind them the weeks of a time. */
  #readExceptions(bytes: Uint8Array, calendar: FileCalendar, layers: Layers): void {
    let at = WEEK_BYTES + 4
    if (bytes.length < at) return
    const count = u16(bytes, WEEK_BYTES)
    for (let n = 0; n < count; n++) {
      if (at + EXCEPTION.bytes > bytes.length) return
      this.#expand(ruleAt(bytes, at), bytes, at, EXCEPTION.day, layers)
      at += EXCEPTION.bytes + paddedSize(i32(bytes, at + EXCEPTION.nameSize))
    }
    if (at + 4 > bytes.length) return
    const weeks = u16(bytes, at)
    at += 4
    for (let n = 0; n < weeks && at + WORK_WEEK.bytes <= bytes.length; n++) {
      // one value may be said to be of many calendars
      this.#meter.spend(1, WEEK_COST, ['TBkndCal'], () => `Weeks of the calendar ${JSON.stringify(calendar.name)}`)
      const [firstDay, lastDay] = [dayAt(bytes, at + WORK_WEEK.days), dayAt(bytes, at + WORK_WEEK.days + 2)]
      if (firstDay <= lastDay) calendar.workWeeks.push({ firstDay, lastDay, week: this.#week(bytes, at) })
      at += WORK_WEEK.bytes + paddedSize(i32(bytes, at + WORK_WEEK.nameSize))
    }
  }
}

/** The size of a text that is padded to four bytes. Sizes that lie end the list. */
const paddedSize = (size: number): number => (size >= 0 ? (size + 3) & ~3 : Number.POSITIVE_INFINITY)

const [YEARLY, YEARLY_BY_POSITION, MONTHLY, MONTHLY_BY_POSITION, WEEKLY, EVERY] = [2, 3, 4, 5, 6, 7]

function ruleAt(bytes: Uint8Array, at: number): Recurrence {
  const rule = newRule()
  const type = u16(bytes, at + EXCEPTION.type)
  const details = at + EXCEPTION.details
  const [a, b, c] = bytes.subarray(details, details + 3)
  const every = Math.max(1, c)
  if (type === YEARLY) Object.assign(rule, { type, month: a, monthDay: b })
  else if (type === YEARLY_BY_POSITION) Object.assign(rule, { type, month: a, monthPosition: b, monthItem: c })
  else if (type === MONTHLY) Object.assign(rule, { type, monthDay: a, period: every })
  else if (type === MONTHLY_BY_POSITION) Object.assign(rule, { type, monthPosition: a, monthItem: b, period: every })
  else if (type === WEEKLY) Object.assign(rule, { type, daysOfWeek: a, period: every })
  else if (type === EVERY) Object.assign(rule, { type, period: Math.max(1, u16(bytes, details)) })
  else rule.type = DAILY
  return rule
}
