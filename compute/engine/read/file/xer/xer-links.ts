/**
 * TASKPRED: links within the project. Of those from and to other projects the dates hold, where the file has the other task; a link that names a task which
 * is nowhere in the file is lost, and told with its place.
 */
import { RELATION_ALIASES } from '../../../../../shared/schedule/aliases.ts'
import { RELATION_TYPES } from '../../../../../shared/schedule/fields.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import { WordTable } from '../../word-table.ts'
import { ExternalLinks, type LeavingLink, type OtherTask } from '../external-links.ts'
import { FileLinks } from '../file-schedule.ts'
import { type FileLag, lagOfText } from '../lag-texts.ts'
import { Notes } from '../notes.ts'
import type { NumberSymbols } from './number-symbols.ts'
import { DURATION, REMAINING } from './task-amounts.ts'
import type { XerCalendars } from './xer-calendars.ts'
import type { XerProject } from './xer-project.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'
import type { XerTasks } from './xer-tasks.ts'

const WANTED = ['task_id', 'pred_task_id', 'pred_type', 'lag_hr_cnt', 'proj_id', 'pred_proj_id']
const [TASK, PREDECESSOR, TYPE, LAG, PROJECT, PREDECESSOR_PROJECT] = WANTED.keys()
const TYPES = new WordTable(RELATION_TYPES, RELATION_ALIASES)

const MINUTES_PER_DAY_DEFAULT = 480

interface LinksOf {
  readonly file: XerFile
  readonly tasks: XerTasks
  readonly builder: ColumnsBuilder
  readonly project: XerProject
  readonly symbols: NumberSymbols
  /** Entry t is that of task t's calendar; lags are days of the predecessor's. */
  readonly minutesPerDay: Float64Array
  readonly calendars: XerCalendars
}

export function readLinks(context: LinksOf): FileLinks {
  const { file, tasks, project, symbols, minutesPerDay } = context
  const links = new FileLinks()
  const rows = new XerRows(file, 'TASKPRED', WANTED, symbols)
  const leaving: (LeavingLink<string> & { readonly isOwn: boolean })[] = []
  const lost = new Notes()
  const noteLost = (task: number): void =>
    lost.add(
      task,
      () => rows.placeOf(),
      () => `${rows.string(PREDECESSOR)} to ${rows.string(TASK)}`,
    )
  while (rows.next()) {
    const task = tasks.keys.find(rows, TASK)
    const predecessor = tasks.keys.find(rows, PREDECESSOR)
    rows.task = task >= 0 ? task : predecessor
    if (task < 0 && predecessor < 0) {
      if (isOwn(rows, PROJECT, project) && isOwn(rows, PREDECESSOR_PROJECT, project)) noteLost(-1)
      continue
    }
    const type = Math.max(0, typeOf(rows))
    const hours = rows.plainNumber(LAG)
    const lag = Number.isNaN(hours) ? lagInWords(rows, predecessor, context) : undefined
    const perDay = predecessor < 0 ? MINUTES_PER_DAY_DEFAULT : minutesPerDay[predecessor]
    const lagMinutes = Number.isNaN(hours) ? Math.round(perDay * (lag?.days ?? 0)) : Math.round(60 * hours)
    if (task >= 0 && predecessor >= 0) {
      links.add(task, predecessor, type, lag?.days ?? lagMinutes / perDay, lag?.isElapsed)
      continue
    }
    const isSuccessor = task >= 0
    const other = rows.key(isSuccessor ? PREDECESSOR : TASK)
    const ownsOther = isOwn(rows, isSuccessor ? PREDECESSOR_PROJECT : PROJECT, project)
    const place = `${rows.placeOf()}, ${rows.string(PREDECESSOR)} to ${rows.string(TASK)}`
    leaving.push({ task: rows.task, isSuccessor, other, type, lagMinutes, place, isOwn: ownsOther })
  }
  rows.finish()
  if (!file.hasEnd && (rows.isLastShort || (rows.count === 0 && tasks.count > 1)))
    file.warnings.add(
      'links_cut_off',
      'The file was cut off before its last link (TASKPRED): links after that are missing.',
    )
  if (leaving.length > 0) follow(leaving, lost, context)
  file.warnings.addNotes(
    'links_without_task',
    'Links name tasks that were not read and were left out; dates and floats may differ.',
    lost,
  )
  return links
}

/** A lag with a unit; undefined = it is none, which is reported. */
function lagInWords(rows: XerRows, predecessor: number, { tasks, minutesPerDay }: LinksOf): FileLag | undefined {
  const perDay = predecessor < 0 ? MINUTES_PER_DAY_DEFAULT : minutesPerDay[predecessor]
  const duration = predecessor < 0 ? Number.NaN : tasks.amounts.minutes(predecessor, DURATION) / perDay
  const lag = lagOfText(rows.string(LAG), perDay, duration)
  if (lag === undefined) rows.noteBadNumber(LAG)
  return lag
}

/** Links with one end in the project. */
function follow(
  leaving: readonly (LeavingLink<string> & { readonly isOwn: boolean })[],
  lost: Notes,
  { file, tasks, builder, project, symbols, calendars }: LinksOf,
): void {
  const others = otherTasks(file, project, symbols, new Set(leaving.map(({ other }) => other)))
  const calendarOf = (task: number): string => {
    const id = tasks.calendars[task] < 0 ? '' : tasks.calendarIds[tasks.calendars[task]]
    return calendars.has(id) ? id : calendars.defaultId
  }
  const ofOther = (id: string): string => others.get(id)?.calendar ?? ''
  const used = new Set(leaving.flatMap(({ task, other }) => [calendarOf(task), ofOther(other)]))
  const external = new ExternalLinks<string>(
    builder,
    calendars.membersOf([...used].filter(id => calendars.has(id))),
    calendars.defaultId,
    file.meter,
  )
  for (const link of leaving) {
    const { task, other, isSuccessor, place } = link
    const found = others.get(other)
    if (found === undefined && link.isOwn) {
      lost.add(
        task,
        () => place,
        () => other,
      )
      continue
    }
    const remaining = tasks.amounts.minutes(task, REMAINING)
    external.add(link, found, isSuccessor ? ofOther(other) : calendarOf(task), {
      calendar: calendarOf(task),
      remaining: Number.isNaN(remaining) ? tasks.amounts.minutes(task, DURATION) : remaining,
    })
  }
  external.warn(file.warnings)
}

const DATES = ['act_start_date', 'restart_date', 'early_start_date', 'target_start_date'] as const
const FINISHES = ['act_end_date', 'reend_date', 'early_end_date', 'target_end_date'] as const
const OTHER = ['task_id', 'proj_id', 'clndr_id', ...DATES, ...FINISHES, 'late_start_date', 'late_end_date']
const at = (column: string): number => OTHER.indexOf(column)
const STARTS_AT = DATES.map(at)
const FINISHES_AT = FINISHES.map(at)

/** Tasks of other projects with these ids. */
function otherTasks(
  file: XerFile,
  project: XerProject,
  symbols: NumberSymbols,
  wanted: ReadonlySet<string>,
): Map<string, OtherTask & { readonly calendar: string }> {
  const found = new Map<string, OtherTask & { readonly calendar: string }>()
  if (project.id === undefined) return found
  const rows = new XerRows(file, 'TASK', OTHER, symbols)
  while (rows.next()) {
    if (rows.is(at('proj_id'), project.id)) continue
    const id = rows.key(at('task_id'))
    if (!wanted.has(id) || found.has(id)) continue
    const firstOf = (columns: readonly number[]): number => {
      for (const column of columns) if (!rows.isEmpty(column)) return rows.moment(column)
      return Number.NaN
    }
    found.set(id, {
      calendar: rows.key(at('clndr_id')),
      start: firstOf(STARTS_AT),
      finish: firstOf(FINISHES_AT),
      lateStart: rows.moment(at('late_start_date')),
      lateFinish: rows.moment(at('late_end_date')),
    })
  }
  return found
}

const encoder = new TextEncoder()
/** "PR_FF1": databases hold several link types of one kind; the digits behind them say nothing of dates. */
const NUMBERED = /^\s*(PR_(?:FS|SS|FF|SF))\d{1,3}\s*$/i

/** Index into RELATION_TYPES, 0 where none is given, -1 = none that is known, which is reported. */
function typeOf(rows: XerRows): number {
  if (rows.is(TYPE, 'PR_FS') || rows.isEmpty(TYPE)) return 0
  const type = TYPES.find(rows.body, rows.start(TYPE), rows.end(TYPE))
  if (type >= 0) return type
  const plain = encoder.encode(NUMBERED.exec(rows.string(TYPE))?.[1] ?? '')
  const numbered = TYPES.find(plain, 0, plain.length)
  if (numbered < 0) rows.reportUnknown(TYPE, 'PR_FS', 'link_type_unknown')
  return numbered
}

const isOwn = (rows: XerRows, i: number, project: XerProject): boolean =>
  project.id === undefined || rows.isEmpty(i) || rows.is(i, project.id)
