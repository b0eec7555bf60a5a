/** What the agent tool of POST /api/v1/forensics/delay-analysis says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Delay analysis',
  answers:
    'Why did the finish move, and who answers for it? Delay day by day and window by window, concurrency by four policies, pacing, entitlement (AACE 29R-03 MIP 3.3, 3.4).',
  use: 'For claims. Single events: forensics_time_impact; in one step: forensics_as_planned_vs_as_built; the edits: forensics_change_tracking; performance: forensics_baseline_compare.',
  needs:
    'current_schedule, baseline_schedule or schedule_history, predecessors; delay_category, else days stay unattributed.',
  returns: 'total_delay_days, windows with days and attribution, by_category, entitlement.',
  taskFields: [...FORECASTED, 'delay_category'],
}
