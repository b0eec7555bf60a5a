/** Request body of POST /api/v1/analysis/resources. */
import Type from 'typebox'
import { excludeTaskTypes, fields, flag, mustFinishBy, scheduleRequest } from '../../endpoint/request-fields.ts'
import { Day } from '../../schedule/containers.ts'

export const ResourceAvailability = Type.Object(
  {
    resource: Type.Optional(Type.String({ description: 'Name of the resource (aliases: name, id).' })),
    name: Type.Optional(Type.String()),
    id: Type.Optional(Type.String()),
    capacity_per_day: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          'Limit in units per day (aliases: capacity, units), default 1: people or machines full time, or the quantity of a material. It wins over the limits in the schedule.',
      }),
    ),
    capacity: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    units: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    from: Type.Optional(Day({ description: 'First day on which the capacity applies; absent: no limit.' })),
    to: Type.Optional(Day({ description: 'Last day on which the capacity applies; absent: no limit.' })),
  },
  { description: 'Capacity of a resource.' },
)

export const ResourceAnalysisRequest = scheduleRequest(
  1,
  'First day of the load; default: the day after the latest actual date, or the first day of the schedule.',
  {
    period_size_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: 7,
        description: 'Length of a histogram bucket in calendar days.',
        'x-unit': 'days',
      }),
    ),
    include_histogram_data: flag('Add the histogram.', true),
    include_leveling_candidates: flag('Add tasks that could be moved to relieve over-allocated resources.', true),
    include_critical_path_resources: flag('Add the resources that critical tasks use.', true),
    include_resource_curves: flag('Add cumulative demand and capacity per bucket.', false),
    over_allocation_threshold: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        default: 1,
        description: 'Multiple of the limit above which a day is over-allocated.',
      }),
    ),
    exclude_task_types: excludeTaskTypes,
    fields,
  },
  { ...mustFinishBy, resource_availability: Type.Optional(Type.Array(ResourceAvailability)) },
)
