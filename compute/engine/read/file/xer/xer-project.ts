/** PROJECT, CURRTYPE and SCHEDOPTIONS: which project is read, with which symbols its numbers are written, when and by which rules it was scheduled. */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { OPTION_UNKNOWN } from '../import-warnings.ts'
import { XER } from '../p6/p6-fields.ts'
import { meaningOf, meaningsIn, type P6Options } from '../p6/p6-options.ts'
import { chooseProject, type FileProject } from '../p6/p6-project.ts'
import type { P6Words } from '../p6/p6-words.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'
import { DEFAULT_SYMBOLS, type NumberSymbols } from './xer-values.ts'

const CURRENCY = ['curr_short_name', 'decimal_symbol', 'digit_group_symbol']
const [CURRENCY_NAME, DECIMAL, GROUP] = CURRENCY.keys()
/** Place of the currency in ERMHDR. */
const HEADER_CURRENCY = 7

/** Number symbols of the currency that the header names; among several files the first row without one counts. */
export function symbolsOf(file: XerFile): NumberSymbols {
  const wanted = file.header?.[HEADER_CURRENCY] ?? ''
  const rows = new XerRows(file, 'CURRTYPE', CURRENCY)
  let symbols: NumberSymbols | undefined
  while (rows.next()) {
    if (rows.string(CURRENCY_NAME) !== wanted) continue
    const decimal = rows.string(DECIMAL)
    const group = rows.string(GROUP)
    const isUsable = decimal.length === 1 && /[.,]/.test(decimal) && group !== decimal
    if (isUsable) symbols = { decimal: decimal.charCodeAt(0), group: group.length === 1 ? group.charCodeAt(0) : 0 }
    break
  }
  rows.finish()
  return symbols ?? DEFAULT_SYMBOLS
}

const PROJECT = [
  'proj_id',
  'proj_short_name',
  'export_flag',
  'clndr_id',
  'last_recalc_date',
  'plan_start_date',
  'plan_end_date',
  'critical_drtn_hr_cnt',
  'critical_path_type',
]
const [ID, NAME, EXPORTED, CALENDAR, DATA_DATE, START, FINISH_BY, CRITICAL_HOURS, CRITICAL_TYPE] = PROJECT.keys()

export interface XerProject {
  /** proj_id; undefined = the file does not distinguish projects, so every task is of it. */
  readonly id: string | undefined
  /** Short name, the id of a project for people. */
  readonly shortName: string | null
  readonly isExported: boolean
  readonly calendarId: string
  /** Minutes since 1970, NaN = not given. */
  readonly dataDate: number
  readonly start: number
  readonly finishBy: number
  readonly criticalHours: number
  readonly isCriticalByPath: boolean
}

const PROJECTS_MAX = 100_000

export function projectOf(
  file: XerFile,
  symbols: NumberSymbols,
  wanted: string | undefined,
  words: P6Words,
): XerProject | Refusal {
  const projects = new Map<string, XerProject>()
  const rows = new XerRows(file, 'PROJECT', PROJECT, symbols)
  while (rows.next() && projects.size < PROJECTS_MAX) {
    const id = rows.key(ID)
    if (!projects.has(id)) projects.set(id, readProject(rows, id))
  }
  rows.finish()
  if (projects.size === 0)
    file.warnings.add(
      'project_missing',
      'The file has no table PROJECT: data date, project start and calendar of the project are not known, and its tasks were taken as one project.',
    )
  if (projects.size === 1 && wanted === undefined) return projects.values().next().value!
  const taskCounts = tasksByProject(file)
  // tasks of a project that the table does not name
  for (const id of taskCounts.keys()) if (!projects.has(id)) projects.set(id, unnamedProject(id))
  if (projects.size === 0) return unnamedProject('')
  const shown = [...projects.values()].map(project => shownProject(project, taskCounts.get(project.id ?? '') ?? 0))
  const chosen = chooseProject(shown, [], wanted, words, file.warnings)
  return 'project' in chosen ? chosen.project : chosen
}

const shownProject = (project: XerProject, taskCount: number): FileProject & { readonly project: XerProject } => {
  const { id = '', shortName, isExported } = project
  const name =
    shortName === null ? JSON.stringify(id) : `${JSON.stringify(shortName.slice(0, 100))}, id ${id.slice(0, 40)}`
  return { names: [shortName ?? '', id], shown: name, taskCount, isExported, project }
}

const readProject = (rows: XerRows, id: string): XerProject => ({
  id,
  shortName: rows.string(NAME) || null,
  isExported: rows.flag(EXPORTED, false),
  calendarId: rows.key(CALENDAR),
  dataDate: rows.moment(DATA_DATE),
  start: rows.moment(START),
  finishBy: rows.moment(FINISH_BY),
  criticalHours: rows.number(CRITICAL_HOURS),
  isCriticalByPath: isCriticalByPath(rows),
})

function isCriticalByPath(rows: XerRows): boolean {
  const type = rows.wordOf(CRITICAL_TYPE, ['CT_TotFloat', 'CT_DrivPath'])
  if (type === undefined && !rows.isEmpty(CRITICAL_TYPE))
    rows.reportUnknown(CRITICAL_TYPE, 'CT_TotFloat', OPTION_UNKNOWN)
  return type === 'CT_DrivPath'
}

const unnamedProject = (id: string): XerProject => ({
  id: id === '' ? undefined : id,
  shortName: null,
  isExported: false,
  calendarId: '',
  dataDate: Number.NaN,
  start: Number.NaN,
  finishBy: Number.NaN,
  criticalHours: Number.NaN,
  isCriticalByPath: false,
})

/** Tasks by proj_id; '' = those that name none. */
function tasksByProject(file: XerFile): Map<string, number> {
  const counts = new Map<string, number>()
  const rows = new XerRows(file, 'TASK', ['proj_id'])
  let last = ''
  let lastCount = 0
  while (rows.next()) {
    // neighbours mostly are of one project
    if (lastCount > 0 && rows.is(0, last)) lastCount++
    else {
      if (lastCount > 0) counts.set(last, lastCount)
      last = rows.key(0)
      lastCount = (counts.get(last) ?? 0) + 1
      if (counts.size >= PROJECTS_MAX && !counts.has(last)) break
    }
  }
  if (lastCount > 0) counts.set(last, lastCount)
  return counts
}

const OPTIONS = [
  'proj_id',
  'sched_retained_logic',
  'sched_progress_override',
  'sched_calendar_on_relationship_lag',
  'sched_float_type',
  'sched_outer_depend_type',
  'sched_use_expect_end_flag',
  'sched_open_critical_flag',
  'sched_lag_early_start_flag',
  'schedoptions_id',
  'levelprioritylist',
  'level_all_rsrc_flag',
  'level_within_float_flag',
  'level_float_thrs_cnt',
  'level_over_alloc_pct',
  'level_keep_sched_date_flag',
  'level_outer_assign_flag',
  'level_outer_assign_priority',
]
const [OPTIONS_OF, RETAINED, OVERRIDE, LAG_CALENDAR, FLOAT_TYPE, OUTER, EXPECTED, OPEN_CRITICAL, LAG_EARLY, KEY] =
  OPTIONS.keys()
const [PRIORITIES, LEVEL_ALL, WITHIN_FLOAT, FLOAT_HOURS, OVER_ALLOCATION, KEEPS_DATES, OTHERS, OTHERS_PRIORITY] = [
  ...OPTIONS.keys(),
].slice(KEY! + 1) as [number, number, number, number, number, number, number, number]

const LAG_CALENDARS = meaningsIn(XER, 'lagCalendar')
const FLOAT_TYPES = meaningsIn(XER, 'totalFloatAs')
const OUTER_TYPES: Readonly<Record<string, boolean>> = { sd_none: true, sd_both: false }

/** SCHEDOPTIONS of the project, and what PROJECT says of critical tasks. */
export function optionsOf(file: XerFile, project: XerProject): P6Options {
  const rows = new XerRows(file, 'SCHEDOPTIONS', OPTIONS)
  const options: P6Options = {
    isSaid: false,
    criticalHours: project.criticalHours,
    isCriticalByPath: project.isCriticalByPath,
  }
  while (!options.isSaid && rows.next()) {
    if (project.id !== undefined && !rows.is(OPTIONS_OF, project.id)) continue
    options.isSaid = true
    const named = <Meaning>(
      i: number,
      meanings: Readonly<Record<string, Meaning>>,
      readAs: string,
    ): Meaning | undefined =>
      meaningOf(meanings, rows.key(i).toLowerCase(), () => rows.reportUnknown(i, readAs, OPTION_UNKNOWN))
    const flag = (i: number, otherwise: boolean): boolean => rows.flag(i, otherwise, OPTION_UNKNOWN)
    options.lagCalendar = named(LAG_CALENDAR, LAG_CALENDARS, 'rcal_Predecessor')
    options.totalFloatAs = named(FLOAT_TYPE, FLOAT_TYPES, 'FT_FF')
    const isOverride = flag(OVERRIDE, false)
    const isRetained = flag(RETAINED, true)
    options.progress = isOverride ? 'progress_override' : isRetained ? 'retained_logic' : 'actual_dates'
    options.isLagFromEarlyStart = flag(LAG_EARLY, true)
    options.useExpectedFinish = flag(EXPECTED, false)
    options.ignoreExternalDates = named(OUTER, OUTER_TYPES, 'SD_Both') ?? false
    options.openEndsCritical = flag(OPEN_CRITICAL, false)
    // files of other tools have these columns, and nothing in them
    if (rows.isEmpty(PRIORITIES) && rows.isEmpty(LEVEL_ALL)) continue
    if (!flag(LEVEL_ALL, true)) options.levelledOf = rows.key(KEY)
    options.leveling = {
      priorities: rows.rawText(PRIORITIES),
      withinFloat: flag(WITHIN_FLOAT, false),
      floatHours: rows.number(FLOAT_HOURS),
      overAllocation: rows.number(OVER_ALLOCATION),
      keepsDates: flag(KEEPS_DATES, true),
      countsOthers: flag(OTHERS, false),
      othersPriority: rows.number(OTHERS_PRIORITY),
    }
  }
  rows.finish()
  return options
}
