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
    task_count: countOf('Incomplete tasks that load it.'),
    demand_days: days('Sum of its daily demand: resource-days.'),
    loaded_days: days('Days on which any task asks for it.'),
    first_date: date('First such day.'),
    last_date: date('Last such day.'),
    peak_demand: units('Largest demand of a day.'),
    peak_date: date('First day of the peak.'),
    peak_ratio: ratio('Largest demand / capacity of a day.'),
    over_allocated_days: days('Days on which the demand exceeds the threshold times the capacity.'),
    excess_days: Type.Number({ description: 'Sum of demand - capacity over those days.', ...DAYS }),
  },
  CLOSED,
)

const OverAllocation = Type.Object(
  {
    resource,
    start: date('First day.'),
    end: date('Last day.'),
    days: days('Working days in it.'),
    peak_demand: units('Largest demand of a day.'),
    peak_ratio: ratio('Largest demand / capacity of a day.'),
    excess_days: Type.Number({ description: 'Sum of demand - capacity.', ...DAYS }),
    task_count: countOf('Tasks that load the resource in the period.'),
    task_ids: taskIds('Those tasks, by first day.'),
  },
  CLOSED,
)

const Bucket = Type.Object(
  {
    resource,
    start: date('First calendar day of the bucket.'),
    finish: date('Last calendar day of the bucket.'),
    demand_days: days('Sum of the daily demand: resource-days.'),
    average_demand: numberOrNull('Demand per working day; null when the bucket has none.', 'units'),
    peak_demand: units('Largest demand of a day.'),
    capacity_days: days('Sum of the daily capacity.'),
    utilisation_pct: numberOrNull('demand_days / capacity_days; null without capacity.', 'percent'),
  },
  CLOSED,
)

const LevelingCandidate = Type.Object(
  {
    resource,
    period_start: date('First day of the over-allocation.'),
    period_end: date('Last day of the over-allocation.'),
    id: taskId('A task that has not started and has float.'),
    start: date('Its first day of demand.'),
    duration_days: days('Its duration.'),
    total_float_days: days('Its total float.'),
    free_float_days: days('Its free float.'),
    shift_needed_days: days('Days from its start to the day after the period.'),
    effect: OneOf(LEVELING_EFFECTS, {
      description:
        'none: the shift fits the free float; consumes_float: it fits the total float and moves successors; delays_project.',
    }),
  },
  CLOSED,
)

const CriticalResource = Type.Object(
  {
    resource,
    critical_task_ids: taskIds('Critical incomplete tasks that load it, by first day.'),
    critical_days: days('Resource-days they ask for.'),
    share_pct: Type.Number({ description: 'Of all its demand.', 'x-unit': 'percent' }),
  },
  CLOSED,
)

const CurvePoint = Type.Object(
  {
    resource,
    finish: date('Last calendar day of the bucket.'),
    cumulative_demand_days: days('Demand from the anchor to that day.'),
    cumulative_capacity_days: days('Capacity from the anchor to that day.'),
  },
  CLOSED,
)

export const ResourceData = Type.Object(
  {
    components: Type.Array(componentData(), { minItems: 4, maxItems: 4, description: 'The four parts of the risk.' }),
    ...scoreMembers,
    weight_evaluated: Type.Number({ minimum: 0, description: 'Sum of the weights that entered the score.' }),
    risk_score: numberOrNull('Composite risk, 0 to 100, higher is worse: 100 - score; null without resources.'),
    anchor: Type.Object(
      {
        date: date('First day of the loading.'),
        source: OneOf(ANCHOR_SOURCES, { description: 'status_date, or the UTC day of the call.' }),
      },
      CLOSED,
    ),
    window: Type.Object(
      {
        start: date('First working day from the anchor.'),
        finish: dateOrNull('Last day with any demand; null when nothing is loaded.'),
        days: days('Working days between them, both included.'),
        period_size_days: Type.Integer({ minimum: 1, description: 'Calendar days of a bucket.', ...DAYS }),
        periods: countOf('Buckets from the anchor to the last day.'),
      },
      CLOSED,
    ),
    over_allocation_threshold: ratio('Multiple of the capacity beyond which a day is over-allocated.'),
    status_date: dateOrNull('As given.'),
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
    resources: Type.Array(ResourceLoad, { description: 'Demand profile of each loaded resource, by name.' }),
    over_allocations: Type.Array(OverAllocation, { description: 'By resource, then date.' }),
    histogram: Type.Optional(
      Type.Array(Bucket, {
        description: 'By resource, from its first bucket with demand to its last; options.include_histogram_data.',
      }),
    ),
    leveling_candidates: Type.Optional(
      Type.Array(LevelingCandidate, {
        description:
          'Per over-allocation by effect, larger float, shorter duration; options.include_leveling_candidates. Advice only.',
      }),
    ),
    critical_path_resources: Type.Optional(
      Type.Array(CriticalResource, { description: 'By resource; options.include_critical_path_resources.' }),
    ),
    resource_curves: Type.Optional(
      Type.Array(CurvePoint, { description: 'By resource and bucket; options.include_resource_curves.' }),
    ),
  },
  { ...CLOSED, $id: 'ResourceAnalysisData', description: 'Result of the resource analysis.' },
)
