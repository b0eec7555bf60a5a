/** Resources, rates, assignments and expenses of a file of P6: who works on an activity with how much, and what it costs. By ObjectId. */

import type { ResourceType } from '../../../../../shared/schedule/resources.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/schedule/time-of-day.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import type { AssignmentFloat } from '../../growing-assignments.ts'
import { type FileResource, FileResources, limitsOfRates, type Rate } from '../file-resources.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { NumberList } from '../number-list.ts'
import { reportUnknownResources } from '../unknown-resources.ts'
import { knownFlag, knownMoment } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'
import { Row } from './p6-lists.ts'

const MINUTES_PER_HOUR = 60

/** In lower case; '' = not said. */
const TYPES: ReadonlyMap<string, ResourceType> = new Map([
  ['', 'labour'],
  ['labor', 'labour'],
  ['nonlabor', 'nonlabour'],
  ['material', 'material'],
])

interface P6Resource {
  readonly resource: FileResource
  readonly calendar: number
  /** Per hour, as the resource itself has it; NaN = it does not. */
  readonly most: number
  readonly rates: Rate[]
}

export class P6Resources {
  readonly list = new FileResources()
  readonly #byId = new Map<number, P6Resource>()
  /** Rates may stand before their resources. */
  readonly #rates: { readonly id: number; readonly from: number; readonly most: number }[] = []

  read(xml: XmlCursor, warnings: ImportWarnings): void {
    const row = Row.of(xml, [E.ObjectId, E.CalendarObjectId, E.MaxUnitsPerTime], [E.Id, E.Name, E.ResourceType])
    const id = row.number(E.ObjectId)
    if (!Number.isInteger(id) || this.#byId.has(id)) return
    const word = row.text(E.ResourceType)
    const type = TYPES.get(word.toLowerCase())
    if (type === undefined)
      warnings.addUnknown({ field: 'ResourceType', word, place: `resource ${id}`, readAs: 'Labor' })
    const calendar = type === 'material' ? Number.NaN : row.number(E.CalendarObjectId)
    const code = row.text(E.Id) || String(id)
    const resource = this.list.add(
      row.text(E.Name) || code,
      code,
      type ?? 'labour',
      Number.isNaN(calendar) ? '' : String(calendar),
    )
    this.#byId.set(id, { resource, calendar, most: row.number(E.MaxUnitsPerTime), rates: [] })
  }

  readRate(xml: XmlCursor, warnings: ImportWarnings): void {
    let id = Number.NaN
    let most = Number.NaN
    let from = Number.NaN
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.ResourceObjectId) id = number(xml)
      else if (name === E.MaxUnitsPerTime) most = number(xml)
      else if (name === E.EffectiveDate) from = knownMoment(xml, warnings, 'ResourceRate.EffectiveDate')
      else xml.skip()
    }
    if (!Number.isNaN(most)) this.#rates.push({ id, from, most })
  }

  of(id: number): FileResource | undefined {
    return this.#byId.get(id)?.resource
  }
  /** NaN = none that work waits for. */
  calendarOf(id: number): number {
    return this.#byId.get(id)?.calendar ?? Number.NaN
  }

  /** Units per hour of work are units per day; of a material an hour is one of the days of its project. */
  setLimits(minutesPerDay: number): void {
    for (const { id, from, most } of this.#rates) {
      const day = Number.isNaN(from) ? Number.NEGATIVE_INFINITY : Math.floor(from / MINUTES_PER_DAY)
      this.#byId.get(id)?.rates.push({ from: day, unitsPerHour: most })
    }
    for (const { resource, most, rates } of this.#byId.values()) {
      const known =
        rates.length > 0 || Number.isNaN(most) ? rates : [{ from: Number.NEGATIVE_INFINITY, unitsPerHour: most }]
      const hours = resource.type === 'material' ? minutesPerDay / MINUTES_PER_HOUR : 1
      resource.limits = limitsOfRates(known, resource.type, hours)
    }
  }
}

/** Elements of an assignment, and what each feeds. Where two feed one, the second counts where there is no first. */
const NUMBERS: readonly (readonly [element: number, name: AssignmentFloat])[] = [
  [E.PlannedUnitsPerTime, 'unitsPerDay'],
  [E.RemainingUnitsPerTime, 'remainingUnitsPerDay'],
  [E.PlannedUnits, 'budgetedUnits'],
  [E.ActualUnits, 'actualUnits'],
  [E.RemainingUnits, 'remainingUnits'],
  [E.RemainingDuration, 'remainingDurationHours'],
  [E.RemainingLag, 'lagHours'],
  [E.PlannedLag, 'lagHours'],
  [E.PlannedCost, 'budgetedCost'],
  [E.ActualCost, 'actualCost'],
  [E.RemainingCost, 'remainingCost'],
]
const MOMENTS: readonly (readonly [element: number, name: AssignmentFloat])[] = [
  [E.RemainingStartDate, 'begin'],
  [E.PlannedStartDate, 'begin'],
  [E.RemainingFinishDate, 'end'],
  [E.PlannedFinishDate, 'end'],
]
const FIELDS = [...NUMBERS, ...MOMENTS]
const FIELD_OF = new Map(FIELDS.map(([element], n) => [element, n]))
const MOMENT_FROM = NUMBERS.length

/** Assignments and expenses of activities. */
export class P6Assignments {
  readonly activity = new NumberList()
  readonly resource = new NumberList()
  /** Entry n: values of FIELDS[n] by assignment, NaN = not said. */
  readonly #values = FIELDS.map(() => new NumberList())
  /** 1, 0 or NaN = not said. */
  readonly #drives = new NumberList()

  get count(): number {
    return this.activity.count
  }
  /** What the activity was to cost by it; NaN = not said. */
  costOf(k: number): number {
    return this.#values[FIELD_OF.get(E.PlannedCost)!].at(k)
  }

  read(xml: XmlCursor, warnings: ImportWarnings): void {
    const read = FIELDS.map(() => Number.NaN)
    let activity = Number.NaN
    let resource = Number.NaN
    let drives = Number.NaN
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      const n = FIELD_OF.get(name)
      if (n !== undefined) read[n] = n < MOMENT_FROM ? number(xml) : knownMoment(xml, warnings, 'ResourceAssignment')
      else if (name === E.ActivityObjectId) activity = number(xml)
      else if (name === E.ResourceObjectId) resource = number(xml)
      else if (name === E.DrivingActivityDatesFlag)
        drives = knownFlag(xml, warnings, 'ResourceAssignment.DrivingActivityDatesFlag', 1)
      else xml.skip()
    }
    this.activity.push(activity)
    this.resource.push(resource)
    this.#drives.push(drives)
    for (const [n, value] of read.entries()) this.#values[n].push(value)
  }

  /** To the columns, those of a material by the hours of a day of their activity. */
  toColumns(
    resources: P6Resources,
    rowOfObjectId: ReadonlyMap<number, number>,
    minutesPerDay: Float64Array,
    builder: ColumnsBuilder,
    warnings: ImportWarnings,
  ): void {
    let unknown = 0
    const rowOf = (k: number): number | undefined => rowOfObjectId.get(this.activity.at(k))
    for (let k = 0; k < this.count; k++) {
      const resource = resources.of(this.resource.at(k))
      if (resource !== undefined && rowOf(k) !== undefined) resource.isNamed = true
    }
    resources.list.settle(builder)
    for (let k = 0; k < this.count; k++) {
      const row = rowOf(k)
      const id = this.resource.at(k)
      // expenses, and roles that nobody fills yet, name none
      if (row === undefined || Number.isNaN(id)) continue
      const resource = resources.of(id)
      if (resource === undefined) {
        unknown++
        continue
      }
      const into = builder.assignments
      const at = into.add(row, resource.code)
      const hours = resource.type === 'material' ? minutesPerDay[row] / MINUTES_PER_HOUR : 1
      for (const [n, [, name]] of FIELDS.entries()) {
        const isRate = name === 'unitsPerDay' || name === 'remainingUnitsPerDay'
        const value = this.#values[n].at(k) * (isRate ? hours : 1)
        if (Number.isNaN(into.get(at, name))) into.set(at, name, value)
      }
      const drives = this.#drives.at(k)
      if (!Number.isNaN(drives)) into.setDrives(at, drives === 1)
    }
    reportUnknownResources(warnings, unknown)
  }
}

function number(xml: XmlCursor): number {
  xml.text()
  return numberOf(xml)
}
