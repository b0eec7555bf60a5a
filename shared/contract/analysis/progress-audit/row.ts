import { analysis } from '../../endpoint/analysis-row.ts'
import { ProgressAuditData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { ProgressAuditRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const progressAuditRow = analysis('health', 'progress-audit', {
  request: ProgressAuditRequest,
  data: ProgressAuditData,
  mainTable: 'checks',
  input: 'tolerant',
  summary: 'Progress audit',
  description: 'Anomalies of dates, status, forecasts, sequence, earned value and approvals.',
  example,
  sandboxRequest,
  toolDescription,
})
