/**
 * Calendars and their exceptions as the data model of the DOE has them: one list for all schedules, in it one exception for each day that a calendar names,
 * and several where it names a day several times. A run of days is one row with its length, so that a run of years costs no more than a day.
 */
import { outside } from '../../../../../shared/contract/schedule/exception-layers.ts'
import type {
  CalendarException,
  CalendarSpec,
  ScheduleSetting,
} from '../../../../../shared/contract/schedule/setting.ts'

export interface ExceptionRow extends CalendarException {
  readonly calendar: CalendarSpec
  /** The calendar has another exception for each of these days. */
  readonly isRepeated: boolean
}

const made = new WeakMap<ScheduleSetting, readonly ExceptionRow[]>()

export function exceptionRows(setting: ScheduleSetting): readonly ExceptionRow[] {
  const rows = made.get(setting) ?? setting.calendars.flatMap(rowsOf)
  made.set(setting, rows)
  return rows
}

function rowsOf(calendar: CalendarSpec): ExceptionRow[] {
  const { exceptions, repeated = [] } = calendar
  const rowOf = (isRepeated: boolean) => (each: CalendarException) => ({ ...each, calendar, isRepeated })
  return [...repeated.map(rowOf(true)), ...outside(merged(repeated), exceptions).map(rowOf(false))]
}

/** Their days, ascending and apart. */
function merged(list: readonly CalendarException[]): CalendarException[] {
  const days: { -readonly [Name in keyof CalendarException]: CalendarException[Name] }[] = []
  for (const each of list.toSorted((a, b) => a.firstDay - b.firstDay)) {
    const last = days.at(-1)
    if (last !== undefined && each.firstDay <= last.lastDay) last.lastDay = Math.max(last.lastDay, each.lastDay)
    else days.push({ ...each })
  }
  return days
}

/** Calendars of a schedule that the other one has alike, by the name that both know them by. Equal working times of one request are one value. */
export function calendarsAlike(own: ScheduleSetting, other: ScheduleSetting): ReadonlySet<CalendarSpec> {
  const byName = Map.groupBy(other.calendars, nameOf)
  return new Set(own.calendars.filter(each => byName.get(nameOf(each))?.some(known => isAlike(each, known))))
}

const nameOf = ({ id, name }: CalendarSpec): string => name ?? id

const isAlike = (a: CalendarSpec, b: CalendarSpec): boolean =>
  a === b ||
  (a.minutesPerDay === b.minutesPerDay &&
    a.exceptions === b.exceptions &&
    a.week.every((shifts, d) => shifts === b.week[d]) &&
    JSON.stringify(a.repeated) === JSON.stringify(b.repeated))
