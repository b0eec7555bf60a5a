import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'
import { ASSESSED } from '../../endpoint/tool-fields.ts'
import { HealthScoreData } from './data.ts'
import { HEALTH_COMPONENT_COUNT, HealthScoreRequest } from './request.ts'

export const scoreRow = analysis('health', 'score', {
  request: HealthScoreRequest,
  data: HealthScoreData,
  mainTable: 'components',
  input: 'tolerant',
  summary: 'Health score',
  description:
    'One score of a schedule in a single pass, without building the network or running the critical-path method.',
  typeName: 'HealthScore',
  example: statused,
  sandboxRequest: ({ statused }: SandboxSchedules): object => ({
    ...statused,
    options: { include_details: true },
  }),
  toolDescription: {
    title: 'Schedule health score',
    answers: `How good is this schedule? 0 to 100 and a grade from ${HEALTH_COMPONENT_COUNT} checks of logic, dates, progress, baseline, resources.`,
    use: 'The first look. Then health_logic_audit for links, health_progress_audit for status, health_schedule_risk_index for risks, health_dcma_14_point for the standard table; analysis_validate when data may be broken.',
    needs: 'tasks; status_date and baseline dates for progress and performance.',
    returns: 'score, grade, components with the points each costs.',
    taskFields: ASSESSED.filter(name => name !== 'remaining_duration_days'),
  },
})
