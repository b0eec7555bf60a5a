/** RSRC, TASKRSRC, PROJCOST: who works on a task, what it costs, and by whose calendar a resource-dependent task is scheduled. */
import { addResource } from '../../add-resource.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { integersMoved, NO_INTEGERS } from '../../growing-columns.ts'
import { GrowingText } from '../../growing-texts.ts'
import { sortedBy } from '../file-schedule.ts'
import { reportUnitsLeftOut, reportUnknownResources } from '../units-left-out.ts'
import { KeyTable } from './key-table.ts'
import type { NumberSymbols } from './number-symbols.ts'
import type { XerCalendars } from './xer-calendars.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'
import type { XerTasks } from './xer-tasks.ts'

const RESOURCE = ['rsrc_id', 'rsrc_name', 'rsrc_short_name', 'clndr_id', 'rsrc_type']
const [RESOURCE_ID, RESOURCE_NAME, SHORT_NAME, CALENDAR, KIND] = RESOURCE.keys()
const MATERIAL = 'RT_Mat'
const KINDS = ['RT_Labor', 'RT_Equip', MATERIAL]
const ASSIGNMENT = ['task_id', 'rsrc_id', 'target_cost', 'target_qty_per_hr', 'rsrc_type']
const [TASK, ASSIGNED, COST, UNITS, ASSIGNED_KIND] = ASSIGNMENT.keys()
const EXPENSE = ['task_id', 'target_cost']
const BUDGETED_COST = fieldIndex('budgeted_cost')

export class XerAssignments {
  /** Resources that tasks name. */
  resourceCount = 0
  readonly #file: XerFile
  readonly #symbols: NumberSymbols
  readonly #keys: KeyTable
  readonly #names: GrowingText
  /** Entry r: calendar of the resource, '' = none, or a material. */
  readonly #calendars: string[] = []
  // assignments, in the order of the file
  #count = 0
  #task = NO_INTEGERS
  #resource = NO_INTEGERS

  constructor(file: XerFile, symbols: NumberSymbols) {
    this.#file = file
    this.#symbols = symbols
    this.#keys = new KeyTable(file.bytes.length)
    this.#names = new GrowingText({ rowCount: 0, textBytesMax: 3 * file.bytes.length })
    const rows = new XerRows(file, 'RSRC', RESOURCE)
    while (rows.next()) {
      const n = this.#keys.add(rows, RESOURCE_ID)
      if (n < 0) continue
      if (rows.text(RESOURCE_NAME) || rows.text(SHORT_NAME) || rows.text(RESOURCE_ID))
        this.#names.set(n, rows.bytes, rows.from, rows.to)
      if (!rows.isEmpty(KIND) && !KINDS.some(kind => rows.is(KIND, kind))) rows.reportUnknown(KIND, 'RT_Labor')
      this.#calendars.push(rows.is(KIND, MATERIAL) ? '' : rows.key(CALENDAR))
    }
    rows.finish()
  }

  /** Names and costs to the columns, after all tasks are read. */
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
    let withUnits = 0
    while (rows.next()) {
      const task = tasks.keys.find(rows, TASK)
      if (task < 0) continue
      const units = rows.number(UNITS)
      if (rows.is(ASSIGNED_KIND, MATERIAL) || (!Number.isNaN(units) && units !== 1)) withUnits++
      addCost(task, rows.number(COST))
      const resource = this.#keys.find(rows, ASSIGNED)
      if (resource >= 0) this.#add(task, resource)
      else if (!rows.isEmpty(ASSIGNED)) unknown++
    }
    rows.finish()
    reportUnknownResources(this.#file.warnings, unknown)
    reportUnitsLeftOut(this.#file.warnings, withUnits)
    const expenses = new XerRows(this.#file, 'PROJCOST', EXPENSE, this.#symbols)
    while (expenses.next()) {
      const task = tasks.keys.find(expenses, 0)
      if (task >= 0) addCost(task, expenses.number(1))
    }
    expenses.finish()
    if (isCosted)
      for (let task = 0; task < costs.length; task++)
        if (costs[task] !== 0) builder.numbers(BUDGETED_COST).set(task, costs[task])
    this.#setNames(tasks, builder)
  }

  #add(task: number, resource: number): void {
    const at = this.#count++
    if (at === this.#task.length) {
      this.#task = integersMoved(this.#task, Math.max(64, 2 * at))
      this.#resource = integersMoved(this.#resource, Math.max(64, 2 * at))
    }
    this.#task[at] = task
    this.#resource[at] = resource
  }

  #setNames(tasks: XerTasks, builder: ColumnsBuilder): void {
    const named = new Uint8Array(this.#keys.count)
    const { offsets, bytes, rowCount } = this.#names
    for (const k of sortedBy(this.#task, this.#count, tasks.count)) {
      const resource = this.#resource[k]
      if (resource >= rowCount) continue
      addResource(builder, this.#task[k], bytes, offsets[resource], offsets[resource + 1])
      this.resourceCount += 1 - named[resource]
      named[resource] = 1
    }
  }

  /** Resource-dependent tasks to the calendar that all their resources share, where there is one. */
  calendarsByResource(tasks: XerTasks, calendars: XerCalendars): ReadonlyMap<number, string> {
    const chosen = new Map<number, string>()
    if (tasks.byResource.length === 0) return chosen
    const wanted = new Uint8Array(tasks.count)
    for (const task of tasks.byResource) wanted[task] = 1
    const mixed = new Set<number>()
    for (let k = 0; k < this.#count; k++) {
      const task = this.#task[k]
      const calendar = this.#calendars[this.#resource[k]]
      if (wanted[task] === 0 || calendar === '' || !calendars.has(calendar)) continue
      const known = chosen.get(task)
      if (known !== undefined && known !== calendar) mixed.add(task)
      chosen.set(task, calendar)
    }
    for (const task of mixed) chosen.delete(task)
    const { warnings } = this.#file
    warnings.add(
      'resource_calendars',
      'Resource-dependent tasks work by the calendar of their resources, as P6 schedules them.',
      chosen.size,
    )
    warnings.add(
      'resource_calendars_differ',
      'Resource-dependent tasks have resources of different calendars; they work by their own calendar here, so their dates may differ from those of P6.',
      mixed.size,
    )
    return chosen
  }
}
