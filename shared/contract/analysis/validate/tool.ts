/** What the agent tool of POST /api/v1/analysis/validate says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { BASELINED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Schedule validation',
  answers:
    'Is this usable as a schedule? Every fault of ids, links, cycles, dates, durations, constraints with its tasks.',
  use: 'First with data from a file, or when another tool refuses it. For quality use health_score.',
  needs: 'tasks in any state.',
  returns: 'valid, error and warning counts, 30 checks, open ends.',
  taskFields: [
    ...BASELINED,
    'physical_percent_complete',
    'baseline_duration_days',
    'delay_category',
    'approval_status',
  ],
  membersHidden: ['status_date'],
}
