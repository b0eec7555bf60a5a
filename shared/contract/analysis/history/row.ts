import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'
import { EARNED, FORECASTED } from '../../endpoint/tool-fields.ts'
import { HistoryData } from './data.ts'
import { HistoryRequest } from './request.ts'

export const historyRow = analysis('forensics', 'history', {
  input: 'strict',
  isFurther: true,
  tier: 'starter',
  request: HistoryRequest,
  data: HistoryData,
  mainTable: 'updates',
  summary: 'History of a schedule',
  description: 'Finish, margin, health, float of milestones and changed history over any number of updates.',
  example: { ...compared, options: { completion_date: '2026-03-20' } },
  sandboxRequest: ({ compared: sent }: SandboxSchedules): object => ({
    ...sent,
    options: { completion_date: '2026-07-10', milestones: ['C7'] },
  }),
  toolDescription: {
    title: 'History',
    answers: 'How did the schedule fare over its updates? Finish, margin, health, float, rewritten history.',
    use: 'Single edits: forensics_change_tracking.',
    needs: 'current_schedule, schedule_history.',
    returns: 'updates, milestones, trend, patterns.',
    membersHidden: ['baseline_schedule', 'options'],
    taskFields: [
      ...FORECASTED,
      'total_float_days',
      'name',
      'wbs_code',
      'baseline_start',
      'baseline_finish',
      'baseline_duration_days',
      'resource',
      'deadline',
      ...EARNED,
    ],
  },
})
