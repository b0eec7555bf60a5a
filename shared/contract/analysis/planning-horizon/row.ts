import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'
import { ACTUAL, BASELINE, FORECAST, NETWORK, PLANNED } from '../../endpoint/tool-fields.ts'
import { PlanningHorizonData } from './data.ts'
import { PlanningHorizonRequest } from './request.ts'

export const planningHorizonRow = analysis('health', 'planning-horizon', {
  request: PlanningHorizonRequest,
  data: PlanningHorizonData,
  mainTable: 'components',
  input: 'tolerant',
  summary: 'Planning horizon',
  description: 'Detail of the near term, conversion of planning packages, rolling-wave integrity.',
  example: { ...statused, options: { near_term_days: 60 } },
  sandboxRequest: ({ statused }: SandboxSchedules): object => ({
    ...statused,
    options: { near_term_days: 60 },
  }),
  toolDescription: {
    title: 'Planning horizon',
    answers:
      'Is the work ahead planned in enough detail? Detail, logic, resources of the near term, planning packages.',
    use: 'For rolling-wave plans. health_logic_audit judges all links; analysis_resources demand per period.',
    needs: 'tasks with dates and task_type; status_date.',
    returns: 'score, components, windows near, mid, far, months.',
    taskFields: [
      ...NETWORK,
      'remaining_duration_days',
      ...PLANNED,
      ...ACTUAL,
      ...FORECAST,
      ...BASELINE,
      'total_float_days',
      'resource',
      'budgeted_cost',
    ],
    showsAllTaskTypes: true,
  },
})
