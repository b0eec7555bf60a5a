import { analysis } from '../../endpoint/analysis-row.ts'
import { RiskIndexData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { ScheduleRiskIndexRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const scheduleRiskIndexRow = analysis('health', 'schedule-risk-index', {
  request: ScheduleRiskIndexRequest,
  data: RiskIndexData,
  mainTable: 'sub_metrics',
  input: 'tolerant',
  summary: 'Schedule risk index',
  description: 'Composite of logic, float, baseline drift, progress and resource risk with its drivers.',
  example,
  sandboxRequest,
  toolDescription,
})
