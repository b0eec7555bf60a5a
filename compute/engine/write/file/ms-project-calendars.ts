/** Calendars of a setting as Microsoft Project has them: each stands alone, with its whole week and all its exceptions. */
import { civilOfDay, formatDay, weekday } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarSpec, ScheduleSetting, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { withCommas } from '../../wording/numbers.ts'
import { expectOutput, megabytesText } from '../output-bound.ts'
import { element } from './ms-project-values.ts'
import { type RecurringException, withRecurrences } from './recurring-exceptions.ts'

const UID_MAX = 2 ** 31 - 1

/** Numbers that ids are already stay; the others get free ones behind. */
export function uidsOf(ids: readonly string[]): number[] {
  const kept = ids.map(id => (/^[1-9]\d{0,9}$/.test(id) && Number(id) <= UID_MAX ? Number(id) : 0))
  const numbered = kept.filter(uid => uid > 0)
  if (new Set(numbered).size < numbered.length) return ids.map((_, n) => n + 1)
  const used = new Set(kept)
  let next = 1
  return kept.map(uid => {
    if (uid > 0) return uid
    while (used.has(next)) next++
    used.add(next)
    return next
  })
}

const STANDARD_DAY: Shifts = [
  [480, 720],
  [780, 1020],
]
const STANDARD: CalendarSpec = {
  id: '1',
  name: 'Standard',
  minutesPerDay: 480,
  week: Array.from({ length: 7 }, (_, d) => (d < 5 ? STANDARD_DAY : [])),
  exceptions: [],
}

export class MsProjectCalendars {
  readonly calendars: readonly CalendarSpec[]
  readonly uids: readonly number[]
  readonly defaultIndex: number
  readonly #indexOfId: ReadonlyMap<string, number>

  constructor(setting: ScheduleSetting | undefined) {
    this.calendars = setting?.calendars ?? [STANDARD]
    this.defaultIndex = setting?.defaultCalendar ?? 0
    this.uids = uidsOf(this.calendars.map(({ id }) => id))
    this.#indexOfId = new Map(this.calendars.map(({ id }, n) => [id, n]))
  }

  /** Index of a calendar; without an id, or of one that is not there, that of the project. */
  indexOf(id: string): number {
    return this.#indexOfId.get(id) ?? this.defaultIndex
  }

  get default(): CalendarSpec {
    return this.calendars[this.defaultIndex]
  }

  /** When a day of the project begins and ends: of dates that have no time. */
  get dayEnds(): readonly [startMinute: number, endMinute: number] {
    const day = this.default.week.find(shifts => shifts.length > 0) ?? STANDARD_DAY
    return [day[0][0], day[day.length - 1][1]]
  }

  /** Round the clock on all days: durations in it are elapsed time. */
  isElapsed(index: number): boolean {
    const { week, exceptions } = this.calendars[index]
    if (index === this.defaultIndex || exceptions.length > 0) return false
    return week.every(shifts => shifts.length === 1 && shifts[0][0] === 0 && shifts[0][1] === MINUTES_PER_DAY)
  }

  /** One after the other, each with its name. */
  *xml(): Generator<readonly [name: string, xml: string]> {
    for (const [n, calendar] of this.calendars.entries())
      if (!this.isElapsed(n)) yield [calendar.name ?? calendar.id, calendarXml(calendar, this.uids[n])]
  }
}

function calendarXml({ name, id, week, exceptions }: CalendarSpec, uid: number): string {
  // 1 is Sunday
  const days = [6, 0, 1, 2, 3, 4, 5].map((d, n) => `<WeekDay><DayType>${n + 1}</DayType>${working(week[d])}</WeekDay>`)
  const written = withRecurrences(exceptions)
  expectRoom(name ?? id, written)
  const list = written.length === 0 ? '' : `<Exceptions>${written.map(exceptionXml).join('')}</Exceptions>`
  return `<Calendar><UID>${uid}</UID>${element('Name', name ?? id)}<IsBaseCalendar>1</IsBaseCalendar><IsBaselineCalendar>0</IsBaselineCalendar><BaseCalendarUID>-1</BaseCalendarUID><WeekDays>${days.join('')}</WeekDays>${list}</Calendar>`
}

/** Most bytes of an exception beside its shifts, and of a shift. */
const EXCEPTION_BYTES = 300
const SHIFT_BYTES = 85

/** Before a text is made that the answer has no room for. */
function expectRoom(calendar: string, exceptions: readonly RecurringException[]): void {
  const bytes = exceptions.reduce((sum, { shifts }) => sum + EXCEPTION_BYTES + SHIFT_BYTES * shifts.length, 0)
  expectOutput(bytes, () => WORDS.calendar(calendar, bytes, exceptions.length))
}

const WORDS = {
  calendar: (name: string, bytes: number, count: number): string =>
    `Calendar ${JSON.stringify(name)} alone would take ${megabytesText(bytes)}: it has ${withCommas(count)} exceptions that are neither one range nor recur. Send fewer exceptions.`,
} as const

/** Types of recurrence as Project numbers them. */
const DAILY = 1
const YEARLY = 2
const WEEKLY = 6

function exceptionXml({ firstDay, lastDay, shifts, dayCount, every }: RecurringException): string {
  return `<Exception><EnteredByOccurrences>0</EnteredByOccurrences><TimePeriod><FromDate>${formatDay(firstDay)}T00:00:00</FromDate><ToDate>${formatDay(lastDay)}T23:59:00</ToDate></TimePeriod><Occurrences>${dayCount}</Occurrences><Name></Name>${recurrenceXml(firstDay, every)}${working(shifts)}</Exception>`
}

function recurrenceXml(firstDay: number, every: RecurringException['every']): string {
  if (every === undefined) return element('Type', DAILY)
  if (every === 'year') {
    const [, month, day] = civilOfDay(firstDay)
    return `${element('Type', YEARLY)}${element('Month', month - 1)}${element('MonthDay', day)}`
  }
  // bit 0 is Sunday
  return `${element('Type', WEEKLY)}${element('Period', every.weeks)}${element('DaysOfWeek', 1 << (weekday(firstDay) % 7))}`
}

function working(shifts: Shifts): string {
  if (shifts.length === 0) return '<DayWorking>0</DayWorking>'
  const times = shifts.map(
    ([from, to]) =>
      `<WorkingTime><FromTime>${formatTime(from)}:00</FromTime><ToTime>${formatTime(to % MINUTES_PER_DAY)}:00</ToTime></WorkingTime>`,
  )
  return `<DayWorking>1</DayWorking><WorkingTimes>${times.join('')}</WorkingTimes>`
}
