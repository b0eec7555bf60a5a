/** What the agent tool of POST /api/v1/analysis/what-if says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'What-if',
  answers: 'What if this changed? Finish, path, float before and after; or a search for an earlier finish.',
  use: 'Unchanged dates: analysis_cpm.',
  needs: 'tasks, and changes, alternatives or search.',
  returns: 'base, alternatives, search.',
  taskFields: [...FORECASTED, 'total_float_days', 'name', 'wbs_code', 'baseline_start', 'baseline_finish', 'deadline'],
}
