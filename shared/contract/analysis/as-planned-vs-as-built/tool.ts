/** What the agent tool of POST /api/v1/forensics/as-planned-vs-as-built says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { ACTUAL, FORECAST, NETWORK, PLANNED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'As-planned versus as-built',
  answers:
    'How did what happened differ from the plan? Start and finish delay per task, gross delay along the as-built path by cause (AACE 29R-03 MIP 3.1, 3.2).',
  use: 'For work nearly done. By window with concurrency: forensics_delay_analysis; indices: forensics_baseline_compare.',
  needs: 'actual dates and a plan: baseline_schedule or baseline dates; delay_category for causes.',
  returns: 'gross_delay_days, task_variances, controlling_path, by_category, entitlement.',
  taskFields: [...NETWORK, ...PLANNED, ...ACTUAL, ...FORECAST, 'wbs_code', 'delay_category'],
}
