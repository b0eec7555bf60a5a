/**
 * The capacity of each resource per day (/docs/methods/resources#method): what resource_availability of the request declares between two days, else
 * the limits of the resource itself, else 1 unit of labour and no limit of anything else. If declarations overlap, the last one applies.
 */

import type { LimitSource } from '../../../shared/contract/analysis/resources/words.ts'
import type { ResourceSpec } from '../../../shared/contract/schedule/resources.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { zeros } from '../ids/short-arrays.ts'

export const CAPACITY_DEFAULT = 1
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
