import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'
import { FORECASTED } from '../../endpoint/tool-fields.ts'
import { LogicAuditData } from './data.ts'
import { LogicAuditRequest } from './request.ts'

export const logicAuditRow = analysis('health', 'logic-audit', {
  request: LogicAuditRequest,
  data: LogicAuditData,
  mainTable: 'components',
  input: 'tolerant',
  summary: 'Logic audit',
  description: 'Open ends, dangling tasks, leads, lags, relation types, density and connectivity of the network.',
  example: { ...planned, options: { include_details: true } },
  sandboxRequest: ({ statused }: SandboxSchedules): object => ({
    ...statused,
    options: { include_details: true },
  }),
  toolDescription: {
    title: 'Logic audit',
    answers: 'Can the links be trusted? Open ends, leads, lags, hard constraints, redundant links, loose parts.',
    use: 'health_dcma_14_point holds it against the standard; analysis_cpm gives dates and paths.',
    needs: 'predecessors and duration_days.',
    returns: 'score, components, observations, network figures.',
    taskFields: FORECASTED,
  },
})
