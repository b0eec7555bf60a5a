import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { STATUS_DATE, statusedTasks } from '../../endpoint/examples/small-schedule.ts'
import { ACTUAL, APPROVAL, BASELINE, EARNED, FORECAST, PLANNED } from '../../endpoint/tool-fields.ts'
import { ProgressAuditData } from './data.ts'
import { ProgressAuditRequest } from './request.ts'

export const progressAuditRow = analysis('health', 'progress-audit', {
  request: ProgressAuditRequest,
  data: ProgressAuditData,
  mainTable: 'checks',
  input: 'tolerant',
  summary: 'Progress audit',
  description: 'Anomalies of dates, status, forecasts, sequence, earned value and approvals.',
  example: { tasks: statusedTasks, options: { status_date: STATUS_DATE } },
  sandboxRequest: ({ statusedTasks, statusDate, calendar }: SandboxSchedules): object => ({
    tasks: statusedTasks,
    calendar,
    options: { status_date: statusDate },
  }),
  toolDescription: {
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
  },
})
