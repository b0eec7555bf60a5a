/**
 * CALENDAR: each calendar's row is kept as it stands, and only those that a task, the project or another calendar names are read. One whose data cannot
 * be read works its hours per day, Monday to Friday, which is reported.
 */
import { CALENDARS_MAX } from '../../../../../shared/schedule/calendars.ts'
import type { CalendarMember } from '../calendar-members.ts'
import { reportCalendarParts } from '../calendar-parts-left-out.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import { type CalendarData, parseCalendarData } from './calendar-data.ts'
import { hasWork, memberOfData, standardData } from './calendar-member.ts'
import type { NumberSymbols } from './number-symbols.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'

const WANTED = ['clndr_id', 'clndr_name', 'default_flag', 'base_clndr_id', 'day_hr_cnt', 'week_hr_cnt', 'clndr_data']
const [ID, NAME, DEFAULT_FLAG, BASE, DAY_HOURS, WEEK_HOURS, DATA] = WANTED.keys()

const MINUTES_PER_DAY_DEFAULT = 8 * 60
/** Of the calendar that stands in where a file has none. */
const STANDARD_ID = 'standard'
/** Calendars that stand one on the other. */
const PARENTS_MAX = 9
/** Rows of calendars that are kept at all. */
const ROWS_MAX = 100_000

interface CalendarRow {
  readonly id: string
  readonly name: string
  readonly base: string
  readonly minutesPerDay: number
  /** NaN = not given. */
  readonly minutesPerWeek: number
  /** Bytes of clndr_data. */
  readonly start: number
  readonly end: number
}

export class XerCalendars {
  readonly #file: XerFile
  readonly #rows = new Map<string, CalendarRow>()
  readonly #used = new Map<string, CalendarMember>()
  readonly #warnings: ImportWarnings
  #default = STANDARD_ID

  constructor(file: XerFile, symbols: NumberSymbols) {
    this.#file = file
    this.#warnings = file.warnings
    const rows = new XerRows(file, 'CALENDAR', WANTED, symbols)
    let flagged = ''
    let doubled = 0
    while (rows.next()) {
      const id = rows.key(ID)
      if (id === '' || this.#rows.has(id) || this.#rows.size >= ROWS_MAX) {
        doubled++
        continue
      }
      if (rows.flag(DEFAULT_FLAG, false)) flagged ||= id
      this.#rows.set(id, this.#rowOf(rows, id))
    }
    rows.finish()
    this.#warnings.add(
      'calendar_left_out',
      'Rows of CALENDAR without an id, or with one that came before, were left out.',
      doubled,
    )
    this.#default = flagged || (this.#rows.keys().next().value ?? STANDARD_ID)
    if (this.#rows.size === 0) {
      this.#warnings.add(
        'calendars_missing',
        'The file has no calendars: Monday to Friday, 08:00 to 12:00 and 13:00 to 17:00, was assumed for all tasks.',
      )
      this.#rows.set(STANDARD_ID, {
        id: STANDARD_ID,
        name: '',
        base: '',
        minutesPerDay: MINUTES_PER_DAY_DEFAULT,
        minutesPerWeek: Number.NaN,
        start: -1,
        end: -1,
      })
    }
  }

  /** Names the calendar of the project; one that the file does not have is reported. */
  chooseDefault(id: string): void {
    if (this.#rows.has(id)) this.#default = id
    else if (id !== '')
      this.#warnings.addNotes(
        'calendar_unknown',
        'The calendar of the project is not in the file; its default calendar was taken.',
        Notes.one('PROJECT.clndr_id', id),
      )
  }

  get defaultId(): string {
    return this.#default
  }

  has(id: string): boolean {
    return this.#rows.has(id)
  }

  /** Whether the file says when it works: else that is assumed, which is told where tasks work by it. */
  saysTimes(id: string): boolean {
    const row = this.#rows.get(id)
    return row !== undefined && row.end > row.start
  }

  /** Minutes that a day of a task of this calendar has; '' = the default one. */
  minutesPerDay(id: string): number {
    return (this.#rows.get(id) ?? this.#rows.get(this.#default)!).minutesPerDay
  }

  /** The calendars of these ids, the default one and all that they stand on, in the order of the file. */
  membersOf(ids: Iterable<string>): CalendarMember[] {
    const wanted = new Set<string>()
    for (const id of [this.#default, ...ids]) {
      let at = this.#rows.get(id)
      for (let n = 0; at !== undefined && n <= PARENTS_MAX && wanted.size < CALENDARS_MAX; n++) {
        wanted.add(at.id)
        at = this.#rows.get(at.base)
      }
    }
    return [...this.#rows.values()].filter(row => wanted.has(row.id)).map(row => this.#memberOf(row))
  }

  #rowOf(rows: XerRows, id: string): CalendarRow {
    const hours = rows.number(DAY_HOURS)
    const isUsable = hours > 0 && hours <= 24
    if (!isUsable)
      this.#warnings.addNotes(
        'calendar_hours',
        'Calendars without hours per day between 0 and 24 (day_hr_cnt): 8 were assumed. Durations and floats in days depend on them.',
        Notes.one(rows.placeOf(DAY_HOURS), rows.string(DAY_HOURS)),
      )
    return {
      id,
      name: rows.string(NAME),
      base: rows.key(BASE),
      minutesPerDay: isUsable ? Math.max(1, Math.round(60 * hours)) : MINUTES_PER_DAY_DEFAULT,
      minutesPerWeek: 60 * rows.number(WEEK_HOURS),
      start: rows.start(DATA),
      end: rows.end(DATA),
    }
  }

  #memberOf(row: CalendarRow): CalendarMember {
    const known = this.#used.get(row.id)
    if (known !== undefined) return known
    const parent = this.#parentOf(row)
    const { id, name, minutesPerDay } = row
    const member = memberOfData({ id, name, minutesPerDay, parent, data: this.#dataOf(row, parent !== undefined) })
    this.#used.set(row.id, member)
    return member
  }

  /** The calendar it stands on; a chain that comes back or is too long is cut. */
  #parentOf(row: CalendarRow): string | undefined {
    if (row.base === '') return undefined
    let at = this.#rows.get(row.base)
    if (at === undefined) {
      this.#warnings.addNotes(
        'calendar_base_missing',
        'Calendars stand on one that is not in the file; its days off are missing in them.',
        Notes.one(`CALENDAR.base_clndr_id of ${row.id}`, row.base),
      )
      return undefined
    }
    for (let n = 0; at !== undefined && at !== row && n < PARENTS_MAX; n++) at = this.#rows.get(at.base)
    if (at === undefined) return row.base
    this.#warnings.add(
      'calendar_base_circular',
      'Calendars stand on each other in a circle, or in too long a chain; what they stand on was left out.',
    )
    return undefined
  }

  #dataOf(row: CalendarRow, hasParent: boolean): CalendarData {
    const { start, end } = row
    const standard = standardData(row.minutesPerDay, row.minutesPerWeek)
    if (start < 0) return standard
    const data = end > start ? parseCalendarData(this.#file.texts.textOf(this.#file.bytes, start, end)) : undefined
    const usable = data !== undefined && (hasWork(data) || (hasParent && data.week.includes(undefined)))
    if (!usable) {
      this.#warnings.addNotes(
        'calendar_unreadable',
        'The working times of calendars (clndr_data) are missing or could not be read. Their hours per day were assumed from 08:00 on, with a break at noon where they are eight, Monday to Friday unless their hours per week say more days; all dates of their tasks depend on it.',
        Notes.one('CALENDAR.clndr_data', row.id),
      )
      return data === undefined ? standard : { ...standard, exceptions: data.exceptions }
    }
    reportCalendarParts(this.#warnings, data.oddCount)
    return data
  }
}
