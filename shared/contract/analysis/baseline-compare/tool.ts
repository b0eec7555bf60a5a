/** What the agent tool of POST /api/v1/forensics/baseline-compare says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Baseline comparison',
  answers:
    'How does it perform against its baseline? BEI, SPI(t), tasks on track, variance per task; on request trends, EVM, drift.',
  use: 'For status reports. Causes: forensics_delay_analysis; along the path: forensics_as_planned_vs_as_built; missed tasks: health_dcma_14_point.',
  needs: 'current_schedule and baseline_schedule; schedule_history for trends.',
  returns: 'indices, variance, project_finish, task_variances.',
  taskFields: [...FORECASTED, 'name', 'wbs_code', 'physical_percent_complete'],
  showsTotals: true,
}
