/** Figures per resource, and the periods in which one is over-allocated (/docs/methods/resources#method). */

import { EPSILON_DAYS } from '../calendar/snap.ts'
import { zeros } from '../ids/short-arrays.ts'
import { type Capacity, UNLIMITED } from './capacity.ts'
import type { Loads } from './loads.ts'
import { sweep } from './sweep.ts'

/** Entry r belongs to resource r. */
export interface Profiles {
  /** Sum of the daily demand; 0 = the resource is not loaded. */
  readonly demand: Float64Array
  /** Days with any demand; those of them that have a limit. */
  readonly loadedDays: Float64Array
  readonly limitedDays: Float64Array
  readonly peakDemand: Float64Array
  /** First day of the peak. */
  readonly peakDay: Int32Array
  /** Largest demand / capacity of a day (ratioOf), the first such day, and its two figures. */
  readonly peakRatio: Float64Array
  readonly ratioDay: Int32Array
  readonly ratioDemand: Float64Array
  readonly ratioCapacity: Float64Array
  readonly overDays: Float64Array
  /** Sum of demand - capacity over those days. */
  readonly excess: Float64Array
  /** First loaded day, and the day after the last. */
  readonly first: Int32Array
  readonly end: Int32Array
  readonly periods: Periods
}

/** Maximal runs of over-allocated days, by resource, then by date; days off between two such days do not end a run. */
export interface Periods {
  readonly resource: Uint32Array
  readonly first: Int32Array
  readonly end: Int32Array
  /** Days in it on which the resource is loaded. */
  readonly days: Float64Array
  readonly peakDemand: Float64Array
  readonly peakRatio: Float64Array
  /** The first day with that ratio, its demand and its capacity. */
  readonly ratioDay: Int32Array
  readonly ratioDemand: Float64Array
  readonly ratioCapacity: Float64Array
  readonly excess: Float64Array
}

/** A day without any capacity counts as one unit more than is asked for, so that the ratio is a number. */
const ratioOf = (demand: number, capacity: number): number => (capacity > 0 ? demand / capacity : 1 + demand)

/** A day is over-allocated when demand > threshold * capacity. `resources` are codes in the order of the periods. */
export function profilesOf(
  loads: Loads,
  capacityOfResource: (resource: number) => Capacity,
  threshold: number,
  resources: Uint32Array,
): Profiles {
  const count = loads.start.length - 1
  const numbers = () => zeros(Float64Array, count)
  const figures = {
    demand: numbers(),
    loadedDays: numbers(),
    limitedDays: numbers(),
    peakDemand: numbers(),
    peakDay: zeros(Int32Array, count),
    peakRatio: numbers(),
    ratioDay: zeros(Int32Array, count),
    ratioDemand: numbers(),
    ratioCapacity: numbers(),
    overDays: numbers(),
    excess: numbers(),
    first: zeros(Int32Array, count),
    end: zeros(Int32Array, count),
  }
  const list = (): number[] => []
  const periods = {
    ...{ resource: list(), first: list(), end: list(), days: list(), peakDemand: list(), peakRatio: list() },
    ...{ ratioDay: list(), ratioDemand: list(), ratioCapacity: list(), excess: list() },
  }
  for (const r of resources) {
    let open = -1
    sweep(loads, r, capacityOfResource(r), (first, end, demand, capacity) => {
      const days = end - first
      const ratio = ratioOf(demand, capacity)
      if (figures.demand[r] === 0) figures.first[r] = first
      figures.end[r] = end
      figures.demand[r] += demand * days
      figures.loadedDays[r] += days
      if (capacity !== UNLIMITED) figures.limitedDays[r] += days
      if (demand > figures.peakDemand[r]) {
        figures.peakDemand[r] = demand
        figures.peakDay[r] = first
      }
      if (ratio > figures.peakRatio[r]) {
        figures.peakRatio[r] = ratio
        figures.ratioDay[r] = first
        figures.ratioDemand[r] = demand
        figures.ratioCapacity[r] = capacity
      }
      if (demand <= threshold * capacity + EPSILON_DAYS) return
      figures.overDays[r] += days
      figures.excess[r] += (demand - capacity) * days
      if (open === -1 || isWorkBetween(loads, r, periods.end[open], first)) {
        open = periods.first.length
        periods.resource.push(r)
        periods.first.push(first)
        periods.end.push(end)
        periods.days.push(days)
        periods.peakDemand.push(demand)
        periods.peakRatio.push(ratio)
        periods.ratioDay.push(first)
        periods.ratioDemand.push(demand)
        periods.ratioCapacity.push(capacity)
        periods.excess.push((demand - capacity) * days)
        return
      }
      periods.end[open] = end
      periods.days[open] += days
      periods.peakDemand[open] = Math.max(periods.peakDemand[open], demand)
      if (ratio > periods.peakRatio[open]) {
        periods.peakRatio[open] = ratio
        periods.ratioDay[open] = first
        periods.ratioDemand[open] = demand
        periods.ratioCapacity[open] = capacity
      }
      periods.excess[open] += (demand - capacity) * days
    })
  }
  return {
    ...figures,
    periods: {
      resource: Uint32Array.from(periods.resource),
      first: Int32Array.from(periods.first),
      end: Int32Array.from(periods.end),
      days: Float64Array.from(periods.days),
      peakDemand: Float64Array.from(periods.peakDemand),
      peakRatio: Float64Array.from(periods.peakRatio),
      ratioDay: Int32Array.from(periods.ratioDay),
      ratioDemand: Float64Array.from(periods.ratioDemand),
      ratioCapacity: Float64Array.from(periods.ratioCapacity),
      excess: Float64Array.from(periods.excess),
    },
  }
}

/** Whether some task of the resource could work between those days of the timeline. */
const isWorkBetween = ({ own }: Loads, resource: number, from: number, to: number): boolean =>
  from !== to && (own === undefined || own.daysBefore(resource, to) > own.daysBefore(resource, from))

export const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0)
