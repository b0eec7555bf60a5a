/**
 * Schedules of real tools as MPXJ reads them (<file>.mpxj.json.gz of ../shared/data/project_files) -> columns with calendars and what the tool
 * stored. Read in place; tests that use it skip where the folder is absent.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { settingOf } from '../../../../shared/contract/schedule/setting.ts'
import { formatTime, minutesAfterMidnight } from '../../../../shared/contract/schedule/time-of-day.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MPXJ_CONSTRAINTS } from '../../helpers/mpxj-words.ts'

export const PROJECT_FILES_FOLDER =
  process.env.PROJECT_FILES ?? fileURLToPath(new URL('../../../../../shared/data/project_files', import.meta.url))

export interface FileTask {
  readonly uid: number
  readonly id?: string
  readonly name?: string
  readonly summary?: boolean
  readonly activity_type?: string
  readonly effective_calendar?: number
  readonly duration?: number
  readonly remaining_duration?: number
  readonly early_start?: string
  readonly early_finish?: string
  readonly late_start?: string
  readonly late_finish?: string
  readonly total_float?: number
  readonly free_float?: number
  readonly longest_path?: boolean
  readonly actual_start?: string
  readonly actual_finish?: string
  readonly [member: string]: unknown
}

interface FileCalendar {
  readonly uid: number
  readonly parent?: number
  readonly minutes_per_day: number
  readonly week_mon_to_sun: readonly (readonly (readonly [number, number])[] | null)[]
  readonly exceptions?: readonly (readonly [string, string, readonly (readonly [number, number])[]])[]
}

interface FileProject {
  readonly properties: {
    readonly data_date?: string
    readonly planned_start?: string
    readonly start?: string
    readonly must_finish_by?: string
    readonly default_calendar?: number
    readonly critical_slack_minutes?: number
    readonly options: Readonly<Record<string, unknown>>
  }
  readonly calendars: readonly FileCalendar[]
  readonly tasks: readonly FileTask[]
  readonly relations?: readonly (readonly [number, number, string, number, string?])[]
}

export interface FileSchedule {
  readonly file: string
  readonly columns: ScheduleColumns
  /** Task i of the columns as the file has it, and the minutes per day of its calendar. */
  readonly tasks: readonly FileTask[]
  readonly minutesPerDay: readonly number[]
}

const TYPES: Readonly<Record<string, string>> = {
  START_MILESTONE: 'start_milestone',
  FINISH_MILESTONE: 'finish_milestone',
  LEVEL_OF_EFFORT: 'loe',
}
const PROGRESS: Readonly<Record<string, string>> = {
  RETAINED_LOGIC: 'retained_logic',
  PROGRESS_OVERRIDE: 'progress_override',
  ACTUAL_DATES: 'actual_dates',
}
const LAG_CALENDARS: Readonly<Record<string, string>> = {
  PREDECESSOR: 'predecessor',
  SUCCESSOR: 'successor',
  PROJECT_DEFAULT: 'project',
  TWENTY_FOUR_HOUR: '24_hour',
}
const FLOATS: Readonly<Record<string, string>> = {
  START_SLACK: 'start',
  FINISH_SLACK: 'finish',
  SMALLEST_SLACK: 'smallest',
}
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const time = (minute: number): string => (minute === 1440 ? '24:00' : formatTime(minute))
const shifts = (ranges: readonly (readonly [number, number])[]) => ranges.map(([from, to]) => [time(from), time(to)])

/** Names of the files of a kind; undefined: the folder is not here. */
export function projectFiles(kind: 'xer' | 'pmxml' | 'mspdi'): readonly string[] | undefined {
  const folder = join(PROJECT_FILES_FOLDER, kind)
  if (!existsSync(folder)) return undefined
  return readdirSync(folder)
    .filter(name => name.endsWith('.mpxj.json.gz'))
    .sort()
}

export function readProjects(kind: string, file: string): readonly FileProject[] {
  const json = JSON.parse(gunzipSync(readFileSync(join(PROJECT_FILES_FOLDER, kind, file))).toString()) as {
    projects?: FileProject[]
  }
  return json.projects ?? []
}

/** A P6 project as our columns. */
export function scheduleOf(file: string, project: FileProject): FileSchedule {
  const { properties, calendars } = project
  const calendarOf = new Map(calendars.map(calendar => [calendar.uid, calendar]))
  const tasks = project.tasks.filter(
    ({ summary, activity_type }) => summary !== true && activity_type !== undefined && activity_type !== 'WBS_SUMMARY',
  )
  const perDay = (uid: number | undefined): number => calendarOf.get(uid ?? -1)?.minutes_per_day ?? 480
  const minutesPerDay = tasks.map(task => perDay(task.effective_calendar))
  const byUid = new Map(tasks.map((task, n) => [task.uid, n]))
  const links = new Map<number, object[]>()
  for (const [p, s, type, lag, unit] of project.relations ?? []) {
    const from = byUid.get(p)
    if (from === undefined || !byUid.has(s)) continue
    const list = links.get(s) ?? []
    links.set(s, list)
    list.push({ task_id: String(p), type, lag_days: lag / (unit === 'e' ? 1440 : minutesPerDay[from]!) })
  }
  const objects = tasks.map((task, n): TaskObject => {
    const days = (minutes: unknown) => (typeof minutes === 'number' ? minutes / minutesPerDay[n]! : null)
    return {
      id: String(task.uid),
      task_type: TYPES[task.activity_type ?? ''] ?? 'task',
      duration_days: days(task.duration),
      remaining_duration_days: days(task.remaining_duration),
      calendar_id: task.effective_calendar === undefined ? null : String(task.effective_calendar),
      predecessors: (links.get(task.uid) ?? []) as never,
      constraint_type: MPXJ_CONSTRAINTS[String(task.constraint)] ?? null,
      constraint_date: task.constraint_date ?? null,
      secondary_constraint_type: MPXJ_CONSTRAINTS[String(task.constraint2)] ?? null,
      secondary_constraint_date: task.constraint2_date ?? null,
      actual_start: task.actual_start ?? null,
      actual_finish: task.actual_finish ?? null,
      planned_start: task.planned_start ?? null,
      planned_finish: task.planned_finish ?? null,
      expected_finish: task.expected_finish ?? null,
      suspend_date: task.suspend ?? null,
      resume_date: task.resume ?? null,
    }
  })
  const faults: string[] = []
  const report = (place: readonly (string | number)[], words: string): void =>
    void faults.push(`${place.join('.')}: ${words}`)
  const setting = settingOf(containerOf(file, project), properties.data_date, report, [])!
  if (faults.length > 0) throw new Error(`${file}: ${faults[0]}`)
  return { file, tasks, minutesPerDay, columns: { ...columnsFromTasks(objects), setting } }
}

function containerOf(file: string, { properties, calendars }: FileProject) {
  const { options } = properties
  // MPXJ does not know this spelling (README of the folder)
  const lags = file.startsWith('mpxj__TwentyFourHourCalendar.xer')
    ? 'TWENTY_FOUR_HOUR'
    : options.RelationshipLagCalendar
  return {
    calendars: calendars.map(({ uid, parent, minutes_per_day, week_mon_to_sun, exceptions }) => ({
      id: String(uid),
      hours_per_day: minutes_per_day / 60,
      ...(parent === undefined ? {} : { parent: String(parent) }),
      work_week: Object.fromEntries(
        WEEKDAYS.flatMap((name, d) => {
          const ranges = week_mon_to_sun[d]
          return ranges === null || ranges === undefined ? [] : [[name, shifts(ranges)]]
        }),
      ),
      exceptions: (exceptions ?? []).map(([date, until, ranges]) => ({ date, until, shifts: shifts(ranges ?? []) })),
    })),
    ...(properties.default_calendar === undefined ? {} : { default_calendar_id: String(properties.default_calendar) }),
    ...(properties.must_finish_by === undefined ? {} : { must_finish_by: properties.must_finish_by }),
    ...(properties.planned_start === undefined ? {} : { project_start: properties.planned_start }),
    scheduling_options: {
      rules: 'p6',
      progress: PROGRESS[String(options.SchedulingProgressedActivities)] ?? 'retained_logic',
      lag_calendar: LAG_CALENDARS[String(lags)] ?? 'predecessor',
      critical_by: options.CriticalActivityType === 'LONGEST_PATH' ? 'longest_path' : 'total_float',
      total_float_as: FLOATS[String(options.TotalSlackCalculationType)] ?? 'finish',
      use_expected_finish: options.UseExpectedFinishDates === true,
    },
  }
}

/** "2026-03-02T17:00" in minutes since 1970. */
export const momentOfText = (text: string): number => parseDay(text)! * 1440 + (minutesAfterMidnight(text) ?? 0)
