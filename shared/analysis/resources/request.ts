/** Request body of POST /api/v1/analysis/resources. */
import Type from 'typebox'
import { excludeTaskTypes, fields, flag, mustFinishBy, scheduleRequest } from '../../endpoint/request-fields.ts'
import { Day } from '../../schedule/containers.ts'

const ResourceAvailability = Type.Object(
  {
    resource: Type.Optional(Type.String({ description: 'Name of the resource (aliases: name, id).' })),
    name: Type.Optional(Type.String()),
    id: Type.Optional(Type.String()),
    capacity_per_day: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'Units per day (aliases: capacity, units), default 1.' }),
    ),
    capacity: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    units: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    from: Type.Optional(Day({ description: 'First day the capacity holds.' })),
    to: Type.Optional(Day({ description: 'Last day the capacity holds.' })),
  },
  { description: 'Declared capacity of a resource.' },
)

export const ResourceAnalysisRequest = scheduleRequest(
  1,
  'Anchor of the loading window; default today (UTC).',
  {
    period_size_days: Type.Optional(
      Type.Integer({ minimum: 1, default: 7, description: 'Size of a histogram bucket.', 'x-unit': 'days' }),
    ),
    include_histogram_data: flag('Add the histogram.', true),
    include_leveling_candidates: flag('Add the leveling candidates.', true),
    include_critical_path_resources: flag('Add the resources of the critical path.', true),
    include_resource_curves: flag('Add cumulative demand and capacity per bucket.', false),
    over_allocation_threshold: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        default: 1,
        description: 'Multiple of the capacity beyond which a day is over-allocated.',
      }),
    ),
    exclude_task_types: excludeTaskTypes,
    fields,
  },
  { ...mustFinishBy, resource_availability: Type.Optional(Type.Array(ResourceAvailability)) },
)
