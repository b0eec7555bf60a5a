/** What the agent tool of POST /api/v1/forensics/change-tracking says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { EARNED, FORECASTED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Change tracking',
  answers:
    'What changed between updates, what did it do to the finish, is there a pattern to question, such as rewritten actuals?',
  use: 'To review an update. Causes of delay: forensics_delay_analysis; faults within one status: health_progress_audit.',
  needs: 'current_schedule and one snapshot or more.',
  returns: 'comparisons, changes, setting_changes, checks CT01 to CT15, impact.',
  taskFields: [...FORECASTED, 'baseline_finish', 'baseline_duration_days', 'resource', ...EARNED],
}
