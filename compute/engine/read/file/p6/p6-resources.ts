/**
 * Resources of a file of P6 with their limits, and who works on a task with how much, what it costs, and by whose calendar a resource-dependent task is
 * scheduled.
 */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import {
  PRICE_LEAST,
  pricePerUnitOn,
  pricesOf,
  RESOURCE_ID_LENGTH_MAX,
  type ResourceType,
} from '../../../../../shared/contract/schedule/resources.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import type { AssignmentFloat, GrowingAssignments } from '../../growing-assignments.ts'
import { WordTable } from '../../word-table.ts'
import {
  type FileResource,
  FileResources,
  limitsOfRates,
  pricesOfRates,
  type Rate,
  reportTaskless,
  reportUnknownResources,
} from '../file-resources.ts'
import { momentOfDay } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { NumberList } from '../number-list.ts'
import type { RowRecord } from '../row-record.ts'
import { ASSIGNMENT, RATE, RESOURCE } from './p6-fields.ts'
import type { P6Tasks } from './p6-tasks.ts'
import { type P6Words, type RowPlace, textIn } from './p6-words.ts'

const { D, V } = ASSIGNMENT
const TYPES = new WordTable(['labour', 'nonlabour', 'material'] satisfies ResourceType[], {
  labour: ['RT_Labor', 'Labor'],
  nonlabour: ['RT_Equip', 'Nonlabor'],
  material: ['RT_Mat'],
})
const TYPE_NAMES: readonly ResourceType[] = ['labour', 'nonlabour', 'material']
const BUDGETED_COST = fieldIndex('budgeted_cost')
const RESOURCE_DEPENDENT = fieldIndex('resource_dependent')
/** Code of true in a column. */
const TRUE = 2
const MINUTES_PER_HOUR = 60

/** What each slot of an assignment feeds; a later one counts where an earlier one is empty. */
const NUMBERS: readonly (readonly [slot: number, name: AssignmentFloat])[] = [
  [V.perTime, 'unitsPerDay'],
  [V.remainingPerTime, 'remainingUnitsPerDay'],
  [V.planned, 'budgetedUnits'],
  [V.remaining, 'remainingUnits'],
  [V.remainingHours, 'remainingDurationHours'],
  [V.remainingLag, 'lagHours'],
  [V.plannedLag, 'lagHours'],
  [V.plannedCost, 'budgetedCost'],
  [V.remainingCost, 'remainingCost'],
]
/** What is done is regular time and overtime. */
const SUMS: readonly (readonly [slot: number, more: number, name: AssignmentFloat])[] = [
  [V.actual, V.overtime, 'actualUnits'],
  [V.actualCost, V.overtimeCost, 'actualCost'],
]
const MOMENTS: readonly (readonly [slot: number, name: AssignmentFloat])[] = [
  [D.remainingStart, 'begin'],
  [D.plannedStart, 'begin'],
  [D.remainingFinish, 'end'],
  [D.plannedFinish, 'end'],
]

export interface ResourceRecords {
  readonly resource: RowRecord
  readonly rate: RowRecord
  readonly assignment: RowRecord
}

export class P6Resources {
  readonly list = new FileResources()
  readonly #records: ResourceRecords
  readonly #at: RowPlace
  readonly #words: P6Words
  readonly #builder: ColumnsBuilder
  readonly #warnings: ImportWarnings
  /** Entry n: resource n, its own maximum per hour (NaN = it has none), its rates. */
  readonly #resources: FileResource[] = []
  readonly #most: number[] = []
  readonly #rates = new Map<number, Rate[]>()
  /** Entry k: the resource of the k-th assignment, and what it costs per unit, NaN = not said. */
  readonly #assigned = new NumberList()
  readonly #prices = new NumberList()
  #costs = new Float64Array(0)
  #unknownCount = 0
  #tasklessCount = 0

  /** `records`: what the reader fills for each row. */
  constructor(
    records: ResourceRecords,
    at: RowPlace,
    words: P6Words,
    builder: ColumnsBuilder,
    warnings: ImportWarnings,
  ) {
    this.#records = records
    this.#at = at
    this.#words = words
    this.#builder = builder
    this.#warnings = warnings
  }

  /** The record becomes the next resource. */
  add(calendarId: string): void {
    const record = this.#records.resource
    const { T } = RESOURCE
    let type = record.has(T.type) ? TYPES.find(record.source[T.type], record.start[T.type], record.end[T.type]) : 0
    if (type < 0) {
      const field = textIn(RESOURCE, T.type, this.#words)
      const word = record.text(T.type)
      this.#warnings.addUnknown({ field, word, place: this.#at.place(), readAs: this.#words.readAs.resourceType })
      type = 0
    }
    const name = TYPE_NAMES[type]!
    const code = record.text(T.code) || this.#at.key()
    // work waits for the calendars of people, not for those of materials
    const calendar = name === 'material' ? '' : calendarId
    const resource = this.list.add(record.text(T.name) || code, code, name, calendar)
    resource.shortName = record.text(T.code).trim().slice(0, RESOURCE_ID_LENGTH_MAX)
    this.#resources.push(resource)
    this.#most.push(record.values[RESOURCE.V.most])
  }

  /** The record becomes a rate of resource n. */
  addRate(n: number): void {
    const { days, values } = this.#records.rate
    const [unitsPerHour, pricePerUnit] = [values[RATE.V.most], values[RATE.V.price]]
    if (n < 0 || (Number.isNaN(unitsPerHour) && Number.isNaN(pricePerUnit))) return
    const day = days[RATE.D.from]
    const rate = { from: day === DAY_ABSENT ? Number.NEGATIVE_INFINITY : day, unitsPerHour, pricePerUnit }
    const known = this.#rates.get(n)
    if (known === undefined) this.#rates.set(n, [rate])
    else known.push(rate)
  }

  /** All but these are kept out of levelling. */
  levelOnly(numbers: ReadonlySet<number>): void {
    for (const [n, resource] of this.#resources.entries()) resource.isNeverLevelled = !numbers.has(n)
  }

  /** Units per hour of work are units per day; of a material an hour is one of the days of its project. */
  setLimits(minutesPerDay: number): void {
    for (const [n, resource] of this.#resources.entries()) {
      const own = this.#most[n]!
      const rates = this.#rates.get(n)
      const limited = rates?.filter(({ unitsPerHour }) => !Number.isNaN(unitsPerHour)) ?? []
      if (limited.length === 0 && !Number.isNaN(own))
        limited.push({ from: Number.NEGATIVE_INFINITY, unitsPerHour: own, pricePerUnit: Number.NaN })
      const hours = resource.type === 'material' ? minutesPerDay / MINUTES_PER_HOUR : 1
      resource.limits = limitsOfRates(limited, resource.type, hours)
      resource.prices = pricesOfRates(rates ?? [])
    }
  }

  /** The record becomes an assignment of a task, once all tasks and resources are known. `n`: its resource, -1 = none of the file. */
  assign(task: number, n: number, drives: number): void {
    const { days, times, values } = this.#records.assignment
    this.addCost(task, values[V.plannedCost])
    if (n < 0) return
    const into = this.#builder.assignments
    // the resource gets its code when all that work are known
    const at = into.add(task, 0)
    this.#resources[n]!.isNamed = true
    this.#assigned.push(n)
    this.#prices.push(values[V.price])
    for (const [slot, name] of NUMBERS) setFirst(into, at, name, values[slot])
    for (const [slot, more, name] of SUMS) {
      const [plain, over] = [values[slot], values[more]]
      into.set(at, name, Number.isNaN(plain) ? over : plain + (Number.isNaN(over) ? 0 : over))
    }
    for (const [slot, name] of MOMENTS) setFirst(into, at, name, momentOfDay(days[slot], times[slot]))
    if (!Number.isNaN(drives)) into.setDrives(at, drives === 1)
  }

  /** The assignment names a resource that the file does not have. */
  noteUnknown(): void {
    this.#unknownCount++
  }

  /** The assignment names a task that its project does not have. */
  noteTaskless(): void {
    this.#tasklessCount++
  }

  addCost(task: number, cost: number): void {
    if (Number.isNaN(cost)) return
    if (task >= this.#costs.length) {
      const longer = new Float64Array(Math.max(64, 2 * (task + 1)))
      longer.set(this.#costs)
      this.#costs = longer
    }
    this.#costs[task] += cost
  }

  /** When all is assigned: ids of resources, costs of tasks, the tasks whose dates follow from those who work on them. */
  finish(tasks: P6Tasks): void {
    const { assignments } = this.#builder
    this.list.settle(this.#builder)
    for (let k = 0; k < this.#assigned.count; k++)
      assignments.setResource(k, this.#resources[this.#assigned.at(k)]!.code)
    this.#setPrices()
    reportUnknownResources(this.#warnings, this.#unknownCount)
    reportTaskless(this.#warnings, this.#tasklessCount)
    this.#warnings.add(
      'resource_limit_zero',
      'Limits of 0 are read as no limit, as P6 writes 0 where nobody has stated one.',
      this.#resources.filter(({ isNamed, type }, n) => isNamed && type !== 'material' && this.#isZero(n)).length,
    )
    for (let task = 0; task < this.#costs.length; task++)
      if (this.#costs[task] !== 0) this.#builder.numbers(BUDGETED_COST).set(task, this.#costs[task])
    if (tasks.byResource.length === 0) return
    const isAssigned = new Uint8Array(tasks.count)
    for (let k = 0; k < this.#assigned.count; k++) isAssigned[assignments.taskOf(k)] = 1
    for (const task of tasks.byResource) this.#builder.bytes(RESOURCE_DEPENDENT).set(task, TRUE)
    const marked = tasks.byResource.filter(task => isAssigned[task] === 1)
    this.#warnings.add(
      'resource_calendars',
      `Resource-dependent ${this.#words.tasks} work the remaining units of their resources in the calendars of those, as P6 schedules them.`,
      marked.length,
    )
  }

  /** Each assignment has its price in the file, most of them that of the resource at its start. */
  #setPrices(): void {
    const { assignments } = this.#builder
    const prices = this.#resources.map(each => (each.prices === undefined ? undefined : pricesOf(each.prices)))
    for (let k = 0; k < this.#assigned.count; k++) {
      const own = this.#prices.at(k)
      const day = Math.floor(assignments.get(k, 'begin') / MINUTES_PER_DAY)
      if (Math.abs(own - pricePerUnitOn(prices[this.#assigned.at(k)], day)) > PRICE_LEAST)
        assignments.set(k, 'pricePerUnit', own)
    }
  }

  #isZero(n: number): boolean {
    const rates = this.#rates.get(n)?.filter(({ unitsPerHour }) => !Number.isNaN(unitsPerHour))
    return rates === undefined || rates.length === 0
      ? this.#most[n] === 0
      : rates.some(({ unitsPerHour }) => unitsPerHour === 0)
  }

  /** Turns the quantity of a material per hour into that of a day of its task. */
  scaleMaterials(minutesPerDay: Float64Array): void {
    const { assignments } = this.#builder
    for (let k = 0; k < this.#assigned.count; k++) {
      if (this.#resources[this.#assigned.at(k)]!.type !== 'material') continue
      const hours = minutesPerDay[assignments.taskOf(k)] / MINUTES_PER_HOUR
      for (const name of ['unitsPerDay', 'remainingUnitsPerDay'] as const)
        assignments.set(k, name, hours * assignments.get(k, name))
    }
  }
}

/** Where an earlier slot has said nothing. */
function setFirst(into: GrowingAssignments, at: number, name: AssignmentFloat, value: number): void {
  if (!Number.isNaN(value) && Number.isNaN(into.get(at, name))) into.set(at, name, value)
}
