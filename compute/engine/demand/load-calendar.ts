/**
 * The calendars whose days are loaded when tasks have calendars: a day with any working time counts. All demand uses one row of days: those of
 * the calendar that the open tasks with resources share, else those on which any of their calendars works (own-days.ts). Where resources work by
 * their own calendars, those count in place of the task's.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { type ResourceSpec, specsByCode } from '../../../shared/contract/schedule/resources.ts'
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

/** Of an activity that depends on its resources, in the column resourceDependent. */
export const DEPENDENT = 2

/** The calendar in which a resource works at task i, whose own one is `ofTask`: in Microsoft Project, and in activities that depend on their resources, that of the resource. */
export function calendarOfWork(
  { setting, resourceDependent }: ScheduleColumns,
  i: number,
  ofTask: number,
  spec: ResourceSpec | undefined,
): number {
  const isOwn = setting?.rules.rules === 'ms_project' || resourceDependent[i] === DEPENDENT
  return isOwn && spec?.calendar !== undefined && spec.calendar >= 0 ? spec.calendar : ofTask
}

/** undefined = no open task has a resource, or the schedule has no calendars. */
export function loadCalendars(columns: ScheduleColumns): LoadCalendars | undefined {
  const { setting, taskCount, resources } = columns
  if (setting === undefined) return undefined
  const ofTask = taskCalendars(columns, setting)
  const specs = specsByCode(columns)
  const used = new Set<number>()
  for (let i = 0; i < taskCount; i++) {
    if (resources.start[i] === resources.start[i + 1] || stateOf(columns, i) === COMPLETE) continue
    used.add(ofTask[i])
    for (let k = resources.start[i]; k < resources.start[i + 1]; k++)
      used.add(calendarOfWork(columns, i, ofTask[i], specs[resources.codes[k]]))
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
