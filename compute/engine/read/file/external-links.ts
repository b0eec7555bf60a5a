/**
 * Links to tasks that a file has but the schedule has not, since they are of other projects in it: the dates of those tasks hold as external dates, as P6
 * leaves them when it schedules one project alone. They are moments (minutes since 1970), NaN = not said.
 */
import { CalendarPool } from '../../../../shared/contract/schedule/calendar-pool.ts'
import type { LinkColumns } from '../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { settingOf } from '../../../../shared/contract/schedule/setting.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { WorkExceeded, type WorkMeter } from '../../../../shared/contract/schedule/work-meter.ts'
import { workCalendars } from '../../clock/calendars.ts'
import type { WorkCalendar } from '../../clock/work-calendar.ts'
import { type ColumnsBuilder, fieldIndex } from '../columns-builder.ts'
import type { CalendarMember } from './calendar-members.ts'
import { momentOfDay } from './file-schedule.ts'
import type { ImportWarnings } from './import-warnings.ts'
import { Notes } from './notes.ts'

const EARLY_START = fieldIndex('external_early_start')
const LATE_FINISH = fieldIndex('external_late_finish')

export interface OtherTask {
  readonly start: number
  readonly finish: number
  readonly lateStart: number
  readonly lateFinish: number
}

/** A link with one end in the schedule. */
export interface LeavingLink<Id> {
  /** Row of the end that is in the schedule. */
  readonly task: number
  readonly isSuccessor: boolean
  readonly other: Id
  /** Index into RELATION_TYPES. */
  readonly type: LinkColumns['type'][number]
  readonly lagMinutes: number
  /** In words. */
  readonly place: string
}

interface OwnTask {
  readonly calendar: string
  /** Minutes of work that are left. */
  readonly remaining: number
}

/** What is wrong with calendars is told when the schedule is. */
const NOT_REPORTED = (): void => {}

export class ExternalLinks<Id> {
  readonly #builder: ColumnsBuilder
  readonly #byId: ReadonlyMap<string, WorkCalendar>
  readonly #defaultCalendar: WorkCalendar
  readonly #held = new Notes()
  readonly #open = new Notes()

  /** `members`: the calendars of all tasks of these links, the default one first named. */
  constructor(builder: ColumnsBuilder, members: readonly CalendarMember[], defaultId: string, meter: WorkMeter) {
    this.#builder = builder
    const container = { calendars: members, default_calendar_id: defaultId }
    const setting = settingOf(container, undefined, NOT_REPORTED, [], new CalendarPool(meter))
    if (setting === undefined)
      throw new WorkExceeded(['calendars'], 'Calendars of links to other projects take over too many exceptions.')
    const calendars = workCalendars(setting)
    this.#byId = new Map(setting.calendars.map(({ id }, n) => [id, calendars[n]]))
    this.#defaultCalendar = calendars[setting.defaultCalendar]
  }

  #calendarOf(id: string): WorkCalendar {
    return this.#byId.get(id) ?? this.#defaultCalendar
  }

  /** `lagCalendar`: of the predecessor, by its id. */
  add(link: LeavingLink<Id>, other: OtherTask | undefined, lagCalendar: string, own: OwnTask): void {
    const { task, isSuccessor, place } = link
    const bound =
      other === undefined
        ? Number.NaN
        : isSuccessor
          ? this.#earlyStart(link, other, lagCalendar, own)
          : this.#lateFinish(link, other, lagCalendar, own)
    if (!Number.isNaN(bound)) {
      this.#set(isSuccessor, task, bound)
      this.#held.add(
        task,
        () => place,
        () => formatMoment(bound),
      )
      return
    }
    const has = isSuccessor ? this.#momentAt(EARLY_START, task) : this.#momentAt(LATE_FINISH, task)
    const notes = Number.isNaN(has) ? this.#open : this.#held
    notes.add(
      task,
      () => place,
      () => (Number.isNaN(has) ? '' : formatMoment(has)),
    )
  }

  warn(warnings: ImportWarnings): void {
    warnings.addNotes(
      'links_to_other_projects_held',
      'Links lead from or to tasks of other projects; the dates that these have in the file, or that P6 left in this project, hold as external early start and external late finish.',
      this.#held,
    )
    warnings.addNotes(
      'links_to_other_projects',
      'Links from or to tasks of other projects were left out: the file has no dates for them, so dates that they hold may come earlier, and floats may be larger.',
      this.#open,
    )
  }

  #earlyStart({ type, lagMinutes }: LeavingLink<Id>, other: OtherTask, lagCalendar: string, own: OwnTask): number {
    const word = RELATION_TYPES[type]
    const from = word === 'FS' || word === 'FF' ? other.finish : other.start
    if (Number.isNaN(from)) return from
    const at = lagMinutes === 0 ? from : this.#calendarOf(lagCalendar).moved(from, lagMinutes)
    if (word === 'FS' || word === 'SS') return at
    return this.#calendarOf(own.calendar).startBefore(at, own.remaining || 0)
  }

  #lateFinish({ type, lagMinutes }: LeavingLink<Id>, other: OtherTask, lagCalendar: string, own: OwnTask): number {
    const word = RELATION_TYPES[type]
    const to = word === 'FS' || word === 'SS' ? other.lateStart : other.lateFinish
    if (Number.isNaN(to)) return to
    const at = lagMinutes === 0 ? to : this.#calendarOf(lagCalendar).moved(to, -lagMinutes)
    if (word === 'FS' || word === 'FF') return at
    return this.#calendarOf(own.calendar).finishAfter(at, own.remaining || 0)
  }

  #momentAt(field: number, task: number): number {
    return momentOfDay(this.#builder.days(field).get(task), this.#builder.times(field).get(task))
  }

  /** Where several hold a task, the latest early start and the earliest late finish count. */
  #set(isSuccessor: boolean, task: number, moment: number): void {
    const field = isSuccessor ? EARLY_START : LATE_FINISH
    const has = this.#momentAt(field, task)
    if (!Number.isNaN(has) && (isSuccessor ? has >= moment : has <= moment)) return
    const day = Math.floor(moment / MINUTES_PER_DAY)
    this.#builder.days(field).amend(task, day)
    this.#builder.times(field).set(task, moment - day * MINUTES_PER_DAY + 1)
  }
}
