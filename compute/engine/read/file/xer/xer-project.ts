/** PROJECT, CURRTYPE and SCHEDOPTIONS: which project is read, with which symbols its numbers are written, when and by which rules it was scheduled. */
import type { Refusal } from '../../../../../shared/errors.ts'
import { refuseFile } from '../file-schedule.ts'
import { OPTION_UNKNOWN } from '../import-warnings.ts'
import { listedProjects } from '../listed-projects.ts'
import { MAIN_PROJECT_READ, mainProject } from '../main-project.ts'
import { DEFAULT_SYMBOLS, type NumberSymbols } from './number-symbols.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'

const CURRENCY = ['curr_short_name', 'decimal_symbol', 'digit_group_symbol']
const [CURRENCY_NAME, DECIMAL, GROUP] = CURRENCY.keys()
/** Place of the currency in ERMHDR. */
const HEADER_CURRENCY = 7

/** Of the currency that the header names; of several files the first row without one. */
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
  readonly calendarId: string
  /** Minutes since 1970, NaN = not given. */
  readonly dataDate: number
  readonly start: number
  readonly finishBy: number
  readonly criticalHours: number
  readonly isCriticalByPath: boolean
}

const PROJECTS_MAX = 100_000

/** The requested project, else the only one that has tasks, else the only one of these that was exported. */
export function chooseProject(file: XerFile, symbols: NumberSymbols, wanted: string | undefined): XerProject | Refusal {
  const projects = new Map<string, XerProject & { isExported: boolean }>()
  const rows = new XerRows(file, 'PROJECT', PROJECT, symbols)
  while (rows.next() && projects.size < PROJECTS_MAX) {
    const id = rows.key(ID)
    if (!projects.has(id)) projects.set(id, projectOf(rows, id))
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
  for (const id of taskCounts.keys())
    if (!projects.has(id)) projects.set(id, { ...unnamedProject(id), isExported: false })
  if (projects.size === 0) return unnamedProject('')
  return chosenOf([...projects.values()], taskCounts, wanted, file)
}

function chosenOf(
  projects: readonly (XerProject & { isExported: boolean })[],
  taskCounts: ReadonlyMap<string, number>,
  wanted: string | undefined,
  file: XerFile,
): XerProject | Refusal {
  const countOf = ({ id }: XerProject): number => taskCounts.get(id ?? '') ?? 0
  const withTasks = projects.filter(project => countOf(project) > 0)
  const listed = (list: readonly XerProject[]): string => listedProjects(list, nameOf, countOf)
  if (wanted !== undefined) {
    const named = projects.filter(({ id, shortName }) => id === wanted || shortName === wanted)
    const loosely = projects.filter(({ shortName }) => shortName?.trim().toLowerCase() === wanted.trim().toLowerCase())
    const found = named.find(project => countOf(project) > 0) ?? named[0] ?? loosely[0]
    if (found !== undefined) return found
    const list = listed(withTasks.length > 0 ? withTasks : projects)
    return refuseFile(
      ['query', 'project'],
      'enum',
      `No project of the file has the id or short name ${JSON.stringify(wanted.slice(0, 100))}; it has ${list}.`,
    )
  }
  const exported = withTasks.filter(({ isExported }) => isExported)
  const left = withTasks.length === 1 ? withTasks : exported.length === 1 ? exported : []
  const main = left.length === 1 ? undefined : mainProject(exported.length > 1 ? exported : withTasks, countOf)
  const only = left[0] ?? main
  if (only === undefined && withTasks.length > 0)
    return refuseFile(
      ['query', 'project'],
      'missing',
      `The file has several projects; choose one by ?project=: ${listed(withTasks)}.`,
    )
  if (withTasks.length > 1)
    file.warnings.add(
      'projects_left_out',
      `${main === undefined ? 'Only the project that was exported was read; left out' : MAIN_PROJECT_READ}: ${listed(withTasks.filter(project => project !== only))}.`,
    )
  return only ?? projects[0]
}

function projectOf(rows: XerRows, id: string): XerProject & { isExported: boolean } {
  return {
    id,
    shortName: rows.string(NAME) || null,
    isExported: rows.flag(EXPORTED, false),
    calendarId: rows.key(CALENDAR),
    dataDate: rows.moment(DATA_DATE),
    start: rows.moment(START),
    finishBy: rows.moment(FINISH_BY),
    criticalHours: rows.number(CRITICAL_HOURS),
    isCriticalByPath: isCriticalByPath(rows),
  }
}

function isCriticalByPath(rows: XerRows): boolean {
  const isByPath = rows.is(CRITICAL_TYPE, 'CT_DrivPath')
  if (!isByPath && !rows.isEmpty(CRITICAL_TYPE) && !rows.is(CRITICAL_TYPE, 'CT_TotFloat'))
    rows.reportUnknown(CRITICAL_TYPE, 'CT_TotFloat', OPTION_UNKNOWN)
  return isByPath
}

const unnamedProject = (id: string): XerProject => ({
  id: id === '' ? undefined : id,
  shortName: null,
  calendarId: '',
  dataDate: Number.NaN,
  start: Number.NaN,
  finishBy: Number.NaN,
  criticalHours: Number.NaN,
  isCriticalByPath: false,
})

const nameOf = ({ id, shortName }: XerProject): string =>
  shortName === null
    ? JSON.stringify(id ?? '')
    : `${JSON.stringify(shortName.slice(0, 100))}, id ${(id ?? '').slice(0, 40)}`

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
