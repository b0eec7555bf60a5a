/** Resources and assignments of a file of Microsoft Project: who works on a task with how much, and which calendar rules the task. */
import { formatDay } from '../../../../../shared/contract/schedule/day.ts'
import type { ResourceType, SentResource } from '../../../../../shared/contract/schedule/resources.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import type { AssignmentFloat } from '../../growing-assignments.ts'
import { type FileResource, FileResources, reportUnknownResources } from '../file-resources.ts'
import { setText } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import { NumberList } from '../number-list.ts'
import { knownFlag, knownMoment, knownNumber } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { durationMinutesOf, numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'
import type { ProjectCalendars } from './project-calendars.ts'
import type { TaskRows } from './task-rows.ts'

type Limits = NonNullable<SentResource['limits']>

const CALENDAR = fieldIndex('calendar_id')
const NAME_LENGTH_MAX = 500
const MINUTES_PER_HOUR = 60
/** Costs are written in hundredths, delays in tenths of a minute. */
const COST_SCALE = 100
const DELAY_PER_HOUR = 600

/** By the number in the file. */
const TYPES: readonly ResourceType[] = ['material', 'labour', 'cost']
const WORK = 1
const RESOURCE_TYPE = { field: 'Resource.Type', readAs: '1, work' }
const isResourceType = (type: number): boolean => type in TYPES

/** Microsoft Project has no work resource without a maximum: one that nobody reaches stands for none. */
const NO_MAXIMUM = 1_000
const limitOf = (units: number): Limits[number] => (units >= 0 && units < NO_MAXIMUM ? { units_per_day: units } : {})

export interface MsResource {
  readonly uid: number
  readonly name: string
  readonly type: ResourceType
  /** NaN = none that its work waits for. */
  readonly calendarUid: number
  readonly limits: Limits | undefined
}

export function readResources(xml: XmlCursor, resources: Map<number, MsResource>, warnings: ImportWarnings): void {
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name === E.Resource) readResource(xml, resources, warnings)
    else xml.skip()
  }
}

function readResource(xml: XmlCursor, resources: Map<number, MsResource>, warnings: ImportWarnings): void {
  let uid = Number.NaN
  let title = ''
  let calendarUid = Number.NaN
  let most = Number.NaN
  let number = WORK
  let isCost = false
  let isNull = false
  let periods: Limits = []
  for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
    if (part === E.UID) uid = numberIn(xml)
    else if (part === E.Name) title = textIn(xml)
    else if (part === E.CalendarUID) calendarUid = numberIn(xml)
    else if (part === E.MaxUnits) most = numberIn(xml)
    else if (part === E.Type) number = knownNumber(xml, warnings, RESOURCE_TYPE, isResourceType, WORK)
    else if (part === E.IsCostResource) isCost = knownFlag(xml, warnings, 'Resource.IsCostResource', 0) === 1
    else if (part === E.IsNull) isNull = knownFlag(xml, warnings, 'Resource.IsNull', 0) === 1
    else if (part === E.AvailabilityPeriods) periods = readPeriods(xml, warnings)
    else xml.skip()
  }
  if (isNull || !Number.isInteger(uid)) return
  const type = isCost ? 'cost' : TYPES[number]
  // the row of what has no resource yet has neither name nor number
  const name = title === '' && uid !== 0 ? `Resource ${uid}` : title
  const isWork = type === 'labour'
  // a material has a maximum in the file, too, that Microsoft Project does not look at
  const limits = !isWork || Number.isNaN(most) ? [] : [limitOf(most)]
  const all = isWork ? [...limits, ...periods] : []
  resources.set(uid, {
    uid,
    name,
    type,
    calendarUid: isWork ? calendarUid : Number.NaN,
    limits: all.length === 0 ? undefined : all,
  })
}

/** From a moment to a moment: from the day to the day. */
function readPeriods(xml: XmlCursor, warnings: ImportWarnings): Limits {
  const periods: Limits = []
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name !== E.AvailabilityPeriod) {
      xml.skip()
      continue
    }
    let from = Number.NaN
    let to = Number.NaN
    let units = Number.NaN
    for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
      if (part === E.AvailableFrom) from = knownMoment(xml, warnings, 'AvailabilityPeriod.AvailableFrom')
      else if (part === E.AvailableTo) to = knownMoment(xml, warnings, 'AvailabilityPeriod.AvailableTo')
      else if (part === E.AvailableUnits) units = numberIn(xml)
      else xml.skip()
    }
    const [first, last] = [dayOf(from), dayOf(to)]
    if (Number.isNaN(units) || last < first) continue
    periods.push({
      ...limitOf(units),
      ...(Number.isNaN(first) ? {} : { from: formatDay(first) }),
      ...(Number.isNaN(last) ? {} : { to: formatDay(last) }),
    })
  }
  return periods
}

const dayOf = (moment: number): number => Math.floor(moment / MINUTES_PER_DAY)

/** Elements of an assignment that are durations: hours of work, or so much of a material. */
const WORKS: readonly (readonly [element: number, name: AssignmentFloat])[] = [
  [E.Work, 'budgetedUnits'],
  [E.ActualWork, 'actualUnits'],
  [E.RemainingWork, 'remainingUnits'],
]
const COSTS: readonly (readonly [element: number, name: AssignmentFloat])[] = [
  [E.Cost, 'budgetedCost'],
  [E.ActualCost, 'actualCost'],
  [E.RemainingCost, 'remainingCost'],
]
const MOMENTS: readonly (readonly [element: number, name: AssignmentFloat])[] = [
  [E.Start, 'begin'],
  [E.Finish, 'end'],
]
const FIELDS = [...WORKS, ...COSTS, ...MOMENTS]
const COST_FROM = WORKS.length
const MOMENT_FROM = COST_FROM + COSTS.length
const FIELD_OF = new Map(FIELDS.map(([element], n) => [element, n]))

/** The UIDs of a task and a resource, and what the task takes of it; NaN = not said. */
export class AssignmentRows {
  readonly taskUid = new NumberList()
  readonly resourceUid = new NumberList()
  /** 1 = 100 %; of a material its quantity. */
  readonly units = new NumberList()
  readonly delay = new NumberList()
  readonly #values = FIELDS.map(() => new NumberList())

  get count(): number {
    return this.taskUid.count
  }

  read(xml: XmlCursor, warnings: ImportWarnings): void {
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.Assignment) this.#readOne(xml, warnings)
      else xml.skip()
    }
  }

  #readOne(xml: XmlCursor, warnings: ImportWarnings): void {
    const read = FIELDS.map(() => Number.NaN)
    let task = Number.NaN
    let resource = Number.NaN
    let units = Number.NaN
    let delay = Number.NaN
    for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
      const n = FIELD_OF.get(part)
      if (n !== undefined) read[n] = valueIn(xml, n, warnings)
      else if (part === E.TaskUID) task = numberIn(xml)
      else if (part === E.ResourceUID) resource = numberIn(xml)
      else if (part === E.Units) units = numberIn(xml)
      else if (part === E.Delay) delay = numberIn(xml)
      else xml.skip()
    }
    // -65535 stands for none
    if (!(resource >= 0)) return
    this.taskUid.push(task)
    this.resourceUid.push(resource)
    this.units.push(units)
    this.delay.push(delay)
    for (const [n, value] of read.entries()) this.#values[n].push(value)
  }

  /** Assignment k to those of the columns. */
  toColumns(k: number, row: number, resource: FileResource, builder: ColumnsBuilder): void {
    const into = builder.assignments
    const at = into.add(row, resource.code)
    for (const [n, [, name]] of FIELDS.entries()) into.set(at, name, this.#values[n].at(k))
    const units = this.units.at(k)
    if (resource.type === 'labour') into.set(at, 'unitsPerDay', units)
    else if (Number.isNaN(into.get(at, 'budgetedUnits')) && resource.type === 'material')
      into.set(at, 'budgetedUnits', units)
    const delay = this.delay.at(k)
    if (delay !== 0) into.set(at, 'lagHours', delay / DELAY_PER_HOUR)
  }
}

function valueIn(xml: XmlCursor, n: number, warnings: ImportWarnings): number {
  if (n >= MOMENT_FROM) return knownMoment(xml, warnings, 'Assignment')
  xml.text()
  return n < COST_FROM ? durationMinutesOf(xml) / MINUTES_PER_HOUR : numberOf(xml) / COST_SCALE
}

interface Parts {
  readonly rows: TaskRows
  readonly resources: ReadonlyMap<number, MsResource>
  readonly assignments: AssignmentRows
}

/** Assignments to the columns, and the calendar that rules each task; returns the resources that tasks name. */
export function setResources(
  { rows, resources, assignments }: Parts,
  builder: ColumnsBuilder,
  calendars: ProjectCalendars,
  warnings: ImportWarnings,
): FileResources {
  const named = new FileResources()
  const byUid = new Map<number, FileResource>()
  const byRow: (number[] | undefined)[] = []
  const found: (readonly [k: number, row: number, resource: FileResource])[] = []
  let unknownResources = 0
  for (let k = 0; k < assignments.count; k++) {
    const row = rows.rowOfUid.get(assignments.taskUid.at(k))
    const uid = assignments.resourceUid.at(k)
    if (row === undefined) continue
    const resource = resources.get(uid)
    if (resource === undefined) {
      unknownResources++
      continue
    }
    const list = byRow[row]
    if (list === undefined) byRow[row] = [uid]
    else list.push(uid)
    let own = byUid.get(uid)
    if (own === undefined) {
      const { name, type, calendarUid, limits } = resource
      const calendarId = Number.isNaN(calendarUid) ? '' : (calendars.ruling(Number.NaN, [calendarUid]) ?? '')
      own = named.add(name, String(uid), type, calendarId)
      own.limits = limits
      byUid.set(uid, own)
    }
    own.isNamed = true
    if (own.id !== '') found.push([k, row, own])
  }
  named.settle(builder)
  for (const [k, row, resource] of found) assignments.toColumns(k, row, resource, builder)
  reportUnknownResources(warnings, unknownResources)
  setCalendars(rows, row => byRow[row] ?? NONE, resources, builder, calendars, warnings)
  return named
}

const NONE: readonly number[] = []

function setCalendars(
  rows: TaskRows,
  uidsOf: (row: number) => readonly number[],
  resources: ReadonlyMap<number, MsResource>,
  builder: ColumnsBuilder,
  calendars: ProjectCalendars,
  warnings: ImportWarnings,
): void {
  const unknown = new Notes()
  let byResource = 0
  for (let row = 0; row < rows.count; row++) {
    if (rows.isElapsed.at(row) === 1) {
      setText(builder, row, CALENDAR, calendars.elapsedId, true)
      continue
    }
    const task = rows.calendarUid.at(row)
    const hasOwn = task >= 0
    if (hasOwn && !calendars.has(task))
      unknown.add(
        row,
        () => 'Task.CalendarUID',
        () => String(task),
      )
    const ignores = hasOwn && rows.ignoresResourceCalendars.at(row) === 1
    const ofResources = ignores ? NONE : calendarsOf(uidsOf(row), resources)
    const ruling = calendars.ruling(hasOwn ? task : Number.NaN, ofResources)
    if (ruling === undefined) continue
    if (ofResources.length > 0 && ruling !== String(task)) byResource++
    setText(builder, row, CALENDAR, ruling, true)
  }
  warnings.addNotes(
    'unknown_calendar',
    'Tasks name a calendar that the file does not have; they are in that of the project.',
    unknown,
  )
  const text =
    'Tasks are in the calendar of their resources, or in what it has in common with that of the task, as Microsoft Project computes them.'
  warnings.add('resource_calendars', text, byResource)
}

function calendarsOf(uids: readonly number[], resources: ReadonlyMap<number, MsResource>): readonly number[] {
  if (uids.length === 0) return NONE
  return [...new Set(uids.map(uid => resources.get(uid)!.calendarUid).filter(uid => uid >= 0))]
}

function textIn(xml: XmlCursor): string {
  xml.text()
  return xml.string().slice(0, NAME_LENGTH_MAX)
}
function numberIn(xml: XmlCursor): number {
  xml.text()
  return numberOf(xml)
}
