/** What POST /api/v1/analysis/resources reads beside the tasks: options, and what it refuses. */
import type { ResourceAnalysisRequest } from '../../../../shared/contract/analysis/resources/request.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { optionsOf, refuseInvalid } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'

export interface ResourceOptions {
  readonly periodSizeDays: number
  readonly threshold: number
  readonly withHistogram: boolean
  readonly withCandidates: boolean
  readonly withCriticalResources: boolean
  readonly withCurves: boolean
}

const PERIOD_SIZE_DAYS = 7
const OVER_ALLOCATION_THRESHOLD = 1

export function resourceOptionsOf(input: AnalysisInput): ResourceOptions {
  const options = optionsOf<typeof ResourceAnalysisRequest>(input)
  return {
    periodSizeDays: options.period_size_days ?? PERIOD_SIZE_DAYS,
    threshold: options.over_allocation_threshold ?? OVER_ALLOCATION_THRESHOLD,
    withHistogram: options.include_histogram_data !== false,
    withCandidates: options.include_leveling_candidates !== false,
    withCriticalResources: options.include_critical_path_resources !== false,
    withCurves: options.include_resource_curves === true,
  }
}

/** More buckets are refused (/docs/methods/resources#method), and more rows of all resources together. */
const BUCKETS_MAX = 5_000
const BUCKET_ROWS_MAX = 1_000_000

const refuseSize = (msg: string): Refusal =>
  refuseInvalid([{ loc: ['body', 'options', 'period_size_days'], msg, type: 'minimum' }])

export const refuseBuckets = (count: number): Refusal | undefined =>
  count > BUCKETS_MAX ? refuseSize(`must give at most ${BUCKETS_MAX} buckets, gives ${count}`) : undefined

export const refuseBucketRows = (count: number): Refusal | undefined =>
  count > BUCKET_ROWS_MAX
    ? refuseSize(`must give at most ${BUCKET_ROWS_MAX} buckets of all resources together, gives ${count}`)
    : undefined
