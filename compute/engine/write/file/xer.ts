/**
 * A schedule as an XER that P6 reads: calendars, tasks, links, resources and the rules it was scheduled by. What an XER has no place for (baselines,
 * deadlines, parents, approvals, reasons of delays, earned value) is left out; what moves dates is in other cells by then (analysis/convert/as-p6.ts).
 */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { DEFAULT_RULES } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import type { CalendarSpec, ScheduleSetting, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { minutesPerWeek } from './xer-calendar-data.ts'
import { keepsOut, LEVELING_COLUMNS, levelingCells, OPTIONS_ID, writeResources } from './xer-resources.ts'
import { PROJECT_ID, type TaskRowsInput, writeCodes, writeLinks, writeTasks } from './xer-tasks.ts'
import { momentCell, type P6Tables, XerText } from './xer-text.ts'
import { wbsOf } from './xer-wbs.ts'

export interface P6ProjectWords {
  /** Short name and name of the project; null = not known. */
  readonly id: string | null
  readonly name: string | null
  /** Minutes since 1970-01-01T00:00, NaN = not given: the data date of a schedule without a setting, which has none in it. */
  readonly dataDate: number
}

/** The release whose tables these are. */
const VERSION = '18.8'
/** Minutes of a calendar's day count when a schedule has no calendars. */
const DAY_SHIFTS: Shifts = [
  [8 * 60, 12 * 60],
  [13 * 60, 17 * 60],
]
const FIVE_DAYS: CalendarSpec = {
  id: '1',
  name: 'Five days',
  minutesPerDay: 8 * 60,
  week: Array.from({ length: 7 }, (_, d) => (d < 5 ? DAY_SHIFTS : [])),
  exceptions: [],
}

const LAG_CALENDARS = {
  predecessor: 'rcal_Predecessor',
  successor: 'rcal_Successor',
  project: 'rcal_ProjDefault',
  '24_hour': 'rcal_24Hour',
} as const
const FLOAT_TYPES = { finish: 'FT_FF', start: 'FT_SS', smallest: 'FT_Min' } as const

export function writeXer(columns: ScheduleColumns, words: P6ProjectWords): Uint8Array {
  const text = new XerText()
  const dataDate = dataDateOf(columns, words)
  const exported = momentCell(Number.isNaN(dataDate) ? 0 : dataDate)!.slice(0, 10)
  text.line('ERMHDR', VERSION, exported, 'Project', 'admin', 'admin', 'dbxDatabaseNoName', 'Project Management', 'USD')
  text.table('CURRTYPE', ['curr_id', 'decimal_symbol', 'digit_group_symbol', 'curr_type', 'curr_short_name'])
  text.row([1, '.', ',', 'US Dollar', 'USD'])
  writeP6Tables(text, columns, words)
  return text.finish()
}

const dataDateOf = ({ setting }: ScheduleColumns, words: P6ProjectWords): number => setting?.dataDate ?? words.dataDate

/** All tables of a project of P6, as both of its exports have them. */
export function writeP6Tables(text: P6Tables, columns: ScheduleColumns, words: P6ProjectWords): void {
  const { setting } = columns
  const calendars = setting?.calendars ?? [FIVE_DAYS]
  const ids = calendarIdsOf(calendars)
  const defaultCalendar = setting?.defaultCalendar ?? 0
  const wbs = wbsOf(valuesOf(columns.wbsCode.values), namesOfCodes(columns), words.id)
  const input: TaskRowsInput = {
    columns,
    calendarOf: calendarFinder(columns, calendars, ids, defaultCalendar),
    wbsIdOf: task => {
      const code = columns.wbsCode.codes[task]
      return code === 0 ? wbs.rows[0].id : wbs.idOfCode[code - 1]
    },
  }
  const shortName = words.id ?? wbs.rows[0].shortName
  writeProject(text, setting, shortName, ids[defaultCalendar], dataDateOf(columns, words))
  writeCalendars(text, calendars, ids, defaultCalendar)
  if (setting !== undefined) writeOptions(text, setting, keepsOut(columns))
  text.table('PROJWBS', [
    'wbs_id',
    'proj_id',
    'proj_node_flag',
    'status_code',
    'wbs_short_name',
    'wbs_name',
    'parent_wbs_id',
  ])
  for (const { id, parent, shortName, name } of wbs.rows) {
    const shown = parent === null ? (words.name ?? name) : name
    text.row([id, PROJECT_ID, parent === null ? 'Y' : 'N', 'WS_Open', shortName, shown, parent])
  }
  writeResources(text, input, ids, defaultCalendar, calendars[defaultCalendar].minutesPerDay)
  writeCodes(text, input)
  writeTasks(text, input)
  writeLinks(text, input)
}

/** Entry n: the wbs_name of the first task with code n. */
function namesOfCodes({ taskCount, wbsCode, wbsName }: ScheduleColumns): string[] {
  const names: string[] = new Array(Math.max(0, wbsCode.values.offsets.length - 1)).fill('')
  const known = valuesOf(wbsName.values)
  for (let task = 0; task < taskCount; task++) {
    const [code, name] = [wbsCode.codes[task], wbsName.codes[task]]
    if (code > 0 && name > 0) names[code - 1] ||= known[name - 1]
  }
  return names
}

/** P6 numbers its calendars: an id that is such a number stays. */
function calendarIdsOf(calendars: readonly CalendarSpec[]): number[] {
  const isNumber = (id: string): boolean => /^[1-9]\d{0,8}$/.test(id)
  const taken = new Set(calendars.filter(({ id }) => isNumber(id)).map(({ id }) => Number(id)))
  let next = 1
  return calendars.map(({ id }) => {
    if (isNumber(id)) return Number(id)
    while (taken.has(next)) next++
    taken.add(next)
    return next
  })
}

function calendarFinder(
  { calendarId }: ScheduleColumns,
  calendars: readonly CalendarSpec[],
  ids: readonly number[],
  defaultCalendar: number,
): TaskRowsInput['calendarOf'] {
  const indexOfId = new Map(calendars.map(({ id }, n) => [id, n]))
  const found = valuesOf(calendarId.values).map(id => indexOfId.get(id) ?? defaultCalendar)
  return task => {
    const code = calendarId.codes[task]
    const n = code === 0 ? defaultCalendar : found[code - 1]
    return { id: ids[n], spec: calendars[n] }
  }
}

const valuesOf = (values: ScheduleColumns['wbsCode']['values']): string[] =>
  Array.from({ length: values.offsets.length - 1 }, (_, n) => textAt(values, n))

function writeProject(
  text: P6Tables,
  setting: ScheduleSetting | undefined,
  shortName: string,
  calendarId: number,
  dataDate: number,
): void {
  text.table('PROJECT', [
    'proj_id',
    'proj_short_name',
    'export_flag',
    'project_flag',
    'name_sep_char',
    'clndr_id',
    'last_recalc_date',
    'plan_start_date',
    'plan_end_date',
    'critical_drtn_hr_cnt',
    'critical_path_type',
  ])
  const { rules = DEFAULT_RULES } = setting ?? {}
  const minutesPerDay = setting?.calendars[setting.defaultCalendar].minutesPerDay ?? FIVE_DAYS.minutesPerDay
  text.row([
    PROJECT_ID,
    shortName,
    'Y',
    'Y',
    '.',
    calendarId,
    momentCell(dataDate),
    momentCell(setting?.projectStart ?? Number.NaN),
    momentCell(setting?.mustFinishBy ?? Number.NaN),
    (rules.criticalFloatDaysMax * minutesPerDay) / 60,
    rules.criticalBy === 'longest_path' ? 'CT_DrivPath' : 'CT_TotFloat',
  ])
}

function writeCalendars(
  text: P6Tables,
  calendars: readonly CalendarSpec[],
  ids: readonly number[],
  defaultCalendar: number,
): void {
  text.table('CALENDAR', [
    'clndr_id',
    'default_flag',
    'clndr_name',
    'proj_id',
    'base_clndr_id',
    'clndr_type',
    'day_hr_cnt',
    'week_hr_cnt',
    'clndr_data',
  ])
  for (const [n, spec] of calendars.entries())
    text.row([
      ids[n],
      n === defaultCalendar ? 'Y' : 'N',
      spec.name ?? spec.id,
      PROJECT_ID,
      null,
      'CA_Project',
      spec.minutesPerDay / 60,
      minutesPerWeek(spec) / 60,
      text.workingTimes(spec),
    ])
}

function writeOptions(text: P6Tables, { rules, leveling }: ScheduleSetting, keepsOut: boolean): void {
  const levels = leveling !== undefined || keepsOut
  text.table('SCHEDOPTIONS', [
    'schedoptions_id',
    'proj_id',
    'sched_outer_depend_type',
    'sched_open_critical_flag',
    'sched_lag_early_start_flag',
    'sched_retained_logic',
    'sched_float_type',
    'sched_calendar_on_relationship_lag',
    'sched_use_expect_end_flag',
    'sched_progress_override',
    ...(levels ? LEVELING_COLUMNS : []),
  ])
  text.row([
    OPTIONS_ID,
    PROJECT_ID,
    rules.ignoreExternalDates ? 'SD_None' : 'SD_Both',
    rules.openEndsCritical ? 'Y' : 'N',
    'Y',
    rules.progress === 'retained_logic' ? 'Y' : 'N',
    FLOAT_TYPES[rules.totalFloatAs],
    LAG_CALENDARS[rules.lagCalendar],
    rules.useExpectedFinish ? 'Y' : 'N',
    rules.progress === 'progress_override' ? 'Y' : 'N',
    ...(levels ? levelingCells(leveling ?? {}, keepsOut) : []),
  ])
}
