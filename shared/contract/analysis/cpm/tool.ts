/** What the agent tool of POST /api/v1/analysis/cpm says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Critical path',
  answers:
    'When does the project end, what drives it, how far can a task slip? Early and late dates, float, critical and longest path, drag, drivers.',
  use: 'For any date or float. Changes: analysis_what_if; why the finish moved: forensics_delay_analysis; trust in links: health_logic_audit; overload: analysis_resources.',
  needs:
    'duration_days (or planned dates) and predecessors without a cycle; status_date and actual dates once work began.',
  returns: 'finish, critical_path, longest_path, near_critical, tasks with dates and float.',
  taskFields: [...FORECASTED, 'total_float_days', 'name', 'wbs_code', 'baseline_start', 'baseline_finish'],
  membersShown: ['must_finish_by', 'calendar'],
}
