import { analysis } from '../../endpoint/analysis-row.ts'
import { type SandboxSchedules, sandboxEvents } from '../../endpoint/examples/sandbox-schedules.ts'
import { compared } from '../../endpoint/examples/small-schedule.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'
import { CollapsedAsBuiltData } from './data.ts'
import { CollapsedAsBuiltRequest } from './request.ts'

export const collapsedAsBuiltRow = analysis('forensics', 'collapsed-as-built', {
  input: 'strict',
  isFurther: true,
  tier: 'starter',
  request: CollapsedAsBuiltRequest,
  data: CollapsedAsBuiltData,
  mainTable: 'events',
  summary: 'Collapsed as-built',
  description: 'What the finish would have been without delay events: the as-built network from actual dates.',
  example: {
    ...compared,
    delay_events: [
      { id: 'E1', name: 'Late access', party: 'owner', started: '2026-03-02', ended: '2026-03-03', task_ids: ['A'] },
    ],
  },
  sandboxRequest: (sandbox: SandboxSchedules): object => ({
    ...sandbox.compared,
    delay_events: sandboxEvents(sandbox),
  }),
  toolDescription: {
    title: 'Collapsed as-built',
    answers: 'When would it have finished but for events? They are taken out of the as-built (MIP 3.8, 3.9).',
    use: 'Before the delay: forensics_time_impact.',
    needs: 'current_schedule with actual dates, delay_events.',
    returns: 'simulations, events.',
    membersHidden: [
      'description',
      'milestones',
      'name',
      'baseline_schedule',
      'schedule_history',
      'options',
      'concurrency',
      'completion_date',
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
