/** Numbers of days in sentences: what kind of days they are, and from which date to which. */
import type { CALENDAR_MODES } from '../../../shared/contract/analysis/cpm/data.ts'
import type { DAY_BASES } from '../../../shared/contract/endpoint/data/health-data.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { figure, plural } from './numbers.ts'
import { listed } from './tasks.ts'

/** Which days a figure counts: every day, or the working days of the schedule's calendar. */
export type DayBasis = (typeof DAY_BASES)[number]

/** CalendarChoice.mode, data.calendar.mode of a result. */
export type CalendarMode = (typeof CALENDAR_MODES)[number]

/** What the days of a schedule are that is reckoned in a calendar of this mode. */
export const dayBasis = (mode: CalendarMode): DayBasis => (mode === 'calendar_days' ? 'calendar' : 'working')

/** What the days between two offsets are: with calendars per task those on the wall, whatever days a float counts. */
export const offsetBasis = (mode: CalendarMode): DayBasis => (mode === 'task_calendars' ? 'calendar' : dayBasis(mode))

/** "72 working days", "1 calendar day"; without a basis "72 days", where a sentence before has named it. */
export const inDays = (days: number, basis?: DayBasis): string =>
  plural(days, basis === undefined ? 'day' : `${basis} day`)

/** "+5 working days", "-2 working days", "0 working days": later is positive. */
export const signedDays = (days: number, basis?: DayBasis): string =>
  `${figure(days) > 0 ? '+' : ''}${inDays(days, basis)}`

/** " (3 calendar days)" behind days of another calendar. */
export const wallText = (wallDays: number, basis: DayBasis | undefined): string =>
  basis === 'working' ? ` (${inDays(wallDays, 'calendar')})` : ''

/** "5 working days later", "2 working days earlier", "on the same day"; with the days on the wall "5 working days (7 calendar days) later". */
export function laterOrEarlier(days: number, basis?: DayBasis, wallDays?: number): string {
  if (figure(days) === 0) return 'on the same day'
  const wall = wallDays === undefined ? '' : wallText(Math.abs(wallDays), basis)
  return `${inDays(Math.abs(days), basis)}${wall} ${days > 0 ? 'later' : 'earlier'}`
}

/** A date as ISO text or as a day number; nothing for an absent one. */
type DateLike = string | number | null | undefined

/** "2026-04-06", or "no date". */
export function dateText(date: DateLike): string {
  if (date === null || date === undefined || date === DAY_ABSENT) return 'no date'
  return typeof date === 'number' ? formatDay(date) : date
}

/** "2025-12-25 to 2026-04-06" */
export const spanText = (from: DateLike, to: DateLike): string => `${dateText(from)} to ${dateText(to)}`

/** "72 working days, 2025-12-25 to 2026-04-06" */
export const daysOver = (days: number, basis: DayBasis, from: DateLike, to: DateLike): string =>
  `${inDays(days, basis)}, ${spanText(from, to)}`

export interface FinishMovement {
  /** Days of the calendar in which the finish moved; later = positive. */
  readonly days: number
  readonly basis: DayBasis
  /** Day numbers. */
  readonly fromDay: number
  readonly toDay: number
}

/** Both days are finishes: of work that ends on them, days off after the last working day cost nothing. */
export const finishMovement = (
  calendar: Calendar,
  basis: DayBasis,
  fromDay: number,
  toDay: number,
): FinishMovement => ({
  days: calendar.indexOf(toDay + 1) - calendar.indexOf(fromDay + 1),
  basis,
  fromDay,
  toDay,
})

/** "72 working days late, 2025-12-25 to 2026-04-06", "3 working days early, ...", "on its date, 2026-04-06"; or with the days on the wall. */
export function movementText({ days, basis, fromDay, toDay }: FinishMovement, withWall = false): string {
  if (days === 0) return `on its date, ${fromDay === toDay ? dateText(toDay) : spanText(fromDay, toDay)}`
  const wall = withWall ? wallText(Math.abs(toDay - fromDay), basis) : ''
  return `${inDays(Math.abs(days), basis)}${wall} ${days > 0 ? 'late' : 'early'}, ${spanText(fromDay, toDay)}`
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const name = (weekday: number): string => NAMES[weekday - 1]

/** "all seven days a week", "Sunday to Thursday", "Monday, Wednesday, Friday" of ISO weekdays, ascending. */
export function weekText(workDays: readonly number[]): string {
  if (workDays.length === NAMES.length) return 'all seven days a week'
  const isWork = (weekday: number): boolean => workDays.includes(((weekday - 1) % NAMES.length) + 1)
  const first = workDays.filter(day => !isWork(day + NAMES.length - 1))
  if (first.length !== 1 || workDays.length < 3) return listed(workDays.map(name))
  return `${name(first[0])} to ${name(((first[0] + workDays.length - 2) % NAMES.length) + 1)}`
}
