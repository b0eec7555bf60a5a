/** What the agent tool of POST /api/v1/health/schedule-risk-index says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { APPROVAL, BASELINED, EARNED, RESOURCES } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Schedule risk index',
  answers:
    'What endangers the finish, and which tasks most? Index 0 to 100 (higher is worse) of logic, float, drift, progress, resources; no simulation.',
  use: 'To choose where to look. health_score judges the making; analysis_cpm names the critical path; analysis_resources overloads.',
  needs: 'tasks; status_date, baseline_finish, resources as there are.',
  returns: 'risk_index, band, sub_metrics, risk_drivers with reasons.',
  taskFields: [...BASELINED, 'total_float_days', 'name', ...RESOURCES, ...EARNED, ...APPROVAL],
  showsAllTaskTypes: true,
}
