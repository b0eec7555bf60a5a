import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'
import { DelayAnalysisData } from './data.ts'
import { DelayAnalysisRequest } from './request.ts'

export const delayAnalysisRow = analysis('forensics', 'delay-analysis', {
  input: 'strict',
  comparesBaseline: 'alone',
  tier: 'starter',
  data: DelayAnalysisData,
  mainTable: 'windows',
  request: DelayAnalysisRequest,
  summary: 'Delay analysis',
  description: 'Delay per window, attributed along the controlling path, with entitlement and concurrency.',
  example: { ...compared, options: { method: 'half_step' } },
  sandboxRequest: ({ compared }: SandboxSchedules): object => compared,
  toolDescription: {
    title: 'Delay analysis',
    answers:
      'Why did the finish move, and who answers for it? Delay by day and window, concurrency by four policies, pacing, entitlement (AACE 29R-03 MIP 3.3, 3.4).',
    use: 'For claims. Single events: forensics_time_impact; in one step: forensics_as_planned_vs_as_built; the edits: forensics_change_tracking.',
    needs:
      'current_schedule, baseline_schedule or schedule_history, predecessors; delay_category or delay_events, else days are unattributed.',
    returns: 'total_delay_days, windows with days and attribution, by_category, entitlement.',
    taskFields: [...FORECASTED, 'delay_category'],
    membersHidden: ['delay_events'],
  },
})
