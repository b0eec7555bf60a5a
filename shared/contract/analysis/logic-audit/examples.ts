/** Request bodies of POST /api/v1/health/logic-audit that are ready to be sent. */
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'

export const example = { ...planned, options: { include_details: true } }

export const sandboxRequest = ({ statused }: SandboxSchedules): object => ({
  ...statused,
  options: { include_details: true },
})
