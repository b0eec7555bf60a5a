/**
 * Calendars of a file of Microsoft Project as members of a container, and the one that rules a task: that of the task, with those of its resources
 * unless it is to ignore them; that of its resources; else that of the project. What no calendar of the file is gets an id that says how it was made.
 */
import { CALENDARS_MAX } from '../../../../../shared/contract/schedule/calendars.ts'
import { under } from '../../../../../shared/contract/schedule/exception-layers.ts'
import type { Shifts } from '../../../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { COST, type Cost, type WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { type CalendarMember, type CalendarParts, calendarMember, spendOnMember } from '../calendar-members.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import {
  commonShifts,
  eitherShifts,
  joinedTimes,
  remembered,
  type Spend,
  type Times,
  withWorkWeeks,
} from './calendar-times.ts'
import { type FileCalendar, STANDARD_WEEK } from './file-calendar.ts'

/** The calendar of durations and lags in elapsed time. */
const ELAPSED_CALENDAR = 'elapsed'
const CHAIN_MAX = 9
/** More calendars of one task are not joined. */
const JOINED_MAX = 16
const ROUND_THE_CLOCK = [[0, MINUTES_PER_DAY]] as const

export class ProjectCalendars {
  readonly #byUid = new Map<number, FileCalendar>()
  readonly #minutesPerDay: number
  readonly #warnings: ImportWarnings
  /** By id, in the order in which they were first wanted. */
  readonly #members = new Map<string, CalendarMember>()
  readonly #times = new Map<number, Times>()
  /** By the calendars that were joined. */
  readonly #joined = new Map<string, string | undefined>()
  /** By UID: exceptions of the calendar with its weeks of a time, and its exceptions over those of its bases. */
  readonly #exceptions = new Map<number, FileCalendar['exceptions']>()
  readonly #above = new Map<number, FileCalendar['exceptions']>()
  readonly #meter: WorkMeter
  readonly #either = remembered(eitherShifts)
  readonly #common = remembered(commonShifts)
  /** UID of the project's own; undefined = it has none that works. */
  readonly #default: number | undefined
  readonly defaultId: string
  /** Calendars of the file. */
  readonly fileCount: number

  constructor(
    calendars: readonly FileCalendar[],
    defaultUid: number,
    minutesPerDay: number,
    warnings: ImportWarnings,
    meter: WorkMeter,
  ) {
    this.#minutesPerDay = minutesPerDay
    this.#meter = meter
    this.#warnings = warnings
    for (const calendar of calendars) if (!this.#byUid.has(calendar.uid)) this.#byUid.set(calendar.uid, calendar)
    this.fileCount = this.#byUid.size
    for (const calendar of this.#byUid.values()) this.#endChain(calendar)
    const own = this.#byUid.get(defaultUid) ?? calendars.find(({ isBase }) => isBase)
    this.#default = own === undefined || !this.#works(own.uid) ? undefined : this.#plain(own.uid)
    if (this.#default === undefined) {
      const text =
        'The file has no calendar of the project with working time; the standard one (Monday to Friday, 8 to 12 and 13 to 17) was taken.'
      warnings.add('no_project_calendar', text)
      this.defaultId = this.#add({ id: 'standard', name: 'Standard', week: STANDARD_WEEK, exceptions: [] })
    } else this.defaultId = this.#use(this.#default)
    // calendars of resources are many: they are there where a task needs them
    for (const { uid, isBase } of calendars)
      if (isBase && this.#members.size < CALENDARS_MAX - 1 && this.#works(uid)) this.#use(uid)
  }

  get members(): CalendarMember[] {
    return [...this.#members.values()]
  }

  has(uid: number): boolean {
    return this.#byUid.has(uid)
  }

  /** Whether it is one of the members. */
  hasMember(id: string): boolean {
    return this.#members.has(id)
  }

  /** Id of the calendar with 24 hours a day. */
  get elapsedId(): string {
    if (!this.#members.has(ELAPSED_CALENDAR)) {
      const week = Array.from({ length: 7 }, () => ROUND_THE_CLOCK)
      this.#add({ id: ELAPSED_CALENDAR, name: 'Elapsed time: 24 hours a day', week, exceptions: [] })
    }
    return ELAPSED_CALENDAR
  }

  /** The calendar that rules a task; undefined = that of the project. Calendars that the file does not have count as none. `task` NaN = it has none. */
  ruling(task: number, resources: readonly number[]): string | undefined {
    const own = this.#byUid.has(task) && this.#works(task) ? this.#plain(task) : undefined
    const ofResources = resources.filter(uid => this.#byUid.has(uid) && this.#works(uid)).map(uid => this.#plain(uid))
    const others = [...new Set(ofResources)].sort((a, b) => a - b)
    const single =
      others.length === 0 || (own !== undefined && others.includes(own))
        ? own
        : own === undefined && others.length === 1
          ? others[0]
          : undefined
    if (single === undefined && others.length > 0) return this.#join(own, others)
    if (single === undefined || single === this.#default) return undefined
    return this.#useIfRoom(single)
  }

  #useIfRoom(uid: number): string | undefined {
    if (this.#hasRoom || this.#members.has(String(uid))) return this.#use(uid)
    this.#warnings.add(
      'calendars_left_out',
      `Calendars beyond ${CALENDARS_MAX} were left out; their tasks are in that of the project.`,
    )
    return undefined
  }

  get #hasRoom(): boolean {
    return this.#members.size + CHAIN_MAX < CALENDARS_MAX
  }

  /** A task is worked on while any of its resources works, as far as its own calendar lets them. */
  #join(own: number | undefined, others: readonly number[]): string | undefined {
    const either = others.join(' or ')
    const id = own === undefined ? either : `${own} and ${others.length === 1 ? either : `(${either})`}`
    if (this.#joined.has(id)) return this.#joined.get(id)
    const times = this.#hasRoom && others.length <= JOINED_MAX ? this.#joinTimes(own, others) : undefined
    let made: string | undefined
    if (times?.week.some(shifts => shifts.length > 0) === true) {
      const nameOf = (uid: number): string => this.#byUid.get(uid)!.name
      const names = others.map(nameOf).join(' or ')
      made = this.#add({
        id,
        name: (own === undefined ? names : `${nameOf(own)} and ${names}`).slice(0, 500),
        ...times,
      })
    } else {
      const text =
        'Calendars of a task and its resources have no working time in common, or are too many; that of the task was taken, or that of the project.'
      this.#warnings.add('calendars_not_joined', text)
      made = own === undefined || own === this.#default ? undefined : this.#useIfRoom(own)
    }
    this.#joined.set(id, made)
    return made
  }

  #joinTimes(own: number | undefined, others: readonly number[]): Times | undefined {
    const spend = this.#spendFor(own ?? others[0], 'is joined with those of resources')
    let times: Times | undefined = this.#timesOf(others[0])
    for (const uid of others.slice(1)) times = times && joinedTimes(times, this.#timesOf(uid), this.#either, spend)
    return own === undefined || times === undefined
      ? times
      : joinedTimes(this.#timesOf(own), times, this.#common, spend)
  }

  /** What a calendar does before so many ranges are put into a list. */
  #spendFor(uid: number, does: string, cost: Cost = COST.listed): Spend {
    const what = (): string => `Calendar ${uid} (${JSON.stringify(this.#byUid.get(uid)?.name ?? '')}) ${does}`
    return ranges => this.#meter.spend(ranges, cost, ['Calendars'], what)
  }

  /** A calendar that says nothing of its own is its base. */
  #plain(uid: number): number {
    const chain = this.#chainOf(uid)
    const says = chain.find(
      ({ week, exceptions, workWeeks }, n) =>
        n === chain.length - 1 ||
        week.some(shifts => shifts !== undefined) ||
        exceptions.length > 0 ||
        workWeeks.length > 0,
    )
    return says?.uid ?? uid
  }

  #works(uid: number): boolean {
    return this.#weekOf(uid).some(shifts => shifts.length > 0)
  }

  #weekOf(uid: number): readonly Shifts[] {
    const chain = this.#chainOf(uid)
    return STANDARD_WEEK.map((standard, d) => chain.find(({ week }) => week[d] !== undefined)?.week[d] ?? standard)
  }

  #timesOf(uid: number): Times {
    let times = this.#times.get(uid)
    if (times === undefined) {
      const base = this.#baseOf(uid)
      const own = this.#exceptionsOf(uid)
      const exceptions = base === undefined ? own : this.#laid(uid, own, this.#timesOf(base).exceptions)
      times = { week: this.#weekOf(uid), exceptions }
      this.#times.set(uid, times)
    }
    return times
  }

  #laid(uid: number, above: FileCalendar['exceptions'], below: FileCalendar['exceptions']): FileCalendar['exceptions'] {
    if (above.length > 0 && below.length > 0)
      this.#spendFor(uid, 'takes over exceptions from its bases')(above.length + below.length)
    return under(above, below)
  }

  #baseOf(uid: number): number | undefined {
    return this.#chainOf(uid)[1]?.uid
  }

  /** Exceptions of the calendar over those of its bases, without weeks of a time. */
  #aboveWeeks(uid: number): FileCalendar['exceptions'] {
    let above = this.#above.get(uid)
    if (above === undefined) {
      const { exceptions } = this.#byUid.get(uid)!
      const base = this.#baseOf(uid)
      above = base === undefined ? exceptions : this.#laid(uid, exceptions, this.#aboveWeeks(base))
      this.#above.set(uid, above)
    }
    return above
  }

  /** Those of the calendar itself, with its weeks of a time. */
  #exceptionsOf(uid: number): FileCalendar['exceptions'] {
    let all = this.#exceptions.get(uid)
    if (all !== undefined) return all
    const { exceptions, workWeeks } = this.#byUid.get(uid)!
    all = exceptions
    if (workWeeks.length > 0) {
      const spend = this.#spendFor(uid, 'has work weeks')
      const laid = withWorkWeeks(exceptions, this.#aboveWeeks(uid), workWeeks, spend)
      if (laid === undefined)
        this.#warnings.add('work_weeks_left_out', 'Work weeks of a calendar were left out: they name too many days.')
      all = laid ?? exceptions
    }
    this.#exceptions.set(uid, all)
    return all
  }

  /** A chain of bases that runs in a circle, or on and on, ends here. */
  #endChain(calendar: FileCalendar): void {
    let at = this.#byUid.get(calendar.baseUid)
    for (let steps = 1; at !== undefined; steps++) {
      if (at === calendar || steps === CHAIN_MAX) {
        calendar.baseUid = Number.NaN
        this.#warnings.add('calendar_base_left_out', 'Calendars whose bases run in a circle stand alone.')
        return
      }
      at = this.#byUid.get(at.baseUid)
    }
  }

  /** The calendar, its base, the base of that. */
  #chainOf(uid: number): FileCalendar[] {
    const chain: FileCalendar[] = []
    for (
      let at = this.#byUid.get(uid);
      at !== undefined && !chain.includes(at) && chain.length < CHAIN_MAX;
      at = this.#byUid.get(at.baseUid)
    )
      chain.push(at)
    return chain
  }

  /** Id of a calendar of the file, which is a member from now on, as its bases are. */
  #use(uid: number): string {
    const id = String(uid)
    if (this.#members.has(id)) return id
    const chain = this.#chainOf(uid)
    const [own, base] = chain
    const week = base === undefined ? own.week.map((shifts, d) => shifts ?? STANDARD_WEEK[d]) : own.week
    const exceptions = this.#exceptionsOf(uid)
    const parent = base === undefined ? undefined : this.#use(base.uid)
    return this.#add({ id, name: own.name, week, exceptions, parent })
  }

  #add(parts: Omit<CalendarParts, 'minutesPerDay'>): string {
    spendOnMember(this.#meter, parts)
    this.#members.set(parts.id, calendarMember({ ...parts, minutesPerDay: this.#minutesPerDay }))
    return parts.id
  }
}
