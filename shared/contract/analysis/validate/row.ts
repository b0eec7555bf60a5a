import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'
import { BASELINED } from '../../endpoint/tool-fields.ts'
import { ValidateData } from './data.ts'
import { ValidateRequest } from './request.ts'

export const validateRow = analysis('analysis', 'validate', {
  request: ValidateRequest,
  data: ValidateData,
  mainTable: 'checks',
  input: 'open',
  summary: 'Validation of a schedule',
  description:
    'Every fault of a schedule with its place; 200 even when the schedule is invalid, since that is the answer.',
  typeName: 'ScheduleValidation',
  example: planned,
  sandboxRequest: ({ statusedTasks }: SandboxSchedules): object => ({ tasks: statusedTasks }),
  toolDescription: {
    title: 'Schedule validation',
    answers:
      'Is this usable as a schedule? Every fault of ids, links, cycles, dates, durations, constraints with its tasks.',
    use: 'First with data from a file, or when another tool refuses it. For quality use health_score.',
    needs: 'tasks in any state.',
    returns: 'valid, error and warning counts, all checks, open ends.',
    taskFields: [
      ...BASELINED,
      'physical_percent_complete',
      'baseline_duration_days',
      'delay_category',
      'approval_status',
    ],
    membersHidden: ['status_date'],
  },
})
