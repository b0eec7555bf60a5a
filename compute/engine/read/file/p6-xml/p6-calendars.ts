/** Calendars of a file of P6, of all its projects: a few are used. What they are made of is as in XER, so it becomes members there. */
import { CALENDARS_MAX, EXCEPTIONS_MAX } from '../../../../../shared/schedule/calendars.ts'
import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/schedule/time-of-day.ts'
import { dayOfBytes } from '../../day-bytes.ts'
import type { CalendarMember } from '../calendar-members.ts'
import { reportCalendarParts } from '../calendar-parts-left-out.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import type { CalendarData, Range } from '../xer/calendar-data.ts'
import { hasWork, memberOfData, STANDARD_DATA } from '../xer/calendar-member.ts'
import { knownFlag } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf, timeOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

interface P6Calendar {
  readonly name: string
  /** NaN = none. */
  readonly base: number
  readonly minutesPerDay: number
  readonly data: CalendarData
}

const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MINUTES_DEFAULT = 480
const STANDARD_ID = 'standard'
const NAME_LENGTH_MAX = 200
const PARENTS_MAX = 9

export class P6Calendars {
  readonly #byId = new Map<number, P6Calendar>()
  readonly #warnings: ImportWarnings
  /** NaN = none. */
  #default = Number.NaN
  #flagged = Number.NaN

  constructor(warnings: ImportWarnings) {
    this.#warnings = warnings
  }

  /** The Calendar that the cursor has opened. */
  read(xml: XmlCursor): void {
    let id = Number.NaN
    let base = Number.NaN
    let name = ''
    let hours = Number.NaN
    let isDefault = false
    const week: (Range[] | undefined)[] = new Array<Range[] | undefined>(7).fill(undefined)
    const exceptions = new Map<number, Range[]>()
    let oddCount = 0
    for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
      if (part === E.ObjectId) id = number(xml)
      else if (part === E.BaseCalendarObjectId) base = number(xml)
      else if (part === E.HoursPerDay) hours = number(xml)
      else if (part === E.Name) {
        xml.text()
        name = xml.string().slice(0, NAME_LENGTH_MAX)
      } else if (part === E.IsDefault) isDefault = knownFlag(xml, this.#warnings, 'Calendar.IsDefault', 0) === 1
      else if (part === E.StandardWorkWeek) oddCount += readWeek(xml, week)
      else if (part === E.HolidayOrExceptions) oddCount += this.#readExceptions(xml, exceptions)
      else xml.skip()
    }
    if (!Number.isInteger(id) || this.#byId.has(id)) {
      this.#warnings.add('calendar_left_out', 'Calendars without an ObjectId of their own were left out.')
      return
    }
    const data = { week, exceptions, oddCount }
    if (isDefault && Number.isNaN(this.#flagged)) this.#flagged = id
    this.#byId.set(id, { name, base, minutesPerDay: this.#minutesOf(hours), data })
  }

  /** Names the calendar of the project, once all are read. */
  chooseDefault(id: number): void {
    const first = this.#byId.keys().next().value
    if (this.#byId.has(id)) this.#default = id
    else {
      if (!Number.isNaN(id))
        this.#warnings.addNotes(
          'calendar_unknown',
          'The calendar of the project is not in the file; its default calendar was taken.',
          Notes.one('ActivityDefaultCalendarObjectId', String(id)),
        )
      this.#default = Number.isNaN(this.#flagged) ? (first ?? Number.NaN) : this.#flagged
    }
    if (first !== undefined) return
    this.#warnings.add(
      'calendars_missing',
      'The file has no calendars: Monday to Friday, 08:00 to 12:00 and 13:00 to 17:00, was assumed for all tasks.',
    )
  }

  get defaultId(): string {
    return Number.isNaN(this.#default) ? STANDARD_ID : String(this.#default)
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /** Of a day of the calendar; of one that is not there, of the project's. */
  minutesPerDay(id: number): number {
    return (this.#byId.get(id) ?? this.#byId.get(this.#default))?.minutesPerDay ?? MINUTES_DEFAULT
  }

  /** Those that are used, with what they stand on, in the order of the file. */
  membersOf(used: Iterable<number>): CalendarMember[] {
    if (this.#byId.size === 0)
      return [memberOfData({ id: STANDARD_ID, name: '', minutesPerDay: MINUTES_DEFAULT, data: STANDARD_DATA })]
    const wanted = new Set<number>()
    for (const id of [this.#default, ...used]) {
      let at: number | undefined = id
      for (let n = 0; at !== undefined && n <= PARENTS_MAX && wanted.size < CALENDARS_MAX; n++) {
        wanted.add(at)
        at = this.#parentOf(at)
      }
    }
    return [...this.#byId.keys()].filter(id => wanted.has(id)).map(id => this.#memberOf(id))
  }

  #memberOf(id: number): CalendarMember {
    const { name, minutesPerDay, data } = this.#byId.get(id)!
    const parent = this.#parentOf(id)
    const isStandard = parent === undefined && !hasWork(data)
    if (isStandard)
      this.#warnings.addNotes(
        'calendar_without_work',
        'Calendars have no working time in their week: Monday to Friday, 08:00 to 12:00 and 13:00 to 17:00, was assumed for their tasks.',
        Notes.one('Calendar.StandardWorkWeek', String(id)),
      )
    reportCalendarParts(this.#warnings, data.oddCount)
    const parentId = parent === undefined ? undefined : String(parent)
    return memberOfData({
      id: String(id),
      name,
      minutesPerDay,
      parent: parentId,
      data: isStandard ? STANDARD_DATA : data,
    })
  }

  /** A chain that comes back, or is too long, ends. */
  #parentOf(id: number): number | undefined {
    const parent = this.#byId.get(id)?.base
    if (parent === undefined || !this.#byId.has(parent)) return undefined
    let at: number | undefined = parent
    for (let n = 0; n < PARENTS_MAX; n++) {
      at = this.#byId.get(at!)?.base
      if (at === undefined || !this.#byId.has(at)) return parent
      if (at === id) return undefined
    }
    return undefined
  }

  #minutesOf(hours: number): number {
    if (hours > 0 && hours <= 24) return Math.max(1, Math.round(60 * hours))
    this.#warnings.add(
      'calendar_hours',
      'Calendars without hours per day between 0 and 24 (HoursPerDay): 8 were assumed. Durations and floats in days depend on them.',
    )
    return MINUTES_DEFAULT
  }

  /** Returns how many parts of it are no shifts. */
  #readExceptions(xml: XmlCursor, exceptions: Map<number, Range[]>): number {
    let oddCount = 0
    for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
      if (part !== E.HolidayOrException) {
        xml.skip()
        continue
      }
      let day = DAY_ABSENT
      const ranges: Range[] = []
      for (let item = xml.child(); item !== NO_CHILD; item = xml.child()) {
        if (item === E.Date) {
          xml.text()
          day = dayOfBytes(xml.view, xml.start, xml.end)
        } else if (item === E.WorkTime) oddCount += readWorkTime(xml, ranges)
        else xml.skip()
      }
      if (day === DAY_ABSENT)
        this.#warnings.add('calendar_exceptions_left_out', 'Exceptions of calendars have no date and were left out.')
      else if (exceptions.size < EXCEPTIONS_MAX || exceptions.has(day)) exceptions.set(day, ranges)
      else
        this.#warnings.add(
          'calendar_exceptions_left_out',
          `Exceptions of a calendar beyond ${EXCEPTIONS_MAX} were left out.`,
        )
    }
    return oddCount
  }
}

/** Returns how many parts of it are neither days nor shifts. */
function readWeek(xml: XmlCursor, week: (Range[] | undefined)[]): number {
  let oddCount = 0
  for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
    if (part !== E.StandardWorkHours) {
      xml.skip()
      continue
    }
    let day = -1
    const ranges: Range[] = []
    for (let item = xml.child(); item !== NO_CHILD; item = xml.child()) {
      if (item === E.DayOfWeek) {
        xml.text()
        day = WEEKDAY_NAMES.indexOf(xml.string().toLowerCase())
      } else if (item === E.WorkTime) oddCount += readWorkTime(xml, ranges)
      else xml.skip()
    }
    if (day >= 0) week[day] = ranges
    else oddCount++
  }
  return oddCount
}

/** Shifts of a day. */
const RANGES_MAX = 200

/**
 * P6 writes the last minute of a shift, 11:59 for one that ends at 12:00; other tools write the end. Returns 1 where it is no shift, 0 where it is one or
 * empty, as on days off.
 */
function readWorkTime(xml: XmlCursor, ranges: Range[]): number {
  let from = Number.NaN
  let last = Number.NaN
  let isEmpty = true
  for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
    if (part === E.Start) {
      xml.text()
      isEmpty &&= xml.end === xml.start
      from = timeOf(xml)
    } else if (part === E.Finish) {
      xml.text()
      isEmpty &&= xml.end === xml.start
      last = timeOf(xml)
    } else xml.skip()
  }
  if (Number.isNaN(from) || Number.isNaN(last) || ranges.length === RANGES_MAX) return isEmpty ? 0 : 1
  const end = last % 30 === 0 ? last : last + 1
  const to = end > from ? end : end + MINUTES_PER_DAY
  ranges.push([from, to])
  return 0
}

function number(xml: XmlCursor): number {
  xml.text()
  return numberOf(xml)
}
