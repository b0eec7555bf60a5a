/** The window of the loading in buckets of calendar days, and what each resource has and needs in them. */
import type { Refusal } from '../../../../shared/contract/errors.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import {
  type BucketAxis,
  type Buckets,
  bucketAxis,
  bucketCount,
  bucketRowCount,
  bucketsOf,
} from '../../demand/buckets.ts'
import type { Capacity } from '../../demand/capacity.ts'
import type { Loads } from '../../demand/loads.ts'
import type { Profiles } from '../../demand/profiles.ts'
import { type ResourceOptions, refuseBucketRows, refuseBuckets } from './resource-request.ts'

interface Loaded {
  readonly loads: Loads
  readonly profiles: Profiles
  readonly timeline: Timeline
  readonly capacityOf: (resource: number) => Capacity
  readonly resources: Uint32Array
}

export interface Bucketing {
  /** Last day of the window; the day before the loading begins when nothing is loaded. */
  readonly lastDay: number
  readonly bucketCount: number
  readonly axis: BucketAxis
  /** undefined = no requested block needs them. */
  readonly rows: Buckets | undefined
}

/** More buckets, or rows of them, than an answer may have are refused. */
export function bucketingOf(
  { loads, profiles, timeline, capacityOf, resources }: Loaded,
  loadingDay: number,
  { periodSizeDays, withHistogram, withCurves }: ResourceOptions,
): Bucketing | Refusal {
  const lastDay = loads.dayCount === 0 ? loadingDay - 1 : timeline.finishDay(loads.dayCount)
  const buckets = bucketCount(loadingDay, lastDay, periodSizeDays)
  const tooMany = refuseBuckets(buckets)
  if (tooMany !== undefined) return tooMany
  const axis = bucketAxis(timeline, loadingDay, periodSizeDays, buckets)
  const bucketing = { lastDay, bucketCount: buckets, axis, rows: undefined }
  if (!withHistogram && !withCurves) return bucketing
  const tooLong = refuseBucketRows(bucketRowCount(profiles, axis, resources))
  return tooLong ?? { ...bucketing, rows: bucketsOf(loads, profiles, axis, capacityOf, resources) }
}
