/** The days of the project's own calendar, where a schedule has calendars: spans between dates count its working days. */
import type { CalendarSpec, ScheduleSetting } from '../../../shared/schedule/setting.ts'
import { Calendar } from './calendar.ts'

const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** ISO weekdays with work, all of them where none has; exceptions without work are its holidays, other exceptions change no day. */
export function dayCalendar({ calendars, defaultCalendar }: ScheduleSetting): {
  readonly calendar: Calendar
  readonly workDays: readonly number[]
} {
  const spec = calendars[defaultCalendar]
  const withWork = EVERY_DAY.filter(day => spec.week[day - 1].length > 0)
  const workDays = withWork.length > 0 ? withWork : EVERY_DAY
  return { calendar: new Calendar(workDays, daysOff(spec)), workDays }
}

/** The days on which some of those calendars work, by their indexes in the setting. */
export function anyDayCalendar(setting: ScheduleSetting, indexes: readonly number[]): Calendar {
  const each = indexes.map(defaultCalendar => dayCalendar({ ...setting, defaultCalendar }))
  const works = (day: number): boolean => each.some(({ calendar }) => calendar.daysBetween(day, day) > 0)
  function* off(): Generator<number> {
    for (const index of indexes) for (const day of daysOff(setting.calendars[index])) if (!works(day)) yield day
  }
  return new Calendar(
    each.flatMap(({ workDays }) => workDays),
    off(),
  )
}

function* daysOff({ exceptions }: CalendarSpec): Generator<number> {
  for (const { firstDay, lastDay, shifts } of exceptions) {
    if (shifts.length > 0) continue
    for (let day = firstDay; day <= lastDay; day++) yield day
  }
}
