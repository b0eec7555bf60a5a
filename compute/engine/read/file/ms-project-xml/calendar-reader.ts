/** Calendars of the XML of Microsoft Project. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import type { Shift, Shifts } from '../../../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { dayOfBytes } from '../../day-bytes.ts'
import { reportCalendarParts } from '../calendar-members.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import {
  CalendarDays,
  type FileCalendar,
  type FileWeek,
  Layers,
  newCalendar,
  SHIFTS_MAX,
  STANDARD_DAY,
  type WorkWeek,
} from '../ms-project/file-calendar.ts'
import { DAILY, newRule, type Recurrence } from '../ms-project/recurrence.ts'
import { knownFlag, knownNumber } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf, timeOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

const isExceptionType = (type: number): boolean => Number.isInteger(type) && type >= DAILY && type <= 9
const EXCEPTION_TYPE = { field: 'Exception.Type', readAs: `${DAILY}, daily` }

/** A WeekDay or an Exception while it is read. */
class Times {
  dayType = Number.NaN
  /** NaN = not said. */
  isWorking = Number.NaN
  readonly times: Shift[] = []
  readonly rule: Recurrence = newRule()
  isByOccurrences = false

  get shifts(): Shifts {
    if (this.isWorking === 0) return []
    return this.isWorking === 1 && this.times.length === 0 ? STANDARD_DAY : this.times
  }
}

export class CalendarReader {
  readonly #xml: XmlCursor
  readonly #warnings: ImportWarnings
  readonly #days: CalendarDays

  constructor(xml: XmlCursor, warnings: ImportWarnings, meter: WorkMeter) {
    this.#xml = xml
    this.#warnings = warnings
    this.#days = new CalendarDays(warnings, meter)
  }

  /** The element Calendar that the cursor has opened; undefined = it has no UID. */
  read(): FileCalendar | undefined {
    const xml = this.#xml
    const calendar = newCalendar()
    const exceptions = new Layers()
    const oldExceptions = new Layers()
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.UID) calendar.uid = this.#number()
      else if (name === E.Name) {
        xml.text()
        this.#days.name = calendar.name = xml.string().slice(0, 200)
      } else if (name === E.IsBaseCalendar) calendar.isBase = this.#flag('Calendar.IsBaseCalendar', 0) === 1
      else if (name === E.BaseCalendarUID) calendar.baseUid = this.#number()
      else if (name === E.WeekDays) this.#readWeekDays(calendar.week, oldExceptions)
      else if (name === E.Exceptions) this.#readExceptions(exceptions)
      else if (name === E.WorkWeeks) this.#readWorkWeeks(calendar.workWeeks)
      else xml.skip()
    }
    // files since 2007 say each exception twice, once as older versions do
    calendar.exceptions = this.#days.laid(exceptions.isEmpty ? oldExceptions : exceptions)
    return Number.isFinite(calendar.uid) ? calendar : undefined
  }

  #readWeekDays(week: FileWeek, exceptions: Layers): void {
    const xml = this.#xml
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name !== E.WeekDay) {
        xml.skip()
        continue
      }
      const day = this.#readTimes()
      // 1 is Sunday; 0 an exception as before 2007
      if (day.dayType >= 1 && day.dayType <= 7) week[(day.dayType + 5) % 7] = this.#days.oneOf(day.shifts)
      else if (day.dayType === 0) this.#expand(day, exceptions)
      else reportCalendarParts(this.#warnings)
    }
  }

  #readExceptions(exceptions: Layers): void {
    const xml = this.#xml
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.Exception) this.#expand(this.#readTimes(), exceptions)
      else xml.skip()
    }
  }

  #readWorkWeeks(weeks: WorkWeek[]): void {
    const xml = this.#xml
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name !== E.WorkWeek) {
        xml.skip()
        continue
      }
      const week = new Array<Shifts | undefined>(7).fill(undefined)
      const period = new Times()
      let hasDays = false
      for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
        if (part === E.TimePeriod) this.#readPeriod(period)
        else if (part === E.WeekDays) {
          hasDays = true
          this.#readWeekDays(week, new Layers())
        } else xml.skip()
      }
      const { firstDay, lastDay } = period.rule
      if (firstDay === DAY_ABSENT || lastDay < firstDay) continue
      // a week that names days leaves the others without work
      weeks.push({ firstDay, lastDay, week: hasDays ? week.map(shifts => shifts ?? []) : week })
    }
  }

  /** A WeekDay or an Exception. */
  #readTimes(): Times {
    const xml = this.#xml
    const day = new Times()
    const { rule } = day
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.DayType) day.dayType = this.#number()
      else if (name === E.DayWorking) day.isWorking = this.#flag('DayWorking', Number.NaN)
      else if (name === E.TimePeriod) this.#readPeriod(day)
      else if (name === E.WorkingTimes) this.#readWorkingTimes(day.times)
      else if (name === E.Type) rule.type = knownNumber(xml, this.#warnings, EXCEPTION_TYPE, isExceptionType, DAILY)
      else if (name === E.Period) rule.period = this.#whole(1)
      else if (name === E.Occurrences) rule.occurrences = this.#whole(0)
      else if (name === E.EnteredByOccurrences) day.isByOccurrences = this.#flag('EnteredByOccurrences', 0) === 1
      else if (name === E.DaysOfWeek) rule.daysOfWeek = this.#whole(0)
      else if (name === E.MonthItem) rule.monthItem = this.#whole(0)
      else if (name === E.MonthPosition) rule.monthPosition = this.#whole(0)
      else if (name === E.Month) rule.month = this.#whole(0)
      else if (name === E.MonthDay) rule.monthDay = this.#whole(1)
      else xml.skip()
    }
    if (!day.isByOccurrences || rule.occurrences === 0) rule.occurrences = Number.POSITIVE_INFINITY
    return day
  }

  #readPeriod(day: Times): void {
    const xml = this.#xml
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.FromDate) day.rule.firstDay = this.#day()
      else if (name === E.ToDate) day.rule.lastDay = this.#day()
      else xml.skip()
    }
  }

  #readWorkingTimes(times: Shift[]): void {
    const xml = this.#xml
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name !== E.WorkingTime) {
        xml.skip()
        continue
      }
      let from = Number.NaN
      let to = Number.NaN
      let isEmpty = true
      for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
        if (part === E.FromTime) from = this.#time()
        else if (part === E.ToTime) to = this.#time()
        else {
          xml.skip()
          continue
        }
        isEmpty &&= xml.end === xml.start
      }
      // midnight as an end is that of the day; times that end before they begin are not written by Project
      if (to === 0) to = MINUTES_PER_DAY
      if (from < to && times.length < SHIFTS_MAX) times.push([from, to])
      else if (!isEmpty) reportCalendarParts(this.#warnings)
    }
  }

  #expand(day: Times, into: Layers): void {
    this.#days.expand(day.rule, day.shifts, into)
  }

  #number(): number {
    this.#xml.text()
    return numberOf(this.#xml)
  }
  /** A whole number, `absent` where there is none. */
  #whole(absent: number): number {
    const value = Math.trunc(this.#number())
    return value >= 0 ? value : absent
  }
  #flag(field: string, otherwise: number): number {
    return knownFlag(this.#xml, this.#warnings, field, otherwise, Number.isNaN(otherwise) ? 'not said' : '0')
  }
  #time(): number {
    this.#xml.text()
    return timeOf(this.#xml)
  }
  #day(): number {
    this.#xml.text()
    return dayOfBytes(this.#xml.view, this.#xml.start, this.#xml.end)
  }
}
