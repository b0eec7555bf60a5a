/** The blocks of the answer, and the buckets of its loading. */
import type { ANCHOR_SOURCES } from '../../../../shared/contract/analysis/resources/words.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { type CalendarChoice, showCalendar } from '../../calendar/choice.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import type { Preparation } from '../../cpm/prepare.ts'
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
import { HOURS_PER_DAY } from '../../demand/placement.ts'
import type { Profiles } from '../../demand/profiles.ts'
import { showPopulation } from '../../population/populations.ts'
import { dateOrNull } from '../../result/options.ts'
import { roundScore } from '../../wording/numbers.ts'
import type { ResourceContext } from './checks/context.ts'
import type { Candidates } from './leveling.ts'
import { type ResourceOptions, refuseBucketRows, refuseBuckets } from './resource-request.ts'
import {
  candidateTable,
  criticalResourceTable,
  curveTable,
  histogramTable,
  periodTable,
  resourceTable,
} from './resource-tables.ts'

/** All that was found. */
export interface Loading {
  readonly context: ResourceContext
  readonly options: ResourceOptions
  /** DAY_ABSENT = none was given. */
  readonly statusDay: number
  readonly loadingDay: number
  /** Some date of the schedule says when it begins. */
  readonly isDated: boolean
  readonly timeline: Timeline
  readonly choice: CalendarChoice
  readonly prepared: Preparation
  readonly cpm: CpmResult
  /** Length taskCount. */
  readonly durationDays: Float64Array
  readonly bucketing: Bucketing
  /** undefined = not requested. */
  readonly candidates: Candidates | undefined
}

const anchorSource = ({ statusDay, isDated }: Loading): (typeof ANCHOR_SOURCES)[number] =>
  statusDay !== DAY_ABSENT ? 'status_date' : isDated ? 'schedule' : 'today'

export function showResources(loading: Loading, score: number | null) {
  const { context, options, statusDay, loadingDay, timeline, cpm, bucketing, candidates } = loading
  const { loads } = context
  const { axis, rows } = bucketing
  return {
    risk_score: score === null ? null : roundScore(100 - score),
    anchor: { date: dateOrNull(loadingDay), source: anchorSource(loading) },
    hours_per_day: context.columns.setting === undefined ? HOURS_PER_DAY : null,
    window: {
      start: dateOrNull(timeline.anchorDay),
      finish: dateOrNull(loads.dayCount === 0 ? DAY_ABSENT : bucketing.lastDay),
      days: loads.dayCount,
      period_size_days: options.periodSizeDays,
      periods: bucketing.bucketCount,
    },
    over_allocation_threshold: options.threshold,
    status_date: dateOrNull(statusDay),
    data_date: showDataDate(loading.prepared),
    calendar: showCalendar(loading.choice),
    float_source: 'computed',
    populations: {
      demand: showPopulation(loads.population),
      critical: showPopulation(context.critical),
      t14: showPopulation(context.t14),
    },
    resources: resourceTable(context),
    over_allocations: periodTable(context),
    histogram: options.withHistogram && rows !== undefined ? histogramTable(context, axis, rows) : undefined,
    leveling_candidates:
      candidates === undefined ? undefined : candidateTable(context, candidates, cpm, loading.durationDays),
    critical_path_resources: options.withCriticalResources ? criticalResourceTable(context) : undefined,
    resource_curves: options.withCurves && rows !== undefined ? curveTable(context, axis, rows) : undefined,
  }
}

/** The window of the loading in buckets of calendar days, and what each resource has and needs in them. */
interface Loaded {
  readonly loads: Loads
  readonly profiles: Profiles
  readonly timeline: Timeline
  readonly capacityOf: (resource: number) => Capacity
  readonly resources: Uint32Array
}

interface Bucketing {
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
