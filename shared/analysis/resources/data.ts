/** `data` of POST /api/v1/analysis/resources. */
import Type, { type TSchema } from 'typebox'
import { componentData } from '../../endpoint/data/component-data.ts'
import { FloatSourceUsed, PopulationData, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull, numberOrNull } from '../../endpoint/data/members.ts'
import { taskId, taskIds } from '../../endpoint/data/named.ts'
import { Day, OneOf } from '../../schedule/containers.ts'
import { CalendarUsed, DataDateUsed } from '../cpm/data.ts'
import { LEVELING_EFFECTS } from './words.ts'

const DAYS = { 'x-unit': 'days' }

const date = (description: string): TSchema => Day({ description })
const days = (description: string): TSchema => Type.Number({ minimum: 0, description, ...DAYS })
const units = (description: string): TSchema => Type.Number({ minimum: 0, description, 'x-unit': 'units' })
const ratio = (description: string): TSchema => Type.Number({ minimum: 0, description })
const resource = Type.String({ description: 'Name of the resource.' })

const ANCHOR_SOURCES = ['status_date', 'today'] as const

const ResourceLoad = Type.Object(
  {
    resource,
    task_count: countOf('Number of incomplete tasks that use the resource.'),
    demand_days: days('Sum of the daily demand, in resource-days.'),
    loaded_days: days('Number of working days with demand.'),
    first_date: date('First day with demand.'),
    last_date: date('Last day with demand.'),
    peak_demand: units('Largest demand of a day, in units.'),
    peak_date: date('First day with the largest demand.'),
    peak_ratio: ratio('Largest demand / capacity of a day.'),
    over_allocated_days: days('Number of days on which the demand exceeds the threshold times the capacity.'),
    excess_days: Type.Number({ description: 'Sum of demand - capacity over these days, in resource-days.', ...DAYS }),
  },
  CLOSED,
)

const OverAllocation = Type.Object(
  {
    resource,
    start: date('First day of the over-allocation.'),
    end: date('Last day of the over-allocation.'),
    days: days('Number of working days in the period.'),
    peak_demand: units('Largest demand of a day, in units.'),
    peak_ratio: ratio('Largest demand / capacity of a day.'),
    excess_days: Type.Number({ description: 'Sum of demand - capacity over the period, in resource-days.', ...DAYS }),
    task_count: countOf('Number of tasks that use the resource in the period.'),
    task_ids: taskIds('Ids of these tasks, ordered by first day.'),
  },
  CLOSED,
)

const Bucket = Type.Object(
  {
    resource,
    start: date('First calendar day of the bucket.'),
    finish: date('Last calendar day of the bucket.'),
    demand_days: days('Sum of the daily demand, in resource-days.'),
    average_demand: numberOrNull('Demand per working day, in units; null if the bucket has no working day.', 'units'),
    peak_demand: units('Largest demand of a day, in units.'),
    capacity_days: days('Sum of the daily capacity, in resource-days.'),
    utilisation_pct: numberOrNull('demand_days / capacity_days, in percent; null without capacity.', 'percent'),
  },
  CLOSED,
)

const LevelingCandidate = Type.Object(
  {
    resource,
    period_start: date('First day of the over-allocation.'),
    period_end: date('Last day of the over-allocation.'),
    id: taskId('Task that has not started and has float.'),
    start: date('First day on which the task uses the resource.'),
    duration_days: days('Duration of the task in days.'),
    total_float_days: days('Total float of the task in days.'),
    free_float_days: days('Free float of the task in days.'),
    shift_needed_days: days('Days from the start of the task to the day after the period.'),
    effect: OneOf(LEVELING_EFFECTS, {
      description:
        'none: the shift fits into the free float. consumes_float: it fits into the total float, but delays successors. delays_project: it exceeds the total float.',
    }),
  },
  CLOSED,
)

const CriticalResource = Type.Object(
  {
    resource,
    critical_task_ids: taskIds('Critical incomplete tasks that use the resource, ordered by first day.'),
    critical_days: days('Demand of these tasks, in resource-days.'),
    share_pct: Type.Number({
      description: 'Share of these tasks in the whole demand for the resource, in percent.',
      'x-unit': 'percent',
    }),
  },
  CLOSED,
)

const CurvePoint = Type.Object(
  {
    resource,
    finish: date('Last calendar day of the bucket.'),
    cumulative_demand_days: days('Demand from the anchor to that day, in resource-days.'),
    cumulative_capacity_days: days('Capacity from the anchor to that day, in resource-days.'),
  },
  CLOSED,
)

export const ResourceData = Type.Object(
  {
    components: Type.Array(componentData(), {
      minItems: 4,
      maxItems: 4,
      description: 'The four components of the score.',
    }),
    ...scoreMembers,
    weight_evaluated: Type.Number({ minimum: 0, description: 'Sum of the evaluated weights.' }),
    risk_score: numberOrNull('Risk from 0 to 100, higher is worse: 100 - score. Null without resources.'),
    anchor: Type.Object(
      {
        date: date('First day of the load.'),
        source: OneOf(ANCHOR_SOURCES, { description: 'status_date, or the UTC day of the call.' }),
      },
      CLOSED,
    ),
    window: Type.Object(
      {
        start: date('First working day from the anchor.'),
        finish: dateOrNull('Last day with demand; null without demand.'),
        days: days('Number of working days from start to finish, both included.'),
        period_size_days: Type.Integer({ minimum: 1, description: 'Length of a bucket in calendar days.', ...DAYS }),
        periods: countOf('Number of buckets from the anchor to the last day.'),
      },
      CLOSED,
    ),
    over_allocation_threshold: ratio('Multiple of the capacity above which a day is over-allocated.'),
    status_date: dateOrNull('As given in the request; null if absent.'),
    data_date: DataDateUsed,
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    populations: Type.Object(
      {
        demand: PopulationData('Incomplete tasks with a resource.'),
        critical: PopulationData('Critical incomplete tasks with a duration.'),
        t14: PopulationData('Incomplete tasks without milestones and level of effort.'),
      },
      CLOSED,
    ),
    resources: Type.Array(ResourceLoad, {
      description: 'Demand profile of each resource with demand, ordered by name.',
    }),
    over_allocations: Type.Array(OverAllocation, {
      description: 'Over-allocated periods, ordered by resource, then date.',
    }),
    histogram: Type.Optional(
      Type.Array(Bucket, {
        description:
          'Buckets of each resource from its first to its last with demand. Present with options.include_histogram_data.',
      }),
    ),
    leveling_candidates: Type.Optional(
      Type.Array(LevelingCandidate, {
        description:
          'Tasks that could be moved, ordered within each over-allocation by effect, larger float, shorter duration. They are suggestions only. Present with options.include_leveling_candidates.',
      }),
    ),
    critical_path_resources: Type.Optional(
      Type.Array(CriticalResource, {
        description: 'Demand of critical tasks by resource. Present with options.include_critical_path_resources.',
      }),
    ),
    resource_curves: Type.Optional(
      Type.Array(CurvePoint, {
        description:
          'Cumulative demand and capacity by resource and bucket. Present with options.include_resource_curves.',
      }),
    ),
  },
  { ...CLOSED, $id: 'ResourceAnalysisData', description: 'Result of the resource analysis.' },
)
