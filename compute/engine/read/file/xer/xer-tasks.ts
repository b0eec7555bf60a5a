/** PROJWBS and TASK: the work breakdown structure and the activities of one project, row by row to the mapper. */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { refuseFile } from '../file-schedule.ts'
import { TASK, WBS } from '../p6/p6-fields.ts'
import type { P6Records, P6Schedule } from '../p6/p6-schedule.ts'
import { TASKS_MAX } from '../p6/p6-tasks.ts'
import type { KeyTable } from './key-table.ts'
import type { XerProject } from './xer-project.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'
import type { NumberSymbols } from './xer-values.ts'

/** Work and equipment, done and to do: what the percent complete of units is made of. */
const UNITS = ['act_work_qty', 'act_equip_qty', 'remain_work_qty', 'remain_equip_qty'] as const

const PERCENT_TYPES = ['CP_Drtn', 'CP_Phys', 'CP_Units'] as const

/** Rows that a first estimate of the length of the list is made from. */
const ROWS_FORESEEN_FACTOR = 8

/** What the lists of one project share while they are read. */
export interface XerContext {
  readonly file: XerFile
  readonly symbols: NumberSymbols
  readonly project: XerProject
  readonly schedule: P6Schedule
  readonly records: P6Records
  /** task_id to the row of the task. */
  readonly taskKeys: KeyTable
  /** Where the records say they are. */
  readonly place: XerPlace
}

/** The rows that are being read. */
export class XerPlace {
  rows: XerRows | undefined
  /** The column with the key of the row. */
  keyColumn = 0
  at(rows: XerRows, keyColumn: number): void {
    this.rows = rows
    this.keyColumn = keyColumn
  }
  place(): string {
    return `row ${this.rows?.count ?? 0}`
  }
  key(): string {
    return this.rows?.string(this.keyColumn) ?? ''
  }
}

/** Name of the row that stands for the project, null = there is none. */
export function readWbs({ file, project, schedule, records }: XerContext, keys: KeyTable): string | null {
  const rows = XerRows.of(file, WBS, ['wbs_id', 'parent_wbs_id', 'proj_node_flag', 'proj_id'])
  const [id, parent, isProject, projectId] = ['wbs_id', 'parent_wbs_id', 'proj_node_flag', 'proj_id'].map(c =>
    rows.at(c),
  )
  let name: string | null = null
  while (rows.next()) {
    rows.fill(records.wbs)
    if (rows.is(isProject!, 'Y') && (project.id === undefined || rows.is(projectId!, project.id)))
      name ??= records.wbs.text(WBS.T.name) || null
    schedule.wbs.add(keys.numberOf(rows, id!), keys.numberOf(rows, parent!))
  }
  rows.finish()
  return name
}

/** Rows of TASK that were not read, or why there is no schedule. */
export function readTasks(context: XerContext, wbsKeys: KeyTable): number | Refusal {
  const { file, project, symbols, schedule, records, taskKeys, place } = context
  const { tasks, calendars, builder } = schedule
  const record = records.task
  const rows = XerRows.of(file, TASK, ['task_id', 'proj_id', 'wbs_id', 'clndr_id', ...UNITS], symbols)
  const at = (column: string): number => rows.at(column)
  const [taskId, projectId, wbsId, calendarId] = [at('task_id'), at('proj_id'), at('wbs_id'), at('clndr_id')]
  const [percentType, units] = [at('complete_pct_type'), UNITS.map(at)]
  place.at(rows, taskId)
  let leftOutCount = 0
  let otherCount = 0
  let calendar = -1
  while (rows.next()) {
    if (project.id !== undefined && rows.has(projectId) && !rows.is(projectId, project.id)) {
      otherCount++
      continue
    }
    const row = tasks.count
    rows.task = row
    if (row === TASKS_MAX)
      return refuseFile(
        ['body', 'TASK'],
        'length',
        `A schedule has at most ${TASKS_MAX} activities; this one has more.`,
      )
    if (row === builder.expected.rowCount) {
      const rowsToCome = (rows.byteCount - rows.byteOffset) / (rows.byteOffset / rows.count)
      builder.expected.rowCount = Math.ceil(Math.min(row + 1.02 * rowsToCome + 1, ROWS_FORESEEN_FACTOR * row))
    }
    const isNew = !rows.isEmpty(taskId) && taskKeys.find(rows, taskId) < 0
    if (isNew) {
      rows.fill(record)
      record.values[TASK.V.units] =
        rows.wordOf(percentType, PERCENT_TYPES) === 'CP_Units' ? percentOf(rows, units) : Number.NaN
      if (rows.isEmpty(calendarId)) calendar = -1
      else if (calendar < 0 || !rows.is(calendarId, calendars.idOf(calendar)))
        calendar = calendars.numberOf(rows.key(calendarId))
    }
    if (isNew && tasks.add(wbsKeys.numberOf(rows, wbsId), calendar)) taskKeys.addMissing(rows, taskId)
    else {
      leftOutCount++
      tasks.leftOut.add(
        -1,
        () => rows.placeOf(),
        () => rows.string(at('task_code')) || rows.string(taskId),
      )
    }
  }
  leftOutCount += rows.finish()
  if (tasks.count > 0) return leftOutCount
  const name = JSON.stringify((project.shortName ?? project.id ?? '').slice(0, 100))
  const text = `The project ${name} has no activities that could be read: ${leftOutCount} rows of TASK were left out, ${otherCount} are of other projects.`
  return refuseFile(['body', 'TASK'], 'length', text)
}

/** Percent complete of the units: labour and equipment together, done of done and still to do. */
function percentOf(rows: XerRows, [actualWork, actualEquipment, remainingWork, remainingEquipment]: number[]): number {
  const unitsIn = (i: number | undefined): number => rows.number(i!) || 0
  const done = unitsIn(actualWork) + unitsIn(actualEquipment)
  const whole = done + unitsIn(remainingWork) + unitsIn(remainingEquipment)
  return whole > 0 ? (100 * done) / whole : 0
}
