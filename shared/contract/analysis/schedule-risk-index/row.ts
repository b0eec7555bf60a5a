import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'
import { APPROVAL, BASELINED, EARNED, RESOURCES } from '../../endpoint/tool-fields.ts'
import { RiskIndexData } from './data.ts'
import { ScheduleRiskIndexRequest } from './request.ts'

export const scheduleRiskIndexRow = analysis('health', 'schedule-risk-index', {
  request: ScheduleRiskIndexRequest,
  data: RiskIndexData,
  mainTable: 'sub_metrics',
  input: 'tolerant',
  summary: 'Schedule risk index',
  description: 'Composite of logic, float, baseline drift, progress and resource risk with its drivers.',
  example: { ...statused, options: { sub_metrics: 'auto' } },
  sandboxRequest: ({ statused }: SandboxSchedules): object => ({
    ...statused,
    options: { include_sub_metric_details: true },
  }),
  toolDescription: {
    title: 'Schedule risk index',
    answers:
      'What endangers the finish, and which tasks most? Index 0 to 100 (higher is worse) of logic, float, drift, progress, resources; no simulation.',
    use: 'To choose where to look. health_score judges the making; analysis_cpm names the critical path; analysis_resources overloads.',
    needs: 'tasks; status_date, baseline_finish, resources as there are.',
    returns: 'risk_index, band, sub_metrics, risk_drivers with reasons.',
    taskFields: [...BASELINED, 'total_float_days', 'name', ...RESOURCES, ...EARNED, ...APPROVAL],
    showsAllTaskTypes: true,
  },
})
