/**
 * The capacity of each resource per day (/docs/methods/resources#method): what resource_availability of the request declares between two days, else
 * the limits of the resource itself, else 1 unit of labour and no limit of anything else. If declarations overlap, the last one applies.
 */

import type { ResourceAvailability } from '../../../shared/contract/analysis/resources/request.ts'
import type { LimitSource } from '../../../shared/contract/analysis/resources/words.ts'
import type { Refusal, ValidationFault } from '../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { type ResourceSpec, specsByCode } from '../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { zeros } from '../ids/short-arrays.ts'
import { type BodyOf, dayOf, refuseInvalid } from '../result/options.ts'
import type { AnalysisInput } from '../result/result.ts'

const CAPACITY_DEFAULT = 1
export const UNLIMITED = Number.POSITIVE_INFINITY

/** Declaration of one resource; days as day numbers, undefined = without bound. */
export interface Declared {
  readonly capacity: number
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Capacity over the days of a timeline: value[j] holds from day at[j] up to, not including, at[j + 1]. at[0] = 0. */
export interface Capacity {
  readonly at: Int32Array
  readonly value: Float64Array
}

const constant = (capacity: number): Capacity => ({ at: Int32Array.of(0), value: Float64Array.of(capacity) })
const ONE = constant(CAPACITY_DEFAULT)
const NO_LIMIT = constant(UNLIMITED)

export interface Limit {
  readonly capacity: Capacity
  readonly source: LimitSource
}

/** `declared`: what the request says of it; `spec`: what the schedule does. */
export function limitOf(
  timeline: Timeline,
  declared: readonly Declared[] | undefined,
  spec: ResourceSpec | undefined,
): Limit {
  const isLabour = spec === undefined || spec.type === 'labour'
  const otherwise = isLabour ? CAPACITY_DEFAULT : UNLIMITED
  const own = (spec?.limits ?? []).map(({ from, to, unitsPerDay }) => ({ capacity: unitsPerDay, from, to }))
  if (own.length === 0 && declared === undefined)
    return { capacity: isLabour ? ONE : NO_LIMIT, source: isLabour ? 'default' : 'none' }
  const capacity = capacityOf(timeline, [...own, ...(declared ?? [])], otherwise)
  if (declared !== undefined) return { capacity, source: 'request' }
  return { capacity, source: capacity.value.every(value => value === UNLIMITED) ? 'none' : 'schedule' }
}

const FOREVER = 2 ** 31 - 1

/** O(k log k) for k declarations: days are painted from the last declaration to the first. */
function capacityOf(timeline: Timeline, declared: readonly Declared[], otherwise: number): Capacity {
  const spans = declared.map(({ capacity, from, to }) => ({
    capacity,
    first: from === undefined ? 0 : Math.max(0, timeline.startOffset(from)),
    end: to === undefined ? FOREVER : Math.max(0, timeline.finishOffset(to)),
  }))
  const cuts = Int32Array.from(new Set([0, FOREVER, ...spans.flatMap(({ first, end }) => [first, end])])).sort()
  const cellOf = new Map(Array.from(cuts, (day, cell) => [day, cell]))
  const value = zeros(Float64Array, cuts.length - 1).fill(otherwise)
  // first cell at or after each one that is not painted yet
  const free = Uint32Array.from(cuts.keys())
  const firstFree = (cell: number): number => {
    let found = cell
    while (free[found] !== found) found = free[found] = free[free[found]]
    return found
  }
  for (const { capacity, first, end } of spans.toReversed()) {
    const stop = cellOf.get(end)!
    for (let cell = firstFree(cellOf.get(first)!); cell < stop; cell = firstFree(cell)) {
      value[cell] = capacity
      free[cell] = cell + 1
    }
  }
  return { at: cuts.subarray(0, -1), value }
}

/** Sum of the capacity of days 0 .. day - 1, for days that never fall from call to call; those without a limit are counted apart. */
export class CapacitySum {
  readonly #capacity: Capacity
  readonly #daysBefore: (day: number) => number
  #piece = 0
  /** Sum up to the begin of the piece. */
  #before = 0
  #unlimitedBefore = 0
  /** Days without a limit up to the day that was asked for last. */
  unlimitedDays = 0
  /** `daysBefore`: those of days 0 .. day - 1 that count. */
  constructor(capacity: Capacity, daysBefore: (day: number) => number = day => day) {
    this.#capacity = capacity
    this.#daysBefore = daysBefore
  }

  upTo(day: number): number {
    const { at, value } = this.#capacity
    const daysBefore = this.#daysBefore
    const daysIn = (until: number): number => daysBefore(until) - daysBefore(at[this.#piece])
    while (this.#piece + 1 < at.length && at[this.#piece + 1] <= day) {
      const days = daysIn(at[this.#piece + 1])
      if (value[this.#piece] === UNLIMITED) this.#unlimitedBefore += days
      else this.#before += value[this.#piece] * days
      this.#piece++
    }
    const isUnlimited = value[this.#piece] === UNLIMITED
    this.unlimitedDays = this.#unlimitedBefore + (isUnlimited ? daysIn(day) : 0)
    return this.#before + (isUnlimited ? 0 : value[this.#piece] * daysIn(day))
  }
}

type SentAvailability = BodyOf<typeof ResourceAvailability>

/** Declarations by the name of the resource, in the order of the request. */
export type Availability = ReadonlyMap<string, readonly Declared[]>

const dayOrUndefined = (value: unknown): number | undefined => {
  const day = dayOf(value)
  return day === DAY_ABSENT ? undefined : day
}

/** A declaration without a name, or one that ends before it begins, is refused. */
export function availabilityOf({ params }: AnalysisInput): Availability | Refusal {
  const items =
    (params as { readonly resource_availability?: readonly SentAvailability[] | null }).resource_availability ?? []
  const declared = new Map<string, Declared[]>()
  const faults: ValidationFault[] = []
  items.forEach((item, i) => {
    const loc = ['body', 'resource_availability', i]
    const name = (item.resource ?? item.name ?? item.id ?? '').trim()
    const capacity = item.capacity_per_day ?? item.capacity ?? item.units ?? CAPACITY_DEFAULT
    const from = dayOrUndefined(item.from)
    const to = dayOrUndefined(item.to)
    if (name === '') faults.push({ loc: [...loc, 'resource'], msg: 'is required', type: 'missing' })
    if (from !== undefined && to !== undefined && to < from) {
      faults.push({ loc: [...loc, 'to'], msg: `must not be before from, which is ${item.from}`, type: 'conflict' })
    }
    const of = declared.get(name)
    if (of === undefined) declared.set(name, [{ capacity, from, to }])
    else of.push({ capacity, from, to })
  })
  return faults.length > 0 ? refuseInvalid(faults) : declared
}

export interface Limits {
  readonly of: (resource: number) => Limit
  /** Names declared that no task has. */
  readonly unused: readonly string[]
}

/** By code of the resources of the tasks: what the request declares, over what the schedule says, over the default. */
export function limitsOf(availability: Availability, columns: ScheduleColumns, timeline: Timeline): Limits {
  const specs = specsByCode(columns)
  const unused = new Set(availability.keys())
  const limits = specs.map((spec, r) => {
    const name = textAt(columns.resources.values, r)
    const called = [name, spec?.id ?? name, spec?.name ?? name].find(each => availability.has(each))
    if (called !== undefined) unused.delete(called)
    return limitOf(timeline, called === undefined ? undefined : availability.get(called), spec)
  })
  return { of: resource => limits[resource], unused: [...unused] }
}
