/** Daily demand of one resource without a loop over days: runs of days with one demand and one capacity, in order. */
import type { Capacity } from './capacity.ts'
import { type Loads, UNIT_PARTS } from './loads.ts'

/** Days first .. end - 1 with `demand` units of `capacity`; demand is above 0. */
type VisitRun = (first: number, end: number, demand: number, capacity: number) => void

/** O(tasks of the resource + pieces of its capacity). */
export function sweep(loads: Loads, resource: number, { at, value }: Capacity, visit: VisitRun): void {
  const { start, ends, first, unitsByFirst, unitsByEnd } = loads.runs
  const stop = start[resource + 1]
  let opening = start[resource]
  let closing = opening
  let piece = 0
  // in parts of a unit
  let demand = 0
  let day = 0
  while (closing < stop) {
    if (demand === 0) day = first[opening]
    while (opening < stop && first[opening] === day) {
      demand += unitsByFirst[opening++]
    }
    while (closing < stop && ends[closing] === day) {
      demand -= unitsByEnd[closing++]
    }
    if (demand === 0) continue
    while (piece + 1 < at.length && at[piece + 1] <= day) piece++
    let next = ends[closing]
    if (opening < stop && first[opening] < next) next = first[opening]
    if (piece + 1 < at.length && at[piece + 1] < next) next = at[piece + 1]
    visit(day, next, demand / UNIT_PARTS, value[piece])
    day = next
  }
}
