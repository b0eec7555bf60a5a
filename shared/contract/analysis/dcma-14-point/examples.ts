/** Request bodies of POST /api/v1/health/dcma-14-point that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'

export const example = { ...statused, options: { include_details: true } }

export const sandboxRequest = ({ statused, history }: SandboxSchedules): object => ({
  ...statused,
  schedule_history: history,
  options: { include_details: true },
})
