import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'
import { TimeImpactData } from './data.ts'
import { TimeImpactRequest } from './request.ts'

export const timeImpactRow = analysis('forensics', 'time-impact', {
  input: 'strict',
  isFurther: true,
  tier: 'starter',
  request: TimeImpactRequest,
  data: TimeImpactData,
  mainTable: 'events',
  summary: 'Time impact analysis',
  description: 'Effect of each delay event on the schedule before it: finish, float and path before and after.',
  example: {
    ...compared,
    delay_events: [
      { id: 'E1', name: 'Design changed', party: 'owner', started: '2026-03-09', days: 4, task_ids: ['D'] },
    ],
  },
  sandboxRequest: ({ compared: sent, statusedTasks, statusDate }: SandboxSchedules): object => {
    const open = (statusedTasks as readonly { id: string; actual_start?: string }[]).filter(
      ({ actual_start }) => !actual_start,
    )
    return {
      ...sent,
      delay_events: [
        { id: 'E1', name: 'Change of design', party: 'owner', started: statusDate, days: 8, task_ids: [open[0]!.id] },
        { id: 'E2', name: 'Storm', party: 'neutral', started: statusDate, days: 3, task_ids: [open.at(-1)!.id] },
      ],
    }
  },
  toolDescription: {
    title: 'Time impact',
    answers: 'The cost of an event? Its fragnet in the update before it (MIP 3.6, 3.7).',
    use: 'What was lost: forensics_delay_analysis, forensics_collapsed_as_built.',
    needs: 'current_schedule, delay_events.',
    returns: 'bases, events.',
    membersHidden: [
      'description',
      'milestones',
      'name',
      'baseline_schedule',
      'method',
      'sectional_dates',
      'damages_per_day',
      'float_owner',
      'concurrency',
    ],
    taskFields: [
      ...FORECASTED,
      'total_float_days',
      'name',
      'wbs_code',
      'baseline_start',
      'baseline_finish',
      'deadline',
    ],
  },
})
