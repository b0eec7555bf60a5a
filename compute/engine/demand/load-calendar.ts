/**
 * The calendar whose days are loaded where tasks have calendars: a day with any working time counts. One row of days serves all demand, so
 * it is that of the open tasks with resources where they share one, and the default one where they do not.
 */
import type { ScheduleColumns } from '../../../shared/schedule/columns.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { dayCalendar } from '../calendar/day-calendar.ts'
import { taskCalendars } from '../clock/calendars.ts'
import { COMPLETE, stateOf } from '../population/progress.ts'

/** undefined = the tasks with resources share none, or the schedule has no calendars. */
export function loadCalendar(columns: ScheduleColumns): Calendar | undefined {
  const { setting, taskCount, resources } = columns
  if (setting === undefined) return undefined
  const calendars = taskCalendars(columns, setting)
  let shared = -1
  for (let i = 0; i < taskCount; i++) {
    if (resources.start[i] === resources.start[i + 1] || stateOf(columns, i) === COMPLETE) continue
    if (shared >= 0 && calendars[i] !== shared) return undefined
    shared = calendars[i]
  }
  return shared < 0 ? undefined : dayCalendar({ ...setting, defaultCalendar: shared }).calendar
}
