/** What POST /api/v1/analysis/resources reads beside the tasks: options, anchor, capacities, and what it refuses. */
import type { ResourceAnalysisRequest } from '../../../../shared/contract/analysis/resources/request.ts'
import type { Refusal, ValidationFault } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { specsByCode } from '../../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { CAPACITY_DEFAULT, type Declared, type Limit, limitOf } from '../../demand/capacity.ts'
import { type BodyOf, dayOf, optionsOf, refuseInvalid } from '../../result/options.ts'
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

/** Declarations by the name of the resource, in the order of the request. */
type Availability = ReadonlyMap<string, readonly Declared[]>

const dayOrUndefined = (value: unknown): number | undefined => {
  const day = dayOf(value)
  return day === DAY_ABSENT ? undefined : day
}

/** A declaration without a name, or one that ends before it begins, is refused. */
export function availabilityOf({ params }: AnalysisInput): Availability | Refusal {
  const items = (params as BodyOf<typeof ResourceAnalysisRequest>).resource_availability ?? []
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

interface Limits {
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
