/** What the agent tool of POST /api/v1/health/planning-horizon says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { ACTUAL, BASELINE, FORECAST, NETWORK, PLANNED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Planning horizon',
  answers: 'Is the work ahead planned in enough detail? Detail, logic, resources of the near term, planning packages.',
  use: 'For rolling-wave plans. health_logic_audit judges all links; analysis_resources demand per period.',
  needs: 'tasks with dates and task_type; status_date.',
  returns: 'score, components, windows near, mid, far, months.',
  taskFields: [
    ...NETWORK,
    'remaining_duration_days',
    ...PLANNED,
    ...ACTUAL,
    ...FORECAST,
    ...BASELINE,
    'total_float_days',
    'resource',
    'budgeted_cost',
  ],
  showsAllTaskTypes: true,
}
