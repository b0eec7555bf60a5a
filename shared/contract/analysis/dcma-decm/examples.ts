/** Request bodies of POST /api/v1/health/dcma-decm that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'

export const example = { ...statused, start_task_ids: ['A'], finish_task_ids: ['D'], scope: 'schedule_only' }

export const sandboxRequest = ({ statused, history }: SandboxSchedules): object => ({
  ...statused,
  schedule_history: history,
  options: { include_details: true },
})
