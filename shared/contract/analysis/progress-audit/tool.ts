/** What the agent tool of POST /api/v1/health/progress-audit says of itself. */

import type { ToolDescription } from '../../endpoint/tool-description.ts'
import { ACTUAL, APPROVAL, BASELINE, EARNED, FORECAST, PLANNED } from '../../endpoint/tool-fields.ts'

export const toolDescription: ToolDescription = {
  title: 'Progress audit',
  answers:
    'Can the reported status be true? Future actuals, progress without dates, stale forecasts, out-of-sequence work, earned value, approvals.',
  use: 'Before an update is believed. Edits between updates: forensics_change_tracking; performance: forensics_baseline_compare.',
  needs: 'actual and forecast dates, percent_complete, options.status_date.',
  returns: 'score, checks, anomalies by category and organization.',
  taskFields: [
    'predecessors',
    'task_type',
    'percent_complete',
    ...PLANNED,
    ...ACTUAL,
    ...FORECAST,
    ...BASELINE,
    ...EARNED,
    ...APPROVAL,
    'total_float_days',
    'organization_code',
  ],
}
