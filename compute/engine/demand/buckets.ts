/** Demand and capacity of every resource per bucket of so many calendar days from the anchor (/docs/methods/resources#method). */

import { DAY_MAX } from '../../../shared/contract/schedule/day.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { zeros } from '../ids/short-arrays.ts'
import { type Capacity, CapacitySum } from './capacity.ts'
import type { Loads } from './loads.ts'
import type { Profiles } from './profiles.ts'
import { sweep } from './profiles.ts'

/** The buckets themselves: bucket b covers the days bounds[b] .. bounds[b + 1] - 1 of the timeline. */
export interface BucketAxis {
  readonly anchorDay: number
  readonly sizeDays: number
  /** Length buckets + 1. */
  readonly bounds: Int32Array
}

/** How many buckets cover the window. */
export const bucketCount = (anchorDay: number, lastDay: number, sizeDays: number): number =>
  lastDay < anchorDay ? 0 : Math.floor((lastDay - anchorDay) / sizeDays) + 1

export function bucketAxis(timeline: Timeline, anchorDay: number, sizeDays: number, count: number): BucketAxis {
  const bounds = Int32Array.from({ length: count + 1 }, (_, b) =>
    Math.max(0, timeline.startOffset(bucketFirstDay({ anchorDay, sizeDays }, b))),
  )
  return { anchorDay, sizeDays, bounds }
}

type Grid = Pick<BucketAxis, 'anchorDay' | 'sizeDays'>

/** First calendar day of bucket b, at most the day after the last one there is. */
export const bucketFirstDay = ({ anchorDay, sizeDays }: Grid, b: number): number =>
  Math.min(anchorDay + b * sizeDays, DAY_MAX + 1)

/** One row per resource and bucket, from the first bucket in which the resource is loaded to the last. */
export interface Buckets {
  readonly resource: Uint32Array
  readonly bucket: Uint32Array
  readonly demand: Float64Array
  readonly peakDemand: Float64Array
  /** NaN = some day of it has no limit. */
  readonly capacity: Float64Array
  /** Working days of the bucket. */
  readonly days: Float64Array
  /** Demand and capacity from the anchor to the end of the bucket; NaN = some day has no limit. */
  readonly demandSoFar: Float64Array
  readonly capacitySoFar: Float64Array
}

/** The bucket a day of the timeline lies in. */
function bucketOf(bounds: Int32Array, day: number): number {
  let low = 0
  let high = bounds.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (bounds[middle] <= day) low = middle
    else high = middle
  }
  return low
}

/** Rows that bucketsOf() would make. */
export function bucketRowCount({ first, end }: Profiles, { bounds }: BucketAxis, resources: Uint32Array): number {
  let rows = 0
  for (const r of resources) rows += bucketOf(bounds, end[r] - 1) - bucketOf(bounds, first[r]) + 1
  return rows
}

export function bucketsOf(
  loads: Loads,
  profiles: Profiles,
  axis: BucketAxis,
  capacityOfResource: (resource: number) => Capacity,
  resources: Uint32Array,
): Buckets {
  const { bounds } = axis
  const rowCount = bucketRowCount(profiles, axis, resources)
  const numbers = () => zeros(Float64Array, rowCount)
  const rows = {
    resource: zeros(Uint32Array, rowCount),
    bucket: zeros(Uint32Array, rowCount),
    demand: numbers(),
    peakDemand: numbers(),
    capacity: numbers(),
    days: numbers(),
    demandSoFar: numbers(),
    capacitySoFar: numbers(),
  }
  let row = 0
  for (const r of resources) {
    const firstBucket = bucketOf(bounds, profiles.first[r])
    const count = bucketOf(bounds, profiles.end[r] - 1) - firstBucket + 1
    let b = firstBucket
    sweep(loads, r, capacityOfResource(r), (first, end, demand) => {
      for (let day = first; day < end; ) {
        while (bounds[b + 1] <= day) b++
        const stop = Math.min(end, bounds[b + 1])
        const at = row + b - firstBucket
        rows.demand[at] += demand * (stop - day)
        if (demand > rows.peakDemand[at]) rows.peakDemand[at] = demand
        day = stop
      }
    })
    const { own } = loads
    const daysBefore = (day: number): number => (own === undefined ? day : own.daysBefore(r, day))
    const sum = new CapacitySum(capacityOfResource(r), daysBefore)
    let before = sum.upTo(bounds[firstBucket])
    let unlimitedBefore = sum.unlimitedDays
    let demandSoFar = 0
    for (let n = 0; n < count; n++, row++) {
      const bucket = firstBucket + n
      const upTo = sum.upTo(bounds[bucket + 1])
      demandSoFar += rows.demand[row]
      rows.resource[row] = r
      rows.bucket[row] = bucket
      rows.capacity[row] = sum.unlimitedDays > unlimitedBefore ? Number.NaN : upTo - before
      rows.days[row] = daysBefore(bounds[bucket + 1]) - daysBefore(bounds[bucket])
      rows.demandSoFar[row] = demandSoFar
      rows.capacitySoFar[row] = sum.unlimitedDays > 0 ? Number.NaN : upTo
      before = upTo
      unlimitedBefore = sum.unlimitedDays
    }
  }
  return rows
}
