/** The long parts of ResourceAnalysisData as tables on columns: nothing is made per task, resource or bucket. */
import { LEVELING_EFFECTS, LIMIT_SOURCES } from '../../../../shared/contract/analysis/resources/words.ts'
import { RESOURCE_TYPES } from '../../../../shared/contract/schedule/resources.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import { resourceAmounts } from '../../demand/amounts.ts'
import { type BucketAxis, type Buckets, bucketFirstDay } from '../../demand/buckets.ts'
import { UNLIMITED } from '../../demand/capacity.ts'
import { Table, type TableColumn } from '../../result/result.ts'
import { RATIO_DECIMALS, SCORE_DECIMALS } from '../../wording/numbers.ts'
import type { ResourceContext } from './checks/context.ts'
import type { Candidates } from './leveling.ts'

const amounts = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: OFFSET_DECIMALS })
const ratios = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: RATIO_DECIMALS })
const percents = (values: Float64Array): TableColumn => ({ kind: 'number', values, decimals: SCORE_DECIMALS })
const counts = (values: Uint32Array): TableColumn => ({ kind: 'number', values })
const dates = (values: Int32Array): TableColumn => ({ kind: 'day', values })

const named = ({ columns }: ResourceContext, resource: Uint32Array): TableColumn => ({
  kind: 'reference',
  values: resource,
  into: columns.resources.values,
})

/** First day of each, and the last day before the exclusive ends. */
const startDays = ({ loads }: ResourceContext, first: ArrayLike<number>): Int32Array =>
  Int32Array.from(first, day => loads.timeline.startDay(day))
const lastDays = ({ loads }: ResourceContext, end: ArrayLike<number>): Int32Array =>
  Int32Array.from(end, day => loads.timeline.finishDay(day))

/** Columns are by resource code; the rows written are the loaded ones in the order of their names. */
export function resourceTable(context: ResourceContext): Table {
  const { profiles, loads, resources } = context
  const count = loads.start.length - 1
  const { type, hours, quantity, budgetedCost, actualCost, remainingCost } = resourceAmounts(loads)
  return new Table(
    count,
    {
      resource: { kind: 'text', values: context.columns.resources.values },
      type: { kind: 'label', values: type, labels: RESOURCE_TYPES },
      task_count: counts(Uint32Array.from({ length: count }, (_, r) => loads.start[r + 1] - loads.start[r])),
      demand_days: amounts(profiles.demand),
      demand_hours: amounts(hours),
      demand_quantity: amounts(quantity),
      loaded_days: amounts(profiles.loadedDays),
      first_date: dates(startDays(context, profiles.first)),
      last_date: dates(lastDays(context, profiles.end)),
      peak_demand: amounts(profiles.peakDemand),
      peak_date: dates(startDays(context, profiles.peakDay)),
      peak_ratio: ratios(profiles.peakRatio.map((ratio, r) => (profiles.limitedDays[r] > 0 ? ratio : Number.NaN))),
      limit: amounts(
        limitsShown(profiles.ratioCapacity.map((limit, r) => (profiles.limitedDays[r] > 0 ? limit : UNLIMITED))),
      ),
      limit_source: {
        kind: 'label',
        values: Uint8Array.from({ length: count }, (_, r) => LIMIT_SOURCES.indexOf(context.sourceOf(r))),
        labels: LIMIT_SOURCES,
      },
      over_allocated_days: amounts(profiles.overDays),
      excess_days: amounts(profiles.excess),
      budgeted_cost: amounts(budgetedCost),
      actual_cost: amounts(actualCost),
      remaining_cost: amounts(remainingCost),
    },
    resources,
  )
}

/** No limit is no number. */
const limitsShown = (limits: Float64Array): Float64Array =>
  limits.map(limit => (limit === UNLIMITED ? Number.NaN : limit))

const firstDays = (axis: BucketAxis, buckets: Uint32Array): Int32Array =>
  Int32Array.from(buckets, b => bucketFirstDay(axis, b))
const finalDays = (axis: BucketAxis, buckets: Uint32Array): Int32Array =>
  Int32Array.from(buckets, b => bucketFirstDay(axis, b + 1) - 1)
const quotients = (numerators: Float64Array, divisors: Float64Array, factor = 1): Float64Array =>
  numerators.map((numerator, i) => (divisors[i] > 0 ? (factor * numerator) / divisors[i] : Number.NaN))

export const histogramTable = (context: ResourceContext, axis: BucketAxis, buckets: Buckets): Table =>
  new Table(buckets.resource.length, {
    resource: named(context, buckets.resource),
    start: dates(firstDays(axis, buckets.bucket)),
    finish: dates(finalDays(axis, buckets.bucket)),
    demand_days: amounts(buckets.demand),
    average_demand: ratios(quotients(buckets.demand, buckets.days)),
    peak_demand: amounts(buckets.peakDemand),
    capacity_days: amounts(buckets.capacity),
    utilisation_pct: percents(quotients(buckets.demand, buckets.capacity, 100)),
  })

export const curveTable = (context: ResourceContext, axis: BucketAxis, buckets: Buckets): Table =>
  new Table(buckets.resource.length, {
    resource: named(context, buckets.resource),
    finish: dates(finalDays(axis, buckets.bucket)),
    cumulative_demand_days: amounts(buckets.demandSoFar),
    cumulative_capacity_days: amounts(buckets.capacitySoFar),
  })

export function periodTable(context: ResourceContext): Table {
  const { profiles, periodTasks, columns } = context
  const { periods } = profiles
  return new Table(periods.resource.length, {
    resource: named(context, periods.resource),
    start: dates(startDays(context, periods.first)),
    end: dates(lastDays(context, periods.end)),
    days: amounts(periods.days),
    peak_demand: amounts(periods.peakDemand),
    peak_ratio: ratios(periods.peakRatio),
    peak_date: dates(startDays(context, periods.ratioDay)),
    demand_at_peak: amounts(periods.ratioDemand),
    limit: amounts(periods.ratioCapacity),
    excess_days: amounts(periods.excess),
    task_count: counts(periodTasks.count),
    task_ids: { kind: 'references', start: periodTasks.start, values: periodTasks.task, into: columns.id },
  })
}

export function candidateTable(
  context: ResourceContext,
  candidates: Candidates,
  cpm: CpmResult,
  days: Float64Array,
): Table {
  const { profiles, columns, loads } = context
  const { period, task } = candidates
  const ofPeriod = (values: Uint32Array | Int32Array) => Array.from(period, p => values[p])
  const ofTask = (values: Float64Array) => amounts(Float64Array.from(task, i => values[i]))
  return new Table(task.length, {
    resource: named(context, Uint32Array.from(ofPeriod(profiles.periods.resource))),
    period_start: dates(startDays(context, ofPeriod(profiles.periods.first))),
    period_end: dates(lastDays(context, ofPeriod(profiles.periods.end))),
    excess_days: amounts(Float64Array.from(period, p => profiles.periods.excess[p])),
    id: { kind: 'reference', values: task, into: columns.id },
    start: dates(
      startDays(
        context,
        Array.from(task, i => loads.first[i]),
      ),
    ),
    duration_days: ofTask(days),
    total_float_days: ofTask(cpm.totalFloat),
    free_float_days: ofTask(cpm.freeFloat),
    shift_needed_days: amounts(candidates.shiftDays),
    effect: { kind: 'label', values: candidates.effect, labels: LEVELING_EFFECTS },
  })
}

/** Per loaded resource with critical work: which tasks, how many days they need, and their share of its demand. */
export function criticalResourceTable(context: ResourceContext): Table {
  const { loads, resources, critical, profiles, columns } = context
  const rows: number[] = []
  const days: number[] = []
  const start: number[] = [0]
  const tasks: number[] = []
  for (const r of resources) {
    let needed = 0
    for (let n = loads.start[r]; n < loads.start[r + 1]; n++) {
      const i = loads.task[n]
      if (critical.marks[i] === 0) continue
      needed += loads.units[loads.entry[n]] * loads.workDays[i]
      tasks.push(i)
    }
    if (tasks.length === start.at(-1)) continue
    rows.push(r)
    days.push(needed)
    start.push(tasks.length)
  }
  const demand = Float64Array.from(days)
  return new Table(rows.length, {
    resource: named(context, Uint32Array.from(rows)),
    critical_task_ids: {
      kind: 'references',
      start: Uint32Array.from(start),
      values: Uint32Array.from(tasks),
      into: columns.id,
    },
    critical_days: amounts(demand),
    share_pct: percents(
      quotients(
        demand,
        Float64Array.from(rows, r => profiles.demand[r]),
        100,
      ),
    ),
  })
}
