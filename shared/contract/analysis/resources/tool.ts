/** What the agent tool of POST /api/v1/analysis/resources says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { CONSTRAINT, FORECAST, NETWORK, PLANNED, RESOURCES } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Resource analysis',
  answers: 'Who is overloaded, when, what could move? Demand against capacity, over-allocations, leveling candidates.',
  use: 'For people and equipment. analysis_cpm gives float alone; health_planning_horizon tells whether near work is staffed.',
  needs: 'resource or resources, duration_days, dates or predecessors; resource_availability, else 1 unit a day each.',
  returns: 'over_allocations, leveling_candidates with float, histogram.',
  taskFields: [
    ...NETWORK,
    'remaining_duration_days',
    ...PLANNED,
    'actual_start',
    ...FORECAST,
    ...CONSTRAINT,
    'total_float_days',
    ...RESOURCES,
  ],
  membersShown: ['must_finish_by'],
}
