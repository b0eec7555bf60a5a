/**
 * The capacity of each resource per day (/docs/methods/resources#method): 1 unit, or as resource_availability declares between two days. If
 * declarations overlap, the last one applies; other days have 1 unit.
 */

import type { Timeline } from '../calendar/timeline.ts'
import { zeros } from '../ids/short-arrays.ts'

export const CAPACITY_DEFAULT = 1

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

export const CONSTANT: Capacity = { at: Int32Array.of(0), value: Float64Array.of(CAPACITY_DEFAULT) }

const FOREVER = 2 ** 31 - 1

/** O(k log k) for k declarations: days are painted from the last declaration to the first. */
export function capacityOf(timeline: Timeline, declared: readonly Declared[]): Capacity {
  if (declared.length === 0) return CONSTANT
  const spans = declared.map(({ capacity, from, to }) => ({
    capacity,
    first: from === undefined ? 0 : Math.max(0, timeline.startOffset(from)),
    end: to === undefined ? FOREVER : Math.max(0, timeline.finishOffset(to)),
  }))
  const cuts = Int32Array.from(new Set([0, FOREVER, ...spans.flatMap(({ first, end }) => [first, end])])).sort()
  const cellOf = new Map(Array.from(cuts, (day, cell) => [day, cell]))
  const value = zeros(Float64Array, cuts.length - 1).fill(CAPACITY_DEFAULT)
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

/** Sum of the capacity of days 0 .. day - 1, for days that never fall from call to call. */
export class CapacitySum {
  readonly #capacity: Capacity
  readonly #daysBefore: (day: number) => number
  #piece = 0
  /** Sum up to the begin of the piece. */
  #before = 0
  /** `daysBefore`: those of days 0 .. day - 1 that count. */
  constructor(capacity: Capacity, daysBefore: (day: number) => number = day => day) {
    this.#capacity = capacity
    this.#daysBefore = daysBefore
  }

  upTo(day: number): number {
    const { at, value } = this.#capacity
    const daysBefore = this.#daysBefore
    while (this.#piece + 1 < at.length && at[this.#piece + 1] <= day) {
      this.#before += value[this.#piece] * (daysBefore(at[this.#piece + 1]) - daysBefore(at[this.#piece]))
      this.#piece++
    }
    return this.#before + value[this.#piece] * (daysBefore(day) - daysBefore(at[this.#piece]))
  }
}
