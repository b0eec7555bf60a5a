/** What the agent tool of POST /api/v1/health/score says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { ASSESSED } from '../../endpoint/tool-fields.ts'
import { HEALTH_COMPONENT_COUNT } from './request.ts'

export const toolDescription: ToolDescription = {
  title: 'Schedule health score',
  answers: `How good is this schedule? 0 to 100 and a grade from ${HEALTH_COMPONENT_COUNT} checks of logic, dates, progress, baseline, resources.`,
  use: 'The first look. Then health_logic_audit for links, health_progress_audit for status, health_schedule_risk_index for risks, health_dcma_14_point for the standard table; analysis_validate when data may be broken.',
  needs: 'tasks; status_date and baseline dates for progress and performance.',
  returns: 'score, grade, components with the points each costs.',
  taskFields: ASSESSED.filter(name => name !== 'remaining_duration_days'),
}
