/**
 * The calendars of a file of P6: a few of many are used. Each is kept as the reader found it, and only what a task, the project or another calendar
 * names becomes a member. One whose working times cannot be read works its hours per day, which is reported.
 */
import { CALENDARS_MAX } from '../../../../../shared/contract/schedule/calendars.ts'
import type { CalendarMember } from '../calendar-members.ts'
import { reportCalendarParts } from '../calendar-members.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import { type CalendarData, hasWork, memberOfData, standardData } from './p6-calendar-member.ts'
import type { P6Words } from './p6-words.ts'

const MINUTES_PER_DAY_DEFAULT = 8 * 60
/** Id of the calendar that stands in where a file has none. */
const STANDARD_ID = 'standard'
/** Calendars that stand one on the other. */
const PARENTS_MAX = 9
/** Calendars that are kept at all. */
const KEPT_MAX = 100_000

export interface FileCalendar {
  /** As the file writes it, '' = it has none. */
  readonly id: string
  readonly name: string
  /** Id of the calendar that it stands on, '' = none. */
  readonly base: string
  /** NaN = not given. */
  readonly hoursPerDay: number
  readonly hoursPerWeek: number
  readonly isDefault: boolean
  /** Where its hours per day stand, and what stands there. */
  readonly hoursPlace: string
  readonly hoursText: string
  /** Whether the file says when it works: else that is assumed, which is told where tasks work by it. */
  readonly saysTimes: boolean
  /** undefined = they cannot be read. */
  readonly data: () => CalendarData | undefined
}

interface KeptCalendar extends FileCalendar {
  readonly minutesPerDay: number
}

const STANDARD: KeptCalendar = {
  id: STANDARD_ID,
  name: '',
  base: '',
  hoursPerDay: Number.NaN,
  hoursPerWeek: Number.NaN,
  isDefault: false,
  hoursPlace: '',
  hoursText: '',
  saysTimes: false,
  data: () => standardData(MINUTES_PER_DAY_DEFAULT, Number.NaN),
  minutesPerDay: MINUTES_PER_DAY_DEFAULT,
}

export class P6Calendars {
  readonly #words: P6Words
  readonly #warnings: ImportWarnings
  readonly #byId = new Map<string, KeptCalendar>()
  readonly #members = new Map<string, CalendarMember>()
  /** The calendar that each stands on, as far as it was asked for; undefined = none. */
  readonly #parents = new Map<string, string | undefined>()
  /** Numbers of the ids that anything has named, for lists of tasks. */
  readonly #numbers = new Map<string, number>()
  readonly #ids: string[] = []
  #flagged = ''
  #default = STANDARD_ID

  constructor(words: P6Words, warnings: ImportWarnings) {
    this.#words = words
    this.#warnings = warnings
  }

  /** Number of an id, whether the file has the calendar or not; -1 = it is empty. */
  numberOf(id: string): number {
    if (id === '') return -1
    let n = this.#numbers.get(id)
    if (n === undefined) {
      n = this.#ids.push(id) - 1
      this.#numbers.set(id, n)
    }
    return n
  }

  /** '' for -1. */
  idOf(n: number): string {
    return n < 0 ? '' : this.#ids[n]
  }

  add(calendar: FileCalendar): void {
    const { id, hoursPerDay, hoursPlace, hoursText } = calendar
    if (id === '' || this.#byId.has(id) || this.#byId.size >= KEPT_MAX) {
      this.#warnings.add('calendar_left_out', this.#words.calendarLeftOut)
      return
    }
    const isUsable = hoursPerDay > 0 && hoursPerDay <= 24
    if (!isUsable)
      this.#warnings.addNotes(
        'calendar_hours',
        `Calendars without hours per day between 0 and 24 (${this.#words.hoursPerDay}): 8 were assumed. Durations and floats in days depend on them.`,
        Notes.one(hoursPlace, hoursText),
      )
    const minutesPerDay = isUsable ? Math.max(1, Math.round(60 * hoursPerDay)) : MINUTES_PER_DAY_DEFAULT
    if (calendar.isDefault) this.#flagged ||= id
    this.#byId.set(id, { ...calendar, minutesPerDay })
  }

  /** Names the calendar of the project, when all are read; one that the file does not have is reported. */
  chooseDefault(id: string): void {
    if (this.#byId.size === 0) {
      this.#warnings.add(
        'calendars_missing',
        'The file has no calendars: Monday to Friday, 08:00 to 12:00 and 13:00 to 17:00, was assumed for all tasks.',
      )
      this.#byId.set(STANDARD_ID, STANDARD)
    }
    this.#default = this.#flagged || this.#byId.keys().next().value!
    if (this.#byId.has(id)) this.#default = id
    else if (id !== '')
      this.#warnings.addNotes(
        'calendar_unknown',
        'The calendar of the project is not in the file; its default calendar was taken.',
        Notes.one(this.#words.projectCalendar, id),
      )
  }

  get defaultId(): string {
    return this.#default
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  saysTimes(id: string): boolean {
    return this.#byId.get(id)?.saysTimes === true
  }

  /** Minutes of a day of this calendar; of one that is not there, of the project's. */
  minutesPerDay(id: string): number {
    return (this.#byId.get(id) ?? this.#byId.get(this.#default)!).minutesPerDay
  }

  /** The calendars of these ids, the default one and all that they stand on, in the order of the file. */
  membersOf(ids: Iterable<string>): CalendarMember[] {
    const wanted = new Set<string>()
    for (const id of [this.#default, ...ids]) {
      let at = this.#byId.get(id)
      for (let n = 0; at !== undefined && n <= PARENTS_MAX && wanted.size < CALENDARS_MAX; n++) {
        wanted.add(at.id)
        at = this.#byId.get(at.base)
      }
    }
    return [...this.#byId.values()].filter(({ id }) => wanted.has(id)).map(calendar => this.#memberOf(calendar))
  }

  #memberOf(calendar: KeptCalendar): CalendarMember {
    const { id, name, minutesPerDay } = calendar
    const known = this.#members.get(id)
    if (known !== undefined) return known
    const parent = this.#parentOf(calendar)
    const member = memberOfData({ id, name, minutesPerDay, parent, data: this.#dataOf(calendar, parent !== undefined) })
    this.#members.set(id, member)
    return member
  }

  #parentOf(calendar: KeptCalendar): string | undefined {
    const { id } = calendar
    if (!this.#parents.has(id)) this.#parents.set(id, this.#findParent(calendar))
    return this.#parents.get(id)
  }

  /** The calendar it stands on; a chain that comes back or is too long is cut. */
  #findParent({ id, base }: KeptCalendar): string | undefined {
    if (base === '') return undefined
    let at = this.#byId.get(base)
    if (at === undefined) {
      this.#warnings.addNotes(
        'calendar_base_missing',
        'Calendars stand on one that is not in the file; its days off are missing in them.',
        Notes.one(`${this.#words.baseCalendar} of ${id}`, base),
      )
      return undefined
    }
    for (let n = 0; at !== undefined && at.id !== id && n < PARENTS_MAX; n++) at = this.#byId.get(at.base)
    if (at === undefined) return base
    this.#warnings.add(
      'calendar_base_circular',
      'Calendars stand on each other in a circle, or in too long a chain; what they stand on was left out.',
    )
    return undefined
  }

  #dataOf(calendar: KeptCalendar, hasParent: boolean): CalendarData {
    const data = calendar.data()
    if (data !== undefined && (hasWork(data) || (hasParent && data.week.includes(undefined)))) {
      reportCalendarParts(this.#warnings, data.oddCount)
      return data
    }
    const { code, short, list } = this.#words.workingTimes
    this.#warnings.addNotes(
      code,
      `The working times of calendars (${short}) are missing or could not be read. Their hours per day were assumed from 08:00 on, with a break at noon where they are eight, Monday to Friday unless their hours per week say more days; all dates of their tasks depend on it.`,
      Notes.one(list, calendar.id),
    )
    const standard = standardData(calendar.minutesPerDay, 60 * calendar.hoursPerWeek)
    return data === undefined ? standard : { ...standard, exceptions: data.exceptions }
  }
}
