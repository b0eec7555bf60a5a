/** Calendar elements of P6 XML, with the working times that they say, to the mapper. */
import { EXCEPTIONS_MAX } from '../../../../../shared/contract/schedule/calendars.ts'
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { dayOfBytes } from '../../day-bytes.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import type { Range } from '../p6/p6-calendar-member.ts'
import type { P6Calendars } from '../p6/p6-calendars.ts'
import { knownFlag } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf, timeOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const NAME_LENGTH_MAX = 200

/** The Calendar that the cursor has opened. */
export function readCalendar(xml: XmlCursor, calendars: P6Calendars, warnings: ImportWarnings): void {
  let id = Number.NaN
  let base = Number.NaN
  let name = ''
  let hoursPerDay = Number.NaN
  let hoursText = ''
  let isDefault = false
  const week: (Range[] | undefined)[] = new Array<Range[] | undefined>(7).fill(undefined)
  const exceptions = new Map<number, Range[]>()
  let oddCount = 0
  for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
    if (part === E.ObjectId) id = number(xml)
    else if (part === E.BaseCalendarObjectId) base = number(xml)
    else if (part === E.HoursPerDay) {
      hoursPerDay = number(xml)
      hoursText = xml.string()
    } else if (part === E.Name) {
      xml.text()
      name = xml.string().slice(0, NAME_LENGTH_MAX)
    } else if (part === E.IsDefault) isDefault = knownFlag(xml, warnings, 'Calendar.IsDefault', 0) === 1
    else if (part === E.StandardWorkWeek) oddCount += readWeek(xml, week)
    else if (part === E.HolidayOrExceptions) oddCount += readExceptions(xml, exceptions, warnings)
    else xml.skip()
  }
  const data = { week, exceptions, oddCount }
  calendars.add({
    id: Number.isInteger(id) ? String(id) : '',
    name,
    base: Number.isNaN(base) ? '' : String(base),
    hoursPerDay,
    hoursPerWeek: Number.NaN,
    isDefault,
    hoursPlace: `Calendar.HoursPerDay of ${id}`,
    hoursText,
    saysTimes: true,
    data: () => data,
  })
}

/** Returns how many parts of it are no shifts. */
function readExceptions(xml: XmlCursor, exceptions: Map<number, Range[]>, warnings: ImportWarnings): number {
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
      warnings.add('calendar_exceptions_left_out', 'Exceptions of calendars have no date and were left out.')
    else if (exceptions.size < EXCEPTIONS_MAX || exceptions.has(day)) {
      const before = exceptions.get(day)
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(ranges)) oddCount++
      exceptions.set(day, ranges)
    } else
      warnings.add('calendar_exceptions_left_out', `Exceptions of a calendar beyond ${EXCEPTIONS_MAX} were left out.`)
  }
  return oddCount
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
