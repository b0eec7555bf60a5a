import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'
import { BaselineCompareData } from './data.ts'
import { BaselineCompareRequest } from './request.ts'

export const baselineCompareRow = analysis('forensics', 'baseline-compare', {
  input: 'strict',
  comparesBaseline: 'dates',
  tier: 'starter',
  data: BaselineCompareData,
  mainTable: 'task_variances',
  taskTables: ['task_variances'],
  request: BaselineCompareRequest,
  summary: 'Baseline comparison',
  description: 'BEI, critical BEI, SPI(t), variance severity and share of tasks on track.',
  example: { ...compared, options: { match_strategy: 'id' } },
  sandboxRequest: ({ compared }: SandboxSchedules): object => ({
    ...compared,
    options: { include_trends: true, include_evms_trends: true, include_logic_changes: true },
  }),
  toolDescription: {
    title: 'Baseline comparison',
    answers:
      'How does it perform against its baseline? BEI, SPI(t), tasks on track, variance per task; on request trends, EVM, drift.',
    use: 'For status reports. Causes: forensics_delay_analysis; along the path: forensics_as_planned_vs_as_built; missed tasks: health_dcma_14_point.',
    needs: 'current_schedule and baseline_schedule; schedule_history for trends.',
    returns: 'indices, variance, project_finish, task_variances.',
    taskFields: [...FORECASTED, 'name', 'wbs_code', 'physical_percent_complete'],
    showsTotals: true,
  },
})
