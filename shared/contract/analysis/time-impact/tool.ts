/** What the agent tool of POST /api/v1/forensics/time-impact says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Time impact',
  answers: 'What does an event cost? Its fragnet inserted into the update before it (AACE 29R-03 MIP 3.6, 3.7).',
  use: 'What was lost: forensics_delay_analysis.',
  needs: 'current_schedule, delay_events.',
  returns: 'bases, events.',
  membersHidden: ['description', 'milestones', 'name', 'baseline_schedule', 'method'],
  taskFields: [...FORECASTED, 'total_float_days', 'name', 'wbs_code', 'baseline_start', 'baseline_finish', 'deadline'],
}
