import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'
import { BASELINED } from '../../endpoint/tool-fields.ts'
import { DecmData } from './data.ts'
import { DcmaDecmRequest, DECM_CHECK_COUNT } from './request.ts'

export const dcmaDecmRow = analysis('health', 'dcma-decm', {
  request: DcmaDecmRequest,
  data: DecmData,
  mainTable: 'checks',
  input: 'tolerant',
  summary: 'DECM assessment',
  description: `The ${DECM_CHECK_COUNT} schedule-only checks of the DCMA EVMS compliance metrics.`,
  example: { ...statused, start_task_ids: ['A'], finish_task_ids: ['D'], scope: 'schedule_only' },
  sandboxRequest: ({ statused, history }: SandboxSchedules): object => ({
    ...statused,
    schedule_history: history,
    options: { include_details: true },
  }),
  toolDescription: {
    title: 'DCMA DECM assessment',
    answers: `Would it pass an EVMS compliance review? The ${DECM_CHECK_COUNT} schedule checks of the DCMA DECM.`,
    use: 'For earned value surveillance. health_dcma_14_point suits any contract, health_logic_audit shows faulty links.',
    needs: 'predecessors; status_date, schedule_history for 06A504, custom_field_map.float_rationale for 06A211a.',
    returns: `score, ${DECM_CHECK_COUNT} checks with verdict.`,
    taskFields: [...BASELINED, 'total_float_days', 'custom_field_map'],
    showsAllTaskTypes: true,
  },
})
