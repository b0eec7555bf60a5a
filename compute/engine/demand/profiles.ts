/** Figures per resource, the periods in which one is over-allocated, and the tasks that load it in them (/docs/methods/resources#method). */

import { EPSILON_DAYS } from '../calendar/snap.ts'
import { zeros } from '../ids/short-arrays.ts'
import { type Capacity, UNLIMITED } from './capacity.ts'
import { type Loads, UNIT_PARTS } from './loads.ts'

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

/** Days first .. end - 1 with `demand` units of `capacity`; demand is above 0. */
type VisitRun = (first: number, end: number, demand: number, capacity: number) => void

/** Daily demand of one resource without a loop over days: runs of days with one demand and one capacity, in order. O(tasks of the resource + pieces of its capacity). */
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

export interface PeriodTasks {
  /** Tasks of period p in all. */
  readonly count: Uint32Array
  /** Those listed are task[start[p] .. start[p + 1]), by first day, then input. Length periods + 1. */
  readonly start: Uint32Array
  readonly task: Uint32Array
  /** Periods whose tasks are counted and not listed. */
  readonly unlisted: number
}

/**
 * Lists while there is room for `listedMax` in all: a thousand long tasks in a thousand periods are a million entries that
 * nobody reads. O(tasks + periods + entries listed), for each period looks only at the tasks that are open in it.
 */
export function periodTasks(loads: Loads, periods: Periods, listedMax: number): PeriodTasks {
  const periodCount = periods.resource.length
  const count = zeros(Uint32Array, periodCount)
  const start = zeros(Uint32Array, periodCount + 1)
  const listed: number[] = []
  let unlisted = 0
  let open: number[] = []
  let opened = 0
  let closed = 0
  for (let p = 0; p < periodCount; p++) {
    const r = periods.resource[p]
    const isNext = p > 0 && periods.resource[p - 1] === r
    if (!isNext) {
      opened = closed = loads.start[r]
      open = []
    }
    const stop = loads.start[r + 1]
    const from = opened
    while (opened < stop && loads.taskFirst[opened] < periods.end[p]) opened++
    while (closed < stop && loads.ends[closed] <= periods.first[p]) closed++
    count[p] = opened - closed
    if (unlisted > 0 || listed.length + count[p] > listedMax) unlisted++
    else {
      for (let at = from; at < opened; at++) open.push(at)
      open = open.filter(at => loads.taskEnd[at] > periods.first[p])
      for (const at of open) listed.push(loads.task[at])
    }
    start[p + 1] = listed.length
  }
  return { count, start, task: Uint32Array.from(listed), unlisted }
}
