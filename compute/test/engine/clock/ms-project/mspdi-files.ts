/**
 * Schedules of Microsoft Project as MPXJ reads them (<file>.mpxj.json.gz of ../shared/data/project_files/mspdi) -> columns as the reader of its XML
 * makes them, and what Microsoft Project stored. Read in place.
 */

import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { resourcesOf } from '../../../../../shared/contract/schedule/resources.ts'
import { settingOf } from '../../../../../shared/contract/schedule/setting.ts'
import { formatTime } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { columnsFromTasks, type TaskObject } from '../../../helpers/columns-from-tasks.ts'
import { type FileTask, readProjects } from '../project-files.ts'
import { elapsedLags, refused } from './ms-schedule.ts'

export interface MsSchedule {
  readonly columns: ScheduleColumns
  readonly tasks: readonly FileTask[]
  readonly minutesPerDay: number
}

type Ranges = readonly (readonly [number, number])[]

interface MsCalendar {
  readonly uid: number
  readonly parent?: number
  readonly week_mon_to_sun: readonly (Ranges | null)[]
  readonly exceptions?: readonly (readonly [string, string, Ranges])[]
}

interface MsProject {
  readonly properties: {
    readonly start?: string
    readonly default_calendar?: number
    readonly minutes_per_day?: number
    readonly options: { readonly HonorConstraints?: boolean }
  }
  readonly calendars?: readonly MsCalendar[]
  readonly tasks?: readonly FileTask[]
  readonly relations?: readonly (readonly [number, number, string, number, string?])[]
  readonly resources?: readonly { readonly uid: number; readonly calendar?: number }[]
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  START_NO_EARLIER_THAN: 'SNET',
  START_NO_LATER_THAN: 'SNLT',
  FINISH_NO_EARLIER_THAN: 'FNET',
  FINISH_NO_LATER_THAN: 'FNLT',
  MUST_START_ON: 'MSO',
  MUST_FINISH_ON: 'MFO',
  AS_LATE_AS_POSSIBLE: 'ALAP',
}
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const STANDARD_DAY_MINUTES = 480

const time = (minute: number): string => (minute === 1440 ? '24:00' : formatTime(minute))
const shifts = (ranges: Ranges) => ranges.map(([from, to]) => [time(from), time(to)])

/** undefined: the file has no task. */
export function msSchedule(file: string): MsSchedule | undefined {
  const [project] = readProjects('mspdi', file) as unknown as readonly MsProject[]
  if (project?.calendars === undefined) return undefined
  const { properties, calendars, relations = [], resources = [] } = project
  const perDay = properties.minutes_per_day ?? STANDARD_DAY_MINUTES
  const tasks = (project.tasks ?? []).filter(({ null: isNull, inactive }) => isNull !== true && inactive !== true)
  const known = new Set(tasks.map(({ uid }) => uid))
  const links = new Map<number, object[]>()
  for (const [p, s, type, lag, unit] of relations) {
    if (!known.has(p) || !known.has(s)) continue
    const list = links.get(s) ?? []
    links.set(s, list)
    list.push({ task_id: String(p), type, lag_days: lag / (unit === 'e' ? 1440 : perDay), lag_elapsed: unit === 'e' })
  }
  const objects = tasks.map(task => taskOf(task, perDay, links.get(task.uid) ?? []))
  const columns = columnsFromTasks(objects)
  const container = {
    calendars: calendars.map(({ uid, parent, week_mon_to_sun, exceptions = [] }) => ({
      id: String(uid),
      hours_per_day: perDay / 60,
      ...(parent === undefined ? {} : { parent: String(parent) }),
      work_week: Object.fromEntries(
        week_mon_to_sun.flatMap((ranges, d) => (ranges === null ? [] : [[WEEKDAYS[d], shifts(ranges)]])),
      ),
      exceptions: exceptions.map(([date, until, ranges]) => ({ date, until, shifts: shifts(ranges ?? []) })),
    })),
    default_calendar_id: String(properties.default_calendar ?? calendars[0]!.uid),
    project_start: properties.start,
    scheduling_options: { rules: 'ms_project', honor_constraints: properties.options.HonorConstraints ?? true },
  }
  const setting = settingOf(container as never, undefined, refused, [])!
  const crews = resources.flatMap(({ uid, calendar }) =>
    calendar === undefined ? [] : [{ id: String(uid), calendar_id: String(calendar) }],
  )
  const resourceSpecs = resourcesOf({ resources: crews }, setting, refused, [])
  return {
    columns: { ...columns, elapsedLags: elapsedLags(objects), setting, resourceSpecs },
    tasks,
    minutesPerDay: perDay,
  }
}

function taskOf(task: FileTask, perDay: number, predecessors: readonly object[]): TaskObject {
  const days = (minutes: unknown) => (typeof minutes === 'number' ? minutes / perDay : null)
  return {
    id: String(task.uid),
    parent_id: task.parent === undefined ? null : String(task.parent),
    task_type: task.summary === true ? 'summary' : 'task',
    duration_days: days(task.duration ?? 0),
    remaining_duration_days: days(task.remaining_duration ?? 0),
    calendar_id: task.effective_calendar === undefined ? null : String(task.effective_calendar),
    predecessors: predecessors as never,
    constraint_type: CONSTRAINTS[String(task.constraint)] ?? null,
    constraint_date: task.constraint_date ?? null,
    manually_scheduled: task.manual === true,
    forecast_start: task.start ?? null,
    forecast_finish: task.finish ?? null,
    actual_start: task.actual_start ?? null,
    actual_finish: task.actual_finish ?? null,
    suspend_date: task.stop ?? null,
    resume_date: task.resume ?? null,
    deadline: task.deadline ?? null,
    resources: ((task.assignments ?? []) as readonly { readonly uid?: number }[]).map(({ uid }) => String(uid)),
  }
}
