import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'
import { ACTUAL, FORECAST, NETWORK, PLANNED } from '../../endpoint/tool-fields.ts'
import { AsBuiltData } from './data.ts'
import { AsPlannedVsAsBuiltRequest } from './request.ts'

export const asPlannedVsAsBuiltRow = analysis('forensics', 'as-planned-vs-as-built', {
  input: 'strict',
  tier: 'starter',
  data: AsBuiltData,
  mainTable: 'task_variances',
  taskTables: ['task_variances'],
  request: AsPlannedVsAsBuiltRequest,
  summary: 'As-planned versus as-built',
  description: 'Start and finish delay per task, gross delay, and its increments along the as-built path.',
  example: compared,
  sandboxRequest: ({ compared }: SandboxSchedules): object => compared,
  toolDescription: {
    title: 'As-planned versus as-built',
    answers:
      'How did what happened differ from the plan? Start and finish delay per task, gross delay along the as-built path by cause (AACE 29R-03 MIP 3.1, 3.2).',
    use: 'For work nearly done. By window with concurrency: forensics_delay_analysis; indices: forensics_baseline_compare.',
    needs: 'actual dates and a plan: baseline_schedule or baseline dates; delay_category for causes.',
    returns: 'gross_delay_days, task_variances, controlling_path, by_category, entitlement.',
    taskFields: [...NETWORK, ...PLANNED, ...ACTUAL, ...FORECAST, 'wbs_code', 'delay_category'],
    membersHidden: ['delay_events', 'completion_date'],
  },
})
