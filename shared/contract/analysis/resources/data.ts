/** `data` of POST /api/v1/analysis/resources. */
import Type, { type TSchema } from 'typebox'
import { componentData } from '../../endpoint/data/component-data.ts'
import { FloatSourceUsed, PopulationData, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull, numberOrNull } from '../../endpoint/data/members.ts'
import { taskId, taskIds } from '../../endpoint/data/named.ts'
import { Day, OneOf } from '../../schedule/containers.ts'
import { RESOURCE_TYPES } from '../../schedule/resources.ts'
import { CalendarUsed, DataDateUsed } from '../cpm/data.ts'
import { ANCHOR_SOURCES, LEVELING_EFFECTS, LIMIT_SOURCES } from './words.ts'

const DAYS = { 'x-unit': 'days' }

const date = (description: string): TSchema => Day({ description })
const cost = (description: string): TSchema => numberOrNull(`${description}; null where no assignment says.`, 'cost')
const days = (description: string): TSchema => Type.Number({ minimum: 0, description, ...DAYS })
const units = (description: string): TSchema => Type.Number({ minimum: 0, description, 'x-unit': 'units' })
const ratio = (description: string): TSchema => Type.Number({ minimum: 0, description })
const resource = Type.String({ description: 'Name of the resource.' })

const ResourceLoad = Type.Object(
  {
    resource,
    type: OneOf(RESOURCE_TYPES, {
      description:
        'labour: people, also where nothing is said. nonlabour: machines. material: what is used up. cost: money.',
    }),
    task_count: countOf('Number of incomplete tasks that use the resource.'),
    demand_days: days(
      'Sum of the daily demand: days of one unit, a unit being one person or machine full time. Of a material its quantity.',
    ),
    demand_hours: numberOrNull('The same in hours of work; null of a material.', 'hours'),
    demand_quantity: numberOrNull('Quantity of a material that is left; null of people and machines.', 'quantity'),
    loaded_days: days('Number of working days with demand.'),
    first_date: date('First day with demand.'),
    last_date: date('Last day with demand.'),
    peak_demand: units('Largest demand of a day, in units.'),
    peak_date: date('First day with the largest demand.'),
    peak_ratio: numberOrNull(
      'Largest demand / limit of a day; 1 + demand where the limit is 0. Null: it is without limit on all days with demand.',
    ),
    limit: numberOrNull('Limit of the first day with that ratio, in units per day; null without limit.', 'units'),
    limit_source: OneOf(LIMIT_SOURCES, {
      description:
        'request: resource_availability. schedule: limits of the resource, as the file or the request states them. default: nothing is said, and 1 unit per day of labour was assumed. none: it has no limit.',
    }),
    over_allocated_days: days('Number of days on which the demand exceeds the threshold times the limit.'),
    excess_days: Type.Number({ description: 'Sum of demand - limit over these days, in days of one unit.', ...DAYS }),
    budgeted_cost: cost('Budgeted cost of its assignments, complete tasks included'),
    actual_cost: cost('Cost of them so far'),
    remaining_cost: cost('Cost of them that is still to come'),
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
    peak_ratio: ratio('Largest demand / limit of a day; 1 + demand where the limit is 0.'),
    peak_date: date('First day with that ratio.'),
    demand_at_peak: units('Demand of that day, in units: full-time people or machines, or a quantity.'),
    limit: units('Limit of that day, in units.'),
    excess_days: Type.Number({ description: 'Sum of demand - limit over the period, in days of one unit.', ...DAYS }),
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
    capacity_days: numberOrNull('Sum of the daily limits, in days of one unit; null if some day has no limit.', 'days'),
    utilisation_pct: numberOrNull('demand_days / capacity_days, in percent; null without capacity_days.', 'percent'),
  },
  CLOSED,
)

const LevelingCandidate = Type.Object(
  {
    resource,
    period_start: date('First day of the over-allocation.'),
    period_end: date('Last day of the over-allocation.'),
    excess_days: days('Demand above the limit in that over-allocation, in resource-days.'),
    id: taskId('Task that has not started and has float.'),
    start: date('First day on which the task uses the resource.'),
    duration_days: days('Duration of the task in days.'),
    total_float_days: days('Total float of the task in days.'),
    free_float_days: days('Free float of the task in days.'),
    shift_needed_days: days(
      'Days from the start of the task to the day after the period, in the calendar of the task, as its floats are.',
    ),
    effect: OneOf(LEVELING_EFFECTS, {
      description:
        'none: the shift fits into the free float. consumes_float: it fits into the total float, but delays successors. delays_project: it exceeds the total float. Where the schedule has the task behind its early start, the days between count, too.',
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
    cumulative_capacity_days: numberOrNull(
      'Limits from the anchor to that day, in days of one unit; null if some day has none.',
      'days',
    ),
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
        source: OneOf(ANCHOR_SOURCES, {
          description:
            'status_date: as given. schedule: the day after its latest actual date, or its first day where nothing has begun. today: no date is given anywhere.',
        }),
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
    hours_per_day: numberOrNull(
      'Hours of a day of work, for a schedule without calendars; null where the calendars of the tasks say.',
      'hours',
    ),
    over_allocation_threshold: ratio('Multiple of the limit above which a day is over-allocated.'),
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
