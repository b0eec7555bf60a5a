import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { history, statused } from '../../endpoint/examples/small-schedule.ts'
import { EARNED, FORECASTED } from '../../endpoint/tool-fields.ts'
import { ChangeTrackingData } from './data.ts'
import { ChangeTrackingRequest } from './request.ts'

export const changeTrackingRow = analysis('forensics', 'change-tracking', {
  input: 'strict',
  tier: 'starter',
  data: ChangeTrackingData,
  mainTable: 'changes',
  request: ChangeTrackingRequest,
  summary: 'Change tracking',
  description: 'What changed between statuses, what it did to the finish, and patterns worth a question.',
  example: { current_schedule: statused, schedule_history: history },
  sandboxRequest: ({ tracked }: SandboxSchedules): object => ({
    ...tracked,
    options: { include_details: true },
  }),
  toolDescription: {
    title: 'Change tracking',
    answers:
      'What changed between updates, what did it do to the finish, is there a pattern to question, such as rewritten actuals?',
    use: 'To review an update. Causes of delay: forensics_delay_analysis; the record: forensics_history; faults within one status: health_progress_audit.',
    needs: 'current_schedule and one snapshot or more.',
    returns: 'comparisons, changes, setting_changes, checks CT01 to CT15, impact.',
    taskFields: [...FORECASTED, 'baseline_finish', 'baseline_duration_days', 'resource', ...EARNED],
  },
})
