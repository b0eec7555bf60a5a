/** RSRC, RSRCRATE, TASKRSRC, PROJCOST: who works on a task with how much, what it costs, and by whose calendar a resource-dependent task is scheduled. */
import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import type { ResourceType } from '../../../../../shared/schedule/resources.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import type { AssignmentFloat } from '../../growing-assignments.ts'
import { type FileResource, FileResources, limitsOfRates, type Rate } from '../file-resources.ts'
import { reportUnknownResources } from '../unknown-resources.ts'
import { KeyTable } from './key-table.ts'
import type { NumberSymbols } from './number-symbols.ts'
import type { XerCalendars } from './xer-calendars.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'
import type { XerTasks } from './xer-tasks.ts'

const RESOURCE = ['rsrc_id', 'rsrc_name', 'rsrc_short_name', 'clndr_id', 'rsrc_type']
const [RESOURCE_ID, RESOURCE_NAME, SHORT_NAME, CALENDAR, KIND] = RESOURCE.keys()
const KINDS = ['RT_Labor', 'RT_Equip', 'RT_Mat'] as const
const TYPE_OF_KIND: Readonly<Record<(typeof KINDS)[number], ResourceType>> = {
  RT_Labor: 'labour',
  RT_Equip: 'nonlabour',
  RT_Mat: 'material',
}
const RATE = ['rsrc_id', 'max_qty_per_hr', 'start_date']
const [RATED, MAX_UNITS, RATE_START] = RATE.keys()
const EXPENSE = ['task_id', 'target_cost']
const BUDGETED_COST = fieldIndex('budgeted_cost')
const RESOURCE_DEPENDENT = fieldIndex('resource_dependent')
/** Code of true in a column. */
const TRUE = 2
const MINUTES_PER_HOUR = 60

/** Columns of TASKRSRC, and what each feeds. Where two feed one, the second counts where the first is empty. */
const NUMBERS: readonly (readonly [column: string, name: AssignmentFloat])[] = [
  ['target_qty_per_hr', 'unitsPerDay'],
  ['remain_qty_per_hr', 'remainingUnitsPerDay'],
  ['target_qty', 'budgetedUnits'],
  ['remain_qty', 'remainingUnits'],
  ['relag_drtn_hr_cnt', 'lagHours'],
  ['target_lag_drtn_hr_cnt', 'lagHours'],
  ['target_cost', 'budgetedCost'],
  ['remain_cost', 'remainingCost'],
]
/** What is done is regular time and overtime. */
const SUMS: readonly (readonly [columns: readonly [string, string], name: AssignmentFloat])[] = [
  [['act_reg_qty', 'act_ot_qty'], 'actualUnits'],
  [['act_reg_cost', 'act_ot_cost'], 'actualCost'],
]
const MOMENTS: readonly (readonly [columns: readonly [string, string], name: AssignmentFloat])[] = [
  [['restart_date', 'target_start_date'], 'begin'],
  [['reend_date', 'target_end_date'], 'end'],
]
const ASSIGNMENT = [
  'task_id',
  'rsrc_id',
  'rollup_dates_flag',
  ...NUMBERS.map(([column]) => column),
  ...SUMS.flatMap(([columns]) => columns),
  ...MOMENTS.flatMap(([columns]) => columns),
]
const [TASK, ASSIGNED, DRIVES] = ASSIGNMENT.keys()
const FIRST_NUMBER = DRIVES + 1
const FIRST_SUM = FIRST_NUMBER + NUMBERS.length
const FIRST_MOMENT = FIRST_SUM + 2 * SUMS.length
const COST = FIRST_NUMBER + NUMBERS.findIndex(([column]) => column === 'target_cost')

export class XerAssignments {
  readonly resources = new FileResources()
  readonly #file: XerFile
  readonly #symbols: NumberSymbols
  readonly #keys: KeyTable
  /** By the number of its key. */
  readonly #byKey: FileResource[] = []
  /** Entry k: the resource of the k-th assignment that was read. */
  readonly #ofAssignment: FileResource[] = []

  constructor(file: XerFile, symbols: NumberSymbols, calendars: XerCalendars) {
    this.#file = file
    this.#symbols = symbols
    this.#keys = new KeyTable(file.bytes.length)
    const rows = new XerRows(file, 'RSRC', RESOURCE)
    while (rows.next()) {
      if (this.#keys.add(rows, RESOURCE_ID) < 0) continue
      const id = rows.key(RESOURCE_ID)
      const short = rows.string(SHORT_NAME)
      const kind = rows.wordOf(KIND, KINDS)
      if (kind === undefined && !rows.isEmpty(KIND)) rows.reportUnknown(KIND, 'RT_Labor')
      const type = TYPE_OF_KIND[kind ?? 'RT_Labor']
      const name = rows.string(RESOURCE_NAME) || short || id
      this.#byKey.push(this.resources.add(name, short || id, type, type === 'material' ? '' : rows.key(CALENDAR)))
    }
    rows.finish()
    this.#readRates(calendars)
  }

  /** Units per hour of work are units per day; of a material an hour is one of the days of its project. */
  #readRates(calendars: XerCalendars): void {
    const rates = new Map<FileResource, Rate[]>()
    const rows = new XerRows(this.#file, 'RSRCRATE', RATE, this.#symbols)
    while (rows.next()) {
      const resource = this.#byKey[this.#keys.find(rows, RATED)]
      const most = rows.number(MAX_UNITS)
      if (resource === undefined || Number.isNaN(most)) continue
      const day = rows.day(RATE_START)
      const rate = { from: day === DAY_ABSENT ? Number.NEGATIVE_INFINITY : day, unitsPerHour: most }
      const known = rates.get(resource)
      if (known === undefined) rates.set(resource, [rate])
      else known.push(rate)
    }
    rows.finish()
    for (const [resource, list] of rates) {
      const hours = resource.type === 'material' ? calendars.minutesPerDay('') / MINUTES_PER_HOUR : 1
      resource.limits = limitsOfRates(list, resource.type, hours)
    }
  }

  /** Assignments and costs to the columns, after all tasks are read. */
  read(tasks: XerTasks, builder: ColumnsBuilder): void {
    const costs = new Float64Array(tasks.count)
    let isCosted = false
    const addCost = (task: number, cost: number): void => {
      if (Number.isNaN(cost)) return
      costs[task] += cost
      isCosted ||= cost !== 0
    }
    const rows = new XerRows(this.#file, 'TASKRSRC', ASSIGNMENT, this.#symbols)
    let unknown = 0
    while (rows.next()) {
      const task = tasks.keys.find(rows, TASK)
      if (task < 0) continue
      const resource = this.#byKey[this.#keys.find(rows, ASSIGNED)]
      if (resource !== undefined) addCost(task, this.#add(rows, task, resource, builder))
      else {
        addCost(task, rows.number(COST))
        if (!rows.isEmpty(ASSIGNED)) unknown++
      }
    }
    rows.finish()
    this.resources.settle(builder)
    for (const [at, { code }] of this.#ofAssignment.entries()) builder.assignments.setResource(at, code)
    reportUnknownResources(this.#file.warnings, unknown)
    const expenses = new XerRows(this.#file, 'PROJCOST', EXPENSE, this.#symbols)
    while (expenses.next()) {
      const task = tasks.keys.find(expenses, 0)
      if (task >= 0) addCost(task, expenses.number(1))
    }
    expenses.finish()
    if (isCosted)
      for (let task = 0; task < costs.length; task++)
        if (costs[task] !== 0) builder.numbers(BUDGETED_COST).set(task, costs[task])
  }

  /** What it was to cost. Its resource gets its code when all are known. */
  #add(rows: XerRows, task: number, resource: FileResource, builder: ColumnsBuilder): number {
    const into = builder.assignments
    const at = into.add(task, 0)
    resource.isNamed = true
    this.#ofAssignment.push(resource)
    for (const [n, [, name]] of NUMBERS.entries())
      if (Number.isNaN(into.get(at, name))) into.set(at, name, rows.number(FIRST_NUMBER + n))
    for (const [n, [, name]] of SUMS.entries()) {
      const [regular, over] = [rows.number(FIRST_SUM + 2 * n), rows.number(FIRST_SUM + 2 * n + 1)]
      into.set(at, name, Number.isNaN(regular) ? over : regular + (Number.isNaN(over) ? 0 : over))
    }
    for (const [n, [, name]] of MOMENTS.entries()) {
      const first = rows.moment(FIRST_MOMENT + 2 * n)
      into.set(at, name, Number.isNaN(first) ? rows.moment(FIRST_MOMENT + 2 * n + 1) : first)
    }
    if (!rows.isEmpty(DRIVES)) into.setDrives(at, rows.flag(DRIVES, true))
    return into.get(at, 'budgetedCost')
  }

  /** Of a material, the quantity per hour to that of a day of its task. */
  scaleMaterials(builder: ColumnsBuilder, minutesPerDay: Float64Array): void {
    for (const [at, { type }] of this.#ofAssignment.entries()) {
      if (type !== 'material') continue
      const hours = minutesPerDay[builder.assignments.taskOf(at)] / MINUTES_PER_HOUR
      for (const name of ['unitsPerDay', 'remainingUnitsPerDay'] as const)
        builder.assignments.set(at, name, hours * builder.assignments.get(at, name))
    }
  }

  /** Resource-dependent tasks are marked so where resources are at work on them: their dates follow from those. */
  markByResource(tasks: XerTasks, builder: ColumnsBuilder): void {
    if (tasks.byResource.length === 0) return
    const isAssigned = new Uint8Array(tasks.count)
    for (const k of this.#ofAssignment.keys()) isAssigned[builder.assignments.taskOf(k)] = 1
    const marked = tasks.byResource.filter(task => isAssigned[task] === 1)
    for (const task of marked) builder.bytes(RESOURCE_DEPENDENT).set(task, TRUE)
    this.#file.warnings.add(
      'resource_calendars',
      'Resource-dependent tasks work the remaining units of their resources in the calendars of those, as P6 schedules them.',
      marked.length,
    )
  }
}
