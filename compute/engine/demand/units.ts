/**
 * How much of each resource each task takes (/docs/methods/resources#method): units per day, of people and machines 1 = one of them full time, of a
 * material its quantity.
 */
import type { AssignmentColumns } from '../../../shared/contract/schedule/assignments.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { ResourceSpec, ResourceType } from '../../../shared/contract/schedule/resources.ts'
import { zeros } from '../ids/short-arrays.ts'

/** Units of a resource on a task, where nothing is said. */
const UNITS_DEFAULT = 1
/** More are counted as so many: sums of their millionths are exact. */
const UNITS_MAX = 1e9

/** What is counted where no type is said. */
export const typeOf = (spec: ResourceSpec | undefined): ResourceType => spec?.type ?? 'labour'

export const valueAt = (values: Float64Array, k: number): number => (k < values.length ? values[k] : Number.NaN)

/** What is left of assignment k: hours of work, or a quantity; NaN = nothing says. */
export function unitsLeft({ remainingUnits, budgetedUnits, actualUnits }: AssignmentColumns, k: number): number {
  const remaining = valueAt(remainingUnits, k)
  if (!Number.isNaN(remaining)) return remaining
  const budgeted = valueAt(budgetedUnits, k)
  const actual = valueAt(actualUnits, k)
  return Math.max(0, budgeted - (Number.isNaN(actual) ? 0 : actual))
}

/** Units per day that assignment k states; NaN: it does not. */
function statedPerDay({ remainingUnitsPerDay, unitsPerDay }: AssignmentColumns, k: number): number {
  const left = valueAt(remainingUnitsPerDay, k)
  return Number.isNaN(left) ? valueAt(unitsPerDay, k) : left
}

/** Units per day of assignment k over so many days and hours of work. Work left that is stated is spread evenly; else what is stated per day holds. */
function unitsOf(assignments: AssignmentColumns, k: number, type: ResourceType, days: number, hours: number): number {
  if (type === 'cost') return 0
  const spread = type === 'material' ? days : hours
  const stated = valueAt(assignments.remainingUnits, k)
  if (!Number.isNaN(stated)) return spread > 0 ? stated / spread : 0
  const perDay = statedPerDay(assignments, k)
  if (!Number.isNaN(perDay)) return perDay
  const amount = unitsLeft(assignments, k)
  if (Number.isNaN(amount)) return type === 'material' ? 0 : UNITS_DEFAULT
  return spread > 0 ? amount / spread : 0
}

/** The share of the task's days or hours in which a part of it works. */
function shareOf(part: PartWork | undefined, type: ResourceType, days: number, hours: number): number {
  if (part === undefined) return 1
  if (type === 'material') return part.days / days
  return hours > 0 ? part.hours / hours : 0
}

/** What a task asks of one of its resources; entry k belongs to resources.codes[k]. */
interface PairUnits {
  /** Units per day, over all days of the task. */
  readonly units: Float64Array
  /** Hours that the resource works at it. */
  readonly hours: Float64Array
  /** Of each assignment: its units per day on the days that are its own, and its entry. */
  readonly perDay: Float64Array
  readonly entry: Uint32Array
  /** Units per day that the assignments of entry k state; NaN: none does. */
  readonly stated: Float64Array
  /** Entry k: 1 = an assignment names it. */
  readonly isAssigned: Uint8Array
}

/** Days, and hours of the resource in them, of an assignment that works in a part of its task only, or in a calendar of its own. */
export interface PartWork {
  readonly days: number
  readonly hours: number
}

/** `days` are those that the tasks work, `hoursOf` the hours in them of the resource of entry k; `partOf`: of assignment a, where it works in other days. */
export function pairUnits(
  { taskCount, resources, assignments }: ScheduleColumns,
  specs: readonly (ResourceSpec | undefined)[],
  days: Float64Array,
  hoursOf: (i: number, k: number) => number,
  partOf: (i: number, a: number, k: number) => PartWork | undefined = () => undefined,
): PairUnits {
  const { start, codes } = resources
  const units = zeros(Float64Array, codes.length)
  const hours = zeros(Float64Array, codes.length)
  const perDay = zeros(Float64Array, assignments?.resource.length ?? 0)
  const entry = zeros(Uint32Array, perDay.length)
  const stated = zeros(Float64Array, codes.length).fill(Number.NaN)
  // of the task that is looked at: the entry of each of its resources, and whether it is assigned to them
  const entryOf = zeros(Uint32Array, specs.length)
  const isAssigned = zeros(Uint8Array, codes.length)
  for (let i = 0; i < taskCount; i++) {
    if (!(days[i] > 0)) continue
    for (let k = start[i]; k < start[i + 1]; k++) {
      entryOf[codes[k]] = k
      hours[k] = hoursOf(i, k)
    }
    for (let a = assignments?.start[i] ?? 0; a < (assignments?.start[i + 1] ?? 0); a++) {
      const code = assignments!.resource[a]
      const k = entryOf[code]
      isAssigned[k] = 1
      entry[a] = k
      const rate = statedPerDay(assignments!, a)
      if (!Number.isNaN(rate)) stated[k] = (Number.isNaN(stated[k]) ? 0 : stated[k]) + rate
      const type = typeOf(specs[code])
      const part = partOf(i, a, k)
      perDay[a] = Math.min(UNITS_MAX, unitsOf(assignments!, a, type, part?.days ?? days[i], part?.hours ?? hours[k]))
      units[k] += perDay[a] * shareOf(part, type, days[i], hours[k])
    }
    for (let k = start[i]; k < start[i + 1]; k++) {
      const type = typeOf(specs[codes[k]])
      units[k] = Math.min(units[k], UNITS_MAX)
      if (isAssigned[k] === 0 && (type === 'labour' || type === 'nonlabour')) units[k] = UNITS_DEFAULT
    }
  }
  return { units, hours, perDay, entry, stated, isAssigned }
}
