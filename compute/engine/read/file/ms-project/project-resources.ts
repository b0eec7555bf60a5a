/** Resources and assignments of a file of Microsoft Project: who works on a task with how much, and which calendar rules the task. */
import { formatDay, parseDay } from '../../../../../shared/contract/schedule/day.ts'
import {
  PRICE_LEAST,
  pricePerUnitOn,
  pricesOf,
  type ResourceType,
  type SentPrices,
  type SentResource,
} from '../../../../../shared/contract/schedule/resources.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import type { AssignmentFloat } from '../../growing-assignments.ts'
import {
  type FileResource,
  FileResources,
  mergedPrices,
  reportTaskless,
  reportUnknownResources,
} from '../file-resources.ts'
import { setText } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import { NumberList } from '../number-list.ts'
import type { ProjectCalendars } from './project-calendars.ts'
import type { TaskRows } from './task-rows.ts'

export type Limits = NonNullable<SentResource['limits']>

const CALENDAR = fieldIndex('calendar_id')
/** Delays are in tenths of a minute. */
const DELAY_PER_HOUR = 600

/** Microsoft Project has no work resource without a maximum: one that nobody reaches stands for none. */
const NO_MAXIMUM = 1_000
const limitOf = (units: number): Limits[number] => (units >= 0 && units < NO_MAXIMUM ? { units_per_day: units } : {})

/** A price from a day on, in one of the cost rate tables; 0 = A, by which work costs unless its assignment names another. */
export interface RateFrom {
  readonly table: number
  readonly from: number
  readonly price: Omit<SentPrices[number], 'from'>
}

export interface MsResource {
  readonly uid: number
  readonly name: string
  readonly type: ResourceType
  /** NaN = none that its work waits for. */
  readonly calendarUid: number
  readonly limits: Limits | undefined
  /** Entry t: prices of the cost rate table t. */
  readonly prices: readonly (SentPrices | undefined)[]
  /** Work that the field Can Level keeps out of levelling. */
  readonly isNeverLevelled: boolean
}

/** A to E. */
const RATE_TABLES = [0, 1, 2, 3, 4]

/** As a file says it. `periods`: how many there are from a day to a day. */
interface SaidResource {
  readonly uid: number
  readonly title: string
  readonly type: ResourceType
  readonly calendarUid: number
  /** Most units of each resource; NaN = not said. */
  readonly most: number
  readonly periods: Limits
  /** As the file says it; undefined = it does not. */
  readonly canLevel?: boolean
  readonly rates?: readonly RateFrom[]
}

export function msResource({
  uid,
  title,
  type,
  calendarUid,
  most,
  periods,
  canLevel,
  rates = [],
}: SaidResource): MsResource {
  // the row of what has no resource yet has neither name nor number
  const name = title === '' && uid !== 0 ? `Resource ${uid}` : title
  const isWork = type === 'labour'
  // a material has a maximum in the file, too, that Microsoft Project does not look at
  const maximum = Number.isNaN(most) ? [] : [limitOf(most)]
  // the maximum is that of the day of saving: on days that the table leaves out there is nothing of the resource
  const limits = hasGap(periods) ? [{ units_per_day: 0 }] : maximum
  const all = isWork ? [...limits, ...periods] : []
  return {
    uid,
    name,
    type,
    calendarUid: isWork ? calendarUid : Number.NaN,
    limits: all.length === 0 ? undefined : all,
    prices: type === 'cost' ? [] : RATE_TABLES.map(table => mergedPrices(rates.filter(rate => rate.table === table))),
    isNeverLevelled: isWork && canLevel === false,
  }
}

/** The first and the last day that Microsoft Project knows stand for no bound. */
const [FIRST_DAY, LAST_DAY] = [dayAt('1984-01-01'), dayAt('2049-12-31')]
function dayAt(text: string): number {
  return parseDay(text)!
}

/** Whether periods, if there are any, leave days out. */
function hasGap(periods: Limits): boolean {
  if (periods.length === 0) return false
  const spans = periods.map(({ from, to }) => [
    typeof from === 'string' ? dayAt(from) : FIRST_DAY,
    typeof to === 'string' ? dayAt(to) : LAST_DAY,
  ])
  let reached = FIRST_DAY - 1
  for (const [from = 0, to = 0] of spans.sort(([a = 0], [b = 0]) => a - b)) {
    if (from > reached + 1) return true
    reached = Math.max(reached, to)
  }
  return reached < LAST_DAY
}

/** What there is of a resource from a moment to a moment: from the day to the day. undefined = that is no period. */
export function periodOf(from: number, to: number, units: number): Limits[number] | undefined {
  const [first, last] = [dayOf(from), dayOf(to)]
  if (Number.isNaN(units) || last < first) return undefined
  return {
    ...limitOf(units),
    ...(Number.isNaN(first) ? {} : { from: formatDay(first) }),
    ...(Number.isNaN(last) ? {} : { to: formatDay(last) }),
  }
}

const dayOf = (moment: number): number => Math.floor(moment / MINUTES_PER_DAY)

/** Values of an assignment in the order in which they are kept: work in hours, or so much of a material; costs; moments. */
export const ASSIGNMENT_VALUES = [
  'budgetedUnits',
  'actualUnits',
  'remainingUnits',
  'budgetedCost',
  'actualCost',
  'remainingCost',
  'begin',
  'end',
] as const satisfies readonly AssignmentFloat[]

/** The UIDs of a task and a resource, and what the task takes of it; NaN = not said. */
export class AssignmentRows {
  readonly taskUid = new NumberList()
  readonly resourceUid = new NumberList()
  /** 1 = 100 %; of a material its quantity. */
  readonly units = new NumberList()
  readonly delay = new NumberList()
  readonly #rateTable = new NumberList()
  readonly #values = ASSIGNMENT_VALUES.map(() => new NumberList())

  get count(): number {
    return this.taskUid.count
  }

  /** `values`: as ASSIGNMENT_VALUES; `delay`: tenths of a minute. */
  push(task: number, resource: number, units: number, delay: number, values: readonly number[], rateTable = 0): void {
    // -65535 stands for none
    if (!(resource >= 0)) return
    this.taskUid.push(task)
    this.resourceUid.push(resource)
    this.units.push(units)
    this.delay.push(delay)
    this.#rateTable.push(rateTable)
    for (const [n, list] of this.#values.entries()) list.push(values[n])
  }

  /** Assignment k to those of the columns. */
  toColumns(k: number, row: number, resource: FileResource, { prices }: MsResource, builder: ColumnsBuilder): void {
    const into = builder.assignments
    const at = into.add(row, resource.code)
    for (const [n, name] of ASSIGNMENT_VALUES.entries()) into.set(at, name, this.#values[n].at(k))
    const units = this.units.at(k)
    if (resource.type === 'labour') into.set(at, 'unitsPerDay', units)
    else if (Number.isNaN(into.get(at, 'budgetedUnits')) && resource.type === 'material')
      into.set(at, 'budgetedUnits', units)
    const delay = this.delay.at(k)
    if (delay !== 0) into.set(at, 'lagHours', delay / DELAY_PER_HOUR)
    const table = this.#rateTable.at(k)
    if (table === 0) return
    const [usual, own] = [0, table].map(t => pricePerUnitOn(pricesOf(prices[t] ?? []), dayOf(into.get(at, 'begin'))))
    if (Math.abs(own! - usual!) > PRICE_LEAST) into.set(at, 'pricePerUnit', own!)
  }
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
  let taskless = 0
  for (let k = 0; k < assignments.count; k++) {
    const row = rows.rowOfUid.get(assignments.taskUid.at(k))
    const uid = assignments.resourceUid.at(k)
    if (row === undefined) {
      taskless++
      continue
    }
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
      own.prices = resource.prices[0]
      own.isNeverLevelled = resource.isNeverLevelled
      byUid.set(uid, own)
    }
    own.isNamed = true
    if (own.id !== '') found.push([k, row, own])
  }
  for (const crew of besideOthers(byRow, uid => (resources.get(uid)!.calendarUid >= 0 ? byUid.get(uid) : undefined)))
    crew.calendarId = calendars.defaultId
  named.settle(builder)
  for (const [k, row, resource] of found)
    assignments.toColumns(k, row, resource, resources.get(assignments.resourceUid.at(k))!, builder)
  reportUnknownResources(warnings, unknownResources)
  reportTaskless(warnings, taskless)
  setCalendars(rows, row => byRow[row] ?? NONE, resources, builder, calendars, warnings)
  return named
}

/**
 * Crews that work by the calendar of the project on a task beside a crew of another: its calendar joins them, and each works by its own. All are found before any
 * is told, so that the order of the tasks decides nothing.
 */
function besideOthers(
  byRow: readonly (readonly number[] | undefined)[],
  crewOf: (uid: number) => FileResource | undefined,
): ReadonlySet<FileResource> {
  const found = new Set<FileResource>()
  for (const uids of byRow) {
    if (uids === undefined || uids.length < 2) continue
    const crews = uids.flatMap(uid => crewOf(uid) ?? [])
    if (crews.some(({ calendarId }) => calendarId !== ''))
      for (const crew of crews) if (crew.calendarId === '') found.add(crew)
  }
  return found
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
