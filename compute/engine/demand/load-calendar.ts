/**
 * The calendars whose days are loaded when tasks have calendars: a day with any working time counts. All demand uses one row of days: those of
 * the calendar that the open tasks with resources share, else those on which any of their calendars works (own-days.ts).
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { ScheduleSetting } from '../../../shared/contract/schedule/setting.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { anyDayCalendar, dayCalendar } from '../calendar/day-calendar.ts'
import { taskCalendars } from '../clock/calendars.ts'
import { COMPLETE, stateOf } from '../population/progress.ts'

export interface LoadCalendars {
  readonly calendar: Calendar
  /** Where the tasks share none: the setting, and the index of the calendar of each task. */
  readonly own?: { readonly setting: ScheduleSetting; readonly ofTask: Uint16Array }
}

/** undefined = no open task has a resource, or the schedule has no calendars. */
export function loadCalendars(columns: ScheduleColumns): LoadCalendars | undefined {
  const { setting, taskCount, resources } = columns
  if (setting === undefined) return undefined
  const ofTask = taskCalendars(columns, setting)
  const used = new Set<number>()
  for (let i = 0; i < taskCount; i++) {
    if (resources.start[i] < resources.start[i + 1] && stateOf(columns, i) !== COMPLETE) used.add(ofTask[i])
  }
  const [first] = used
  if (first === undefined) return undefined
  if (used.size === 1) return { calendar: dayCalendar({ ...setting, defaultCalendar: first }).calendar }
  return {
    calendar: anyDayCalendar(
      setting,
      [...used].sort((a, b) => a - b),
    ),
    own: { setting, ofTask },
  }
}
