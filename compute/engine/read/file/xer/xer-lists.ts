/** The other lists of an XER, row by row to the mapper: calendars, resources with their rates and assignments, codes, links. */
import type { FileLinks } from '../file-schedule.ts'
import { ASSIGNMENT, LINK, OTHER_TASK, RATE, RESOURCE, recordFor } from '../p6/p6-fields.ts'
import { type LinkRow, type OtherP6Task, otherTaskOf } from '../p6/p6-links.ts'
import type { P6Options } from '../p6/p6-options.ts'
import { parseCalendarData } from './calendar-data.ts'
import { KeyTable } from './key-table.ts'
import { XerRows } from './xer-rows.ts'
import type { XerContext } from './xer-tasks.ts'

const CALENDAR = ['clndr_id', 'clndr_name', 'default_flag', 'base_clndr_id', 'day_hr_cnt', 'week_hr_cnt', 'clndr_data']
const [ID, NAME, DEFAULT_FLAG, BASE, DAY_HOURS, WEEK_HOURS, DATA] = CALENDAR.keys()

/** Each calendar's row is kept as it stands; its data is read when somebody works by it. */
export function readCalendars({ file, symbols, schedule }: XerContext): void {
  const rows = new XerRows(file, 'CALENDAR', CALENDAR, symbols)
  while (rows.next()) {
    const [start, end] = [rows.start(DATA), rows.end(DATA)]
    schedule.calendars.add({
      id: rows.key(ID),
      name: rows.string(NAME),
      base: rows.key(BASE),
      hoursPerDay: rows.number(DAY_HOURS),
      hoursPerWeek: rows.number(WEEK_HOURS),
      isDefault: rows.flag(DEFAULT_FLAG, false),
      hoursPlace: rows.placeOf(DAY_HOURS),
      hoursText: rows.string(DAY_HOURS),
      saysTimes: end > start,
      data: () => (end > start ? parseCalendarData(file.texts.textOf(file.bytes, start, end)) : undefined),
    })
  }
  rows.finish()
}

/** RSRC, RSRCRATE, TASKRSRC, PROJCOST, when all tasks are read. */
/** Returns the keys of the resources. */
export function readResources({ file, symbols, schedule, records, taskKeys, place, project }: XerContext): KeyTable {
  const { resources } = schedule
  const keys = new KeyTable(file.bytes.length)
  const rows = XerRows.of(file, RESOURCE, ['rsrc_id', 'clndr_id'])
  const id = rows.at('rsrc_id')
  place.at(rows, id)
  while (rows.next()) {
    if (keys.add(rows, id) < 0) continue
    rows.fill(records.resource)
    resources.add(rows.key(rows.at('clndr_id')))
  }
  rows.finish()

  const rates = XerRows.of(file, RATE, ['rsrc_id'], symbols)
  const rated = rates.at('rsrc_id')
  while (rates.next()) {
    rates.fill(records.rate)
    resources.addRate(keys.find(rates, rated))
  }
  rates.finish()

  const assignments = XerRows.of(file, ASSIGNMENT, ['task_id', 'rsrc_id', 'rollup_dates_flag', 'proj_id'], symbols)
  const [taskId, resourceId, drives, projectId] = [
    assignments.at('task_id'),
    assignments.at('rsrc_id'),
    assignments.at('rollup_dates_flag'),
    assignments.at('proj_id'),
  ]
  while (assignments.next()) {
    const task = taskKeys.find(assignments, taskId)
    if (task < 0) {
      const isOwn = project.id === undefined || assignments.is(projectId, project.id)
      if (isOwn) resources.noteTaskless()
      continue
    }
    const resource = keys.find(assignments, resourceId)
    if (resource < 0 && !assignments.isEmpty(resourceId)) resources.noteUnknown()
    assignments.fill(records.assignment)
    const isDriving = resource < 0 || assignments.isEmpty(drives) ? Number.NaN : Number(assignments.flag(drives, true))
    resources.assign(task, resource, isDriving)
  }
  assignments.finish()

  const expenses = new XerRows(file, 'PROJCOST', ['task_id', 'target_cost'], symbols)
  while (expenses.next()) {
    const task = taskKeys.find(expenses, 0)
    if (task >= 0) resources.addCost(task, expenses.number(1))
  }
  expenses.finish()
  return keys
}

/** Where the file chooses the resources that are levelled: all others are kept out. */
export function readLevelled(
  { file, schedule }: XerContext,
  keys: KeyTable,
  { leveling, levelledOf }: P6Options,
): void {
  if (leveling === undefined || levelledOf === undefined) return
  const rows = new XerRows(file, 'RSRCLEVELLIST', ['schedoptions_id', 'rsrc_id'])
  const chosen = new Set<number>()
  while (rows.next()) if (rows.is(0, levelledOf)) chosen.add(keys.find(rows, 1))
  rows.finish()
  chosen.delete(-1)
  // those that were chosen may all be of other projects, but for their list nothing is known
  if (file.segments.has('RSRCLEVELLIST')) schedule.resources.levelOnly(chosen)
  else leveling.unreadResources = 'not in the file'
}

/** ACTVTYPE, ACTVCODE, TASKACTV and UDFTYPE, UDFVALUE, when all tasks are read. */
export function readCodes({ file, schedule, taskKeys }: XerContext): void {
  const { codes } = schedule
  /** Reads a table whose columns are these, one row after the other. */
  const eachOf = (
    table: ConstructorParameters<typeof XerRows>[1],
    columns: readonly string[],
    read: (rows: XerRows) => void,
  ): void => {
    const rows = new XerRows(file, table, columns)
    while (rows.next()) read(rows)
    rows.finish()
  }
  eachOf('ACTVTYPE', ['actv_code_type_id', 'actv_code_type'], rows => codes.addType(rows.key(0), rows.string(1)))
  if (codes.hasTypes) {
    eachOf('ACTVCODE', ['actv_code_id', 'actv_code_type_id', 'short_name', 'actv_code_name'], rows =>
      codes.addValue(rows.key(0), rows.key(1), rows.string(2) || rows.string(3)),
    )
    eachOf('TASKACTV', ['task_id', 'actv_code_id'], rows => {
      const task = taskKeys.find(rows, 0)
      if (task >= 0) codes.give(task, rows.key(1))
    })
  }
  eachOf('UDFTYPE', ['udf_type_id', 'table_name', 'udf_type_name', 'udf_type_label'], rows => {
    if (rows.is(1, 'TASK')) codes.addField(rows.key(0), rows.string(3) || rows.string(2))
  })
  if (!codes.hasFields) return
  eachOf('UDFVALUE', ['udf_type_id', 'fk_id', 'udf_text', 'udf_number', 'udf_date', 'udf_code_id'], rows => {
    const task = taskKeys.find(rows, 1)
    if (task >= 0)
      codes.giveField(task, rows.key(0), rows.string(2) || rows.string(3) || rows.string(4) || rows.string(5))
  })
}

/** Rows of TASKPRED, as the mapper asks of the one that is read. */
class LinkRows implements LinkRow {
  readonly rows: XerRows
  // columns
  readonly successor: number
  readonly predecessor: number
  readonly lag: number
  readonly #projectId: string | undefined
  readonly #successorProject: number
  readonly #predecessorProject: number

  constructor({ file, symbols, project }: XerContext) {
    const rows = XerRows.of(file, LINK, ['task_id', 'pred_task_id', 'proj_id', 'pred_proj_id'], symbols)
    this.rows = rows
    this.#projectId = project.id
    this.successor = rows.at('task_id')
    this.predecessor = rows.at('pred_task_id')
    this.lag = rows.at('lag_hr_cnt')
    this.#successorProject = rows.at('proj_id')
    this.#predecessorProject = rows.at('pred_proj_id')
  }

  rowPlace(): string {
    return `row ${this.rows.count}`
  }
  place(): string {
    return `${this.rows.placeOf()}, ${this.rows.string(this.predecessor)} to ${this.rows.string(this.successor)}`
  }
  keyOf(isPredecessor: boolean): string {
    return this.rows.key(isPredecessor ? this.predecessor : this.successor)
  }
  isOwn(isPredecessor: boolean): boolean {
    const i = isPredecessor ? this.#predecessorProject : this.#successorProject
    return this.#projectId === undefined || this.rows.isEmpty(i) || this.rows.is(i, this.#projectId)
  }
  noteBadLag(task: number): void {
    this.rows.task = task
    this.rows.noteBadNumber(this.lag)
  }
}

/** TASKPRED, when everything else is read. */
export function readLinks(context: XerContext): FileLinks {
  const { file, schedule, records, taskKeys } = context
  const row = new LinkRows(context)
  const { rows } = row
  const links = schedule.settle(row)
  while (rows.next()) {
    const successor = taskKeys.find(rows, row.successor)
    const predecessor = taskKeys.find(rows, row.predecessor)
    rows.task = successor >= 0 ? successor : predecessor
    rows.fill(records.link)
    links.add(successor, predecessor, rows.plainNumber(row.lag))
  }
  rows.finish()
  if (!file.hasEnd && (rows.isLastShort || (rows.count === 0 && schedule.tasks.count > 1)))
    file.warnings.add(
      'links_cut_off',
      'The file was cut off before its last link (TASKPRED): links after that are missing.',
    )
  return links.finish(otherTasks(context, links.others))
}

/** Tasks of other projects with these keys. */
function otherTasks({ file, project, symbols }: XerContext, wanted: ReadonlySet<string>): Map<string, OtherP6Task> {
  const found = new Map<string, OtherP6Task>()
  if (project.id === undefined || wanted.size === 0) return found
  const record = recordFor(OTHER_TASK)
  const rows = XerRows.of(file, OTHER_TASK, ['task_id', 'proj_id', 'clndr_id'], symbols)
  const [taskId, projectId, calendarId] = [rows.at('task_id'), rows.at('proj_id'), rows.at('clndr_id')]
  while (rows.next()) {
    if (rows.is(projectId, project.id)) continue
    const key = rows.key(taskId)
    if (!wanted.has(key) || found.has(key)) continue
    rows.fill(record)
    found.set(key, otherTaskOf(record, rows.key(calendarId)))
  }
  return found
}
